// Every digit of every line of a saved match is changed, one at a time, and each change has to be
// found, except where the specification says that nothing is promised.

import Game
import TestSupport
import Testing
import Wire

@Suite("Transcripts with one digit changed")
struct AlteredTranscriptTests {
  /// A match of two rounds that has something of everything, misses and a bell where the mode has
  /// them, lag, a sealed nonce and somebody who leaves.
  private func saved(_ mode: Mode) throws -> [String] {
    var room = try SavedRoom(mode, rounds: 2)
    room.enter()
    room.play(leaver: room.players.count > 2 ? room.players[2] : nil)
    return room.lines
  }

  private func isProved(_ lines: [String]) -> Bool {
    audit(transcript: Array(lines.map { $0 + "\n" }.joined().utf8), hashing: .mixing).isProved
  }

  /// The rows of the specification's table: by verb the keys that promise nothing, or that all do
  /// but some.
  private static let free: [(verbs: [String], keys: [String])] = [
    (["WELCOME"], ["v", "me", "now"]), (["PING"], ["nonce"]), (["IN"], []),
    (["HOSTED"], ["who"]), (["WATCHERS"], ["count"]), (["ROOM"], ["seats", "listed"]),
    (["SEAT"], ["who", "name", "color"]), (["MISSED"], ["t", "lag"]), (["SCORE"], ["v"]),
  ]

  private static func isFree(_ line: String, _ key: Substring, _ mode: Mode) -> Bool {
    let verb = String(line.prefix { $0 != " " })
    if verb == "READIED" { return !line.contains(" nonce=") && !line.contains(" seal=") }
    if verb == "ROOM", key == "rounds" { return mode.isEndless }
    return free.contains { $0.verbs.contains(verb) && $0.keys.contains(String(key)) }
  }

  /// A line with one digit changed, and whose field that was.
  private struct Change {
    let key: Substring
    let line: String
  }

  /// Every change of one digit of a line, each to another digit by chance.
  private func changes(of line: String, _ mixer: inout SplitMix64) -> [Change] {
    let words = line.split(separator: " ")
    var changes: [Change] = []
    for (index, word) in words.enumerated().dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isHex = parts[1].hasPrefix("#") || ["hash", "seed", "seal", "nonce"].contains(parts[0])
      let digits = Array(isHex ? "0123456789abcdef" : "0123456789")
      for place in parts[1].indices {
        guard let digit = digits.firstIndex(of: parts[1][place]) else { continue }
        let step = 1 + Int(mixer.next() % UInt64(digits.count - 1))
        let other = digits[(digit + step) % digits.count]
        var changed = words
        let value = parts[1][..<place] + [other] + parts[1][parts[1].index(after: place)...]
        changed[index] = "\(parts[0])=\(value)"
        changes.append(Change(key: parts[0], line: changed.joined(separator: " ")))
      }
    }
    return changes
  }

  /// Modes that differ in what their lines say: what is said of a round, bells, lives, nonces.
  private static let modes: [Mode] = [.rgb, .tiles, .memory, .daily]

  @Test("no change passes but of what promises nothing", arguments: modes)
  func digits(mode: Mode) throws {
    let lines = try saved(mode)
    try #require(isProved(lines))
    let last = try #require(lines.lastIndex { $0.hasPrefix("SEED") })
    var mixer = SplitMix64(seed: 1)
    var found = 0
    // What comes after the seed is the promise of a match that was not heard.
    for index in lines.indices where index <= last {
      for change in changes(of: lines[index], &mixer) {
        var altered = lines
        altered[index] = change.line
        let isFound = !isProved(altered)
        if isFound { found += 1 }
        #expect(
          isFound || Self.isFree(lines[index], change.key, mode),
          "\(lines[index]) as \(change.line)")
      }
    }
    #expect(found > 500, "so many were found")
  }

  /// What is changed in a transcript, in more than one place so that it agrees with itself.
  @Test("a promise that is broken everywhere alike is found as well")
  func consistent() throws {
    let lines = try saved(.rgb)
    let hour = 3_600_000
    // The countdown and everything after it an hour later is the same match at another time.
    func later(from verb: String, _ keys: [String]) throws -> [String] {
      let first = try #require(lines.firstIndex { $0.hasPrefix(verb) })
      return lines.enumerated()
        .map { index, line in
          index < first ? line : line.adding(hour, to: keys)
        }
    }
    #expect(isProved(try later(from: "COUNTDOWN", ["opens", "closes", "next"])))
    #expect(!isProved(try later(from: "COUNTDOWN", ["opens"])))
    #expect(!isProved(try later(from: "ROUND", ["opens", "closes", "next"])))
    #expect(!isProved(try later(from: "SHUT", ["opens", "closes", "next"])))
  }

  @Test("a round that opens late is fine when it says so")
  func late() throws {
    let lines = try saved(.rgb)
    func changed(_ change: (String) -> String) -> [String] {
      var isBefore = true
      return lines.map { line in
        if line.contains("ROUND") && line.contains("round=2") { isBefore = false }
        return isBefore ? line : change(line.adding(120, to: ["opens", "closes"]))
      }
    }
    #expect(!isProved(changed { $0 }))
    #expect(isProved(changed { $0.hasPrefix("ROUND") ? $0 + " late=120" : $0 }))
    #expect(!isProved(changed { $0.hasPrefix("ROUND") ? $0 + " late=119" : $0 }))
  }

  @Test("whoever says that somebody left has to leave them out, and nobody else")
  func leaving() throws {
    let lines = try saved(.rgb)
    let gone = try #require(lines.firstIndex { $0.hasPrefix("GONE") })
    #expect(!isProved(lines.enumerated().map { $0 == gone ? "BACK n=\($1.event) who=p9" : $1 }))
    #expect(
      !isProved(lines.map { $0.hasPrefix("MOVE") ? $0 : $0.replacing("GONE", with: "AWAY") }))
  }

  @Test("a sealed nonce counts only if it was called for, and if nothing was given after that")
  func seals() throws {
    let lines = try saved(.rgb)
    let call = try #require(lines.firstIndex { $0.hasPrefix("REVEAL") })
    // Another verb in its place keeps the numbers.
    var altered = lines
    altered[call] = "CONFETTI n=\(lines[call].event)"
    #expect(!isProved(altered), "nobody was called")
    altered = lines
    let bob = try #require(lines[..<call].lastIndex { $0.hasPrefix("READIED") })
    altered.swapAt(bob, call)
    (altered[bob], altered[call]) = (
      altered[bob].replacing("n=\(lines[call].event)", with: "n=\(lines[bob].event)"),
      altered[call].replacing("n=\(lines[bob].event)", with: "n=\(lines[call].event)")
    )
    #expect(!isProved(altered), "a nonce was given when others were known")
    altered = lines
    altered[call] = altered[call].replacing(",p9", with: "")
    #expect(!isProved(altered), "others play than were called")
  }
}

extension String {
  /// The number of the event in the line.
  fileprivate var event: String { number.map(String.init) ?? "" }

  /// The line with its moments under those keys that many milliseconds later.
  fileprivate func adding(_ milliseconds: Int, to keys: [String]) -> String {
    split(separator: " ")
      .map { word in
        let parts = word.split(separator: "=")
        guard parts.count == 2, keys.contains(String(parts[0])), let moment = Int(parts[1]) else {
          return String(word)
        }
        return "\(parts[0])=\(moment + milliseconds)"
      }
      .joined(separator: " ")
  }
}
