// The match without a last round, as ledgers (see Ledger.swift): lives, and who outlasts whom.

import Chroma
import Game
import Testing

@Suite("Arcade")
struct ArcadeTests {
  private let rules = Rules.usual(of: .arcade)

  @Test("a round without a lock costs a life, and there is no bell")
  func lives() throws {
    try expectLedger(
      rules,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#0bb16e start=#bcbcbc
      5000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=2000
      5000 due
        43000
      43000
        SHUT round=1 answer=11,177,110 next=48000
        SCORE who=p1 v=11,177,110 de=0 t=2000 points=975 total=975 first=1 lives=3
        SCORE who=p2 v=188,188,188 de=27.585 t=40000 points=110 total=110 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#ca1309 start=#bcbcbc within=4.7
      50000 p2 LOCK v=202,19,9
        LOCKED who=p2 t=2000
      51000 p1 LOCK v=202,19,9
        LOCKED who=p1 t=3000
        SHUT round=2 answer=202,19,9 next=56000
        SCORE who=p1 v=202,19,9 de=0 t=3000 points=959 total=1934 lives=3
        SCORE who=p2 v=202,19,9 de=0 t=2000 points=973 total=1083 first=1 lives=2
      """)
  }

  @Test("the last one standing wins, whatever the points")
  func lastStanding() throws {
    try expectLedger(
      rules,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#0bb16e start=#bcbcbc
      3000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=0
      43000
        SHUT round=1 answer=11,177,110 next=48000
        SCORE who=p1 v=11,177,110 de=0 t=0 points=1000 total=1000 first=1 lives=3
        SCORE who=p2 v=188,188,188 de=27.585 t=40000 points=110 total=110 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#ca1309 start=#bcbcbc within=4.7
      50000 p1 SET v=202,19,9
      84800
        SHUT round=2 answer=202,19,9 next=89800
        SCORE who=p1 v=202,19,9 de=0 t=36800 points=500 total=1500 lives=2
        SCORE who=p2 v=188,188,188 de=41.541 t=36800 points=63 total=173 lives=1
      89700
        ROUND round=3 of=0 opens=89800 closes=123656 target=#db007e start=#bcbcbc within=4.418
      90000 p1 SET v=219,0,126
      120000 p2 LOCK v=219,0,126
        LOCKED who=p2 t=30200
      123656
        SHUT round=3 answer=219,0,126 next=128656
        SCORE who=p1 v=219,0,126 de=0 t=33856 points=500 total=2000 lives=1
        SCORE who=p2 v=219,0,126 de=0 t=30200 points=554 total=727 first=1 lives=1
      128556
        ROUND round=4 of=0 opens=128656 closes=159803 target=#91664e start=#bcbcbc within=4.152
      130000 p1 SET v=145,102,78
      159000 p2 LOCK v=145,102,78
        LOCKED who=p2 t=30344
      159803
        SHUT round=4 answer=145,102,78
        SCORE who=p1 v=145,102,78 de=0 t=31147 points=500 total=2500 lives=0
        SCORE who=p2 v=145,102,78 de=0 t=30344 points=513 total=1240 first=1 lives=1
        OVER
        PLACE place=1 who=p2 total=1240
        PLACE place=2 who=p1 total=2500
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("who has no lives left is out: no moves, no scores, and nobody waits for them")
  func out() throws {
    try expectLedger(
      rules, players: 3,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#c8ade7 start=#bcbcbc
      3000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=0
      3000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=0
      43000
        SHUT round=1 answer=200,173,231 next=48000
        SCORE who=p1 v=200,173,231 de=0 t=0 points=1000 total=1000 first=1 lives=3
        SCORE who=p2 v=200,173,231 de=0 t=0 points=1000 total=1000 first=1 lives=3
        SCORE who=p3 v=188,188,188 de=20.63 t=40000 points=157 total=157 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#07b168 start=#bcbcbc within=4.7
      48000 p1 LOCK v=7,177,104
        LOCKED who=p1 t=0
      48000 p2 LOCK v=7,177,104
        LOCKED who=p2 t=0
      84800
        SHUT round=2 answer=7,177,104 next=89800
        SCORE who=p1 v=7,177,104 de=0 t=0 points=1000 total=2000 first=1 lives=3
        SCORE who=p2 v=7,177,104 de=0 t=0 points=1000 total=2000 first=1 lives=3
        SCORE who=p3 v=188,188,188 de=27.917 t=36800 points=108 total=265 lives=1
      89700
        ROUND round=3 of=0 opens=89800 closes=123656 target=#99ca46 start=#bcbcbc within=4.418
      89800 p1 LOCK v=153,202,70
        LOCKED who=p1 t=0
      89800 p2 LOCK v=153,202,70
        LOCKED who=p2 t=0
      123656
        SHUT round=3 answer=153,202,70 next=128656
        SCORE who=p1 v=153,202,70 de=0 t=0 points=1000 total=3000 first=1 lives=3
        SCORE who=p2 v=153,202,70 de=0 t=0 points=1000 total=3000 first=1 lives=3
        SCORE who=p3 v=188,188,188 de=27.043 t=33856 points=112 total=377 lives=0
      128556
        ROUND round=4 of=0 opens=128656 closes=159803 target=#7003d9 start=#bcbcbc within=4.152
      128700 p3 SET v=1,2,3
        NO code=not-now
      128700 p3 LOCK v=112,3,217
        NO code=not-now
      130000 p1 LOCK v=112,3,217
        LOCKED who=p1 t=1344
      130000 p2 LOCK v=112,3,217
        LOCKED who=p2 t=1344
        SHUT round=4 answer=112,3,217 next=135000
        SCORE who=p1 v=112,3,217 de=0 t=1344 points=978 total=3978 first=1 lives=3
        SCORE who=p2 v=112,3,217 de=0 t=1344 points=978 total=3978 first=1 lives=3
      """)
  }

