// A whole session as a script: who says what, and what each must hear.
// protocol/transcripts/README.md defines the notation; this file reads it. It knows nothing of
// sockets or messages, only what `limit` lines mean to this server. Invariant: a transcript that
// was read has only steps that can be played; what a step does not say is a failure with its line.

import Foundation
import Net
package import Rooms
import TestSupport

package struct Transcript: Sendable, CustomStringConvertible {
  package struct Step: Sendable {
    /// Its line in the file, counted from 1.
    package let line: Int
    package let action: Action
  }

  package enum Action: Sendable {
    /// `ada+`: a client connects and says nothing yet.
    case connect(String)
    /// `ada> LINE`: a client says a line; it connects first if it has to.
    case say(String, Template)
    /// `ada>= SEED TEXT`: a client signs a text with the key of that seed, and says PROVE with it.
    case prove(String, seed: [UInt8], Template)
    /// `ada># HEX`: a client sends bytes as they are.
    case send(String, [UInt8])
    /// `ada< PATTERN`: the next line that a client hears.
    case hear(String, LinePattern)
    /// `ada<~ PATTERN`: a line that a client hears sooner or later.
    case hearAtLast(String, LinePattern)
    /// `ada! VERB`: a client has heard no line of that verb, since it connected.
    case hearNever(String, verb: String)
    /// `ada.`: the server has ended the connection, and said nothing more.
    case hearEnd(String)
    /// `ada-`: a client's connection is lost.
    case cut(String)
    /// `wait 300`: so many milliseconds pass.
    case wait(milliseconds: Int)
    case stop
    /// `drain`: the server is told to stop once the matches are over.
    case drain
    /// `crash`: the server is gone without a word, and at once there is another one that goes on
    /// from its journal. Nobody is connected to it.
    case crash
  }

  package let name: String
  /// How the server has to be set up where that differs from the usual: limits by name.
  package let limits: [(name: String, value: Int)]
  /// `keep`: the server has to keep what outlives it, such as finished matches.
  package let isKeeping: Bool
  package let steps: [Step]

  package var description: String { name }

  package init(name: String, text: String) throws(TranscriptError) {
    var limits: [(name: String, value: Int)] = []
    var isKeeping = false
    var steps: [Step] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      if words.first == "limit" {
        guard words.count == 3, let value = Int(words[2]), steps.isEmpty else {
          throw TranscriptError(name, index + 1, "reads: limit NAME NUMBER, before all steps")
        }
        limits.append((String(words[1]), value))
      } else if words == ["keep"], steps.isEmpty {
        isKeeping = true
      } else {
        guard let action = try Action(words, at: (name, index + 1)) else {
          throw TranscriptError(name, index + 1, "is no step: \(line)")
        }
        if case .crash = action, !isKeeping {
          throw TranscriptError(name, index + 1, "needs a server that keeps its rooms")
        }
        steps.append(Step(line: index + 1, action: action))
      }
    }
    self.name = name
    self.limits = limits
    self.isKeeping = isKeeping
    self.steps = steps
  }
}

package struct TranscriptError: Error, CustomStringConvertible {
  package let description: String

  init(_ name: String, _ line: Int, _ what: String) { description = "\(name).txt:\(line) \(what)" }
}

extension Transcript.Action {
  fileprivate init?(
    _ words: [Substring], at place: (name: String, line: Int)
  ) throws(TranscriptError) {
    let name = words[0].prefix { $0.isLowercase }
    let mark = words[0].dropFirst(name.count)
    let rest = words.dropFirst().joined(separator: " ")
    func pattern() throws(TranscriptError) -> LinePattern {
      guard let pattern = LinePattern(rest) else {
        throw TranscriptError(place.name, place.line, "is no pattern of a line: \(rest)")
      }
      return pattern
    }
    let client = String(name)
    switch (client, mark, rest.isEmpty) {
    case ("stop", "", true): self = .stop
    case ("drain", "", true): self = .drain
    case ("crash", "", true): self = .crash
    case ("wait", "", false):
      guard let milliseconds = Int(rest), milliseconds > 0 else { return nil }
      self = .wait(milliseconds: milliseconds)
    case ("", _, _): return nil
    case (_, "+", true): self = .connect(client)
    case (_, "-", true): self = .cut(client)
    case (_, ".", true): self = .hearEnd(client)
    case (_, ">", false): self = .say(client, Template(rest))
    case (_, ">=", false):
      guard let seed = bytes(of: words[1...1]), seed.count == ed25519SeedBytes, words.count > 2
      else { return nil }
      self = .prove(client, seed: seed, Template(words.dropFirst(2).joined(separator: " ")))
    case (_, ">#", false):
      guard let bytes = bytes(of: words.dropFirst()) else { return nil }
      self = .send(client, bytes)
    case (_, "!", false): self = .hearNever(client, verb: rest)
    case (_, "<", false): self = .hear(client, try pattern())
    case (_, "<~", false): self = .hearAtLast(client, try pattern())
    default: return nil
    }
  }
}

/// Bytes written as in `protocol/vectors/framing.tsv`: groups of hexadecimal digits, each group
/// with `*COUNT` repeated so often.
private func bytes(of groups: ArraySlice<Substring>) -> [UInt8]? {
  var bytes: [UInt8] = []
  for group in groups {
    let parts = group.split(separator: "*", maxSplits: 1)
    guard let digits = parts.first, digits.count.isMultiple(of: 2),
      let count = parts.count == 2 ? Int(parts[1]) : 1
    else { return nil }
    var repeated: [UInt8] = []
    var rest = digits
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      repeated.append(byte)
      rest = rest.dropFirst(2)
    }
    for _ in 0..<count { bytes += repeated }
  }
  return bytes
}

extension Transcript {
  /// Every transcript of `protocol/transcripts`, by name.
  package static func all() throws -> [Transcript] {
    let folder = protocolFolder.appending(path: "transcripts")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".txt") }.sorted()
      .map { file in
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return try Transcript(name: String(file.dropLast(4)), text: text)
      }
  }

  package func serverLimits() throws(TranscriptError) -> Limits {
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

  package func memorySetup() throws(TranscriptError) -> MemoryServer.Setup {
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
    case "patience": \.patienceMilliseconds
    case "rematch": \.rematchMilliseconds
    case "quiet": \.quietMilliseconds
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
