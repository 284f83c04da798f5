// The rules of a match, each shown by a short match that is written down: in Ledgers/*.txt, and in
// protocol/vectors/matches.txt for rules that authors of other servers are most likely to read
// otherwise. The notation stands in Ledger.swift.

import Chroma
import Foundation
import Game
import TestSupport
import Testing

@Suite("Ledgers")
struct LedgerTests {
  /// One match of a file: the rule that it shows, how it begins, and what happens.
  struct Example: Sendable, CustomTestStringConvertible {
    let rules: Rules
    let seed: MatchSeed
    let nonces: [Nonce]
    let roundTrip: Int?
    /// Whether the ledger leaves the seed out, which is the same in each.
    let hidesSeed: Bool
    let ledger: [Substring]
    let testDescription: String

    /// Reads a block: `# rule`, then `match` with what is not usual, then the ledger. The usual
    /// seed is 0, 1, 2 … 31 and the first nonce c0ffee.
    init(_ block: Substring, in file: String) throws {
      let lines = block.split(separator: "\n")
      let reason = lines.prefix { $0.hasPrefix("#") }
      try require(!reason.isEmpty && lines.count > reason.count + 1, "\(file): \(block)")
      var fields: [Substring: String] = [:]
      for word in lines[reason.endIndex].split(separator: " ").dropFirst() {
        let parts = word.split(separator: "=", maxSplits: 1)
        try require(parts.count == 2, "\(file): \(word) is a field")
        fields[parts[0]] = String(parts[1])
      }
      func number(_ key: Substring, _ usual: Int) throws -> Int {
        try fields[key].map { try require(Int($0), "\(file): \(key)") } ?? usual
      }
      rules = try .checked(
        try require(Mode.named(fields["mode"] ?? "rgb")), rounds: try number("rounds", 1),
        seconds: try number("time", 30),
        level: try require(Level(rawValue: fields["level"] ?? "normal")),
        isAssisted: fields["assist"] == "1")
      let usual = ["c0ffee"] + Array(repeating: "-", count: try number("players", 2) - 1)
      nonces = try Nonce.list(fields["nonces"] ?? usual.joined(separator: ","))
      seed = try fields["seed"].map(MatchSeed.written) ?? .counting()
      hidesSeed = fields["seed"] == nil
      roundTrip = fields["roundtrip"].flatMap { Int($0) }
      ledger = Array(lines[(reason.endIndex + 1)...])
      testDescription = "\(file): \(reason.map { $0.dropFirst(2) }.joined(separator: " "))"
    }
  }

  static func examples() throws -> [Example] {
    let folder = treeFolder.appending(path: "Tests/GameTests/Ledgers")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: $0) }
    return try (files + [protocolFolder.appending(path: "vectors/matches.txt")])
      .flatMap { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n\n")
          .map { try Example($0, in: file.lastPathComponent) }
      }
  }

  @Test("a match goes as its ledger or vector says", arguments: try examples())
  func match(_ example: Example) throws {
    var ledger = Ledger(
      example.rules, seed: example.seed, nonces: example.nonces, roundTrip: example.roundTrip)
    let expected = example.ledger.map(String.init)
    for line in example.ledger where !line.hasPrefix(" ") { try ledger.play(line) }
    let lines = ledger.lines.filter { !example.hidesSeed || !$0.hasPrefix("  SEED") }
    expect(ledger.verdict, equals: ledger.match.isOver ? .verified : nil)
    let same = zip(lines, expected).prefix { $0 == $1 }.count
    guard same < max(lines.count, expected.count) else { return }
    let wanted = same < expected.count ? expected[same] : "  (nothing more)"
    let went = lines[max(0, same - 3)...].prefix(20).joined(separator: "\n")
    Issue.record("\(wanted) is expected, but it went\n\(went)")
  }

  @Test("an arcade match ends after 99 rounds, whose time and tolerance shrink to 5 s and 1 ΔE")
  func longest() throws {
    let rules = Rules.usual(of: .arcade)
    let shrunk = [
      (1, 40_000, 5_000), (2, 36_800, 4_700), (4, 31_147, 4_152), (25, 5_402, 1_126),
      (26, 5_000, 1_058), (27, 5_000, 1_000), (99, 5_000, 1_000),
    ]
    for (round, milliseconds, thousandths) in shrunk {
      expect(rules.milliseconds(ofRound: round), equals: milliseconds, "round \(round)")
      expect(rules.tolerance(inRound: round).thousandths, equals: thousandths, "round \(round)")
    }
    let players = [PlayerID(number: 1), PlayerID(number: 2)]
    let nonces: [Nonce] = [.none, .none]
    var match = Match(
      rules: rules, players: players, seed: try .counting(), nonces: nonces, hashing: .openSSL,
      start: Instant(milliseconds: 0))
    var audit = HeardMatch(rules: rules, players: players, nonces: nonces, commitment: nil)
    var rounds = 0
    while let due = match.deadline {
      var events = match.advance(to: due)
      if let round = match.round {
        rounds += 1
        for player in players {
          events += try match.apply(
            .lock(round.challenge.answer, claim: nil), by: player,
            arrived: round.start.opens...round.start.opens)
        }
      }
      for event in events { audit.hear(event) }
    }
    expect(rounds == 99 && audit.verdict(.openSSL) == .unknown)
  }

  /// Mode, rounds, seconds, level, whether players are helped, and whether it can be played so.
  static let settings: [(Mode, Int, Int, Level, Bool, isAllowed: Bool)] = [
    (.hsb, 1, 5, .easy, true, true), (.hsb, 20, 120, .easy, false, true),
    (.hsb, 0, 30, .easy, false, false), (.hsb, 21, 30, .easy, false, false),
    (.hsb, 5, 4, .easy, false, false), (.hsb, 5, 121, .easy, false, false),
    (.hsb, -1, -1, .easy, false, false), (.daily, 5, 30, .normal, false, true),
    (.daily, 4, 30, .normal, false, false), (.daily, 5, 31, .normal, false, false),
    (.daily, 5, 30, .easy, false, false), (.daily, 5, 30, .hard, false, false),
    (.daily, 5, 30, .normal, true, false),
  ]

  @Test("rounds and seconds keep within their limits, and what a mode fixes cannot be changed")
  func limits() {
    for (mode, rounds, seconds, level, helps, isAllowed) in Self.settings {
      let rules = Rules(
        checkedMode: mode, rounds: rounds, seconds: seconds, level: level, isAssisted: helps)
      expect(rules != nil, equals: isAllowed, "\(mode.name) \(rounds) \(seconds) \(level) \(helps)")
      expect(rules.map { $0.isAssisted == helps } ?? true)
    }
    for mode in Mode.all {
      let (rounds, seconds) = mode.usual
      let asked = Rules(checkedMode: mode, rounds: rounds, seconds: seconds, level: .normal)
      expect(asked, equals: .usual(of: mode))
    }
  }
}
