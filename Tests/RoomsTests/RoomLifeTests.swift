// How rooms come, are told of, and go: empty ones close, counts are told now and then, moves in
// batches, and a round is announced before it opens, whatever happens to the server.

import Chroma
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Rooms")
struct RoomLifeTests {
  @Test("an empty room closes after sixty seconds; one that only bots sit in is empty")
  func emptyRoom() throws {
    var (stage, room, ada) = try HallStage.hosted()
    stage.say(ada.id, "BOT")
    try stage.visit(room)
    stage.say(ada.id, "LEAVE")
    stage.pass(59_999)
    expect(stage.hall.roomCount, equals: 1)
    stage.pass(1)
    expect(stage.hall.roomCount, equals: 0)
    expect(stage.ask(ada.id, "JOIN room=\(room)"), equals: ["no-room"])
  }

  @Test("a room whose players are all lost stays for their seats, then for its own time")
  func deserted() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    try stage.visit(try stage.room(by: ada))
    stage.input(.disconnected(ada.id))
    stage.pass(119_999)
    expect(stage.hall.roomCount, equals: 1)
    stage.pass(1)
    expect(stage.hall.roomCount, equals: 0)
    expect(stage.hall.deadline, equals: nil)
  }

  @Test("a crowd of watchers is counted at most once a second, and the last count is right")
  func watcherCount() throws {
    var (stage, room, ada) = try HallStage.hosted()
    var counts: [Int] = []
    for _ in 1...40 {
      let watcher = try stage.person("Cal")
      stage.say(watcher.id, "WATCH room=\(room)")
      stage.pass(100)
      counts += stage.heard(ada.id).compactMap(\.watcherCount)
    }
    stage.pass(1_000)
    counts += stage.heard(ada.id).compactMap(\.watcherCount)
    expect((4...5), contains: counts.count, "\(counts)")
    expect(counts.last, equals: 40)
  }

  @Test("the first move is told at once, a stream of them twenty times a second, the newest last")
  func moves() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    _ = try stage.openRound(by: ada)
    stage.clear()
    stage.say(ada.id, "SET v=0,0,0")
    expect(stage.verbs(bob.id), equals: ["MOVE"])
    for step in 1...100 {
      stage.pass(10)
      stage.say(ada.id, "SET v=\(step),0,0")
    }
    stage.pass(50)
    let reds = stage.heard(bob.id).compactMap(\.move).map { Int($0.color.red) }
    expect(reds.count, isAtMost: 21, "\(reds)")
    expect(reds.count, isAtLeast: 19, "\(reds)")
    expect(reds.last, equals: 100)
    expect(reds, equals: reds.sorted())
  }

  @Test("a round is announced 350 ms ahead, and half of a round trip that is believed")
  func lead() throws {
    for (roundTrip, lead) in [(nil, 100), (30, 115), (300, 250), (4_000, 250)] {
      var stage = HallStage()
      let id = stage.connect()
      stage.say(id, "HELLO v=1")
      for case .ping(let nonce) in stage.heard(id) {
        guard let roundTrip else { break }
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
}

extension ServerMessage {
  fileprivate var watcherCount: Int? {
    if case .watchers(let count) = self { count } else { nil }
  }

  fileprivate var move: Move? {
    if case .move(let move) = self { move } else { nil }
  }
}