  @Test("who lasts longer is before who has more points")
  func lastingLonger() throws {
    try expectLedger(
      rules, players: 3,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#c8ade7 start=#bcbcbc
      4000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=1000
      4000 p3 SET v=200,173,231
      42000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=39000
      43000
        SHUT round=1 answer=200,173,231 next=48000
        SCORE who=p1 v=200,173,231 de=0 t=1000 points=988 total=988 first=1 lives=3
        SCORE who=p2 v=200,173,231 de=0 t=39000 points=513 total=513 lives=3
        SCORE who=p3 v=200,173,231 de=0 t=40000 points=500 total=500 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#07b168 start=#bcbcbc within=4.7
      50000 p1 LOCK v=7,177,104
        LOCKED who=p1 t=2000
      50000 p3 SET v=7,177,104
      84800
        SHUT round=2 answer=7,177,104 next=89800
        SCORE who=p1 v=7,177,104 de=0 t=2000 points=973 total=1961 first=1 lives=3
        SCORE who=p2 v=188,188,188 de=27.917 t=36800 points=108 total=621 lives=2
        SCORE who=p3 v=7,177,104 de=0 t=36800 points=500 total=1000 lives=1
      89700
        ROUND round=3 of=0 opens=89800 closes=123656 target=#99ca46 start=#bcbcbc within=4.418
      90000 p1 LOCK v=153,202,70
        LOCKED who=p1 t=200
      90000 p3 SET v=153,202,70
      123656
        SHUT round=3 answer=153,202,70 next=128656
        SCORE who=p1 v=153,202,70 de=0 t=200 points=997 total=2958 first=1 lives=3
        SCORE who=p2 v=188,188,188 de=27.043 t=33856 points=112 total=733 lives=1
        SCORE who=p3 v=153,202,70 de=0 t=33856 points=500 total=1500 lives=0
      128556
        ROUND round=4 of=0 opens=128656 closes=159803 target=#7003d9 start=#bcbcbc within=4.152
      130000 p1 LOCK v=112,3,217
        LOCKED who=p1 t=1344
      159803
        SHUT round=4 answer=112,3,217
        SCORE who=p1 v=112,3,217 de=0 t=1344 points=978 total=3936 first=1 lives=3
        SCORE who=p2 v=188,188,188 de=49.941 t=31147 points=48 total=781 lives=0
        OVER
        PLACE place=1 who=p1 total=3936
        PLACE place=2 who=p2 total=781
        PLACE place=3 who=p3 total=1500
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("two who lose their last life in one round are placed by their points")
  func lastLives() throws {
    try expectLedger(
      rules,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#0bb16e start=#bcbcbc
      4000 p2 SET v=11,177,111
      43000
        SHUT round=1 answer=11,177,110 next=48000
        SCORE who=p1 v=188,188,188 de=27.585 t=40000 points=110 total=110 lives=2
        SCORE who=p2 v=11,177,111 de=0.21 t=40000 points=500 total=500 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#ca1309 start=#bcbcbc within=4.7
      84800
        SHUT round=2 answer=202,19,9 next=89800
        SCORE who=p1 v=188,188,188 de=41.541 t=36800 points=63 total=173 lives=1
        SCORE who=p2 v=188,188,188 de=41.541 t=36800 points=63 total=563 lives=1
      89700
        ROUND round=3 of=0 opens=89800 closes=123656 target=#db007e start=#bcbcbc within=4.418
      123656
        SHUT round=3 answer=219,0,126
        SCORE who=p1 v=188,188,188 de=37.377 t=33856 points=73 total=246 lives=0
        SCORE who=p2 v=188,188,188 de=37.377 t=33856 points=73 total=636 lives=0
        OVER
        PLACE place=1 who=p2 total=636
        PLACE place=2 who=p1 total=246
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("one who began alone plays until no life is left")
  func alone() throws {
    try expectLedger(
      rules, players: 1,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#3d57e2 start=#bcbcbc
      43000
        SHUT round=1 answer=61,87,226 next=48000
        SCORE who=p1 v=188,188,188 de=41.049 t=40000 points=64 total=64 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#dca7af start=#bcbcbc within=4.7
      50000 p1 LOCK v=220,167,175
        LOCKED who=p1 t=2000
        SHUT round=2 answer=220,167,175 next=55000
        SCORE who=p1 v=220,167,175 de=0 t=2000 points=973 total=1037 lives=2
      54900
        ROUND round=3 of=0 opens=55000 closes=88856 target=#78eea7 start=#bcbcbc within=4.418
      88856
        SHUT round=3 answer=120,238,167 next=93856
        SCORE who=p1 v=188,188,188 de=26.201 t=33856 points=117 total=1154 lives=1
      93756
        ROUND round=4 of=0 opens=93856 closes=125003 target=#335ea5 start=#bcbcbc within=4.152
      125003
        SHUT round=4 answer=51,94,165
        SCORE who=p1 v=188,188,188 de=39.277 t=31147 points=68 total=1222 lives=0
        OVER
        PLACE place=1 who=p1 total=1222
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("when the others leave during a round, it is the last")
  func leftInRound() throws {
    try expectLedger(
      rules,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#0bb16e start=#bcbcbc
      4000 p1 leaves
      4000 p2 SET v=11,177,111
      4000 due
        43000
      43000
        SHUT round=1 answer=11,177,110
        SCORE who=p2 v=11,177,111 de=0.21 t=40000 points=500 total=500 lives=2
        OVER
        PLACE place=1 who=p2 total=500
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("when the others leave between rounds, no further one is played")
  func leftBetween() throws {
    try expectLedger(
      rules,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#0bb16e start=#bcbcbc
      43000
        SHUT round=1 answer=11,177,110 next=48000
        SCORE who=p1 v=188,188,188 de=27.585 t=40000 points=110 total=110 lives=2
        SCORE who=p2 v=188,188,188 de=27.585 t=40000 points=110 total=110 lives=2
      44000 p1 leaves
        OVER
        PLACE place=1 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      44000 due
        never
      """)
  }

  @Test("when the last who races leaves, those who are out have their places")
  func lastLeaves() throws {
    try expectLedger(
      rules, players: 3,
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#c8ade7 start=#bcbcbc
      3000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=0
      3000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=0
      43000
        SHUT round=1 answer=200,173,231 next=48000
        SCORE who=p1 v=200,173,231 de=0 t=0 points=1000 total=1000 first=1 lives=3
        SCORE who=p2 v=200,173,231 de=0 t=0 points=1000 total=1000 first=1 lives=3
        SCORE who=p3 v=188,188,188 de=20.63 t=40000 points=157 total=157 lives=2
      47900
        ROUND round=2 of=0 opens=48000 closes=84800 target=#07b168 start=#bcbcbc within=4.7
      48000 p1 LOCK v=7,177,104
        LOCKED who=p1 t=0
      48000 p2 LOCK v=7,177,104
        LOCKED who=p2 t=0
      84800
        SHUT round=2 answer=7,177,104 next=89800
        SCORE who=p1 v=7,177,104 de=0 t=0 points=1000 total=2000 first=1 lives=3
        SCORE who=p2 v=7,177,104 de=0 t=0 points=1000 total=2000 first=1 lives=3
        SCORE who=p3 v=188,188,188 de=27.917 t=36800 points=108 total=265 lives=1
      89700
        ROUND round=3 of=0 opens=89800 closes=123656 target=#99ca46 start=#bcbcbc within=4.418
      89800 p1 LOCK v=153,202,70
        LOCKED who=p1 t=0
      89800 p2 LOCK v=153,202,70
        LOCKED who=p2 t=0
      123656
        SHUT round=3 answer=153,202,70 next=128656
        SCORE who=p1 v=153,202,70 de=0 t=0 points=1000 total=3000 first=1 lives=3
        SCORE who=p2 v=153,202,70 de=0 t=0 points=1000 total=3000 first=1 lives=3
        SCORE who=p3 v=188,188,188 de=27.043 t=33856 points=112 total=377 lives=0
      128556
        ROUND round=4 of=0 opens=128656 closes=159803 target=#7003d9 start=#bcbcbc within=4.152
      129000 p1 leaves
      130000 p2 leaves
        OVER
        PLACE place=1 who=p3 total=377
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("it ends after 99 rounds, if anybody lasts so long")
  func longest() throws {
    let players = [PlayerID(number: 1), PlayerID(number: 2)]
    let seed = try MatchSeed.counting()
    let nonces: [Nonce] = [.none, .none]
    var match = Match(
      rules: rules, players: players, seed: seed, nonces: nonces, hashing: .openSSL,
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
    #expect(rounds == 99 && audit.verdict(.openSSL) == .unknown)
  }

  @Test(
    "time and tolerance shrink to 5 s and 1 ΔE",
    arguments: [
      (1, 40_000, 5_000), (2, 36_800, 4_700), (3, 33_856, 4_418), (4, 31_147, 4_152),
      (10, 18_884, 2_861), (25, 5_402, 1_126), (26, 5_000, 1_058), (27, 5_000, 1_000),
      (99, 5_000, 1_000),
    ])
  func shrinking(round: Int, milliseconds: Int, thousandths: Int) {
    #expect(rules.milliseconds(ofRound: round) == milliseconds)
    #expect(rules.tolerance(inRound: round).thousandths == thousandths)
  }
}
