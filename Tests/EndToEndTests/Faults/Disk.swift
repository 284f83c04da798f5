// The disk under a server's journals, as the preloaded library tells of it: what is certain to be
// there, and what may be left of the rest when the power fails.

import Foundation
import Glibc

@testable import TestSupport

/// A disk that can lose what was not synced.
@Stage
final class Disk {
  private let journal: String
  private let place: Scratch
  private let library: String
  private var log: String { "\(place.path)/log" }
  private var gone: String { "\(place.path)/gone" }
  private var hold: String { "\(place.path)/hold" }
  private var stuck: String { "\(place.path)/stuck" }

  /// The disk under a server that keeps its state there.
  init(under state: Scratch) throws {
    journal = "\(state.path)/journal"
    place = try Scratch()
    library = try buildFaultLibrary(in: place.path)
    try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: false)
  }

  /// What puts it under a server.
  var environment: [String: String] {
    [
      "LD_PRELOAD": library, "FAULTS_LOG": log, "FAULTS_GONE": gone,
      "FAULTS_HOLD": hold, "FAULTS_STUCK": stuck,
    ]
  }

  /// Whether nothing gets on it, however long somebody waits.
  var isHeld: Bool {
    get { access(hold, F_OK) == 0 }
    set { sign(hold, isThere: newValue) }
  }

  /// Whether a server that writes to its journal is stuck there.
  var isStuck: Bool {
    get { access(stuck, F_OK) == 0 }
    set { sign(stuck, isThere: newValue) }
  }

  private func sign(_ path: String, isThere: Bool) {
    if isThere {
      close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    } else {
      unlink(path)
    }
  }

  /// How often somebody waited for something to get on it since then.
  var holds: Int { notes.count { $0.hasPrefix("held ") } }

  /// How many have been stuck.
  var stuckWrites: Int { notes.count { $0.hasPrefix("stuck ") } }

  /// How many files were removed since the power failed last.
  var removals: Int { notes.count { $0.hasPrefix("gone ") } }

  private var notes: [Substring] {
    (place.text(of: log) ?? "").split(separator: "\n")
  }

  /// How many bytes of each file it has for certain, by name; and what was removed that may be
  /// there again, in that order.
  private var certain: (bytes: [String: Int], removed: [String]) {
    var (synced, named): ([String: Int], [String: Int]) = ([:], [:])
    var removed: [String] = []
    for note in notes {
      let words = note.split(separator: " ").map(String.init)
      switch words[0] {
      case "sync":
        synced[words[1]] = Int(words[2])
        if named[words[1]] != nil { named[words[1]] = Int(words[2]) }
      case "names":
        named = synced
        removed = []
      case "gone":
        (synced[words[1]], named[words[1]]) = (nil, nil)
        removed.append(words[1])
      default: break
      }
    }
    return (named, removed)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: journal)
      .sorted { one, other in
        let (one, other) = (one.split(separator: "."), other.split(separator: "."))
        return (Int(one[1]) ?? 0, one[0]) < (Int(other[1]) ?? 0, other[0])
      }
  }

  /// The newest event of each room that it has for certain.
  func newestEvents() throws -> [String: Int] {
    var events: [String: Int] = [:]
    let certain = certain.bytes
    for name in try names() {
      guard let count = certain[name],
        let bytes = FileManager.default.contents(atPath: "\(journal)/\(name)")
      else { continue }
      for line in Disk.wholeLines(Array(bytes.prefix(count))) {
        let fields = line.split(separator: " ")
        guard let room = fields.last(where: { $0.hasPrefix("room=") })?.dropFirst(5),
          let number = fields.last.flatMap({ Int($0.dropFirst(2)) })
        else { continue }
        events[String(room)] = fields[0] == "CLOSE" ? nil : number
      }
    }
    return events
  }

  /// The lines of all frames that are whole.
  private static func wholeLines(_ bytes: [UInt8]) -> [Substring] {
    var lines: [Substring] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard head[0] == "TURN", let count = Int(head[1].dropFirst("bytes=".count)) else { continue }
      if rest.count < count { break }
      lines += String(decoding: rest.prefix(count), as: UTF8.self).split(separator: "\n")
      rest = rest.dropFirst(count)
    }
    return lines
  }

  /// The power fails: of what is not certain, any sector may be there or not, and so may names that
  /// are new and files that were removed. What is there then is certain.
  func loseWhatIsNotCertain() throws {
    let (certain, removed) = certain
    for name in removed.suffix(Int.random(in: 0...removed.count)) {
      rename("\(gone)/\(name)", "\(journal)/\(name)")
    }
    for name in try names() where !removed.contains(name) {
      let path = "\(journal)/\(name)"
      let kept = certain[name] ?? 0
      guard kept > 0 || Bool.random(), let data = FileManager.default.contents(atPath: path) else {
        unlink(path)
        continue
      }
      var bytes = Array(data.prefix(Int.random(in: min(kept, data.count)...data.count)))
      for start in stride(from: kept, to: bytes.count, by: 512) where Bool.random() {
        for index in start..<min(start + 512, bytes.count) { bytes[index] = 0 }
      }
      try Data(bytes).write(to: URL(filePath: path))
      chmod(path, 0o600)
    }
    var text = ""
    for name in try names() {
      let bytes = FileManager.default.contents(atPath: "\(journal)/\(name)")
      text += "sync \(name) \(bytes?.count ?? 0)\n"
    }
    try "\(text)names\n".write(toFile: log, atomically: false, encoding: .utf8)
  }
}
