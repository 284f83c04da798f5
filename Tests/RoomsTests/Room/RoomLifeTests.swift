// How rooms come, are told of, and go: empty ones close, counts are told now and then, moves in
// batches, a round is announced before it opens, and reactions are seen by everybody, not too
// often. How many rooms there may be, on the whole server and of one address, whichever lanes open
// them at the same moment; and how little a room is worth that nobody has ever visited.

import Chroma
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Rooms")
struct RoomLifeTests {
  @Test("an empty room closes after sixty seconds; lost players keep it for their seats besides")
  func emptyRoom() throws {
    for (isLost, milliseconds) in [(false, 60_000), (true, 120_000)] {
      var (stage, room, ada) = try HallStage.hosted()
      try stage.visit(room)
      if isLost { stage.lose(ada) } else { stage.say(ada, "LEAVE") }
      stage.pass(milliseconds - 1)
      expect(stage.hall.roomCount, equals: 1)
      stage.pass(1)
      expect(stage.hall.roomCount, equals: 0)
      if isLost { expect(stage.hall.deadline, equals: nil) }
    }
  }

  @Test("a crowd of watchers is counted at most once a second, and the last count is right")
  func watcherCount() throws {
    var (stage, room, ada) = try HallStage.hosted()
    var counts: [Int] = []
    for _ in 1...40 {
      _ = try stage.picture(of: room)
      stage.pass(100)
      counts += stage.heard(ada).compactMap(\.watcherCount)
    }
    stage.pass(1_000)
    counts += stage.heard(ada).compactMap(\.watcherCount)
    expect((4...5), contains: counts.count, "\(counts)")
    expect(counts.last, equals: 40)
  }

