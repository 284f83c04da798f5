// The referee is tested, too: a session that is right passes, and each way of being wrong is
// noticed.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("The reference viewer")
struct ViewerTests {
  /// What a watcher hears of the match of a golden transcript.
  static let session = """
    IN room=WAVE role=watcher n=3
    ROOM name=Sea mode=rgb rounds=1 time=5 level=normal seats=2 listed=1
    SEAT who=p1 name=Ada icon=star color=#ff8800
    COMMIT match=1 hash=e443fa1b2d5f0d8bb20f1e43eb1fafa7b6ac8f16dea1e37c3a96b1b4a8b5b6e7
    HOSTED who=p1
    WATCHERS count=1
    SEAT n=4 who=p2 name=Bob icon=moon color=#3366cc
    READIED n=5 who=p1 on=1
    READIED n=6 who=p2 on=1
    """

  /// A line, and a word of what is said of it.
  typealias Wrong = (line: String, why: String)

  /// Lines that cannot follow the session, and a word of what is said of them.
  static let wrongs: [Wrong] = [
    ("READIED n=8 who=p1 on=0", "after 6"),
    ("READIED who=p1 on=0", "without a number"),
    ("SEAT n=7 who=p3 name=Cal icon=sun color=#000000", "all seats"),
    ("SEAT n=7 who=p2 name=Ada icon=sun color=#000000", "two are called"),
    ("GONE n=7 who=p3 why=left", "does not sit"),
    ("COUNTDOWN n=7 match=2 opens=1 players=p1,p2 nonces=-,-", "COUNTDOWN 2"),
    ("COUNTDOWN n=7 match=1 opens=1 players=p2,p1 nonces=-,-", "others than sit"),
    ("COUNTDOWN n=7 match=1 opens=1 players=p1,p2 nonces=-,ab", "other nonces"),
    ("COMMIT n=7 match=2 hash=\(String(repeating: "0", count: 64))", "COMMIT 2"),
    ("LOCKED n=7 who=p1 t=1", "no match"),
    ("IN room=SAND role=watcher n=1", "while in a room"),
    ("IN room=WAVE role=watcher n=5", "of the past"),
    ("OUT room=SAND why=left", "OUT of no room"),
  ]

  static let round = """
    COUNTDOWN n=7 match=1 opens=3000 players=p1,p2 nonces=-,-
    ROUND n=8 round=1 of=1 opens=3000 closes=8000 target=#ff0000 start=#bcbcbc
    MOVE who=p1 near=100 color=#ff0000
    LOCKED n=9 who=p1 t=1000
    BELL n=10 closes=7000
    """

  static let wrongsInRound: [Wrong] = [
    ("SEAT n=11 who=p2 name=Cal icon=sun color=#000000", "one who plays"),
    ("LOCKED n=11 who=p1 t=1001", "cannot lock"),
    ("LOCKED n=11 who=p2 t=4000", "outside of the round"),
    ("BELL n=11 closes=7001", "BELL"),
    ("ROUND n=11 round=2 of=1 opens=1 closes=5001 target=#ff0000 start=#bcbcbc", "round 2"),
    ("SHUT n=11 round=1 answer=255,0,1", "not the target"),
    ("SHUT n=11 round=1 answer=255,0,0 next=9000", "SHUT"),
    ("SCORE n=11 who=p1 v=255,0,0 de=0 t=1000 points=900 total=900", "SCORE"),
    ("MOVE who=p1 near=99 color=#ff0000", "near"),
    ("MOVE who=p3 near=100 color=#ff0000", "MOVE"),
    ("OVER n=11", "OVER"),
    ("READIED n=11 who=p1 on=1", "during a match"),
  ]

  @Test("a position in a mode with secrets is noticed")
  func secret() throws {
    let session = ViewerTests.session.replacing("mode=rgb", with: "mode=memory")
    var viewer = try viewer(of: session + "\n" + ViewerTests.round.split(separator: "MOVE")[0])
    demand(("MOVE who=p1 near=100 color=#ff0000", "secret"), by: &viewer)
  }

