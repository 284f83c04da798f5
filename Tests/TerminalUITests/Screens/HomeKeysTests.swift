// What keys do on the home screen, in rooms and on results, and what it takes to leave a match.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys between matches")
struct HomeKeysTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }
  static func code(_ text: String) throws -> RoomCode { try require(RoomCode(text)) }

  @Test func aRoomWithAPasswordAsksForIt() throws {
    var stage = try Self.stage(.home)
    stage.press(.down, .enter)
    expect(stage.done.isEmpty && stage.text.contains("password of room WXYZ"))
    stage.type("sesamq")
    stage.press(.backspace)
    stage.type("e?")
    stage.press(.enter)
    expect(stage.done, equals: [.act(.join(try Self.code("WXYZ"), password: "sesame?"))])
    stage.hear(.no(RefusalLine(code: .wrongPass, verb: "JOIN")))
    expect(stage.text, contains: "password of room WXYZ", "another try")
    expect(stage.text, contains: RefusalCode.wrongPass.sentence)
    stage.look(after: Notice.freshMilliseconds)
    expect(stage.text, contains: RefusalCode.wrongPass.sentence, "said inside the question")
    stage.type("s")
    expect(!stage.text.contains(RefusalCode.wrongPass.sentence), "another one is being typed")
    stage.press(.escape)
    expect(!stage.text.contains("password of"))
  }

  @Test func aRefusalStaysUntilAKeyIsPressed() throws {
    var stage = try Self.stage(.home)
    stage.press(.down, .down, .enter)
    stage.hear(.no(RefusalLine(code: .roomFull, verb: "JOIN")))
    let sentence = RefusalCode.roomFull.sentence
    stage.press(.down)
    expect(stage.text, contains: sentence, "that key was on its way already")
    stage.look(after: 10 * Notice.freshMilliseconds)
    expect(stage.text, contains: sentence)
    stage.press(.down)
    expect(!stage.text.contains(sentence))
    stage.tell(.remark("Something to know."))
    expect(stage.text, contains: "Something to know.")
    stage.look(after: Notice.freshMilliseconds)
    expect(!stage.text.contains("Something to know."), "what refuses nothing goes away")
  }

  @Test func aCodeCanBeTypedAtOnceOrPasted() throws {
    var stage = try Self.stage(.home)
    stage.type("7qkw")
    stage.press(.enter)
    expect(stage.done, equals: [.act(.join(try Self.code("7QKW"), password: nil))])
    stage = try Self.stage(.home)
    stage.type("7qkwa")
    stage.press(.enter)
    expect(stage.done.isEmpty && stage.text.contains("Four or six"))
    stage.type("2x")
    stage.press(.enter)
    expect(stage.done, equals: [.act(.join(try Self.code("7QKWA2"), password: nil))])
    stage = try Self.stage(.home)
    stage.take(.paste(" azur "))
    stage.press(.tab)
    expect(stage.done, equals: [.act(.watch(try Self.code("AZUR"), password: nil))])
    for pasted in ["#WAVE.", "“wa-ve”", "W A V E", "WAVE/stage", "/WAVE?utm_source=x"] {
      stage = try Self.stage(.home)
      stage.take(.paste(pasted))
      stage.press(.enter)
      expect(stage.done, equals: [.act(.join(try Self.code("WAVE"), password: nil))], "\(pasted)")
    }
    for (pasted, visit) in [
      ("http://host:7313/#WAVE.", "http://host:7313/#WAVE."), (" host  WAVE\n", "host WAVE"),
    ] {
      stage = try Self.stage(.home)
      stage.take(.paste(pasted))
      expect(isEmpty: stage.done, "nobody is taken elsewhere unasked")
      stage.press(.enter)
      expect(stage.done, equals: [.visit(visit)], "\(pasted)")
    }
    for pasted in ["see you there", "#WAV", "hello", "chromatch://host/WAVE#SHA256:0f"] {
      stage = try Self.stage(.home)
      stage.take(.paste(pasted))
      expect(stage.text, contains: "No code.", "\(pasted)")
    }
    stage = try Self.stage(.home)
    stage.type("cno0l")
    stage.press(.enter)
    expect(stage.done.isEmpty && stage.text.contains("No room has a 0"))
  }

  @Test func aNewRoomHasTheChosenRules() throws {
    var stage = try Self.stage(.home)
    stage.type("n")
    stage.press(.right, .down, .left, .down, .right, .down, .left, .down, .right, .down, .right)
    stage.press(.down, .left, .enter)
    let wishes = RoomWishes(
      mode: .hsb, rounds: 4, seconds: 35, level: .easy, seats: 5, isListed: false)
    expect(stage.done, equals: [.act(.create(wishes, bots: [2, 2]))])
    expect(stage.text, contains: "Opening a room")
  }

  @Test func aMatchAtOnceTakesTwoKeysOrAMode() throws {
    var stage = try Self.stage(.home)
    stage.type("pp")
    expect(stage.done, equals: [.act(.quick(nil))])
    expect(stage.text, contains: "Looking for a match…")
    let together = Mode.all.filter { $0.seats.upperBound > 1 }
    for (index, mode) in together.enumerated() {
      stage = try Self.stage(.quick)
      expect(stage.text, contains: mode.words)
      for _ in 0...index { stage.press(.down) }
      stage.press(.enter)
      expect(stage.done, equals: [.act(.quick(mode))])
    }
    stage = try Self.stage(.quick)
    stage.press(.character("2"))
    expect(stage.done, equals: [.act(.quick(.rgb))])
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
      expect(stage.done, equals: [.act(action)])
    }
    var guest = try Self.stage(.room)
    guest.press(.character("s"), .character("b"), .character("1"))
    expect(isEmpty: guest.done, "only the host may")
  }

  @Test func leavingAMatchTakesTwoKeys() throws {
    var stage = try Self.stage(.raceHSB)
    stage.press(.escape)
    expect(stage.done.isEmpty && stage.text.contains("leave the match?"))
    stage.look(after: HeldKey.pauseMilliseconds)
    stage.press(.escape)
    expect(stage.done.isEmpty && !stage.text.contains("leave the match?"))
    stage.look(after: HeldKey.pauseMilliseconds)
    stage.press(.escape, .enter)
    expect(stage.done, equals: [.act(.leave)])
    var watcher = try Self.stage(.watch)
    watcher.press(.escape)
    expect(watcher.done, equals: [.act(.leave)])
  }

  @Test(arguments: [
    Scene.home, .hosting, .gradient, .assist, .results,
  ])
  func helpListsTheKeysAndAnyKeyClosesIt(scene: Scene) throws {
    var stage = try Self.stage(scene)
    let before = stage.text
    stage.press(.character("?"))
    expect(stage.text, contains: "keys, \(stage.model.screen.title)")
    expect(stage.model.keys.allSatisfy { stage.text.contains($0.hint.key) })
    stage.press(.character("x"))
    expect(stage.done.isEmpty && stage.text == before)
  }
}
