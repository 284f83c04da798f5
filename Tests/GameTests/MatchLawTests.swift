// Laws that hold whatever players do and whenever: matches of random commands at random moments in
// every mode, watched by a witness.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Laws of a match")
struct MatchLawTests {
  @Test("any commands in any order keep the laws, prove fair and are the same when played again")
  func laws() throws {
    var seen: Set<String> = []
    for seed in 0..<64 {
      var chaos = try Chaos(seed: seed)
      chaos.run()
      expect(chaos.witness.isOver && chaos.witness.hasSeed, "seed \(seed)")
      expect(chaos.audit.verdict(.openSSL), equals: .verified, "seed \(seed)")
      seen.formUnion(chaos.seen)
      guard seed < Mode.all.count else { continue }
      var again = try Chaos(seed: seed)
      again.run()
      expect(again.bytes == chaos.bytes && !chaos.bytes.isEmpty, "seed \(seed)")
    }
    let events = "ROUND LOCKED MISSED BELL SHUT SCORE OVER PLACE SEED".split(separator: " ")
    let refusals: [Refusal] = [.notNow, .offGrid, .frozen]
    expect(seen, equals: Set(events.map(String.init) + refusals.map { "\($0)" }))
  }

  @Test("a match's properties fit the events it has told")
  func questions() throws {
    let players = [PlayerID(number: 4), PlayerID(number: 2)]
    var match = Match(
      rules: try .checked(rounds: 2), players: players, seed: try .counting(),
      nonces: [.none, .none], hashing: .openSSL, start: Instant(milliseconds: 0))
    expect(match.players == players && !match.isOver)
    expect(match.opens == Instant(milliseconds: 3_000) && match.round == nil)
    expect(match.standing(of: players[0]), equals: nil)

    _ = match.advance(to: Instant(milliseconds: 2_900))
    let round = try require(match.round)
    expect(match.opens == nil && round.closes == round.start.closes)
    expect(round.challenge.target, equals: round.start.swatch)
    expect(match.standing(of: players[0])?.swatch, equals: Swatch(Mode.startColor))
    expect(match.standing(of: PlayerID(number: 9)), equals: nil)

    let now = Instant(milliseconds: 4_000)
    _ = try match.apply(.set(Guess([1, 2, 3])), by: players[0], at: now)
    let color = Color(red: 1, green: 2, blue: 3)
    let standing = try require(match.standing(of: players[0]))
    expect(standing.swatch, equals: Swatch(color))
    expect(standing.near, equals: Accuracy.of(color.difference(from: round.start.target)) / 10)
    _ = try match.apply(.lock(round.challenge.answer, claim: nil), by: players[1], at: now)
    expect(match.standing(of: players[1])?.near, equals: 100)
    expect(match.round?.closes, equals: now + Rules.graceMilliseconds)

    _ = match.advance(to: Instant(milliseconds: 7_000))
    expect(match.round == nil && match.standing(of: players[0]) == nil)
    expect(match.opens, equals: Instant(milliseconds: 12_000))
    _ = match.withdraw(players[0], at: Instant(milliseconds: 7_000))
    expect(match.players, equals: [players[1]])
    _ = match.withdraw(players[1], at: Instant(milliseconds: 7_000))
    expect(match.isOver && match.deadline == nil && match.opens == nil)
  }
}

extension Match {
  /// What `progress` tells, which a match tells in place only.
  fileprivate func standing(of player: PlayerID) -> (swatch: Swatch, near: Int)? {
    var match = self
    return match.progress(of: player)
  }
}
