// What each kind of round shows and keeps to itself, at every size: targets that hide, guesses that
// are secret, help that the room does not give, lives, and the day.

import Chroma
import Game
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
  static let sizes = [(60, 18), (80, 24), (120, 40)]

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
      #expect(isNumbers ? stage.text.contains(values) : stage.shows(target))
      let hides = try #require(stage.session.room?.match?.round?.start.hides)
      stage.look(after: hides - stage.now - 1)
      #expect(isNumbers ? stage.text.contains(values) : stage.shows(target))
      let seen = stage.text.ranges(of: values).count
      let next = try #require(stage.model.nextFrame(at: stage.now))
      #expect(next <= hides, "it hides on time")
      stage.look(after: 1)
      // One's own color may well be called the same.
      let left = stage.text.ranges(of: values).count
      #expect(isNumbers ? left == seen - 1 : left == 0)
      #expect(!stage.shows(target))
      #expect(stage.text.contains("hidden"))
      stage.look(after: 15_000)
      #expect(!stage.shows(target), "nor does the stepper tell")
    }
  }

  @Test(arguments: [Scene.memoryHidden, .watchMemory, .numbersMemory])
  func nobodyIsToldHowNearTheyAreToAHiddenTarget(scene: Scene) throws {
    try Self.scene(scene) { stage in
      for tell in ["ΔE", "more", "less", "warm", "hot", "cold", "▲ +", "▼ −"] {
        #expect(!stage.text.contains(tell), "\(tell)")
      }
      #expect(!stage.shows(stage.challenge.target.color) || scene == .numbersMemory)
    }
  }

  @Test(arguments: [Scene.memory, .memoryHidden, .tiles, .watchTiles, .watchMemory])
  func whatOthersChooseIsNeverShownInSecretModes(scene: Scene) throws {
    try Self.scene(scene) { stage in
      #expect(stage.session.room?.match?.round?.moves.isEmpty == true)
      #expect(!stage.text.contains("%") || scene == .memory || scene == .memoryHidden)
      let names = stage.canvas.picture.first { $0.contains("oskar") }
      #expect(names?.contains("%") != true)
    }
  }

  // MARK: Tiles

  @Test func noTileIsSeenBeforeTheRoundOpens() throws {
    var stage = Stage(Scene.tiles.intent)
    try stage.enterRoom(Stage.rules(.tiles))
    try stage.countDown()
    stage.announce()
    stage.look(after: stage.millisecondsToOpen - 1)
    let colors = stage.challenge.tiles
    #expect(colors.count == 4 && !colors.contains(where: stage.shows))
    stage.press(.character("1"))
    #expect(stage.done.isEmpty)
    stage.look(after: 1)
    #expect(colors.allSatisfy(stage.shows))
  }

  @Test func theRightTileIsMarkedAfterTheRoundAndTheWrongOneToo() throws {
    let stage = try Scene.resultsTiles.stage(columns: 80, rows: 24)
    let result = try #require(stage.session.room?.match?.results.last)
    let key = TileKeys.all[result.answer.values[0] - 1]
    #expect(stage.text.contains("\(key) ✓"))
    #expect(stage.text.contains("tile \(result.answer.values[0]) ✓"))
  }

  // MARK: Help

  static let helpful = ["◐", "▲", "▼ ", "■■", "ΔE", "hot", "warm", "cool", "cold"]

  @Test(arguments: [Scene.raceHSB, .gradient, .tiles, .raceCMYK, .locked, .bell])
  func thereIsNoHelpWhereTheRoomGivesNone(scene: Scene) throws {
    try Self.scene(scene) { stage in
      // The second player's figure is a triangle.
      let text = stage.text.replacing("▲ oskar", with: "")
      for word in Self.helpful { #expect(!text.contains(word) || word == "▲", "\(word)") }
      stage.press(.character("a"))
      #expect(!stage.text.contains("◐"))
      #expect(!stage.text.contains(name(of: stage.challenge.target.color)))
    }
  }

  @Test(arguments: [Scene.assist, .assistGradient])
  func helpIsNamesArrowsFiguresAndWarmth(scene: Scene) throws {
    try Self.scene(scene) { stage in
      let match = try #require(stage.session.room?.match)
      let guess = try #require(stage.session.guess)
      let difference = try #require(match.rules.mode.difference(guess, in: stage.challenge))
      #expect(stage.text.contains("◐ assist") && stage.text.contains(Say.difference(difference)))
      #expect(stage.text.contains(name(of: stage.challenge.target.color)))
      #expect(stage.text.contains("▼ −  7") && stage.text.contains("■■■"))
      stage.press(.character("a"))
      #expect(!stage.text.contains("■■■") && !stage.text.contains("▼ −"))
      stage.press(.character("a"))
      #expect(stage.text.contains("■■■"))
    }
  }

  @Test(arguments: [
    (200, 207, "▲", 7), (207, 200, "▼", 7), (350, 10, "▲", 20), (10, 350, "▼", 20),
    (0, 180, "▲", 180),
  ])
  func hintsGoTheShortWayAroundTheHue(from: Int, to: Int, arrow: String, way: Int) {
    let hint = ChannelHint(
      Mode.hsb.channels[0], 0, Guess([from, 0, 0]), to: Guess([to, 0, 0]))
    #expect(abs(hint.way) == way && (hint.way > 0) == (arrow == "▲"))
  }

  @Test func withoutColorsThereAreNumbersWhereTheRoomHelps() throws {
    let support = Stage(depth: .monochrome).model.setup.support
    for scene in [Scene.assist, .assistGradient] {
      var stage = try scene.stage(columns: 80, rows: 24)
      stage.model.setup.support = support
      #expect(stage.text.contains(name(of: stage.challenge.target.color)))
      #expect(stage.text.contains("- 7 less") && stage.text.contains("ΔE"))
    }
    var tiles = try Scene.assistTiles.stage(columns: 80, rows: 24)
    tiles.model.setup.support = support
    for color in tiles.challenge.tiles { #expect(tiles.text.contains(Say.hsb(color))) }
  }

  // MARK: Lives and days

  @Test func livesAreHeartsForEverybodyAndTheRoundSaysWhatItAsks() throws {
    try Self.scene(.arcade) { stage in
      let match = try #require(stage.session.room?.match)
      #expect(stage.text.contains("♥··  your last life"))
      let row = try #require(stage.canvas.picture.first { $0.contains("99%") })
      for player in match.players where player != Stage.me {
        let hearts = try #require(match.hearts(of: player))
        let short = try #require(match.hearts(of: player, isShort: true))
        #expect(row.contains(hearts) || row.contains(short))
      }
      #expect(stage.text.contains("15.5 s to get within ΔE 4.2"))
    }
  }

  @Test func whoeverIsOutLooksOnAndLeavesOnlyAfterAQuestion() throws {
    var stage = try Scene.out.stage(columns: 80, rows: 24)
    #expect(stage.model.screen.title == "watching" && stage.text.contains("You are out"))
    stage.press(.right, .enter)
    #expect(stage.done.isEmpty)
    stage.press(.escape)
    #expect(stage.text.contains("leave the match?"))
    stage.press(.enter)
    #expect(stage.done == [.act(.leave)])
  }

  @Test func theDayIsTheServersAndOfUTC() throws {
    for scene in [Scene.daily, .dailyRoom, .home] {
      let stage = try scene.stage(columns: 120, rows: 40)
      #expect(stage.text.contains(Day(of: stage.now).text))
    }
  }

  // MARK: Results

  @Test func whatLagTookOffStandsWithTheScore() throws {
    try Self.scene(.results) { stage in
      let scores = try #require(stage.session.room?.match?.results.last?.scores)
      #expect(scores.contains { $0.lag == 75 } && scores.contains { $0.isFirst })
      #expect(stage.text.contains("−75 ms"))
      #expect(
        stage.text.contains("first to lock")
          && stage.text.contains("1st") == (stage.canvas.width < 80))
    }
  }

  @Test func aScoreSaysThatTheRoomHelpedAndHowManyLivesAreLeft() throws {
    try Self.scene(.resultsArcade) { stage in
      #expect(stage.text.contains("♥·· ") && stage.text.contains("◐"))
      for score in stage.session.room?.match?.results.last?.scores ?? [] {
        let lives = try #require(score.lives)
        #expect(stage.text.contains(Say.hearts(lives, of: 3)) || stage.text.contains("\(lives)♥"))
      }
    }
  }

  // MARK: Watching

  @Test func watchersOfALateRoomSeeItsClock() throws {
    var stage = Stage(Scene.watch.intent)
    try stage.enterRoom(Stage.rules(.hsb), .watcher, delay: 10)
    try stage.countDown()
    stage.announce()
    stage.play(for: stage.millisecondsToOpen)
    #expect(stage.text.contains("in 10 s"), "the target is not shown before its late moment")
    stage.look(after: 10_000)
    #expect(stage.shows(stage.challenge.target.color) && stage.text.contains("20.0 s"))
    let next = try #require(stage.model.nextFrame(at: stage.now))
    #expect(next - stage.now <= 100)
  }

  // MARK: Words

  @Test(arguments: Mode.all)
  func everyModeHasWords(mode: Mode) {
    #expect(!mode.sentence.isEmpty && mode.words.count <= 31)
    for level in Level.allCases { #expect(level.words(in: mode).hasPrefix(level.rawValue)) }
  }

  @Test func wordsOfRules() throws {
    let words = Mode.all.prefix(8)
      .map { mode in
        let rules = Rules.usual(of: mode)
        return "\(mode.name): \(rules.lengthWords); \(rules.levelWords); \(rules.scoringWords)"
      }
    #expect(
      words == [
        "rgb: 5 of 30 s; normal, locks up to ΔE 5.0; ΔE 2000, faster counts",
        "hsb: 5 of 30 s; normal, locks up to ΔE 5.0; ΔE 2000, faster counts",
        "cmyk: 5 of 30 s; normal, locks up to ΔE 5.0; ΔE 2000, faster counts",
        "gradient: 5 of 60 s; normal, locks up to ΔE 5.0; ΔE 2000, faster counts",
        "tiles: 8 of 15 s; normal, only the right one locks; the right one, faster counts",
        "memory: 5 of 30 s; normal, locks up to ΔE 5.0; ΔE 2000, faster counts",
        "arcade: until one is left, from 40 s; normal, locks from ΔE 5.0 down; "
          + "ΔE 2000, faster counts",
        "daily: 5 of 30 s; normal, locks up to ΔE 5.0; ΔE 2000, faster counts",
      ])
  }
}