  @Test("a line of a room is noticed that somebody hears who missed lines, before an IN")
  func lost() throws {
    var viewer = try viewer(of: ViewerTests.session)
    viewer.miss()
    demand(("WATCHERS count=1", "missed lines"), by: &viewer)
    demand(("IN room=AAAA role=player n=0", "IN while in a room"), by: &viewer)
  }

  static let scores = """
    SHUT n=11 round=1 answer=255,0,0
    SCORE n=12 who=p1 v=255,0,0 de=0 t=1000 points=900 total=900 first=1
    """

  static let wrongsInScores: [Wrong] = [
    ("SCORE n=13 who=p1 v=255,0,0 de=0 t=1000 points=900 total=1800", "twice"),
    ("SCORE n=13 who=p2 v=255,0,0 de=0 t=1000 points=900 total=900", "t=1000"),
    ("SCORE n=13 who=p2 v=255,0,0 de=1 t=5000 points=500 total=500", "where it is"),
    ("SCORE n=13 who=p2 v=256,0,0 de=0 t=5000 points=500 total=500", "off the grid"),
    ("SCORE n=13 who=p2 v=255,0,0 de=0 t=5000 points=500 total=500 lag=1", "lag"),
    ("SCORE n=13 who=p2 v=255,0,0 de=0 t=5000 points=500 total=500 missed=1", "misses"),
    ("SCORE n=13 who=p2 v=255,0,0 de=0 t=5000 points=500 total=500 assist=1", "help"),
    ("SCORE n=13 who=p2 v=255,0,0 de=0 t=5000 points=500 total=500 lives=2", "lives"),
    ("SCORE n=13 who=p2 v=255,0,0 de=0 t=5000 points=500 total=500 first=1", "p2 was not"),
    ("OVER n=13", "OVER"),
  ]

  static let end = """
    SCORE n=13 who=p2 v=255,0,0 de=0 t=5000 points=500 total=500
    OVER n=14
    PLACE n=15 place=1 who=p1 total=900
    """

  static let wrongsAtEnd: [Wrong] = [
    ("PLACE n=16 place=1 who=p2 total=500", "not so"),
    ("SEED n=16 seed=\(String(repeating: "0", count: 64))", "before all places"),
  ]

  /// What was heard, and what cannot follow it.
  static let cases: [(heard: [String], wrongs: [Wrong])] = [
    ([session], wrongs), ([session, round], wrongsInRound),
    ([session, round, scores], wrongsInScores), ([session, round, scores, end], wrongsAtEnd),
  ]

  @Test("a line that cannot follow is noticed")
  func wrong() throws {
    for (heard, wrongs) in Self.cases {
      let before = try viewer(of: heard.joined(separator: "\n"))
      for wrong in wrongs {
        var viewer = before
        demand(wrong, by: &viewer)
      }
    }
  }

  @Test("a seed has to be the promised one, and to explain the targets")
  func seeds() throws {
    let place = "PLACE n=16 place=2 who=p2 total=500"
    let match = [Self.session, Self.round, Self.scores, Self.end, place].joined(separator: "\n")
    var viewer = try viewer(of: match)
    let zeros = String(repeating: "0", count: 64)
    demand(("SEED n=17 seed=\(zeros)", "not promised"), by: &viewer)
    let promised = match.replacing(
      Self.session.split(separator: "hash=")[1].prefix(64),
      with: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
    viewer = try self.viewer(of: promised)
    demand(("SEED n=17 seed=\(zeros)", "does not explain"), by: &viewer)
  }

  private func viewer(of session: String) throws -> Viewer {
    var viewer = Viewer(hashing: .genuine)
    for line in session.split(separator: "\n") { try viewer.fold(try message(line)) }
    return viewer
  }

  private func demand(_ wrong: Wrong, by viewer: inout Viewer) {
    let error = #expect(throws: Violation.self) { try viewer.fold(try message(wrong.line[...])) }
    expect(
      error?.description.contains(wrong.why), equals: true,
      "\(wrong.line): \(String(describing: error))")
  }

  private func message(_ line: Substring) throws -> ServerMessage {
    try require(try ServerMessage.decode(Array(line.utf8)[...]))
  }
}
