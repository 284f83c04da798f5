// How far a player's word on time is taken, as ledgers (see Ledger.swift). What lag took off is
// shown to everybody as lag=.

import Game
import Testing

@Suite("Lag")
struct LagTests {
  @Test("without a claim a lock counts when it arrives, however long its way is")
  func noClaim() throws {
    try expectLedger(
      .checked(),
      """
      0 p1 roundtrip 120
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      5000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=2000
        BELL closes=8000
      """)
  }

  @Test("a claim counts as far back as half of the round trip")
  func withinReach() throws {
    try expectLedger(
      .checked(), players: 4,
      """
      0 p1 roundtrip 120
      0 p2 roundtrip 120
      0 p3 roundtrip 121
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c18d06 start=#bcbcbc
      5000 p1 LOCK v=193,141,6 t=1941
        LOCKED who=p1 t=1941 lag=59
        BELL closes=8000
      5000 p2 LOCK v=193,141,6 t=1939
        LOCKED who=p2 t=1940 lag=60
      5000 p3 LOCK v=193,141,6 t=0
        LOCKED who=p3 t=1940 lag=60
      5000 p4 LOCK v=193,141,6 t=1999
        LOCKED who=p4 t=2000
        SHUT round=1 answer=193,141,6
        SCORE who=p1 v=193,141,6 de=0 t=1941 points=968 total=968 lag=59 first=1
        SCORE who=p2 v=193,141,6 de=0 t=1940 points=968 total=968 lag=60 first=1
        SCORE who=p3 v=193,141,6 de=0 t=1940 points=968 total=968 lag=60 first=1
        SCORE who=p4 v=193,141,6 de=0 t=2000 points=967 total=967
        OVER
        PLACE place=1 who=p1 total=968
        PLACE place=1 who=p2 total=968
        PLACE place=1 who=p3 total=968
        PLACE place=4 who=p4 total=967
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("a claim later than its arrival counts as that, and the greatest number does no harm")
  func lateClaims() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      0 p1 roundtrip 120
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      5000 p1 LOCK v=200,173,231 t=2001
        LOCKED who=p1 t=2000
        BELL closes=8000
      5000 p2 LOCK v=200,173,231 t=9007199254740992
        LOCKED who=p2 t=2000
      """)
  }

  @Test("nothing counts as given before the round opened")
  func beforeOpening() throws {
    try expectLedger(
      .checked(),
      """
      0 p1 roundtrip 300
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      3020 p1 LOCK v=11,177,110 t=0
        LOCKED who=p1 t=0 lag=20
        BELL closes=6020
      """)
  }

  @Test("what is measured during a round counts from the next on; less than nothing is nothing")
  func measuring() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      3100 p1 roundtrip 100
      3100 p2 roundtrip -100
      4000 p1 LOCK v=11,177,110 t=900
        LOCKED who=p1 t=1000
        BELL closes=7000
      4000 p2 LOCK v=11,177,110 t=900
        LOCKED who=p2 t=1000
        SHUT round=1 answer=11,177,110 next=9000
        SCORE who=p1 v=11,177,110 de=0 t=1000 points=983 total=983 first=1
        SCORE who=p2 v=11,177,110 de=0 t=1000 points=983 total=983 first=1
      8850
        ROUND round=2 of=2 opens=9000 closes=39000 target=#ca1309 start=#bcbcbc
      11000 p1 LOCK v=202,19,9 t=0
        LOCKED who=p1 t=1950 lag=50
        BELL closes=14000
      11000 p2 LOCK v=202,19,9 t=0
        LOCKED who=p2 t=2000
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=202,19,9 de=0 t=1950 points=968 total=1951 lag=50 first=1
        SCORE who=p2 v=202,19,9 de=0 t=2000 points=967 total=1950
        OVER
        PLACE place=1 who=p1 total=1951
        PLACE place=2 who=p2 total=1950
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("a round trip of less than nothing does not shut a round too soon")
  func negative() throws {
    try expectLedger(
      .checked(), players: 1,
      """
      0 p1 roundtrip -100
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#3d57e2 start=#bcbcbc
      2900 due
        33000
      """)
  }

