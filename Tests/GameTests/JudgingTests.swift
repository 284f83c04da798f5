// How guesses are judged in each mode and at each level, as ledgers (see Ledger.swift).

import Game
import Testing

@Suite("Judging")
struct JudgingTests {
  @Test("rgb: what is judged is ΔE, thousandths count")
  func rgb() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,193,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      4000 p2 LOCK v=11,194,110
        MISSED who=p2 t=1000
      """)
  }

  @Test("hsb: degrees end at 359, and a guess is judged by its color")
  func hsb() throws {
    try expectLedger(
      .checked(.hsb),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#914427 start=#bdbdbd
      3000 p1 SET v=360,0,0
        NO code=off-grid
      3000 p1 LOCK v=359,62,57
        MISSED who=p1 t=0
      5000 p1 LOCK v=16,73,57
        LOCKED who=p1 t=2000
        BELL closes=8000
      8000
        SHUT round=1 answer=16,73,57
        SCORE who=p1 v=16,73,57 de=0 t=2000 points=967 total=967 missed=1 first=1
        SCORE who=p2 v=0,0,74 de=41.972 t=30000 points=62 total=62
        OVER
        PLACE place=1 who=p1 total=967
        PLACE place=2 who=p2 total=62
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("cmyk: another mixture of the same color is the same answer")
  func cmyk() throws {
    try expectLedger(
      .checked(.cmyk), players: 1,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c2a81c start=#bdbdbd
      4000 p1 LOCK v=18,29,88,7
        LOCKED who=p1 t=1000
        SHUT round=1 answer=24,34,89,0
        SCORE who=p1 v=18,29,88,7 de=0 t=1000 points=983 total=983
        OVER
        PLACE place=1 who=p1 total=983
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("easy takes what hard does not")
  func easy() throws {
    try expectLedger(
      .checked(level: .easy),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,140
        LOCKED who=p1 t=1000
        BELL closes=7000
      """)
  }

  @Test("hard does not take what easy does")
  func hard() throws {
    try expectLedger(
      .checked(level: .hard),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,190,110
        MISSED who=p1 t=1000
      6000 p1 LOCK v=11,186,110
        LOCKED who=p1 t=3000
        BELL closes=9000
      """)
  }
}