  @Test("the first move is told at once, a stream of them twenty times a second, the newest last")
  func moves() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    _ = try stage.openRound(by: ada)
    stage.clear()
    stage.say(ada, "SET v=0,0,0")
    expect(stage.verbs(bob), equals: ["MOVE"])
    for step in 1...100 {
      stage.pass(10)
      stage.say(ada, "SET v=\(step),0,0")
    }
    stage.pass(50)
    let reds = stage.heard(bob).compactMap(\.move).map { Int($0.color.red) }
    expect((19...21), contains: reds.count, "\(reds)")
    expect(reds.last == 100 && reds == reds.sorted(), "\(reds)")
  }

  @Test("a round is announced 350 ms ahead, and half of a round trip that is believed")
  func lead() throws {
    for (roundTrip, lead) in [(nil, 100), (30, 115), (300, 250), (4_000, 250)] {
      var stage = HallStage()
      let id = stage.connect()
      stage.say(id, "HELLO v=1")
      if let roundTrip, let nonce = stage.heard(id).compactMap(\.nonce).first {
        stage.pass(roundTrip)
        stage.say(id, "PONG nonce=\(nonce)")
      }
      stage.say(id, "CREATE seats=1")
      stage.say(id, "READY")
      stage.clear()
      stage.pass(Rules.countdownMilliseconds - lead - Rules.slackMilliseconds - 1)
      expect(stage.verbs(id).contains("ROUND"), equals: false)
      stage.pass(1)
      expect(stage.verbs(id), contains: "ROUND", "\(lead)")
    }
  }

  @Test("lanes that open rooms at once open as many together as there may be")
  func server() throws {
    var limits = Limits()
    limits.roomsMax = 3
    var stage = HallStage(limits, lanes: 4)
    let people = try (0..<12)
      .map { try stage.person("P", $0 % 4, from: Origin(household: UInt64($0))) }
    stage.holds = true
    for (number, person) in people.enumerated() {
      stage.say(person, number < 8 ? "CREATE seats=1" : "QUICK mode=daily")
    }
    stage.holds = false
    stage.deliver()
    let answers = people.map { stage.verbs($0) }
    expect(answers.count { $0.first == "IN" }, equals: 3)
    expect(answers.count { $0 == ["too-many-rooms"] }, equals: 9)
    expect(stage.halls.map(\.roomCount).reduce(0, +), equals: 3)
    // Nobody is moved by it.
    expect(people.map { stage.lane($0) }, equals: (0..<12).map { $0 % 4 })
  }

  @Test("of one address there are few, however many connections open them")
  func address() throws {
    var limits = Limits()
    limits.addressRoomsMax = 5
    var stage = HallStage(limits, lanes: 3)
    for number in 0..<30 {
      let eve = try stage.person("Eve", number % 3)
      stage.say(eve, number % 2 == 0 ? "CREATE" : "CREATE listed=0 pass=mine")
      if number >= 5 {
        let refusal = try require(stage.heard(eve).first?.refusal)
        expect(refusal.code == .tooManyRooms && refusal.text?.contains("address") == true)
      }
      // A lost connection keeps its seat, and so its room.
      stage.lose(eve)
    }
    expect(stage.halls.map(\.roomCount).reduce(0, +), equals: 5)
    let bob = try stage.person("Bob", 1, from: Origin(household: 2))
    expect(stage.ask(bob, "CREATE").first, equals: "IN")
    stage.pass(limits.seatKeptMilliseconds)
    expect(stage.ask(try stage.person("Eve", 1), "CREATE").first, equals: "IN")
  }

  @Test("a room that nobody else has visited goes when its opener goes, not before")
  func unvisited() throws {
    for isLost in [true, false] {
      var (stage, room, ada) = try HallStage.hosted()
      stage.say(ada, "BOT")
      // To look on and to sit down again is not to go.
      for line in ["WATCH room=\(room)", "JOIN room=\(room)", "WATCH room=\(room)"] {
        if isLost, line.hasPrefix("WATCH") { continue }
        stage.say(ada, line)
        stage.pass(1)
      }
      expect(stage.hall.roomCount, equals: 1)
      if isLost {
        stage.lose(ada)
        stage.pass(Limits().seatKeptMilliseconds - 1)
        expect(stage.hall.roomCount, equals: 1)
        stage.pass(1)
      } else {
        stage.say(ada, "LEAVE")
        stage.pass(0)
      }
      expect(stage.hall.roomCount, equals: 0)
    }
  }

  @Test("a code has four letters where anybody may come in, and six otherwise")
  func codes() throws {
    var stage = HallStage()
    for (wishes, length) in [
      ("", 4), ("rated=1", 4), ("listed=0", 6), ("pass=sesame", 6), ("listed=0 pass=sesame", 6),
    ] {
      let ada = try stage.person("Ada")
      try expect(stage.room(by: ada, wishes).count, equals: length)
      stage.say(ada, "LEAVE")
    }
    let bob = try stage.person("Bob")
    let code = try stage.enter(bob, "QUICK")
    expect(code.count, equals: 4)
    // A code is a room's name for life, even when the door closes later.
    stage.say(bob, "CONFIG pass=sesame")
    expect(stage.ask(bob, "WATCH room=\(code)").first, equals: "IN")
  }

  /// Milliseconds after sitting down, and whether a reaction is shown then.
  static let ledger: [(after: Int, isShown: Bool)] = [
    (0, true), (0, false), (999, false), (1_000, true), (1_001, false),
    // Three have come together again, and no more than three.
    (9_000, true), (9_000, true), (9_000, true), (9_000, false), (9_999, false), (10_000, true),
    (10_999, false), (11_000, true), (12_500, true), (12_999, false), (13_000, true),
  ]

  @Test("a player shows one reaction at first, three at once, one a second")
  func rate() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    let start = stage.now
    for (after, isShown) in Self.ledger {
      stage.pass(start + after - stage.now)
      stage.clear()
      stage.say(ada, "REACT id=clap")
      expect(stage.verbs(ada), equals: [isShown ? "REACTED" : "not-now"], "\(after)")
      expect(stage.verbs(bob), equals: (isShown ? ["REACTED"] : []), "\(after)")
    }
    expect(stage.ask(bob, "REACT id=clap"), equals: ["REACTED"], "it is everybody's own")
  }

  @Test("a player who comes back or sits down again has no more reactions")
  func noMore() throws {
    var (stage, room, _) = try HallStage.hosted()
    var bob = try stage.guest("Bob", in: room)
    expect(stage.ask(bob, "REACT id=heart"), equals: ["REACTED"])
    bob = stage.back(bob)
    expect(stage.ask(bob, "REACT id=heart"), equals: ["not-now"])
    stage.pass(10_000)
    stage.say(bob, "LEAVE")
    stage.say(bob, "JOIN room=\(room)")
    expect(stage.ask(bob, "REACT id=heart"), equals: ["REACTED"])
    expect(stage.ask(bob, "REACT id=heart"), equals: ["not-now"])
  }
}
