// A series of matches: what each counts for, when the next begins by itself and when it does not,
// and that the table outlives the server. All on the virtual clock.

import Archive
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Game
@testable import Rooms

@Suite("Series")
struct SeriesTests {
  private static let wait = Limits().rematchMilliseconds
  private static let wishes = "rounds=1 time=5 series=3"

  /// Plays the match that runs or is about to begin: the first of them locks, the others move.
  private func race(_ stage: inout HallStage, _ room: String, _ people: Person...) throws {
    if try stage.room(room).isWaiting { stage.pass(Self.wait) }
    stage.pass(Rules.countdownMilliseconds)
    let lock = try stage.exactLock(heardBy: people[0])
    stage.say(people[0], lock)
    for person in people.dropFirst() { stage.say(person, "SET v=1,2,3") }
    stage.clear()
    while try stage.room(room).isPlaying { stage.pass(1) }
  }

  /// Ada and Bob after the first match of a series of three, which Ada has won.
  private func raced(
    _ wishes: String = SeriesTests.wishes
  ) throws -> (HallStage, room: String, ada: Person, bob: Person) {
    var (stage, room, ada, bob) = try HallStage.pair(wishes)
    stage.say(ada, "START")
    try race(&stage, room, ada, bob)
    return (stage, room, ada, bob)
  }

  private func table(_ stage: HallStage, _ room: String) throws -> Series? {
    try stage.room(room).history.state.series
  }

  @Test("matches of a series follow by themselves until somebody has won more than half")
  func whole() throws {
    var (stage, room, ada, bob) = try raced()
    var heard = stage.heard(bob)
    let first = try require(heard.compactMap(\.series).first)
    expect(first.played == 1 && first.players == [ada.player, bob.player])
    expect(first.wins == [1, 0] && first.points[0] > first.points[1] && !first.isStopped)
    expect(heard.compactMap(\.clock), equals: [stage.now + Self.wait])
    expect(try stage.picture(of: room).compactMap(\.series), equals: [first])
    stage.pass(Self.wait - 1)
    expect(stage.heard(bob).compactMap(\.racers), equals: [])
    stage.pass(1)
    expect(stage.heard(bob).compactMap(\.racers), equals: [[ada.player, bob.player]])
    try race(&stage, room, bob, ada)
    let second = try require(stage.heard(bob).compactMap(\.series).first)
    expect(second.wins, equals: [1, 1])
    expect(
      second.rows.map(\.place), equals: second.points[0] == second.points[1] ? [1, 1] : [1, 2])
    try race(&stage, room, ada, bob)
    heard = stage.heard(bob)
    let third = try require(heard.compactMap(\.series).first)
    expect(third.played == 3 && third.wins == [2, 1] && third.isDecided(of: 3))
    expect(heard.compactMap(\.clock), equals: [])
    stage.pass(2 * Self.wait)
    expect(stage.heard(bob).compactMap(\.racers), equals: [])
    for person in [ada, bob] { stage.say(person, "READY") }
    expect(try table(stage, room), equals: nil)
    try race(&stage, room, bob, ada)
    expect(stage.heard(ada).compactMap(\.series).map(\.wins), equals: [[1, 0]])
  }

  @Test("a majority decides before all matches are played, and equal players share the place")
  func decided() throws {
    func places(_ points: Int...) -> [Game.Standing] {
      points.enumerated()
        .map { index, total in
          let place = 1 + points.count { $0 > total }
          return Game.Standing(place: place, who: PlayerID(number: index + 1), total: total)
        }
    }
    var series = Series.adding(places(900, 500), to: nil)
    expect(!series.isDecided(of: 3) && series.isDecided(of: 1))
    series = Series.adding(places(800, 800, 100), to: series)
    expect(series.wins, equals: [2, 1, 0])
    expect(series.isDecided(of: 3) && !series.isDecided(of: 5))
    let equal = Series.adding(places(700, 700), to: nil)
    expect(equal.rows.map(\.place) == [1, 1] && equal.wins == [1, 1])
  }

  @Test("the host stops the clock by not being ready, and lets it run again by being ready")
  func stopped() throws {
    var (stage, room, ada, bob) = try raced()
    stage.clear()
    stage.say(bob, "READY on=0")
    expect(stage.verbs(bob), equals: ["READIED"])
    stage.say(ada, "READY on=0")
    var heard = stage.heard(bob)
    expect(heard.map(\.word), equals: ["SERIES", "READIED", "STARTS"])
    expect(heard.compactMap(\.series).map(\.isStopped) == [true] && heard.compactMap(\.clock) == [])
    stage.pass(Self.wait)
    expect(stage.heard(bob).compactMap(\.racers), equals: [])
    stage.say(ada, "READY")
    heard = stage.heard(bob)
    expect(heard.compactMap(\.series).map(\.isStopped), equals: [false])
    expect(heard.compactMap(\.clock), equals: [stage.now + Self.wait])
    stage.say(bob, "READY")
    expect(stage.heard(bob).compactMap(\.racers), equals: [[ada.player, bob.player]])
    expect(try table(stage, room)?.played, equals: 1)
  }

