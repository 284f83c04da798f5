// What a match does not take, in every phase, as ledgers (see Ledger.swift). A
// refusal changes nothing.

import Game
import Testing

@Suite("Refusals")
struct RefusalTests {
  @Test("a lock that is too far off counts as a move, freezes for 1.5 s, and only locks are frozen")
  func freeze() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,140
        MISSED who=p1 t=1000
      4001 p1 LOCK v=11,177,110
        NO code=frozen
      5499 p1 LOCK v=11,177,110
        NO code=frozen
      5499 p1 SET v=11,192,110
      5500 p1 LOCK v=11,195,110
        MISSED who=p1 t=2500
      6999 p1 LOCK v=11,177,110
        NO code=frozen
      7000 p1 LOCK v=11,190,110
        LOCKED who=p1 t=4000
        BELL closes=10000
      """)
  }

  @Test("a frozen lock leaves the sliders where they stand")
  func frozenLock() throws {
    try expectLedger(
      .checked(), players: 1,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#3d57e2 start=#bcbcbc
      4000 p1 LOCK v=0,0,0
        MISSED who=p1 t=1000
      5000 p1 LOCK v=11,177,110
        NO code=frozen
      33000
        SHUT round=1 answer=61,87,226
        SCORE who=p1 v=0,0,0 de=41.943 t=30000 points=62 total=62 missed=1
        OVER
        PLACE place=1 who=p1 total=62
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("a value off the grid is refused and changes nothing, also while frozen")
  func offGrid() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      3000 p1 SET v=256,0,0
        NO code=off-grid
      3000 p1 SET v=0,-1,0
        NO code=off-grid
      3000 p1 SET v=1,2
        NO code=off-grid
      3000 p1 SET v=1,2,3,4
        NO code=off-grid
      3000 p1 LOCK v=0,0,256
        NO code=off-grid
      3500 p1 LOCK v=0,0,0
        MISSED who=p1 t=500
      3600 p1 LOCK v=300,0,0
        NO code=off-grid
      3600 p1 LOCK v=11,177,110
        NO code=frozen
      5000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=2000
        BELL closes=8000
      """)
  }

  @Test("after a good lock nothing more is taken in that round")
  func afterLock() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      4001 p1 LOCK v=11,177,110
        NO code=not-now
      4001 p1 SET v=0,0,0
        NO code=not-now
      4001 p1 SET v=999,0,0
        NO code=not-now
      7000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,177,110 de=0 t=1000 points=983 total=983 first=1
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        OVER
        PLACE place=1 who=p1 total=983
        PLACE place=2 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("nothing is taken at the moment a round shuts, between rounds, or after the match")
  func between() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      33000 p1 SET v=11,177,110
        SHUT round=1 answer=11,177,110 next=38000
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        NO code=not-now
      35000 p1 LOCK v=11,177,110
        NO code=not-now
      37900
        ROUND round=2 of=2 opens=38000 closes=68000 target=#ca1309 start=#bcbcbc
      37999 p1 LOCK v=202,19,9
        NO code=not-now
      38000 p1 LOCK v=202,19,9
        LOCKED who=p1 t=0
        BELL closes=41000
      41000 p2 LOCK v=202,19,9
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=202,19,9 de=0 t=0 points=1000 total=1110 first=1
        SCORE who=p2 v=188,188,188 de=41.541 t=30000 points=63 total=173
        OVER
        PLACE place=1 who=p1 total=1110
        PLACE place=2 who=p2 total=173
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
        NO code=not-now
      99999 p1 SET v=0,0,0
        NO code=not-now
      99999 due
        never
      """)
  }

  @Test("strangers play no part")
  func strangers() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      3000 p9 SET v=1,2,3
        NO code=not-now
      3000 p9 LOCK v=11,177,110
        NO code=not-now
      3000 p9 leaves
      33000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        OVER
        PLACE place=1 who=p1 total=110
        PLACE place=1 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
