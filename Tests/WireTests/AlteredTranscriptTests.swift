// Saved matches that were changed in more than one place, so that they agree with themselves: they
// are found all the same.

import Game
import TestSupport
import Testing
import Wire

@Suite("Transcripts changed in several places")
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

  @Test("a promise that is broken everywhere alike is found as well")
  func consistent() throws {
    let lines = try saved(.rgb)
    let hour = 3_600_000
    // The countdown and everything after it an hour later is the same match at another time.
    func later(from verb: String, _ keys: [String]) throws -> [String] {
      let first = try require(lines.firstIndex { $0.hasPrefix(verb) })
      return lines.enumerated()
        .map { index, line in
          index < first ? line : line.adding(hour, to: keys)
        }
    }
    expect(isProved(try later(from: "COUNTDOWN", ["opens", "closes", "next"])))
    expect(!isProved(try later(from: "COUNTDOWN", ["opens"])))
    expect(!isProved(try later(from: "ROUND", ["opens", "closes", "next"])))
    expect(!isProved(try later(from: "SHUT", ["opens", "closes", "next"])))
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
    expect(!isProved(changed { $0 }))
    expect(isProved(changed { $0.hasPrefix("ROUND") ? $0 + " late=120" : $0 }))
    expect(!isProved(changed { $0.hasPrefix("ROUND") ? $0 + " late=119" : $0 }))
  }

  @Test("a room that says that a player left has to leave that player out, and nobody else")
  func leaving() throws {
    let lines = try saved(.rgb)
    let gone = try require(lines.firstIndex { $0.hasPrefix("GONE") })
    expect(!isProved(lines.enumerated().map { $0 == gone ? "BACK n=\($1.event) who=p9" : $1 }))
    expect(!isProved(lines.map { $0.hasPrefix("MOVE") ? $0 : $0.replacing("GONE", with: "AWAY") }))
  }

  @Test("a sealed nonce counts only if it was called for, and if nothing was given after that")
  func seals() throws {
    let lines = try saved(.rgb)
    let call = try require(lines.firstIndex { $0.hasPrefix("REVEAL") })
    // Another verb in its place keeps the numbers.
    var altered = lines
    altered[call] = "CONFETTI n=\(lines[call].event)"
    expect(!isProved(altered), "nobody was called")
    altered = lines
    let bob = try require(lines[..<call].lastIndex { $0.hasPrefix("READIED") })
    altered.swapAt(bob, call)
    (altered[bob], altered[call]) = (
      altered[bob].replacing("n=\(lines[call].event)", with: "n=\(lines[bob].event)"),
      altered[call].replacing("n=\(lines[bob].event)", with: "n=\(lines[call].event)")
    )
    expect(!isProved(altered), "a nonce was given when others were known")
    altered = lines
    altered[call] = altered[call].replacing(",p9", with: "")
    expect(!isProved(altered), "others play than were called")
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
