// Who was first, as ledgers (see Ledger.swift): first=1 in SCORE.

import Game
import Testing

@Suite("First")
struct FirstTests {
  @Test("of locks within 10 ms the nearest is first")
  func nearest() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p1 LOCK v=200,173,240
        LOCKED who=p1 t=1000
        BELL closes=7000
      4005 p2 LOCK v=200,173,231
        LOCKED who=p2 t=1005
      4010 p3 LOCK v=200,173,232
        LOCKED who=p3 t=1010
        SHUT round=1 answer=200,173,231
        SCORE who=p1 v=200,173,240 de=2.138 t=1000 points=961 total=961
        SCORE who=p2 v=200,173,231 de=0 t=1005 points=983 total=983 first=1
        SCORE who=p3 v=200,173,232 de=0.246 t=1010 points=983 total=983
        OVER
        PLACE place=1 who=p2 total=983
        PLACE place=1 who=p3 total=983
        PLACE place=3 who=p1 total=961
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("11 ms later is later, however near")
  func later() throws {
    try expectLedger(
      .checked(),
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,193,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      4011 p2 LOCK v=11,177,110
        LOCKED who=p2 t=1011
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,193,110 de=4.916 t=1000 points=843 total=843 first=1
        SCORE who=p2 v=11,177,110 de=0 t=1011 points=983 total=983
        OVER
        PLACE place=1 who=p2 total=983
        PLACE place=2 who=p1 total=843
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("the 10 ms run from the first of all, not from one to the next")
  func chain() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p1 LOCK v=200,173,240
        LOCKED who=p1 t=1000
        BELL closes=7000
      4010 p2 LOCK v=200,173,239
        LOCKED who=p2 t=1010
      4020 p3 LOCK v=200,173,231
        LOCKED who=p3 t=1020
        SHUT round=1 answer=200,173,231
        SCORE who=p1 v=200,173,240 de=2.138 t=1000 points=961 total=961
        SCORE who=p2 v=200,173,239 de=1.91 t=1010 points=967 total=967 first=1
        SCORE who=p3 v=200,173,231 de=0 t=1020 points=983 total=983
        OVER
        PLACE place=1 who=p3 total=983
        PLACE place=2 who=p2 total=967
        PLACE place=3 who=p1 total=961
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("equally near at the same time are both first")
  func shared() throws {
    try expectLedger(
      .checked(), players: 3,
      """
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=1000
        BELL closes=7000
      4010 p3 LOCK v=200,173,231
        LOCKED who=p3 t=1010
      7000
        SHUT round=1 answer=200,173,231
        SCORE who=p1 v=200,173,231 de=0 t=1000 points=983 total=983 first=1
        SCORE who=p2 v=188,188,188 de=20.63 t=30000 points=157 total=157
        SCORE who=p3 v=200,173,231 de=0 t=1010 points=983 total=983 first=1
        OVER
        PLACE place=1 who=p1 total=983
        PLACE place=1 who=p3 total=983
        PLACE place=3 who=p2 total=157
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("what counts is when a lock was given, not when it arrived")
  func compensated() throws {
    try expectLedger(
      .checked(),
      """
      0 p2 roundtrip 200
      2900
        ROUND round=1 of=1 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=1000
        BELL closes=7000
      4050 p2 LOCK v=11,177,110 t=950
        LOCKED who=p2 t=950 lag=100
        SHUT round=1 answer=11,177,110
        SCORE who=p1 v=11,177,110 de=0 t=1000 points=983 total=983
        SCORE who=p2 v=11,177,110 de=0 t=950 points=984 total=984 lag=100 first=1
        OVER
        PLACE place=1 who=p2 total=984
        PLACE place=2 who=p1 total=983
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("nobody is first alone, nor without a lock")
  func nobody() throws {
    try expectLedger(
      .checked(rounds: 2),
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p2 leaves
      5000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=2000
        SHUT round=1 answer=11,177,110 next=10000
        SCORE who=p1 v=11,177,110 de=0 t=2000 points=967 total=967
      9900
        ROUND round=2 of=2 opens=10000 closes=40000 target=#ca1309 start=#bcbcbc
      40000
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=188,188,188 de=41.541 t=30000 points=63 total=1030
        OVER
        PLACE place=1 who=p1 total=1030
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