  @Test("nothing begins by itself while the host is away or nobody is there to race")
  func alone() throws {
    for isHost in [true, false] {
      var (stage, room, ada, bob) = try raced()
      let lost = isHost ? ada : bob
      stage.lose(lost)
      expect(try stage.room(room).patienceEnds, equals: nil)
      stage.pass(Self.wait)
      expect(try stage.room(room).isWaiting)
      _ = stage.back(lost)
      expect(try stage.room(room).patienceEnds, equals: stage.now + Self.wait)
      stage.lose(isHost ? bob : ada)
      stage.pass(Limits().seatKeptMilliseconds)
      expect(try table(stage, room)?.players, equals: [lost.player], "who leaves loses the row")
    }
  }

  @Test("a host who leaves or hands over does not stop a series; an idle seat sits out")
  func others() throws {
    for line in ["LEAVE", "HOST who="] {
      var (stage, room, ada, bob) = try HallStage.pair(Self.wishes)
      let cal = try stage.guest("Cal", in: room)
      stage.pass(Limits().quietMilliseconds)
      stage.say(ada, "START")
      try race(&stage, room, ada, bob)
      expect(try stage.room(room).seats.map(\.isIdle), equals: [false, false, true])
      stage.say(ada, line == "LEAVE" ? line : line + bob.player.wire)
      let isAlone = line == "LEAVE"
      expect(try stage.room(room).patienceEnds == nil, equals: isAlone)
      if isAlone { stage.say(cal, "REACT id=wave") }
      stage.clear()
      stage.pass(Self.wait)
      expect(
        stage.heard(bob).compactMap(\.racers),
        equals: isAlone ? [[bob.player, cal.player]] : [[ada.player, bob.player]])
    }
  }

  @Test("another number of matches begins a series anew, and so does one that all have left")
  func anew() throws {
    var (stage, room, ada, bob) = try raced()
    stage.say(ada, "CONFIG rounds=2")
    expect(try table(stage, room)?.played, equals: 1)
    stage.say(ada, "CONFIG series=5")
    expect(try table(stage, room), equals: nil)
    expect(try stage.room(room).patienceEnds, equals: nil)
    stage.say(ada, "START")
    stage.pass(Rules.countdownMilliseconds)
    stage.say(bob, "LEAVE")
    stage.clear()
    let eve = try stage.watcher("Eve", in: room)
    stage.say(ada, "LEAVE")
    expect(stage.verbs(eve), equals: ["GONE", "OVER", "SEED", "COMMIT"])
  }

  @Test("a room that QUICK opened has a table where one is asked for, and no clock of a series")
  func quick() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.enter(ada, "QUICK")
    stage.say(ada, "CONFIG \(Self.wishes)")
    stage.say(ada, "READY")
    try race(&stage, room, ada)
    let heard = stage.heard(ada)
    expect(heard.compactMap(\.series).map(\.played), equals: [1])
    expect(heard.compactMap(\.clock), equals: [])
    expect(try stage.room(room).isWaiting)
  }

  @Test("the day's matches count for no series")
  func daily() throws {
    var (stage, _, ada) = try HallStage.hosted("mode=daily series=3")
    stage.say(ada, "READY")
    stage.pass(600_000)
    expect(!stage.heard(ada).contains { $0.verb == .series })
  }

  @Test("a table and whether it is stopped outlive the server, and a room that writes itself down")
  func lasts() throws {
    for stops in [false, true] {
      for isRenewed in [false, true] {
        var (stage, room, ada, bob) = try raced()
        if stops { stage.say(ada, "READY on=0") }
        if isRenewed { stage.renew(room) }
        let restoration = stage.restored()
        expect(restoration.differing, equals: [])
        let replay = try require(restoration.replays.values.first)
        expect(replay.room.history.state.series, equals: try table(stage, room))
        expect(replay.room.patienceEnds, equals: try stage.room(room).patienceEnds)
        // As if the server had been gone: both come back, and the clock runs unless it was stopped.
        stage.set(to: stage.now + 60_000)
        expect(try stage.room(room).patienceEnds, equals: nil)
        (ada, bob) = (stage.back(ada), stage.back(bob))
        let due = stops ? nil : stage.now + Self.wait
        expect(try stage.room(room).patienceEnds, equals: due)
      }
    }
  }

  @Test("a server that is about to stop begins no further match of a series")
  func drained() throws {
    for isEarly in [true, false] {
      var (stage, room, ada, bob) = try HallStage.pair(Self.wishes)
      stage.say(ada, "START")
      if isEarly { stage.input(.drain(until: HallStage.start + 600_000)) }
      try race(&stage, room, ada, bob)
      if !isEarly { stage.input(.drain(until: HallStage.start + 600_000)) }
      expect(try table(stage, room)?.isStopped, equals: true)
      stage.pass(Self.wait)
      expect(!stage.hall.isPlaying)
      expect(stage.restored().differing, equals: [])
    }
  }
}

extension ServerMessage {
  fileprivate var series: Series? {
    if case .room(_, .series(let series)) = self { series } else { nil }
  }

  /// When the next match begins, where the message says so.
  fileprivate var clock: Instant? {
    if case .room(_, .starts(let at)) = self { at } else { nil }
  }
}
