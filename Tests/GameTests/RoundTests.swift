// A match from its countdown to its places when nothing goes wrong, as ledgers (see Ledger.swift).

import Game
import Testing

@Suite("Rounds")
struct RoundTests {
  @Test("a round is announced after the countdown and opens a lead later, not before")
  func opening() throws {
    try expectLedger(
      .checked(),
      """
      0 due
        2650
      0 p1 SET v=1,2,3
        NO code=not-now
      2649 p1 SET v=1,2,3
        NO code=not-now
      2650
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      2900 due
        33000
      2999 p1 SET v=1,2,3
        NO code=not-now
      2999 p1 LOCK v=11,177,110
        NO code=not-now
      3000 p1 SET v=1,2,3
      3000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=0
        BELL closes=6000
      3000 due
        6000
      """)
  }

  @Test("the first lock rings the bell; who has not locked then is scored where the sliders stand")
  func bell() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      5000 p1 SET v=20,180,112
      7000 p2 SET v=11,177,140
      8000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=5000
        BELL closes=11000
      8000 due
        11000
      10999 p2 SET v=11,190,110
      11000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,177,110 de=0 t=5000 points=917 total=917 first=1
        SCORE who=p2 v=11,190,110 de=4.032 t=30000 points=450 total=450
        OVER
        PLACE place=1 who=p1 total=917
        PLACE place=2 who=p2 total=450
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      11000 due
        never
      """)
  }

  @Test("who never moves is scored where everybody starts, at the whole length")
  func idle() throws {
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
      """)
  }

  @Test("the round shuts as soon as everybody has locked, and the next opens five seconds later")
  func allLocked() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      8000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=5000
        BELL closes=11000
      9500 p2 LOCK v=20,180,112
        LOCKED who=p2 t=6500
        SHUT round=1 answer=11,177,110 next=14500
        SCORE who=p1 v=11,177,110 de=0 t=5000 points=917 total=917 first=1
        SCORE who=p2 v=20,180,112 de=0.893 t=6500 points=892 total=892
      9500 due
        14150
      14400
        ROUND round=2 of=2 opens=14500 closes=44500 target=#ca1309 start=#bcbcbc
      """)
  }

  @Test("the second lock rings no second bell")
  func secondLock() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      8000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=5000
        BELL closes=11000
      9000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=6000
      9000 due
        11000
      11000
        SHUT round=1 answer=200,173,231
        SCORE who=p1 v=200,173,231 de=0 t=5000 points=917 total=917 first=1
        SCORE who=p2 v=200,173,231 de=0 t=6000 points=900 total=900
        SCORE who=p3 v=188,188,188 de=20.63 t=30000 points=157 total=157
        OVER
        PLACE place=1 who=p1 total=917
        PLACE place=2 who=p2 total=900
        PLACE place=3 who=p3 total=157
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("the bell never lengthens a round")
  func lateBell() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      31000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=28000
        BELL closes=33000
      33000
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,177,110 de=0 t=28000 points=533 total=533 first=1
        SCORE who=p2 v=188,188,188 de=27.585 t=30000 points=110 total=110
        OVER
        PLACE place=1 who=p1 total=533
        PLACE place=2 who=p2 total=110
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("one player alone hears no bell")
  func alone() throws {
    try expectLedger(
      .checked(), players: 1,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#3d57e2 start=#bcbcbc
      8000 p1 LOCK v=61,87,226
        LOCKED who=p1 t=5000
        SHUT round=1 answer=61,87,226
        SCORE who=p1 v=61,87,226 de=0 t=5000 points=917 total=917
        OVER
        PLACE place=1 who=p1 total=917
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("a new round begins at the start, without the locks and freezes of the last")
  func newRound() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      31900 p1 LOCK v=0,0,0
        MISSED who=p1 t=28900
      32000 p2 LOCK v=11,177,110
        LOCKED who=p2 t=29000
        BELL closes=33000
      32500 p1 LOCK v=11,177,110
        NO code=frozen
      33000
        SHUT round=1 answer=11,177,110 next=38000
        SCORE who=p1 v=0,0,0 de=56.801 t=30000 points=40 total=40 missed=1
        SCORE who=p2 v=11,177,110 de=0 t=29000 points=517 total=517 first=1
      37900
        ROUND round=2 of=2 opens=38000 closes=68000 target=#ca1309 start=#bcbcbc
      38000 p1 LOCK v=202,19,9
        LOCKED who=p1 t=0
        BELL closes=41000
      39000 p2 LOCK v=202,19,9
        LOCKED who=p2 t=1000
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=202,19,9 de=0 t=0 points=1000 total=1040 first=1
        SCORE who=p2 v=202,19,9 de=0 t=1000 points=983 total=1500
        OVER
        PLACE place=1 who=p2 total=1500
        PLACE place=2 who=p1 total=1040
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("totals add up and places go by them")
  func totals() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      5000 p2 LOCK v=11,177,110
        LOCKED who=p2 t=2000
        SHUT round=1 answer=11,177,110 next=10000
        SCORE who=p1 v=11,177,110 de=0 t=1000 points=983 total=983 first=1
        SCORE who=p2 v=11,177,110 de=0 t=2000 points=967 total=967
      9900
        ROUND round=2 of=2 opens=10000 closes=40000 target=#ca1309 start=#bcbcbc
      20000 p2 LOCK v=202,19,9
        LOCKED who=p2 t=10000
        BELL closes=23000
      22000 p1 LOCK v=202,19,9
        LOCKED who=p1 t=12000
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=202,19,9 de=0 t=12000 points=800 total=1783
        SCORE who=p2 v=202,19,9 de=0 t=10000 points=833 total=1800 first=1
        OVER
        PLACE place=1 who=p2 total=1800
        PLACE place=2 who=p1 total=1783
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
