// Seats: kept for those who are lost, given back by the token, handed on when their host is gone.

import Game
import Rooms
import Testing
import Wire

@Suite("Seats")
struct SeatTests {
  @Test("a lost player's seat is kept for sixty seconds, and no longer")
  func kept() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let bob = try stage.guest("Bob", in: try stage.room(by: ada))
    stage.input(.disconnected(bob.id))
    let until = stage.now + Limits().seatKeptMilliseconds
    #expect(stage.heard(ada.id) == [.room(n: 5, .away(bob.player, until: until))])
    stage.say(ada.id, "PONG nonce=00")
    stage.pass(59_999)
    #expect(!stage.verbs(ada.id).contains("GONE"))
    stage.pass(1)
    #expect(stage.heard(ada.id) == [.room(n: 6, .gone(bob.player, .lost))])
  }

  @Test("the token gives the seat back until the last moment")
  func resumed() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    stage.input(.disconnected(bob.id))
    stage.pass(Limits().seatKeptMilliseconds - 1)
    stage.clear()
    let again = stage.connect()
    #expect(
      stage.ask(again, "HELLO v=1 resume=\(bob.token)").prefix(3) == ["WELCOME", "PING", "IN"])
    #expect(stage.heard(ada.id) == [.room(n: 6, .back(bob.player))])
    stage.pass(Limits().seatKeptMilliseconds)
    #expect(!stage.verbs(ada.id).contains("GONE"))
  }

  @Test("a token is worth nothing without a seat, and to nobody else")
  func badTokens() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let watcher = try stage.person("Cal")
    let room = try stage.room(by: ada)
    stage.say(watcher.id, "WATCH room=\(room)")
    for token in [watcher.token, "0", String(ada.token.reversed())] {
      let id = stage.connect()
      #expect(stage.ask(id, "HELLO v=1 resume=\(token)") == ["bad-token"])
      #expect(stage.ask(id, "HELLO v=1").first == "WELCOME")
    }
    stage.say(ada.id, "LEAVE")
    #expect(stage.ask(stage.connect(), "HELLO v=1 resume=\(ada.token)") == ["bad-token"])
  }

  @Test("coming back on another connection closes the older one, whose end then means nothing")
  func replaced() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    let phone = stage.connect()
    #expect(stage.ask(phone, "HELLO v=1 resume=\(ada.token)").first == "WELCOME")
    #expect(stage.verbs(ada.id) == ["replaced"])
    #expect(stage.closed == [ada.id])
    #expect(stage.verbs(bob.id) == ["BACK"])
    #expect(stage.ask(ada.id, "LEAVE") == [])
    stage.input(.disconnected(ada.id))
    #expect(stage.verbs(bob.id) == [])
    #expect(stage.ask(phone, "LEAVE").last == "OUT")
    #expect(stage.verbs(bob.id) == ["GONE", "HOSTED"])
  }

  @Test("whoever has sat longest is the next host, those who are there before those who are away")
  func handedOver() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    let cal = try stage.guest("Cal", in: room)
    let dan = try stage.guest("Dan", in: room)
    stage.say(ada.id, "BOT")
    stage.input(.disconnected(bob.id))
    stage.clear()
    stage.say(ada.id, "LEAVE")
    #expect(
      stage.heard(dan.id) == [
        .room(n: 10, .gone(ada.player, .left)), .room(n: 11, .hosted(cal.player)),
      ])
    stage.say(cal.id, "LEAVE")
    #expect(stage.heard(dan.id).last == .room(n: 13, .hosted(dan.player)))
    stage.say(dan.id, "LEAVE")
    let watcher = try stage.person("Eve")
    stage.say(watcher.id, "WATCH room=\(room)")
    #expect(stage.heard(watcher.id).contains(.room(n: nil, .hosted(bob.player))))
  }

  @Test("nobody in a room shares a name, however long it is")
  func names() throws {
    var stage = HallStage()
    let long = String(repeating: "é", count: Profile.nameCharactersMax)
    let ada = try stage.person(long)
    let room = try stage.room(by: ada)
    for number in 2...8 {
      _ = try stage.person(long)
      let guest = try stage.person(long)
      stage.say(guest.id, "JOIN room=\(room)")
      let names = stage.heard(guest.id)
        .compactMap { message -> String? in
          if case .room(_, .seat(_, let profile)) = message { profile.name } else { nil }
        }
      #expect(names.count == number)
      #expect(Set(names).count == number)
      #expect(names.allSatisfy { $0.count <= Profile.nameCharactersMax })
    }
  }

  @Test("who is away is not ready, and too few who are there do not begin alone")
  func awayIsNotReady() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "rounds=1 time=5")
    let bob = try stage.guest("Bob", in: room)
    stage.say(bob.id, "READY")
    stage.input(.disconnected(bob.id))
    #expect(stage.verbs(ada.id) == ["READIED", "AWAY", "READIED"])
    #expect(stage.ask(ada.id, "READY") == ["READIED"])
    stage.pass(Limits().seatKeptMilliseconds)
    #expect(stage.verbs(ada.id).contains("GONE"))
    let cal = try stage.guest("Cal", in: room)
    stage.say(cal.id, "READY")
    #expect(stage.verbs(ada.id) == ["READIED", "COUNTDOWN"])
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
    #expect(stage.ask(eve.id, "CREATE exact=1").first == outcome)
    #expect(stage.hall.roomCount == (outcome == "IN" ? 1 : 0), "nothing is left behind")
    stage.say(eve.id, "LEAVE")
    let room = try stage.room(by: try stage.person("Ada", "depth=24"), "exact=1")
    #expect(stage.ask(eve.id, "JOIN room=\(room)").first == outcome)
    stage.say(eve.id, "LEAVE")
    #expect(stage.ask(eve.id, "WATCH room=\(room)").first == "IN")
    #expect(stage.ask(eve.id, "JOIN room=\(room)").first == outcome)
  }

  @Test("whoever sits in a room that becomes exact stays, and comes back on any screen")
  func becomesExact() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    var bob = try stage.guest("Bob", in: room)
    #expect(stage.ask(ada.id, "CONFIG exact=1") == ["ROOM"])
    stage.input(.disconnected(bob.id))
    bob = stage.back(bob)
    #expect(stage.verbs(bob.id).contains("IN"))
    #expect(stage.ask(bob.id, "WATCH room=\(room)").first == "IN")
    #expect(stage.ask(bob.id, "JOIN room=\(room)") == ["inexact"])
  }
}
