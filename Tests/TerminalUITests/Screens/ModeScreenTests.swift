// What each kind of round keeps to itself: targets that hide, tiles before they open, help that the
// room does not give; and who is out looks on.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

extension Stage {
  /// Whether any cell is of a color.
  func shows(_ color: Color) -> Bool {
    canvas.cells.contains { $0.background == color || $0.foreground == color }
  }
}

@Suite("Screens of modes")
struct ModeScreenTests {
  static let sizes = [(60, 18), (80, 24)]

  static func scene(_ scene: Scene, _ check: (inout Stage) throws -> Void) throws {
    for (columns, rows) in sizes {
      var stage = try scene.stage(columns: columns, rows: rows)
      try check(&stage)
    }
  }

  // MARK: Memory

  @Test(arguments: [Scene.memory, .numbersMemory])
  func aTargetToBeRememberedIsGoneWhenItHides(scene: Scene) throws {
    try Self.scene(scene) { stage in
      let target = stage.challenge.target.color
      let isNumbers = scene == .numbersMemory
      let values =
        isNumbers ? name(of: target) : Say.values(stage.challenge.answer, of: .memory)
      expect(isNumbers ? stage.text.contains(values) : stage.shows(target))
      let hides = try require(stage.session.room?.match?.round?.start.hides)
      stage.look(after: hides - stage.now - 1)
      expect(isNumbers ? stage.text.contains(values) : stage.shows(target))
      let seen = stage.text.ranges(of: values).count
      let next = try require(stage.model.nextFrame(at: stage.now))
      expect(next, isAtMost: hides, "it hides on time")
      stage.look(after: 1)
      // One's own color may well be called the same.
      let left = stage.text.ranges(of: values).count
      expect(isNumbers ? left == seen - 1 : left == 0)
      expect(!stage.shows(target))
      expect(stage.text, contains: "hidden")
      stage.look(after: 15_000)
      expect(!stage.shows(target), "nor does the stepper tell")
    }
  }

  @Test(arguments: [Scene.memoryHidden, .watchMemory, .numbersMemory])
  func nobodyIsToldHowNearTheyAreToAHiddenTarget(scene: Scene) throws {
    try Self.scene(scene) { stage in
      for tell in ["ΔE", "more", "less", "warm", "hot", "cold", "▲ +", "▼ −"] {
        expect(!stage.text.contains(tell), "\(tell)")
      }
      expect(!stage.shows(stage.challenge.target.color) || scene == .numbersMemory)
    }
  }

  // MARK: Help

  static let helpful = ["◐", "▲", "▼ ", "■■", "ΔE", "hot", "warm", "cool", "cold"]

  @Test(arguments: [Scene.raceHSB, .gradient, .tiles])
  func thereIsNoHelpWhereTheRoomGivesNone(scene: Scene) throws {
    try Self.scene(scene) { stage in
      // The second player's figure is a triangle.
      let text = stage.text.replacing("▲ oskar", with: "")
      for word in Self.helpful { expect(!text.contains(word) || word == "▲", "\(word)") }
      stage.press(.character("a"))
      expect(!stage.text.contains("◐"))
      expect(!stage.text.contains(name(of: stage.challenge.target.color)))
    }
  }

  @Test(arguments: [
    (200, 207, "▲", 7), (207, 200, "▼", 7), (350, 10, "▲", 20), (10, 350, "▼", 20),
    (0, 180, "▲", 180),
  ])
  func hintsGoTheShortWayAroundTheHue(from: Int, to: Int, arrow: String, way: Int) {
    let hint = ChannelHint(
      Mode.hsb.channels[0], 0, Guess([from, 0, 0]), to: Guess([to, 0, 0]))
    expect(abs(hint.way) == way && (hint.way > 0) == (arrow == "▲"))
  }

  // MARK: Lives and days

  @Test func noTileIsSeenBeforeTheRoundOpens() throws {
    var stage = Stage(Scene.tiles.intent)
    try stage.enterRoom(Stage.rules(.tiles))
    try stage.countDown()
    stage.announce()
    stage.look(after: stage.millisecondsToOpen - 1)
    let colors = stage.challenge.tiles
    expect(colors.count == 4 && !colors.contains(where: stage.shows))
    stage.press(.character("1"))
    expect(isEmpty: stage.done)
    stage.look(after: 1)
    expect(colors.allSatisfy(stage.shows))
  }

  @Test func aPlayerWhoIsOutLooksOnAndLeavesOnlyAfterAQuestion() throws {
    var stage = try Scene.out.stage(columns: 80, rows: 24)
    expect(stage.model.screen.title == "watching" && stage.text.contains("You are out"))
    stage.press(.right, .enter)
    expect(isEmpty: stage.done)
    stage.press(.escape)
    expect(stage.text, contains: "leave the match?")
    stage.press(.enter)
    expect(stage.done, equals: [.act(.leave)])
  }
}
