// Players whom somebody else wants gone while a match runs, as ledgers (see Ledger.swift): they
// keep what they have, and nobody wins because nobody else is left.

import Game
import Testing

@Suite("Putting out")
struct PuttingOutTests {
  @Test("who is put out keeps lock, points and place, whatever they or others do after that")
  func keepsPoints() throws {
    try expectLedger(
      .checked(rounds: 2), players: 3,
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=1000
        BELL closes=7000
      4500 p2 is put out
      4600 p2 LOCK v=200,173,231
        NO code=not-now
      4700 p2 is put out
      4800 p2 leaves
      9000
        SHUT round=1 answer=200,173,231 next=12000
        SCORE who=p1 v=188,188,188 de=20.63 t=30000 points=157 total=157
        SCORE who=p2 v=200,173,231 de=0 t=1000 points=983 total=983 first=1
        SCORE who=p3 v=188,188,188 de=20.63 t=30000 points=157 total=157
      11900
        ROUND round=2 of=2 opens=12000 closes=42000 target=#07b168 start=#bcbcbc
      20000 p1 leaves
      20000 p3 leaves
        OVER
        PLACE place=1 who=p2 total=983
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("who is put out before locking is scored as they stand, and is waited for no more")
  func unlocked() throws {
    try expectLedger(
      .checked(rounds: 2), players: 3,
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=1000
        BELL closes=7000
      4500 p2 LOCK v=200,173,231
        LOCKED who=p2 t=1500
      5000 p3 is put out
        SHUT round=1 answer=200,173,231 next=10000
        SCORE who=p1 v=200,173,231 de=0 t=1000 points=983 total=983 first=1
        SCORE who=p2 v=200,173,231 de=0 t=1500 points=975 total=975
        SCORE who=p3 v=188,188,188 de=20.63 t=30000 points=157 total=157
      """)
  }

  @Test("whoever has all others put out wins nothing by it: the round is shut as it stands")
  func everybody() throws {
    try expectLedger(
      .checked(rounds: 3),
      """
      2900
        ROUND round=1 of=3 opens=3000 closes=33000 target=#0bb16e start=#bcbcbc
      4000 p2 LOCK v=11,177,110
        LOCKED who=p2 t=1000
        BELL closes=7000
      7000
        SHUT round=1 answer=11,177,110 next=12000
        SCORE who=p1 v=188,188,188 de=27.585 t=30000 points=110 total=110
        SCORE who=p2 v=11,177,110 de=0 t=1000 points=983 total=983 first=1
      11900
        ROUND round=2 of=3 opens=12000 closes=42000 target=#ca1309 start=#bcbcbc
      13000 p2 is put out
        SHUT round=2 answer=202,19,9
        SCORE who=p1 v=188,188,188 de=41.541 t=30000 points=63 total=173
        SCORE who=p2 v=188,188,188 de=41.541 t=30000 points=63 total=1046
        OVER
        PLACE place=1 who=p2 total=1046
        PLACE place=2 who=p1 total=173
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("between rounds the match is over as soon as one of several is left")
  func betweenRounds() throws {
    try expectLedger(
      .checked(rounds: 3), players: 3,
      """
      1000 p3 is put out
      2900
        ROUND round=1 of=3 opens=3000 closes=33000 target=#c8ade7 start=#bcbcbc
      4000 p2 LOCK v=200,173,231
        LOCKED who=p2 t=1000
        BELL closes=7000
      5000 p1 LOCK v=200,173,231
        LOCKED who=p1 t=2000
        SHUT round=1 answer=200,173,231 next=10000
        SCORE who=p1 v=200,173,231 de=0 t=2000 points=967 total=967
        SCORE who=p2 v=200,173,231 de=0 t=1000 points=983 total=983 first=1
      6000 p1 leaves
        OVER
        PLACE place=1 who=p2 total=983
        PLACE place=2 who=p3 total=0
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("alone, being put out ends the match with a place")
  func alone() throws {
    try expectLedger(
      .checked(rounds: 2), players: 1,
      """
      2900
        ROUND round=1 of=2 opens=3000 closes=33000 target=#3d57e2 start=#bcbcbc
      4000 p1 is put out
        SHUT round=1 answer=61,87,226
        SCORE who=p1 v=188,188,188 de=41.049 t=30000 points=64 total=64
        OVER
        PLACE place=1 who=p1 total=64
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }

  @Test("arcade: as many rounds survived count as much for who was put out as for who stayed")
  func arcade() throws {
    try expectLedger(
      .checked(.arcade, rounds: 1, seconds: 40),
      """
      2900
        ROUND round=1 of=0 opens=3000 closes=43000 target=#0bb16e start=#bcbcbc
      4000 p2 LOCK v=11,177,110
        LOCKED who=p2 t=1000
      5000 p1 LOCK v=11,177,110
        LOCKED who=p1 t=2000
        SHUT round=1 answer=11,177,110 next=10000
        SCORE who=p1 v=11,177,110 de=0 t=2000 points=975 total=975 lives=3
        SCORE who=p2 v=11,177,110 de=0 t=1000 points=988 total=988 first=1 lives=3
      6000 p2 is put out
        OVER
        PLACE place=1 who=p2 total=988
        PLACE place=2 who=p1 total=975
        SEED seed=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      """)
  }
}
