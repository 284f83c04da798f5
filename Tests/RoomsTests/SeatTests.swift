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

  @Test("who is away when a match is over is not ready for the next, and stops it from beginning")
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
}
