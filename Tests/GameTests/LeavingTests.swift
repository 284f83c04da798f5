// Players who leave a running match, at every moment they can, as ledgers (see Ledger.swift).

import Game
import Testing

@Suite("Leaving")
struct LeavingTests {
  @Test("who leaves is scored no more and gets no place")
  func leaver() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 SET v=0,0,0
      5000 p1 leaves
      5000 p1 SET v=1,1,1
        NO code=not-now
      33000
        SHUT round=1 answer=11,177,110
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        OVER
        PLACE place=1 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("when the last who has not locked leaves, the round shuts at once")
  func lastUnlocked() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      5000 p2 leaves
        SHUT round=1 answer=11,177,110 next=10000
        SCORE who=p1 v=11,177,110 de=0 t=1000 points=983 total=983
      """)
  }

  @Test(
    "a round is shut no later than it was due, however late somebody's leaving is heard of",
    arguments: [false, true])
  func lateLeaver(isPutOut: Bool) throws {
    let players = (1...3).map(PlayerID.init(number:))
    var match = Match(
      rules: try .checked(rounds: 2), players: players, seed: try .counting(),
      nonces: players.map { _ in .none }, hashing: .openSSL, start: Instant(milliseconds: 0))
    _ = match.advance(to: Instant(milliseconds: 2_900))
    let answer = try #require(match.round?.challenge.answer)
    let lock = try match.apply(
      .lock(answer, claim: nil), by: players[0], at: Instant(milliseconds: 4_000))
    #expect(lock.last == .bell(closes: Instant(milliseconds: 7_000)))
    _ = try match.apply(
      .lock(answer, claim: nil), by: players[2], at: Instant(milliseconds: 5_000))
    let late = Instant(milliseconds: 9_000)
    let events =
      isPutOut ? match.putOut(players[1], at: late) : match.withdraw(players[1], at: late)
    let next = Instant(milliseconds: 12_000)
    #expect(events.first == .shut(round: 1, answer: answer, next: next))
  }

  @Test("the bell goes on ringing when the one who rang it leaves")
  func ringerLeaves() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=1000
        BELL closes=7000
      5000 p1 leaves
      5000 due
        7000
      6000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=3000
      7000
        SHUT round=1 answer=200,173,231
        SCORE who=p2 v=200,173,231 de=0 t=3000 points=950 total=950 first=1
        SCORE who=p3 v=188,188,188 de=20.63 t=30000 points=157 total=157
        OVER
        PLACE place=1 who=p2 total=950
        PLACE place=2 who=p3 total=157
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("one who stays goes on alone")
  func goesOn() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p2 leaves
      8000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=5000
        SHUT round=1 answer=11,177,110 next=13000
        SCORE who=p1 v=11,177,110 de=0 t=5000 points=917 total=917
      12900
        ROUND round=2 of=2 opens=13000 closes=43000 target=#ca1309 start=#bcbcbc
      20000 p1 LOCK v=202,19,9
        LOCKED who=p1 t=7000
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=202,19,9 de=0 t=7000 points=883 total=1800
        OVER
        PLACE place=1 who=p1 total=1800
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("when nobody is left the match is over without places, and the seed is shown")
  func nobody() throws {
    try expectLedger(
      .checked(rounds: 5),
      """
      2900
        ROUND round=1 of=5 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 leaves
      5000 p2 leaves
        OVER
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      5000 due
        never
      99999 p1 SET v=0,0,0
        NO code=not-now
      """)
  }

  @Test("leaving during the countdown or between rounds is as good")
  func betweenRounds() throws {
    try expectLedger(
      .checked(rounds: 2), players: 3,
      """
      1000 p2 leaves
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      8000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=5000
        BELL closes=11000
      9000 p3 LOCK v=200,173,231
        LOCKED who=p3 t=6000
        SHUT round=1 answer=200,173,231 next=14000
        SCORE who=p1 v=200,173,231 de=0 t=5000 points=917 total=917 first=1
        SCORE who=p3 v=200,173,231 de=0 t=6000 points=900 total=900
      10000 p1 leaves
      11000 p3 leaves
        OVER
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("leaving after the end changes nothing")
  func afterEnd() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      33000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        OVER
        PLACE place=1 who=p1 total=110
        PLACE place=1 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      40000 p1 leaves
      40000 p2 leaves
      40000 due
        never
      """)
  }

  @Test("leaving twice is leaving once")
  func twice() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p2 leaves
      4500 p2 leaves
      33000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        OVER
        PLACE place=1 who=p1 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
