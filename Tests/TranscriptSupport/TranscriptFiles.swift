// Where the transcripts are, and what their `limit` lines mean to this server.

import Foundation
public import Rooms

extension Transcript {
  /// Every transcript of `protocol/transcripts`, by name.
  ///
  /// - Throws: which file cannot be read.
  public static func all() throws -> [Transcript] {
    let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "protocol/transcripts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".txt") }.sorted()
      .map { file in
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return try Transcript(name: String(file.dropLast(4)), text: text)
      }
  }

  /// The limits that a server needs for this transcript.
  ///
  /// - Throws: which limit has no such name.
  public func serverLimits() throws(TranscriptError) -> Limits {
    var result = Limits()
    // All who speak in a transcript are of one address.
    result.ratesHouseholds = true
    for (name, value) in limits {
      guard let path = Transcript.limitPath(name) else {
        throw TranscriptError(self.name, 1, "there is no limit called \(name)")
      }
      result[keyPath: path] = value
    }
    return result
  }

  /// A server in memory as this transcript needs it.
  ///
  /// - Throws: which limit has no such name.
  public func memorySetup() throws(TranscriptError) -> MemoryServer.Setup {
    var setup = MemoryServer.Setup()
    setup.limits = try serverLimits()
    if isKeeping { setup.log = "memory/chromatch" }
    return setup
  }

  /// The names of limits in transcripts; the README beside them lists the same.
  private static func limitPath(_ name: String) -> WritableKeyPath<Limits, Int>? {
    switch name {
    case "hello": \.helloMilliseconds
    case "idle": \.idleMilliseconds
    case "idle-in-room": \.idleInRoomMilliseconds
    case "seat-kept": \.seatKeptMilliseconds
    case "absence": \.absenceMilliseconds
    case "empty-room": \.emptyRoomMilliseconds
    case "quick-bot": \.quickBotMilliseconds
    case "rooms": \.roomsMax
    case "misses": \.missesMax
    case "line-burst": \.lineBurst
    case "lines-per-second": \.linesPerSecond
    case "proof": \.proofMilliseconds
    case "strike": \.strikeMilliseconds
    default: nil
    }
  }
}
