// When a match begins by itself and with whom: every player who is there has to be ready, players
// who are away sit it out, and players who agreed to other rules have to agree again.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Readiness")
struct ReadinessTests {
  /// A room with Ada, its host, Bob and Cal.
  private struct Three {
    var stage = HallStage()
    let room: String
    let ada: Person
    var bob: Person
    let cal: Person

    init(_ wishes: String = "rounds=1 time=5") throws {
      ada = try stage.person("Ada")
      room = try stage.room(by: ada, wishes)
      bob = try stage.guest("Bob", in: room)
      cal = try stage.guest("Cal", in: room)
    }

    /// Says a line each, and gives what Ada heard of it.
    mutating func say(_ lines: (Person, String)...) -> [String] {
      stage.clear()
      for (person, line) in lines { stage.say(person.id, line) }
      return stage.verbs(ada.id)
    }
  }

  /// What the last one to hesitate can do, and what the others hear.
  static let ways: [(way: String, heard: [String])] = [
    ("LEAVE", ["GONE", "COUNTDOWN"]), ("BYE", ["GONE", "COUNTDOWN"]),
    ("WATCH", ["GONE", "COUNTDOWN"]), ("KICK", ["GONE", "COUNTDOWN"]),
    ("BAN", ["GONE", "COUNTDOWN"]), ("cut", ["AWAY", "COUNTDOWN"]),
    ("READY", ["READIED", "COUNTDOWN"]),
  ]

  @Test("the others begin when the one they waited for is not there any more", arguments: ways)
  func nobodyToWaitFor(_ way: String, _ heard: [String]) throws {
    var three = try Three()
    _ = three.say((three.ada, "READY"), (three.bob, "READY"))
    switch way {
    case "cut":
      three.stage.clear()
      three.stage.input(.disconnected(three.cal.id))
      expect(three.stage.verbs(three.ada.id), equals: heard)
    case "KICK", "BAN":
      expect(three.say((three.ada, "\(way) who=\(three.cal.player.wire)")), equals: heard)
    case "WATCH": expect(three.say((three.cal, "WATCH room=\(three.room)")), equals: heard)
    default: expect(three.say((three.cal, way)), equals: heard)
    }
  }

  @Test("an away player sits a match out, keeps the seat and plays the next")
  func away() throws {
    var three = try Three()
    let (ada, cal) = (three.ada, three.cal)
    three.stage.input(.disconnected(three.bob.id))
    _ = three.say((ada, "READY"), (cal, "READY"))
    three.stage.pass(Rules.countdownMilliseconds)
    three.bob = three.stage.back(three.bob)
    let late = three.stage.heard(three.bob.id)
    expect(late.compactMap(\.racers), equals: [[ada.player, cal.player]])
    expect(late.compactMap(\.seated), equals: [ada.player, three.bob.player, cal.player])
    expect(three.say((three.bob, "SET v=1,2,3")), equals: [])
    expect(three.stage.verbs(three.bob.id), equals: ["not-now"])
    three.stage.pass(5_000)
    three.stage.clear()
    _ = three.say((ada, "READY"), (cal, "READY"), (three.bob, "READY"))
    expect(
      three.stage.heard(cal.id).compactMap(\.racers),
      equals: [[ada.player, three.bob.player, cal.player]])
  }

  /// What the host sets otherwise, and whether that is something to agree to again.
  static let changes: [(wish: String, isAgreedAgain: Bool)] = [
    ("mode=hsb", true), ("rounds=2", true), ("time=6", true), ("level=easy", true),
    ("assist=1", true), ("seats=4", true),
    ("name=x", false), ("listed=0", false), ("pass=x", false), ("rated=1", false),
    ("delay=5", false), ("exact=1", false),
  ]

  @Test("other rules are agreed to again, other settings are not", arguments: changes)
  func agreed(_ wish: String, _ isAgreedAgain: Bool) throws {
    var three = try Three()
    _ = three.say((three.ada, "READY nonce=ab"), (three.bob, "READY on=0 nonce=cd"))
    let heard = three.say((three.ada, "CONFIG \(wish)"))
    // Bob is not ready, but his nonce was given before these rules.
    expect(heard, equals: (isAgreedAgain ? ["ROOM", "READIED", "READIED"] : ["ROOM"]))
    _ = three.say((three.bob, "READY"))
    let expected = isAgreedAgain ? ["READIED"] : ["READIED", "COUNTDOWN"]
    expect(three.say((three.cal, "READY")), equals: expected)
  }

  @Test("a setting that is said again is nothing that happens")
  func unchanged() throws {
    var three = try Three()
    expect(three.say((three.ada, "CONFIG rounds=1 time=5 name=Ada's%20room")), equals: [])
    expect(three.stage.verbs(three.ada.id), equals: [])
  }
}

extension ServerMessage {
  /// Who plays the match that begins.
  fileprivate var racers: [PlayerID]? {
    if case .room(_, .countdown(_, _, let players, _, _)) = self { players } else { nil }
  }

  fileprivate var seated: PlayerID? {
    if case .room(_, .seat(let player, _)) = self { player } else { nil }
  }
}
