// The offline check of saved transcripts: a whole honest one of each mode is proved, and each
// single change to one is found. The transcripts are made by running matches and writing down what
// a room would tell one of its players.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@Suite("Transcripts, audited")
struct TranscriptAuditTests {
  @Test("an honest transcript of a whole match is proved", arguments: Mode.all)
  func honest(mode: Mode) throws {
    let report = report(try saved(mode))
    expect(report.faults == [] && report.isProved)
    expect(report.findings, equals: [.init("WAVE", 1, .verified)])
  }

  @Test("CR LF, unknown verbs and what follows the last LF change nothing; no match is no proof")
  func endings() throws {
    let lines = try saved(.rgb)
    let text = lines.flatMap { [$0, "CONFETTI n=0 color=#ffffff"] }.joined(separator: "\r\n")
    expect(audit(transcript: Array("\(text)\r\nSCO".utf8), hashing: .mixing).isProved)
    for text in ["", "\n", "PONG t=1 now=2\n", "\u{0}\u{1}\n", "\r\n"] {
      expect(!audit(transcript: Array(text.utf8), hashing: .mixing).isProved)
    }
  }

  @Test("a match not heard to its end is not proved, and one without its promise not known")
  func unfinished() throws {
    let whole = try saved(.rgb)
    let begun = report(whole.filter { !$0.hasPrefix("SEED") && !$0.hasPrefix("COMMIT n") })
    expect(begun.findings == [.init("WAVE", 1, nil)] && !begun.isProved)
    let unpromised = report(whole.filter { !$0.hasPrefix("COMMIT match=1") })
    expect(unpromised.findings, equals: [.init("WAVE", 1, .unknown)])
  }
}

@Suite("Transcripts that were changed")
struct ChangedTranscriptTests {
  /// A line's verb, some of its fields, and the flaw that another value of one is. The bell goes by
  /// the first lock.
  static let kinds: [(verb: String, fields: String, flaw: String)] = [
    ("SEED", "seed", "commitment"), ("COMMIT", "hash", "commitment"),
    ("COUNTDOWN", "nonces", "nonces"), ("READIED", "nonce", "nonces"),
    ("ROUND", "target start to tiles hides within closes of", "target"),
    ("SHUT", "answer", "target"), ("LOCKED", "t lag", "round"), ("BELL", "closes", "round"),
    ("SCORE", "v de t points total lives first lag", "score"),
    ("PLACE", "place total", "places"), ("ROUND", "round", "round"), ("SHUT", "round", "round"),
  ]

  @Test("every field that proves something is checked, in two modes", arguments: kinds)
  func fields(verb: String, fields: String, flaw: String) throws {
    for field in fields.split(separator: " ").map(String.init) {
      try change(verb, field, flaw)
    }
  }

  private func change(_ verb: String, _ field: String, _ flaw: String) throws {
    var changed = 0
    for mode in [Mode.rgb, .gradient, .tiles, .memory, .arcade] where changed < 2 {
      var lines = try saved(mode)
      guard
        let index = lines.firstIndex(where: {
          $0.hasPrefix("\(verb) ") && $0.contains(" \(field)=")
        })
      else { continue }
      lines[index].changeLast(of: field)
      changed += 1
      let report = report(lines)
      guard case .mismatch(let found)? = report.findings.first?.verdict else {
        Issue.record("\(lines[index]): \(report)")
        continue
      }
      let isRung = mode.ringsBell && lines.contains { $0.hasPrefix("BELL") }
      let expected = verb == "LOCKED" && !isRung ? "score" : flaw
      expect("\(found)".hasPrefix(expected), "\(lines[index]): \(found)")
    }
    expect(changed, isAbove: 0)
  }

