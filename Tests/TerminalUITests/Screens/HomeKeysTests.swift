// What keys do on the home screen, in rooms and on results, and what it takes to leave a match.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys between matches")
struct HomeKeysTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }
  static func code(_ text: String) throws -> RoomCode { try #require(RoomCode(text)) }

  @Test func whoeverHasToStayIsOfferedNoOtherServer() throws {
    for stays in [false, true] {
      var stage = try Self.stage(.home)
      stage.model.setup.staysOnServer = stays
      stage.press(.function(1))
      #expect(stage.text.contains("go to another server") != stays)
      stage.press(.escape, .character("g"))
      #expect(stage.text.contains("another server") != stays)
      stage.press(.escape, .character("s"))
      #expect(stage.text.contains("as the terminal can"), "settings hold for the session")
    }
  }

  @Test func theChosenRoomIsJoinedOrWatched() throws {
    var stage = try Self.stage(.home)
    stage.press(.down, .character("j"), .enter)
    #expect(stage.done == [.act(.join(try Self.code("QRST"), password: nil))])
    stage = try Self.stage(.home)
    stage.press(.end, .up, .character("w"))
    #expect(stage.done == [.act(.watch(try Self.code("EFGH"), password: nil))])
  }

  @Test func theWayOutStandsInTheLineOfKeysHoweverFewColumnsThereAre() throws {
    var stage = try Self.stage(.home)
    for columns in ScreenModel.widthMin...130 {
      stage.model.resize(columns: columns, rows: 24)
      let line = try #require(stage.canvas.picture.last)
      #expect(line.contains("q quit") && line.contains("F1 help"), "\(line)")
    }
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
    #expect(stage.text.contains(RefusalCode.wrongPass.sentence), "said inside the question")
    stage.type("s")
    #expect(!stage.text.contains(RefusalCode.wrongPass.sentence), "another one is being typed")
    stage.press(.escape)
    #expect(!stage.text.contains("password of"))
  }

  @Test func aRoomThatWasGoneToByItsLinkAsksForItsPasswordToo() throws {
    let code = try Self.code("WXYZ")
    for intent in [Intent.join(code, password: nil), .watch(code, password: nil)] {
      var stage = Stage(intent)
      stage.connect()
      stage.hear(.no(RefusalLine(code: .wrongPass, verb: intent.verb)))
      #expect(stage.text.contains("password of room WXYZ"))
      #expect(!stage.text.contains(RefusalCode.wrongPass.sentence), "none was said yet")
      // What is typed is the password, and no key of the screen below.
      stage.type("spn")
      stage.take(.paste("?t"))
      #expect(stage.done.isEmpty)
      stage.press(.enter)
      let isJoin = intent.verb == "JOIN"
      let password = "spn?t"
      let again: UserAction =
        isJoin ? .join(code, password: password) : .watch(code, password: password)
      #expect(stage.done == [.act(again)])
      stage.hear(.no(RefusalLine(code: .wrongPass, verb: intent.verb)))
      #expect(stage.text.contains(RefusalCode.wrongPass.sentence))
    }
  }

  @Test func onTheNextServerARoomAsksForItsPasswordToo() throws {
    var stage = try Self.stage(.home)
    for _ in 0..<3 { stage.tell(.remark("Something to know.")) }
    // Its notices count from 1 again.
    var next = Stage(.join(try Self.code("WXYZ"), password: nil))
    stage.model.show(next.session, at: next.now)
    next.connect()
    next.hear(.no(RefusalLine(code: .wrongPass, verb: "JOIN")))
    stage.model.show(next.session, at: next.now)
    #expect(stage.text.contains("password of room WXYZ"))
  }

  @Test func whoSitsDownFromLookingOnIsAskedWhereTheyAre() throws {
    var stage = try Self.stage(.watchRoom)
    stage.press(.character("s"))
    stage.hear(.no(RefusalLine(code: .wrongPass, verb: "JOIN")))
    #expect(stage.text.contains("password of room AZUR"))
    stage.type("ab")
    stage.press(.enter)
    #expect(stage.done == [.act(.join(try Self.code("AZUR"), password: "ab"))])
  }

  @Test func aRefusalStaysUntilAKeyIsPressed() throws {
    var stage = try Self.stage(.home)
    stage.press(.down, .down, .enter)
    stage.hear(.no(RefusalLine(code: .roomFull, verb: "JOIN")))
    let sentence = RefusalCode.roomFull.sentence
    stage.press(.down)
    #expect(stage.text.contains(sentence), "that key was on its way already")
    stage.look(after: 10 * Notice.freshMilliseconds)
    #expect(stage.text.contains(sentence))
    stage.press(.down)
    #expect(!stage.text.contains(sentence))
    stage.tell(.remark("Something to know."))
    #expect(stage.text.contains("Something to know."))
    stage.look(after: Notice.freshMilliseconds)
    #expect(!stage.text.contains("Something to know."), "what refuses nothing goes away")
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

  @Test func noBotIsOfferedWhereNobodyCanSit() throws {
    var full = try Self.stage(.refused)
    full.press(.escape)
    #expect(full.session.room?.freeSeats == 0)
    #expect(!full.model.keys.contains { $0.key == .character("b") })
    full.press(.character("b"), .character("3"))
    #expect(full.done.isEmpty)
    let stage = try Self.stage(.hosting)
    #expect(stage.model.keys.contains { $0.key == .character("b") })
  }

  @Test func whatOneSaysIsHeardByOneself() throws {
    for scene in [Scene.raceRGB, .results] {
      var stage = try Self.stage(scene)
      stage.hear(.reacted(Stage.me, .wow))
      #expect(stage.text.contains("You say “wow”"))
      stage.look(after: ShownReaction.freshMilliseconds)
      #expect(!stage.text.contains("You say"))
    }
  }

  @Test func whoDidNotLockIsSaidNotToHave() throws {
    var stage = Stage(Scene.results.intent)
    try stage.enterRoom(Stage.rules(.hsb), count: 5)
    try stage.playRounds(2, locksMine: false)
    stage.look(after: 1_000)
    #expect(stage.text.contains("not locked") && !stage.text.contains("20.0 s"))
  }

  @Test(arguments: Scene.allCases.filter { $0.rawValue != "connecting" })
  func helpNeverCutsASentence(scene: Scene) throws {
    var stage = try Self.stage(scene)
    let keys = stage.model.keys
    stage.press(.function(1))
    guard stage.text.contains("keys, ") else { return }
    for key in keys { #expect(stage.text.contains(key.meaning), "\(key.meaning)") }
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
    #expect(stage.text.contains("keys, \(stage.model.screen.title)"))
    #expect(stage.model.keys.allSatisfy { stage.text.contains($0.hint.key) })
    stage.press(.character("x"))
    #expect(stage.done.isEmpty && stage.text == before)
  }
}

extension Intent {
  /// The verb that the session asks with.
  fileprivate var verb: String { if case .join = self { "JOIN" } else { "WATCH" } }
}
