// A hall that is late: lines came while nobody looked after it, and meanwhile something was due.
// The lines come first, and each is judged by when it came.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Late halls")
struct ArrivalTests {
  /// Ada and Bob race in a round of five seconds that has just opened.
  private struct Race {
    var stage = HallStage()
    let ada: Person
    let bob: Person
    let lock: String
    let closes: Instant

    init() throws {
      ada = try stage.person("Ada")
      let room = try stage.room(by: ada, "rounds=1 time=5")
      bob = try stage.guest("Bob", in: room)
      lock = try stage.openRound(by: ada)
      closes = stage.now + 5_000
    }

    /// The scores, once everything has happened that is due.
    mutating func scores() -> [PlayerID: Score] {
      stage.pass(1_000)
      var scores: [PlayerID: Score] = [:]
      for case .play(_, .score(let score)) in stage.heard(bob.id) { scores[score.who] = score }
      return scores
    }
  }

  @Test("a SET that came before the close is scored, however late it is read")
  func set() throws {
    var race = try Race()
    race.stage.sleep(6_000)
    race.stage.say(race.ada.id, "SET v=1,2,3", arrived: race.closes - 436)
    race.stage.say(race.ada.id, "SET v=4,5,6", arrived: race.closes)
    let scores = race.scores()
    expect(scores[race.ada.player]?.guess, equals: Guess([1, 2, 3]))
    expect(scores[race.bob.player]?.guess, equals: Mode.rgb.start)
  }

  @Test("a lock that came before the close counts from then, and one that came after it does not")
  func locks() throws {
    var race = try Race()
    race.stage.sleep(6_000)
    race.stage.say(race.bob.id, race.lock, arrived: race.closes)
    race.stage.say(race.ada.id, race.lock, arrived: race.closes - 436)
    expect(race.stage.verbs(race.bob.id), contains: "not-now")
    let scores = race.scores()
    expect(scores[race.ada.player]?.elapsed, equals: 4_564)
    expect(scores[race.bob.player]?.elapsed, equals: 5_000)
  }

  @Test("of locks that are read together, each has its own time and the sooner one is first")
  func order() throws {
    var race = try Race()
    race.stage.sleep(6_000)
    race.stage.say(race.ada.id, race.lock, arrived: race.closes - 100)
    race.stage.say(race.bob.id, race.lock, arrived: race.closes - 400)
    let scores = race.scores()
    expect(scores[race.ada.player]?.elapsed, equals: 4_900)
    expect(scores[race.bob.player]?.elapsed, equals: 4_600)
    expect(scores[race.bob.player]?.isFirst, equals: true)
  }

  @Test("the server's clock is told as of when PING came, and a round trip ends when PONG came")
  func pings() throws {
    var stage = HallStage()
    let id = stage.connect()
    stage.say(id, "HELLO v=1")
    let heard = stage.heard(id)
    let sent = stage.now
    stage.sleep(400)
    stage.say(id, "PING t=7", arrived: sent + 30)
    expect(stage.heard(id), equals: [.pong(t: 7, now: sent + 30)])
    for case .ping(let nonce) in heard {
      stage.say(id, "PONG nonce=\(nonce)", arrived: sent + 80)
    }
    expect(stage.notes, contains: .measured(milliseconds: 80))
  }

  @Test("a round that is announced late opens after the real moment, not after its own")
  func announcing() throws {
    var (stage, _, ada) = try HallStage.hosted("seats=1")
    stage.say(ada.id, "READY")
    var hall = stage.hall
    var turn = Turn(at: stage.now + 9_000)
    let due = try require(hall.deadline)
    hall.advance(dueBy: stage.now + 3_000, &turn)
    expect(due, isBelow: stage.now + 3_000)
    let opens = turn.effects.compactMap { effect -> Instant? in
      if case .send(.play(_, .round(let start)), _) = effect { start.opens } else { nil }
    }
    expect(opens, equals: [stage.now + 9_000 + Rules.leadRange.lowerBound])
  }
}