  @Test(
    "any line left out is missed by its number, and any line twice is seen",
    arguments: [Mode.rgb, .tiles])
  func numbers(mode: Mode) throws {
    let lines = try saved(mode)
    for index in stride(from: 0, to: lines.count - 1, by: lines.count / 12 + 1) {
      guard let number = lines[index].number else { continue }
      var dropped = lines
      dropped.remove(at: index)
      let next = dropped[index...].firstIndex { $0.number != nil } ?? 0
      expect(report(dropped).faults, equals: [.gap(line: next + 1, missing: number...number)])
      var repeated = lines
      repeated.insert(lines[index], at: index + 1)
      expect(report(repeated).faults, equals: [.repeated(line: index + 2, number: number)])
      expect(report(repeated).findings, equals: [.init("WAVE", 1, .verified)])
    }
  }

  @Test("a line that is none is named")
  func unreadable() throws {
    var lines = try saved(.rgb)
    lines[2] = "SEAT who=seven"
    lines.insert("", at: 4)
    lines.insert("seven", at: 5)
    expect(report(lines).faults, equals: [.unreadable(line: 3), .unreadable(line: 6)])
  }

  @Test("another promise for the same match counts only for nonces given after it")
  func renewed() throws {
    let room = try SavedRoom.played(.rgb)
    let bad = Array(repeating: "00", count: 32).joined()
    let early = "COMMIT match=1 hash=\(bad)"
    // A promise that was replaced before anybody was ready is nothing to anybody.
    var lines = room.lines
    lines.insert(early, at: lines.firstIndex { $0.hasPrefix("COMMIT") } ?? 0)
    expect(report(lines).findings, equals: [.init("WAVE", 1, .verified)])
    // One that is replaced when the nonces are known is a trick, even if the new one is kept.
    lines = room.lines
    let promise = lines.firstIndex { $0.hasPrefix("COMMIT") } ?? 0
    let kept = lines[promise]
    lines[promise] = early
    let countdown = lines.firstIndex { $0.hasPrefix("COUNTDOWN") } ?? 0
    lines.insert(kept, at: countdown)
    expect(report(lines).findings, equals: [.init("WAVE", 1, .mismatch(.commitment))])
    // So is one for a match that has begun.
    lines = room.lines
    lines.insert(early, at: (lines.firstIndex { $0.hasPrefix("ROUND") } ?? 0) + 1)
    expect(report(lines).findings, equals: [.init("WAVE", 1, .verified)])
  }

  /// A match of two rounds with a sealed nonce and somebody who leaves.
  private func left() throws -> [String] {
    var room = try SavedRoom(.rgb, rounds: 2)
    room.enter()
    room.play(leaver: room.players[2])
    return room.lines
  }

  @Test("a room that says that a player left has to leave that player out, and nobody else")
  func leaving() throws {
    let lines = try left()
    let gone = try require(lines.firstIndex { $0.hasPrefix("GONE") })
    expect(!isProof(lines.enumerated().map { $0 == gone ? "BACK n=\($1.event) who=p9" : $1 }))
    expect(!isProof(lines.map { $0.hasPrefix("MOVE") ? $0 : $0.replacing("GONE", with: "AWAY") }))
  }

  @Test("a sealed nonce counts only if it was called for, and if nothing was given after that")
  func seals() throws {
    let lines = try left()
    let call = try require(lines.firstIndex { $0.hasPrefix("REVEAL") })
    // Another verb in its place keeps the numbers.
    var altered = lines
    altered[call] = "CONFETTI n=\(lines[call].event)"
    expect(!isProof(altered), "nobody was called")
    altered = lines
    let bob = try require(lines[..<call].lastIndex { $0.hasPrefix("READIED") })
    altered.swapAt(bob, call)
    (altered[bob], altered[call]) = (
      altered[bob].replacing("n=\(lines[call].event)", with: "n=\(lines[bob].event)"),
      altered[call].replacing("n=\(lines[bob].event)", with: "n=\(lines[call].event)")
    )
    expect(!isProof(altered), "a nonce was given when others were known")
    altered = lines
    altered[call] = altered[call].replacing(",p9", with: "")
    expect(!isProof(altered), "others play than were called")
  }
}

