// A match in each mode that has rules of its own, as ledgers (see Ledger.swift). Arcade has a file
// to itself.

import Game
import Testing

@Suite("Modes at play")
struct ModeLedgerTests {
  @Test("gradient: both ends are matched, and what is judged is the mean of five stops")
  func gradient() throws {
    try expectLedger(
      .checked(.gradient),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#3cbdc2 start=#bdbdbd to=#22785e
      4000 p1 SET v=182,69,76
        NO code=off-grid
      4000 p1 SET v=182,69,76,162,72,101
        NO code=off-grid
      5000 p1 LOCK v=182,69,76,162,72,74
        MISSED who=p1 t=2000
      7000 p1 LOCK v=182,69,76,162,72,47
        LOCKED who=p1 t=4000
        BELL closes=10000
      8000 p2 LOCK v=182,69,74,162,72,49
        LOCKED who=p2 t=5000
        SHUT round=1 answer=182,69,76,162,72,47
        SCORE who=p1 v=182,69,76,162,72,47 de=0 t=4000 points=933 total=933 missed=1 first=1
        SCORE who=p2 v=182,69,74,162,72,49 de=1.025 t=5000 points=917 total=917
        OVER
        PLACE place=1 who=p1 total=933
        PLACE place=2 who=p2 total=917
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("tiles: a pick is a lock; a wrong one misses and freezes, and is worth nothing")
  func tiles() throws {
    try expectLedger(
      .checked(.tiles, seconds: 15), players: 4,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=18000 target=#43275c start=#bcbcbc \
      tiles=#43275c,#ca0055,#787e91,#006ae4 within=0
      3500 p1 SET v=1
        NO code=not-now
      3500 p1 LOCK v=5
        NO code=off-grid
      3500 p1 LOCK v=0
        MISSED who=p1 t=500
      4000 p2 LOCK v=2
        MISSED who=p2 t=1000
      5000 p2 LOCK v=1
        NO code=frozen
      5500 p2 LOCK v=3
        MISSED who=p2 t=2500
      6000 p1 LOCK v=1
        LOCKED who=p1 t=3000
        BELL closes=9000
      7000 p4 LOCK v=1
        LOCKED who=p4 t=4000
      9000
        SHUT round=1 answer=1
        SCORE who=p1 v=1 de=0 t=3000 points=900 total=900 missed=1 first=1
        SCORE who=p2 v=3 de=30.258 t=15000 points=0 total=0 missed=2
        SCORE who=p3 v=0 de=58.604 t=15000 points=0 total=0
        SCORE who=p4 v=1 de=0 t=4000 points=867 total=867
        OVER
        PLACE place=1 who=p1 total=900
        PLACE place=2 who=p4 total=867
        PLACE place=3 who=p2 total=0
        PLACE place=3 who=p3 total=0
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("tiles: who picks nothing is worth nothing")
  func unpicked() throws {
    try expectLedger(
      .checked(.tiles, seconds: 5), players: 1,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=8000 target=#b0d67e start=#bcbcbc \
      tiles=#b0d67e,#008866,#ae8339,#77a0a6 within=0
      8000
        SHUT round=1 answer=1
        SCORE who=p1 v=0 de=23.938 t=5000 points=0 total=0
        OVER
        PLACE place=1 who=p1 total=0
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("memory: the target hides 3 s after the opening; SET and LOCK go on")
  func memory() throws {
    try expectLedger(
      .checked(.memory),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#914427 start=#bdbdbd hides=6000
      7000 p1 SET v=16,73,57
      7001 p1 LOCK v=16,73,57
        LOCKED who=p1 t=4001
        BELL closes=10001
      """)
  }

  @Test("daily: the rules of hsb, fixed")
  func daily() throws {
    try expectLedger(
      .usual(of: .daily), players: 1,
      """
      2900
        ROUND round=1 of=5 opens=3000 closes=33000 target=#c1eb8a start=#bdbdbd
      4000 p1 LOCK v=86,41,92
        LOCKED who=p1 t=1000
        SHUT round=1 answer=86,41,92 next=9000
        SCORE who=p1 v=86,41,92 de=0 t=1000 points=983 total=983
      """)
  }

  @Test("assist is said with every score")
  func assist() throws {
    try expectLedger(
      .checked(isAssisted: true),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      7000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,177,110 de=0 t=1000 points=983 total=983 first=1 assist=1
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110 assist=1
        OVER
        PLACE place=1 who=p1 total=983
        PLACE place=2 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
