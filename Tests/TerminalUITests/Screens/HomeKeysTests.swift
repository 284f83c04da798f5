// What keys do on the home screen, in rooms, on results and while watching, and what it takes to
// leave a match.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct HomeKeysTests {
  static func code(_ text: String) throws -> RoomCode { try require(RoomCode(text)) }

  typealias Row = (scene: Scene, keys: [Key], actions: [UserAction])

  private static let onHome: [Row] = [
    (.home, ["p", "p"], [.quick(nil)]), (.quick, ["2"], [.quick(.rgb)]),
    (
      .home,
      [
        "n", .right, .down, .left, .down, .right, .down, .left, .down, .right, .down, .right,
        .down, .left, .enter,
      ],
      [
        .create(
          RoomWishes(
            mode: .hsb, rounds: 4, seconds: 35, level: .easy, seats: 5, isListed: false),
          bots: [2, 2])
      ]
    ),
  ]

  private static let inRooms: [Row] = [
    (.hosting, [" "], [.ready(true)]), (.hosting, ["s"], [.start]),
    (.hosting, ["b"], [.addBot(level: 2)]), (.hosting, ["4"], [.addBot(level: 4)]),
    (.hosting, [.escape], [.leave]), (.watch, [.escape], [.leave]),
    // Only the host may.
    (.room, ["s"], []), (.room, ["b"], []), (.room, ["1"], []),
    (.room, ["w"], [.lookOn]), (.watchRoom, ["s"], [.sit]), (.watchRoom, [" "], [.sit]),
    (.watch, ["s"], [.sit]), (.watch, [" "], [.sit]),
    (
      .settings, [.right, .up, .left, .enter],
      [.config(RoomWishes(rounds: 4, seconds: 25), opens: false)]
    ),
    // Nothing is different.
    (.hosting, ["o", .right, .escape], []), (.hosting, ["o", .enter], []),
    (
      .refused, [.enter, .up, .backspace, .enter],
      [.config(RoomWishes(isRated: true), opens: true)]
    ),
  ]

  private static let onPeople: [Row] = [
    (.hosting, [.right, .right, .enter, .enter], [.host(Stage.oskar)]),
    (.hosting, [.right, .right, .enter, "2"], [.kick(Stage.oskar)]),
    (.hosting, [.right, .right, .enter, .down, .enter], [.kick(Stage.oskar)]),
    (.hosting, [.right, .right, .enter, .up, .enter, .enter], [.ban(Stage.oskar)]),
    (.ban, [.escape], []), (.ban, ["x"], []),
    // Who is left is asked at once.
    (.audienceHost, [.enter, .enter], [.kick(orit), .who]),
    (.audienceHost, [.enter, "1"], [.kick(orit), .who]),
    (.audienceHost, [.enter, .down, .enter, .enter], [.ban(orit), .who]),
    (.audienceHost, [.enter, "2", .enter], [.ban(orit), .who]),
  ]
  private static let orit = PlayerID(number: 22)

  @Test func keysAskForOneThingAndCloseTheirPanels() throws {
    var rows = Self.onHome + Self.inRooms + Self.onPeople
    for (index, mode) in Mode.all.filter({ $0.seats.upperBound > 1 }).enumerated() {
      rows.append((.quick, Array(repeating: .down, count: index + 1) + [.enter], [.quick(mode)]))
    }
    for (number, reaction) in zip("12345678".unicodeScalars, Reaction.allCases) {
      for scene in [Scene.room, .raceHSB, .tiles, .results, .final, .out] {
        rows.append((scene, ["t", .character(number)], [.react(reaction)]))
      }
    }
    for row in rows {
      var stage = try row.scene.stage()
      for key in row.keys { stage.press(key) }
      expect(stage.did(row.actions), "\(row.scene), \(row.keys)")
      expect(stage.model.desk.panel == nil && stage.model.saying == nil, "\(row.scene)")
      expect(stage.model.audience.map { $0.step == .reading } ?? true)
    }
  }

  @Test func aRoomWithAPasswordAsksForIt() throws {
    var stage = try Scene.home.stage()
    stage.press(.down, .enter)
    expect(stage.done.isEmpty && stage.text.contains("password of room WXYZ"))
    stage.type("sesamq")
    stage.press(.backspace)
    stage.type("e?")
    stage.press(.enter)
    expect(stage.did(.join(try Self.code("WXYZ"), password: "sesame?")))
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
    var stage = try Scene.home.stage()
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

  @Test func aServerThatIsLostHasNoRoundTripAndNobodyKnowsItsRooms() throws {
    var stage = try Scene.homeEmpty.stage()
    expect(stage.text, contains: "24 ms")
    stage.tell(.lost("connection reset"))
    expect(stage.text, contains: "Connection lost")
    expect(!stage.text.contains("24 ms") && !stage.text.contains("No room is open"))
  }

  @Test func aCodeCanBeTypedAtOnceOrPasted() throws {
    let wave = UserAction.join(try Self.code("WAVE"), password: nil)
    let inputs: [(typed: String, pasted: String, key: Key, action: UserAction)] = [
      ("7qkw", "", .enter, .join(try Self.code("7QKW"), password: nil)),
      ("7qkwa2x", "", .enter, .join(try Self.code("7QKWA2"), password: nil)),
      ("", " azur ", .tab, .watch(try Self.code("AZUR"), password: nil)),
      ("", "#WAVE.", .enter, wave), ("", "“wa-ve”", .enter, wave),
      ("", "W A V E", .enter, wave), ("", "WAVE/stage", .enter, wave),
      ("", "/WAVE?utm_source=x", .enter, wave),
    ]
    for input in inputs {
      var stage = try Scene.home.stage()
      if input.typed.isEmpty { stage.take(.paste(input.pasted)) } else { stage.type(input.typed) }
      expect(isEmpty: stage.done, "nobody is taken elsewhere unasked")
      stage.press(input.key)
      expect(stage.did(input.action), "\(input.typed)\(input.pasted)")
    }
    for (pasted, address) in [
      ("http://host:7313/#WAVE.", "http://host:7313/#WAVE."), (" host  WAVE\n", "host WAVE"),
    ] {
      var stage = try Scene.home.stage()
      stage.take(.paste(pasted))
      expect(isEmpty: stage.done, "nobody is taken elsewhere unasked")
      stage.press(.enter)
      expect(stage.done, equals: [.visit(address)])
    }
    for (typed, answer) in [("7qkwa", "Four or six"), ("cno0l", "No room has a 0")] {
      var stage = try Scene.home.stage()
      stage.type(typed)
      stage.press(.enter)
      expect(stage.done.isEmpty && stage.text.contains(answer), "\(typed)")
    }
    for pasted in ["see you there", "#WAV", "hello", "chromatch://host/WAVE#SHA256:0f"] {
      var stage = try Scene.home.stage()
      stage.take(.paste(pasted))
      expect(stage.text, contains: "No code.", "\(pasted)")
    }
  }

  @Test func leavingAMatchTakesTwoKeys() throws {
    var stage = try Scene.raceHSB.stage()
    stage.press(.escape)
    expect(stage.done.isEmpty && stage.text.contains("leave the match?"))
    stage.look(after: HeldKey.pauseMilliseconds)
    stage.press(.escape)
    expect(stage.done.isEmpty && !stage.text.contains("leave the match?"))
    stage.look(after: HeldKey.pauseMilliseconds)
    stage.press(.escape, .enter)
    expect(stage.did(.leave))
  }

  @Test func theQuestionSaysWhatBecomesOfTheMatch() throws {
    var stage = try Scene.raceHSB.stage()
    stage.press(.escape)
    expect(stage.text, contains: "The others go on without you.")
    for player in [Stage.mira, Stage.oskar, Stage.jun] { stage.happen(.gone(player, .left)) }
    expect(stage.text, contains: "Without you the match ends.", "only a bot is left")
    var day = Stage(Scene.daily.intent)
    day.isRanked = true
    try day.enterRoom(Stage.rules(.daily), count: 1)
    try day.countDown()
    day.press(.escape)
    expect(day.text, contains: "Without you the match ends.", "before its first round it is no try")
    day.openRound()
    expect(day.text, contains: "Your ranked try counts with the points so far.")
  }

  @Test(arguments: [
    Scene.home, .hosting, .gradient, .assist, .results,
  ])
  func helpListsTheKeysAndAnyKeyClosesIt(scene: Scene) throws {
    var stage = try scene.stage()
    let before = stage.text
    stage.press(.character("?"))
    expect(stage.text, contains: "keys, \(stage.model.screen.title)")
    expect(stage.model.keys.allSatisfy { stage.text.contains($0.hint.key) })
    stage.press(.character("x"))
    expect(stage.done.isEmpty && stage.text == before)
  }

  @Test func aRoomWhosePlayersAreIdleDoesNotCallThemReady() throws {
    var stage = try Scene.room.stage()
    for player in Stage.players where player != Stage.lou {
      stage.happen(.readied(player, false, .none))
      stage.happen(.idle(player, true))
    }
    expect(stage.text, contains: "Waiting for players")
    stage.happen(.readied(Stage.me, true, .none))
    expect(stage.text, contains: "waiting for mira", "without its host no match starts")
    stage.happen(.readied(Stage.mira, true, .none))
    expect(stage.text, contains: "All ready", "nobody waits for the others")
  }

  @Test(arguments: Language.allCases)
  func helpIsWhole(language: Language) throws {
    for scene in [Scene.home, .roomSeries, .gradient, .results] {
      try Words.$ownTable.withValue(language.table) {
        var stage = try scene.stage()
        stage.press(.function(1))
        let cut = stage.canvas.picture.filter { $0.hasPrefix("  │") && $0.contains("…") }
        expect(cut, equals: [], "\(scene)")
      }
    }
  }

  @Test func whatCannotBeIsNotAskedFor() throws {
    var stage = try Scene.refused.stage()
    stage.press(.enter)
    expect(stage.done.isEmpty && stage.model.desk.panel != nil)
  }

  @Test func aChoiceFollowsItsPlayerAndEndsWithThem() throws {
    var stage = try Scene.hosting.stage()
    stage.press(.end, .left, .left, .enter)
    expect(stage.model.desk.place == 3 && stage.model.desk.player == Stage.jun)
    stage.happen(.gone(Stage.mira, .left))
    expect(stage.model.desk.place == 2 && stage.model.desk.panel != nil)
    stage.happen(.gone(Stage.jun, .left))
    expect(stage.model.desk.place == nil && stage.model.desk.panel == nil)
  }
}
