// What a match does when time is short or the clock comes late, as ledgers (see Ledger.swift).

import Game
import Testing

@Suite("Time")
struct TimeTests {
  @Test("a round is announced as long before it opens as was asked for")
  func lead() throws {
    try expectLedger(
      .checked(),
      """
      0 lead 400
      0 due
        2600
      2600
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      """)
  }

  @Test("the lead keeps within its limits")
  func leadLimits() throws {
    try expectLedger(
      .checked(),
      """
      0 lead 5
      0 due
        2900
      0 lead 5000
      0 due
        2000
      """)
  }

  @Test("a lead that grew too late moves the opening, not the lead")
  func lateLead() throws {
    try expectLedger(
      .checked(),
      """
      2800 lead 1000
      2800 due
        ROUND round=1 of=1 opens=3800 closes=33800 target=#0bb16e start=#bcbcbc
        33800
      2800
      2800 due
        33800
      """)
  }

  @Test("an announcement that comes late moves the opening and the end with it")
  func lateAnnouncement() throws {
    try expectLedger(
      .checked(),
      """
      3456
        ROUND round=1 of=1 opens=3556 closes=33556 target=#0bb16e start=#bcbcbc
      3456 due
        33556
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
        ROUND round=2 of=2 opens=50100 closes=80100 target=#ca1309 start=#bcbcbc
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