@Suite("Transcripts of those who come and go")
struct InterruptedTranscriptTests {
  @Test("a player who comes late, or comes back, is given the room as it is and proves the same")
  func pictures() throws {
    for mode in [Mode.rgb, .tiles, .memory] {
      let room = try SavedRoom.played(mode)
      let events = room.lines.indices.filter { room.lines[$0].number != nil }
      for index in stride(from: 4, to: events.count - 2, by: events.count / 6 + 1) {
        let late = room.picture(after: events[index])
        expect(report(late).isProved, "\(mode.name) late at \(index)")
        let back = Array(room.lines[...events[index]]) + late
        expect(report(back).isProved, "\(mode.name) back at \(index)")
      }
    }
  }

  @Test("a watcher with since= hears what came after, and nothing twice")
  func since() throws {
    let lines = try SavedRoom.played(.hsb).lines
    let middle = lines.count / 2
    let number = try require(lines[...middle].reversed().lazy.compactMap(\.number).first)
    let again = ["IN room=WAVE role=watcher n=\(number)"] + lines[(middle + 1)...]
    expect(report(lines[...middle] + again).isProved)
    // Asked from farther back, some of it comes a second time.
    let early = try require(lines.firstIndex { $0.number == number - 9 })
    let overlap = ["IN room=WAVE role=watcher n=\(number - 9)"] + lines[(early + 1)...]
    expect(report(lines[...middle] + overlap).isProved)
  }

  @Test("a match that was over before one came is not of this transcript")
  func afterwards() throws {
    let room = try SavedRoom.played(.rgb)
    let seed = try require(room.lines.firstIndex { $0.hasPrefix("SEED") })
    var lines = room.picture(after: seed)
    // By now the room has other rules.
    lines = lines.map { $0.replacing("mode=rgb", with: "mode=tiles") }
    expect(report(lines).findings, equals: [])
  }

  @Test("two rooms are two histories, and every match of a room is found, with its number")
  func rooms() throws {
    let one = try SavedRoom.played(.rgb)
    var other = try SavedRoom(.tiles, code: "WEST")
    other.enter()
    other.play()
    other.play()
    let half = Array(one.lines.prefix(one.lines.count / 2))
    expect(
      report(one.lines + other.lines).findings,
      equals: [
        .init("WAVE", 1, .verified), .init("WEST", 1, .verified), .init("WEST", 2, .verified),
      ])
    expect(
      report(half + other.lines).findings,
      equals: [
        .init("WAVE", 1, nil), .init("WEST", 1, .verified), .init("WEST", 2, .verified),
      ])
  }
}

private func isProof(_ lines: [String]) -> Bool { report(lines).isProved }

private func report(_ lines: [String]) -> TranscriptReport {
  audit(transcript: Array(lines.map { $0 + "\n" }.joined().utf8), hashing: .mixing)
}

private func saved(_ mode: Mode) throws -> [String] { try SavedRoom.played(mode).lines }

extension TranscriptReport.Finding {
  /// What is expected, in short.
  fileprivate init(_ room: String, _ match: Int, _ verdict: Verdict?) {
    self.init(room: RoomCode(room), match: match, verdict: verdict)
  }
}

extension String {
  /// The number of the event in the line.
  fileprivate var event: String { number.map(String.init) ?? "" }

  /// Changes the last digit of a field, or the last figure of its last color.
  fileprivate mutating func changeLast(of field: String) {
    self = replacing(/\ ([a-z]+)=(\S+)/) { match in
      guard match.1 == field, let last = match.2.last else { return String(match.0) }
      // Of a list of numbers the first decides as well as any; 1 and 2 are on every grid.
      let other = last == "-" ? "ab" : last == "1" ? "2" : "1"
      return " \(field)=\(match.2.dropLast())\(other)"
    }
  }
}