  @Test("no more is taken off than the quota, and it fills by 50 a round")
  func quota() throws {
    try expectLedger(
      .checked(rounds: 4), players: 1,
      """
      0 p1 roundtrip 9999
      2900
        ROUND round=1 of=4 opens=3000 closes=33000 target=#3d57e2 start=#bcbcbc
      5000 p1 LOCK v=61,87,226 t=0
        LOCKED who=p1 t=1850 lag=150
        SHUT round=1 answer=61,87,226 next=10000
        SCORE who=p1 v=61,87,226 de=0 t=1850 points=969 total=969 lag=150
      9000
        ROUND round=2 of=4 opens=10000 closes=40000 target=#dca7af start=#bcbcbc
      11000 p1 LOCK v=220,167,175 t=960
        LOCKED who=p1 t=960 lag=40
        SHUT round=2 answer=220,167,175 next=16000
        SCORE who=p1 v=220,167,175 de=0 t=960 points=984 total=1953 lag=40
      15000
        ROUND round=3 of=4 opens=16000 closes=46000 target=#78eea7 start=#bcbcbc
      17000 p1 LOCK v=120,238,167 t=0
        LOCKED who=p1 t=940 lag=60
        SHUT round=3 answer=120,238,167 next=22000
        SCORE who=p1 v=120,238,167 de=0 t=940 points=984 total=2937 lag=60
      21000
        ROUND round=4 of=4 opens=22000 closes=52000 target=#335ea5 start=#bcbcbc
      24000 p1 LOCK v=51,94,165 t=0
        LOCKED who=p1 t=1950 lag=50
        SHUT round=4 answer=51,94,165
        SCORE who=p1 v=51,94,165 de=0 t=1950 points=968 total=3905 lag=50
        OVER
        PLACE place=1 who=p1 total=3905
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("the quota never holds more than at first")
  func quotaMax() throws {
    try expectLedger(
      .checked(rounds: 2), players: 1,
      """
      0 p1 roundtrip 9999
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#3d57e2 start=#bcbcbc
      4000 p1 LOCK v=61,87,226
        LOCKED who=p1 t=1000
        SHUT round=1 answer=61,87,226 next=9000
        SCORE who=p1 v=61,87,226 de=0 t=1000 points=983 total=983
      8000
        ROUND round=2 of=2 opens=9000 closes=39000 target=#dca7af start=#bcbcbc
      10000 p1 LOCK v=220,167,175 t=0
        LOCKED who=p1 t=850 lag=150
        SHUT round=2 answer=220,167,175
        SCORE who=p1 v=220,167,175 de=0 t=850 points=986 total=1969 lag=150
        OVER
        PLACE place=1 who=p1 total=1969
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("a round shuts when all that was done in time can have arrived, and not sooner")
  func shutting() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      0 p1 roundtrip 100
      0 p2 roundtrip 40
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      2900 due
        33050
      33010 p3 SET v=1,2,3
        NO code=not-now
      33010 p2 SET v=1,2,3
      33019 p2 LOCK v=200,173,231 t=29999
        LOCKED who=p2 t=29999 lag=20
        BELL closes=33000
      33020 p1 LOCK v=200,173,231 t=30000
        NO code=not-now
      33030 p1 SET v=1,2,4
      33030 due
        33050
      33049 p1 LOCK v=200,173,231 t=29999
        LOCKED who=p1 t=29999 lag=50
      33050
        SHUT round=1 answer=200,173,231
        SCORE who=p1 v=200,173,231 de=0 t=29999 points=500 total=500 lag=50 first=1
        SCORE who=p2 v=200,173,231 de=0 t=29999 points=500 total=500 lag=20 first=1
        SCORE who=p3 v=188,188,188 de=20.63 t=30000 points=157 total=157
        OVER
        PLACE place=1 who=p1 total=500
        PLACE place=1 who=p2 total=500
        PLACE place=3 who=p3 total=157
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("who has locked keeps nobody waiting")
  func lockedWithReach() throws {
    try expectLedger(
      .checked(),
      """
      0 p1 roundtrip 100
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      2900 due
        33050
      4000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      4000 due
        7000
      """)
  }

  @Test("the bell is heard when the lock arrives, and locks from before it still count")
  func bell() throws {
    try expectLedger(
      .checked(),
      """
      0 p2 roundtrip 100
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      5000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=2000
        BELL closes=8000
      5030 p2 LOCK v=11,177,110 t=1990
        LOCKED who=p2 t=1990 lag=40
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,177,110 de=0 t=2000 points=967 total=967 first=1
        SCORE who=p2 v=11,177,110 de=0 t=1990 points=967 total=967 lag=40 first=1
        OVER
        PLACE place=1 who=p1 total=967
        PLACE place=1 who=p2 total=967
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
