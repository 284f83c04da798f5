// What keys do on the home screen, in rooms and on results, and what it takes to leave a match.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys between matches")
struct HomeKeysTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }
  static func code(_ text: String) throws -> RoomCode { try #require(RoomCode(text)) }

  @Test func theChosenRoomIsJoinedOrWatched() throws {
    var stage = try Self.stage(.home)
    stage.press(.down, .character("j"), .enter)
    #expect(stage.done == [.act(.join(try Self.code("QRST"), password: nil))])
    stage = try Self.stage(.home)
    stage.press(.end, .up, .character("w"))
    #expect(stage.done == [.act(.watch(try Self.code("EFGH"), password: nil))])
  }

  @Test func aRoomWithAPasswordAsksForIt() throws {
    var stage = try Self.stage(.home)
    stage.press(.down, .enter)
    #expect(stage.done.isEmpty && stage.text.contains("password of room WXYZ"))
    stage.type("sesamq")
    stage.press(.backspace)
    stage.type("e?")
    stage.press(.enter)
    #expect(stage.done == [.act(.join(try Self.code("WXYZ"), password: "sesame?"))])
    stage.hear(.no(RefusalLine(code: .wrongPass, verb: "JOIN")))
    #expect(stage.text.contains("password of room WXYZ"), "another try")
    #expect(stage.text.contains(RefusalCode.wrongPass.sentence))
    stage.look(after: Notice.freshMilliseconds)
    #expect(!stage.text.contains(RefusalCode.wrongPass.sentence), "notices go away")
  }

  @Test func aCodeCanBeTypedAtOnceOrPasted() throws {
    var stage = try Self.stage(.home)
    stage.type("7qkw")
    stage.press(.enter)
    #expect(stage.done == [.act(.join(try Self.code("7QKW"), password: nil))])
    stage = try Self.stage(.home)
    stage.type("7qkwa")
    stage.press(.enter)
    #expect(stage.done.isEmpty && stage.text.contains("Four or six"))
    stage.type("2x")
    stage.press(.enter)
    #expect(stage.done == [.act(.join(try Self.code("7QKWA2"), password: nil))])
    stage = try Self.stage(.home)
    stage.take(.paste(" azur "))
    stage.press(.tab)
    #expect(stage.done == [.act(.watch(try Self.code("AZUR"), password: nil))])
    stage = try Self.stage(.home)
    stage.type("cno0l")
    stage.press(.enter)
    #expect(stage.done.isEmpty && stage.text.contains("No room has a 0"))
  }

  @Test func aNewRoomHasTheChosenRules() throws {
    var stage = try Self.stage(.home)
    stage.type("n")
    stage.press(.right, .down, .left, .down, .right, .down, .left, .down, .right, .down, .right)
    stage.press(.down, .left, .enter)
    let wishes = RoomWishes(
      mode: .hsb, rounds: 4, seconds: 35, level: .easy, seats: 5, isListed: false)
    #expect(stage.done == [.act(.create(wishes, bots: [2, 2]))])
    #expect(stage.text.contains("Opening a room"))
  }

  @Test func aMatchAtOnceTakesTwoKeysOrAMode() throws {
    var stage = try Self.stage(.home)
    stage.type("pp")
    #expect(stage.done == [.act(.quick(nil))])
    #expect(stage.text.contains("Looking for a match…"))
    let together = Mode.all.filter { $0.seats.upperBound > 1 }
    for (index, mode) in together.enumerated() {
      stage = try Self.stage(.quick)
      #expect(stage.text.contains(mode.words))
      for _ in 0...index { stage.press(.down) }
      stage.press(.enter)
      #expect(stage.done == [.act(.quick(mode))])
    }
    stage = try Self.stage(.quick)
    stage.press(.character("2"))
    #expect(stage.done == [.act(.quick(.rgb))])
  }

  @Test func theDailyIsOneKeyAwayAndSaysItsDay() throws {
    var stage = try Self.stage(.home)
    #expect(stage.text.contains("Today  2023-11-14 UTC"))
    stage.press(.character("d"))
    let wishes = RoomWishes(mode: .daily, seats: 1, isListed: false)
    #expect(stage.done == [.act(.create(wishes, bots: []))])
  }

  @Test func anotherFigureIsWorn() throws {
    var stage = try Self.stage(.home)
    stage.press(.character("i"), .down, .right, .enter)
    #expect(stage.done == [.prefer(.icon(.flag)), .wear])
    #expect(stage.model.home.figure == .flag)
  }

  @Test func aRoomIsReadiedStartedAndLeft() throws {
    var stage = try Self.stage(.hosting)
    let expected: [(Key, UserAction)] = [
      (.character(" "), .ready(true)), (.character("s"), .start),
      (.character("b"), .addBot(level: 2)), (.character("4"), .addBot(level: 4)),
      (.escape, .leave),
    ]
    for (key, action) in expected {
      stage.press(key)
      #expect(stage.done == [.act(action)])
    }
    var guest = try Self.stage(.room)
    guest.press(.character("s"), .character("b"), .character("1"))
    #expect(guest.done.isEmpty, "only the host may")
  }

  @Test func leavingAMatchTakesTwoKeys() throws {
    var stage = try Self.stage(.raceHSB)
    stage.press(.escape)
    #expect(stage.done.isEmpty && stage.text.contains("leave the match?"))
    stage.press(.escape)
    #expect(stage.done.isEmpty && !stage.text.contains("leave the match?"))
    stage.press(.escape, .enter)
    #expect(stage.done == [.act(.leave)])
    var watcher = try Self.stage(.watch)
    watcher.press(.escape)
    #expect(watcher.done == [.act(.leave)])
  }

  @Test func afterTheMatchOneIsReadyForAnotherOrSeesTheRoom() throws {
    var stage = try Self.stage(.final)
    #expect(stage.text.contains("✓ fair: all follows from the promised seed"))
    for key in [Key.character(" "), .character("r")] {
      stage.press(key)
      #expect(stage.done == [.act(.ready(true))])
    }
    stage.press(.enter)
    #expect(stage.text.contains("Rules"))
  }

  @Test func aBrokenPromiseIsSaidAloud() throws {
    let stage = try Self.stage(.warned)
    #expect(stage.text.contains("WARNING: the seed is not the one that was promised"))
    #expect(!stage.text.contains("✓ fair"))
  }

  @Test(arguments: [
    Scene.home, .hosting, .watchRoom, .raceHSB, .gradient, .tiles, .assist, .results, .final,
    .watch,
  ])
  func helpListsTheKeysAndAnyKeyClosesIt(scene: Scene) throws {
    var stage = try Self.stage(scene)
    let before = stage.text
    stage.press(.character("?"))
    #expect(stage.text.contains("keys, \(stage.model.place.title)"))
    #expect(stage.model.keys.allSatisfy { stage.text.contains($0.hint.key) })
    stage.press(.character("x"))
    #expect(stage.done.isEmpty && stage.text == before)
  }
}
