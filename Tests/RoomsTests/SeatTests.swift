// Seats: kept for those who are lost, given back by the token, handed on when their host is gone.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Seats")
struct SeatTests {
  @Test("a lost player's seat is kept for sixty seconds, and no longer")
  func kept() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.input(.disconnected(bob.id))
    let until = stage.now + Limits().seatKeptMilliseconds
    expect(stage.heard(ada.id), equals: [.room(n: 5, .away(bob.player, until: until))])
    stage.say(ada.id, "PONG nonce=00")
    stage.pass(59_999)
    expect(!stage.verbs(ada.id).contains("GONE"))
    stage.pass(1)
    expect(stage.heard(ada.id), equals: [.room(n: 6, .gone(bob.player, .lost))])
  }

  @Test("the token gives the seat back until the last moment")
  func resumed() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.input(.disconnected(bob.id))
    stage.pass(Limits().seatKeptMilliseconds - 1)
    stage.clear()
    let again = stage.connect()
    expect(
      stage.ask(again, "HELLO v=1 resume=\(bob.token)").prefix(3),
      equals: ["WELCOME", "PING", "IN"])
    expect(stage.heard(ada.id), equals: [.room(n: 6, .back(bob.player))])
    stage.pass(Limits().seatKeptMilliseconds)
    expect(!stage.verbs(ada.id).contains("GONE"))
  }

  @Test("the player who has sat longest is the next host, and a present one before an away one")
  func handedOver() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.guest("Cal", in: room)
    let dan = try stage.guest("Dan", in: room)
    stage.say(ada.id, "BOT")
    stage.input(.disconnected(bob.id))
    stage.clear()
    stage.say(ada.id, "LEAVE")
    expect(
      stage.heard(dan.id),
      equals: [
        .room(n: 10, .gone(ada.player, .left)), .room(n: 11, .hosted(cal.player)),
      ])
    stage.say(cal.id, "LEAVE")
    expect(stage.heard(dan.id).last, equals: .room(n: 13, .hosted(dan.player)))
    stage.say(dan.id, "LEAVE")
    let watcher = try stage.person("Eve")
    stage.say(watcher.id, "WATCH room=\(room)")
    expect(stage.heard(watcher.id), contains: .room(n: nil, .hosted(bob.player)))
  }

  /// What HELLO says of the screen, and what comes of sitting down in an exact room.
  static let screens: [(hello: String, outcome: String)] = [
    ("", "inexact"), ("depth=0", "inexact"), ("depth=4", "inexact"), ("depth=8", "inexact"),
    ("depth=23", "inexact"), ("depth=24", "IN"),
  ]

  @Test("only whose screen shows every color sits in an exact room", arguments: screens)
  func exact(_ hello: String, _ outcome: String) throws {
    var stage = HallStage()
    let eve = try stage.person("Eve", hello)
    expect(stage.ask(eve.id, "CREATE exact=1").first, equals: outcome)
    expect(stage.hall.roomCount, equals: (outcome == "IN" ? 1 : 0), "nothing is left behind")
    stage.say(eve.id, "LEAVE")
    let room = try stage.room(by: try stage.person("Ada", "depth=24"), "exact=1")
    expect(stage.ask(eve.id, "JOIN room=\(room)").first, equals: outcome)
    stage.say(eve.id, "LEAVE")
    expect(stage.ask(eve.id, "WATCH room=\(room)").first, equals: "IN")
    expect(stage.ask(eve.id, "JOIN room=\(room)").first, equals: outcome)
  }
}
