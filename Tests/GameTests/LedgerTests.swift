// The rules of a match, each shown by a short match that is written down in Ledgers/*.txt (the
// notation stands in Ledger.swift), and the few that a ledger cannot show.

import Chroma
import Foundation
import Game
import TestSupport
import Testing

@Suite("Ledgers")
struct LedgerTests {
  /// One match of a file: the rule that it shows, its rules and players, and what happens.
  struct Example: Sendable, CustomTestStringConvertible {
    let rules: Rules
    let players: Int
    let roundTrip: Int?
    let ledger: String
    let testDescription: String

    /// Reads a block: `# rule`, then `match` with what is not usual, then the ledger.
    init(_ block: Substring, in file: String) throws {
      let lines = block.split(separator: "\n")
      try require(lines.count > 2 && lines[0].hasPrefix("# "), "\(file): \(block)")
      var fields: [Substring: Substring] = [:]
      for word in lines[1].split(separator: " ").dropFirst() {
        let parts = word.split(separator: "=")
        fields[parts[0]] = parts[1]
      }
      func number(_ key: Substring, _ usual: Int) throws -> Int {
        try fields[key].map { try require(Int($0), "\(file): \(key)") } ?? usual
      }
      rules = try .checked(
        try require(Mode.named(fields["mode"].map(String.init) ?? "rgb")),
        rounds: try number("rounds", 1), seconds: try number("time", 30),
        level: try require(Level(rawValue: fields["level"].map(String.init) ?? "normal")),
        isAssisted: fields["assist"] == "1")
      players = try number("players", 2)
      roundTrip = fields["roundtrip"].flatMap { Int($0) }
      ledger = lines.dropFirst(2).joined(separator: "\n")
      testDescription = "\(file): \(lines[0].dropFirst(2))"
    }
  }

  static func examples() throws -> [Example] {
    let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "Ledgers")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .flatMap { file in
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
          .split(separator: "\n\n").map { try Example($0, in: file) }
      }
  }

  @Test("a match goes as its ledger says", arguments: try examples())
  func match(_ example: Example) throws {
    try expectLedger(
      example.rules, players: example.players, roundTrip: example.roundTrip, example.ledger)
  }

  @Test(
    "a round trip measured after a round was announced does not change the round",
    arguments: [0, 5_000])
  func promised(roundTrip: Int) throws {
    try expectLedger(
      .checked(), roundTrip: 300,
      """
      1000 p2 roundtrip \(roundTrip)
      1000 p1 roundtrip \(roundTrip)
      1000 due
        2500
      2500
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      """)
  }

  @Test(
    "the lead keeps within its limits, however late a client answers",
    arguments: [(-5, 2_650), (0, 2_650), (300, 2_500), (2_000, 2_500), (9_000, 2_500)])
  func leadLimits(roundTrip: Int, announced: Int) throws {
    try expectLedger(.checked(), roundTrip: roundTrip, "0 due\n  \(announced)")
  }

  @Test(
    "a round is shut no later than it was due, however late a departure is heard of",
    arguments: [false, true])
  func lateLeaver(isPutOut: Bool) throws {
    let players = (1...3).map(PlayerID.init(number:))
    var match = Match(
      rules: try .checked(rounds: 2), players: players, seed: try .counting(),
      nonces: players.map { _ in .none }, hashing: .openSSL, start: Instant(milliseconds: 0))
    _ = match.advance(to: Instant(milliseconds: 2_900))
    let answer = try require(match.round?.challenge.answer)
    for (player, moment) in [(players[0], 4_000), (players[2], 5_000)] {
      _ = try match.apply(
        .lock(answer, claim: nil), by: player, at: Instant(milliseconds: moment))
    }
    let late = Instant(milliseconds: 9_000)
    let events =
      isPutOut ? match.putOut(players[1], at: late) : match.withdraw(players[1], at: late)
    let next = Instant(milliseconds: 12_000)
    expect(events.first, equals: .shut(round: 1, answer: answer, next: next))
  }

  @Test("an arcade match ends after 99 rounds")
  func longest() throws {
    let players = [PlayerID(number: 1), PlayerID(number: 2)]
    let nonces: [Nonce] = [.none, .none]
    let rules = Rules.usual(of: .arcade)
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
            .lock(round.challenge.answer, claim: nil), by: player, at: round.start.opens)
        }
      }
      for event in events { audit.hear(event) }
    }
    expect(rounds == 99 && audit.verdict(.openSSL) == .unknown)
  }

  @Test(
    "time and tolerance of an arcade round shrink to 5 s and 1 ΔE",
    arguments: [
      (1, 40_000, 5_000), (2, 36_800, 4_700), (4, 31_147, 4_152), (25, 5_402, 1_126),
      (26, 5_000, 1_058), (27, 5_000, 1_000), (99, 5_000, 1_000),
    ])
  func shrinking(round: Int, milliseconds: Int, thousandths: Int) {
    let rules = Rules.usual(of: .arcade)
    expect(rules.milliseconds(ofRound: round), equals: milliseconds)
    expect(rules.tolerance(inRound: round).thousandths, equals: thousandths)
  }
}
