// What a match does when time is short or the clock comes late, as ledgers (see Ledger.swift).

import Game
import Testing

@Suite("Time")
struct TimeTests {
  @Test("a round is announced so early that it opens when promised, even if that is a little late")
  func slack() throws {
    try expectLedger(
      .checked(rounds: 2), roundTrip: 600,
      """
      0 due
        2350
      2600
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      33150
        SHUT round=1 answer=11,177,110 next=38150
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
      33150 due
        37500
      37750
        ROUND round=2 of=2 opens=38150 closes=68150 target=#ca1309 start=#bcbcbc
      """)
  }

  @Test("a server later than that opens the round later, and never before all have heard of it")
  func lateAnnouncement() throws {
    try expectLedger(
      .checked(), roundTrip: 600,
      """
      2601
        ROUND round=1 of=1 opens=3001 closes=33001 target=#0bb16e start=#bcbcbc late=1
      """)
    try expectLedger(
      .checked(),
      """
      3456
        ROUND round=1 of=1 opens=3556 closes=33556 target=#0bb16e start=#bcbcbc late=556
      3456 due
        33556
      """)
  }

  @Test("what is measured after a round was promised changes nothing of it", arguments: [0, 5_000])
  func promised(roundTrip: Int) throws {
    try expectLedger(
      .checked(), roundTrip: 600,
      """
      1000 p2 roundtrip \(roundTrip)
      1000 p1 roundtrip \(roundTrip)
      1000 due
        2350
      2350
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      """)
  }

  @Test("the lead keeps within its limits", arguments: [(-5, 2_650), (0, 2_650), (9_000, 1_750)])
  func leadLimits(roundTrip: Int, announced: Int) throws {
    try expectLedger(
      .checked(), roundTrip: roundTrip,
      """
      0 due
        \(announced)
      """)
  }

  @Test("when much is due at once, it happens in its order")
  func muchDue() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      50000
        SHUT round=1 answer=11,177,110 next=38000
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        ROUND round=2 of=2 opens=50100 closes=80100 target=#ca1309 start=#bcbcbc late=12100
      50000 due
        80100
      80100
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=188,188,188 de=41.541 t=30000 points=63 total=173
        SCORE who=p2 v=188,188,188 de=41.541 t=30000 points=63 total=173
        OVER
        PLACE place=1 who=p1 total=173
        PLACE place=1 who=p2 total=173
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
