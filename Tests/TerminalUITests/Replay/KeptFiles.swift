// Kept matches: one of two rounds as somebody saved it who looked on, the same as in the tests of
// the browser; one that a real server played with a person at a raw connection; and the examples of
// records.

import Foundation
import Game

@testable import TerminalUI

enum KeptFiles {
  /// When the countdown of `saved` began.
  static let began = Instant(milliseconds: 1_767_225_600_500)
  static let ada = PlayerID(number: 1)
  static let bea = PlayerID(number: 2)

  static let saved = """
    IN room=NEU9 role=watcher n=6
    ROOM name=NEU9 mode=rgb rounds=2 time=10 level=normal seats=2 listed=1 rated=1
    SEAT who=p1 name=Ada icon=star color=#ff8800
    SEAT who=p2 name=Bea icon=moon color=#3a678c
    COMMIT match=1 hash=d7fa4a60dd95b985fa151baccae2b63966c58f9250ba59f394104f110009d407
    READIED who=p1 on=1 nonce=c0ffee
    COUNTDOWN n=7 match=1 opens=1767225603500 players=p1,p2 nonces=c0ffee,-
    ROUND n=8 round=1 of=2 opens=1767225603500 closes=1767225613500 target=#2b5f28 start=#bcbcbc
    MISSED n=9 who=p2 t=950
    LOCKED n=10 who=p1 t=3185 lag=15
    BELL n=11 closes=1767225609700
    LOCKED n=12 who=p2 t=4041 lag=59
    SHUT n=13 round=1 answer=43,95,40 next=1767225612600
    SCORE n=14 who=p1 v=43,95,40 de=0 t=3185 points=841 total=841 lag=15 first=1
    SCORE n=15 who=p2 v=40,92,37 de=1.007 t=4041 points=798 total=798 lag=59 missed=1
    ROUND n=16 round=2 of=2 opens=1767225612600 closes=1767225622600 target=#30b645 start=#bcbcbc
    MISSED n=17 who=p2 t=950
    LOCKED n=18 who=p1 t=3185 lag=15
    BELL n=19 closes=1767225618800
    LOCKED n=20 who=p2 t=4059 lag=41
    SHUT n=21 round=2 answer=48,182,69
    SCORE n=22 who=p1 v=48,182,69 de=0 t=3185 points=841 total=1682 lag=15 first=1
    SCORE n=23 who=p2 v=45,179,66 de=0.872 t=4059 points=797 total=1595 lag=41 missed=1
    OVER n=24
    PLACE n=25 place=1 who=p1 total=1682
    PLACE n=26 place=2 who=p2 total=1595
    SEED n=27 seed=95ea33bcb8d5989ccb3bbd9a9ba4cd92905dce658bf3565044cff690c7b9a8be

    """

  /// All lines of a real connection, moves among them.
  static let real: String = {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../EndToEndTests/saved-match.txt").standardized
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// A match of two rounds in which everybody said every move: `saved` is what others saw of one
  /// like it.
  static let record = example("match")

  /// A match in a secret mode, of four players of whom two leave.
  static let secretRecord = example("left")

  private static func example(_ name: String) -> String {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../../protocol/vectors/records/\(name).record").standardized
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  static func match(_ text: String) throws(KeptFault) -> KeptMatch {
    try KeptMatch(reading: Array(text.utf8), hashing: hashing)
  }

  /// The file's lines, each with its ending.
  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { "\($0)\n" }
  }
}
