// The screens of a race: target and guess touch at every size and nothing lies on them, a lock is
// seen at once, each kind of round keeps to itself what it must, and the wheel's pixels have their
// colors.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct RaceScreenTests {
  static let races: [Scene] = [
    .raceRGB, .raceCMYK, .gradient, .assist, .bell, .wheel, .wheelGradient, .palette256,
  ]
  static let sizes = [
    (60, 18), (80, 24), (120, 40), (250, 18), (60, 90), (61, 25), (78, 19), (101, 33),
  ]

  static func layout(_ stage: Stage, _ columns: Int, _ rows: Int) throws -> RaceLayout {
    let match = try require(stage.session.room?.match)
    let rivals = match.players.filter { $0 != Stage.me }
    let model = stage.model
    return RaceLayout(
      width: columns, height: rows, mode: match.rules.mode, hasRivals: !rivals.isEmpty,
      showsColors: !match.rules.mode.isSecret,
      helps: model.setup.isByNumbers || (match.rules.isAssisted && model.race.showsAssist),
      isOnWheel: model.isOnWheel)
  }

  @Test func aFirstMatchTeachesOneThingARoundAndTheNextNothing() throws {
    var stage = Stage(.join(try require(RoomCode("AZUR")), password: nil))
    stage.model.setup.isNewcomer = true
    try stage.enterRoom(Stage.rules(.rgb))
    try stage.countDown()
    let lessons = [
      "←→ moves a slider, ↑↓ goes to the next: make the line disappear",
      "⏎ locks: the nearer and the sooner, the more points",
      "The first lock rings the bell, then the others have three seconds",
    ]
    for round in 0...3 {
      stage.openRound(for: 1_000)
      expect(lessons.filter { stage.text.contains($0) } == Array(lessons[round...].prefix(1)))
      stage.finishRound()
    }
    stage.model.setup.bests.add(try OwnMatches.match(.rgb, points: 1))
    stage.openRound(for: 1_000)
    expect(stage.model.setup.isTaught, equals: false)
  }

  @Test func whoRangStandsThereLargeInTheirColorAndSmallWhereThereIsNoSpace() throws {
    var stage = try Scene.bell.stage()
    let color = Stage.profiles[0].color
    func has(_ glyph: Unicode.Scalar, _ rows: Range<Int>) -> Bool {
      let canvas = stage.canvas
      return rows.contains { row in
        (0..<canvas.width / 2)
          .contains { canvas[$0, row].glyph == glyph && canvas[$0, row].foreground == color }
      }
    }
    expect(has("█", 2..<5) && stage.canvas[0, 0].background == color)
    expect(stage.text, contains: "Lock before time runs out")
    stage.model.resize(columns: 60, rows: 18)
    expect(!has("█", 2..<5) && has("◆", 2..<3))
    expect(stage.text, contains: "◆ mira rang the bell")
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.me)
    expect(!stage.text.contains("rang the bell") && stage.canvas[0, 0].background != color)
    stage.model.resize(columns: 80, rows: 24)
    expect(stage.text, contains: "number 2 to lock")
  }

  @Test(arguments: races)
  func theHalvesTouchAndNothingLiesOnThemOrBetweenThem(scene: Scene) throws {
    var stage = try scene.stage()
    // What follows a move has come to rest.
    stage.look(after: RaceState.paintMilliseconds)
    let target = stage.challenge.target
    let guess = try require(stage.session.guess)
    let mine = try require(stage.mode.swatch(of: guess))
    for (columns, rows) in Self.sizes {
      stage.model.resize(columns: columns, rows: rows)
      let canvas = stage.canvas
      let layout = try Self.layout(stage, columns, rows)
      let (left, right) = (layout.target, layout.yours)
      expect(left.height > 0 && left.width > 0 && left.height >= right.height - 1)
      if target.to == nil {
        expect(left.endColumn == right.column && left.rows == right.rows)
        expect(right.width - left.width, equals: (left.width + right.width) % 2)
      } else {
        expect(left.endRow == right.row && left.columns == right.columns)
        expect(left.height, equals: right.height)
      }
      for (area, swatch) in [(left, target), (right, mine)] {
        var wrong: [Point] = []
        for (step, column) in area.columns.enumerated() {
          let color = swatch.gradient.color(at: step, of: max(1, area.width - 1))
          for row in area.rows where canvas[column, row] != .blank(color) {
            wrong.append(Point(column: column, row: row))
          }
        }
        expect(isEmpty: wrong, "\(columns)×\(rows): \(wrong.prefix(3))")
      }
    }
  }

  @Test(arguments: [(60, 18), (120, 40)])
  func inTheLoupeTargetAndGuessTouchToo(columns: Int, rows: Int) throws {
    var stage = try Scene.wheel.stage(columns: columns, rows: rows)
    stage.act(.set(Guess([180, 40, 60])))
    let mine = try require(stage.mode.swatch(of: Guess([180, 40, 60]))?.color)
    let target = stage.challenge.target.color
    let wheel = try require(stage.area(.wheel))
    func count(_ color: Color, _ stage: Stage) -> Int {
      let canvas = stage.canvas
      return wheel.rows.flatMap { row in wheel.columns.map { canvas[$0, row] } }
        .reduce(0) { $0 + ($1.foreground == color ? 1 : 0) + ($1.background == color ? 1 : 0) }
    }
    expect(count(target, stage) >= 5 && count(mine, stage) >= 5)
    var hidden = try Scene.wheelMemory.stage(columns: columns, rows: rows)
    hidden.act(.set(Guess([180, 40, 60])))
    expect(count(hidden.challenge.target.color, hidden), equals: 0, "it is to be remembered")
    expect(count(mine, hidden), isAtLeast: 10)
  }

  private static func pressed(_ scene: Scene = .raceHSB, columns: Int, rows: Int) throws -> Stage {
    var stage = try scene.stage(columns: columns, rows: rows)
    stage.act(.set(stage.guess(off: 1)))
    stage.look(after: RaceState.paintMilliseconds)
    stage.press(.enter)
    return stage
  }

  private static func bright(_ stage: Stage, _ area: Area) -> Int {
    let canvas = stage.canvas
    return area.rows.flatMap { row in area.columns.map { canvas[$0, row] } }
      .count { $0.foreground == Neutral.bright && ["▀", "▄", "▌", "▐"].contains($0.glyph) }
  }

  @Test(arguments: [(60, 18), (120, 40)])
  func theFrameAfterEnterShowsItAndNothingLiesOnTheColors(columns: Int, rows: Int) throws {
    for scene in [Scene.raceCMYK, .wheel, .gradient] {
      var before = try scene.stage(columns: columns, rows: rows)
      before.act(.set(before.guess(off: 1)))
      before.look(after: RaceState.paintMilliseconds)
      var stage = try Self.pressed(scene, columns: columns, rows: rows)
      let layout = try Self.layout(stage, columns, rows)
      let (shown, expected) = (stage.canvas, before.canvas)
      for area in [layout.target, layout.yours] {
        let isSame = area.rows.allSatisfy { row in
          area.columns.allSatisfy { shown[$0, row] == expected[$0, row] }
        }
        expect(isSame, "\(scene)")
      }
      let around = Area(
        column: layout.yours.column - 1, row: layout.yours.row - 1, width: layout.yours.width + 2,
        height: layout.yours.height + 2)
      expect(
        Self.bright(stage, around), isAtLeast: layout.yours.width / 2, "a frame stands around it")
      let end = try require(stage.model.nextFrame(at: stage.now))
      expect(end - stage.now, isAtMost: RaceState.lockMarkMilliseconds)
      stage.look(after: RaceState.lockMarkMilliseconds)
      expect(Self.bright(stage, around), equals: 0, "for a moment")
    }
  }

  @Test func whatWillNotBeTakenDoesNotLookLocked() throws {
    var stage = try Scene.raceHSB.stage()
    stage.act(.set(stage.guess(off: 40)))
    stage.look(after: RaceState.paintMilliseconds)
    stage.press(.enter)
    expect(stage.done.count, equals: 1)
    expect(stage.text.contains("▸ H") && !stage.text.contains("YOURS ✓"))
  }

  static func scene(_ scene: Scene, _ check: (inout Stage) throws -> Void) throws {
    for (columns, rows) in [(60, 18), (80, 24)] {
      var stage = try scene.stage(columns: columns, rows: rows)
      try check(&stage)
    }
  }

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

  static let nearness = ["on it", "hot", "warm", "cool", "cold"]
  static let helpful = ["◐", "▼ ", "■■", "ΔE"] + nearness

  @Test(arguments: [
    Scene.raceHSB, .gradient, .tiles, .numbers, .numbersGradient, .numbersTiles, .numbersMemory,
  ])
  func thereIsNoHelpWhereTheRoomGivesNone(scene: Scene) throws {
    try Self.scene(scene) { stage in
      let target = stage.challenge.target
      let isByNumbers = stage.model.setup.isByNumbers
      if isByNumbers {
        guard stage.model.width >= 80 else { return }
        // The target has a name, and nothing that could be typed back.
        expect(stage.text, contains: Say.names(of: target)[0])
        for color in [target.color, target.to ?? target.color] {
          expect(!stage.text.contains(Say.hsb(color)))
          expect(!stage.text.contains(color.hex.uppercased()))
        }
        for word in ["ΔE", " less", " more  "] + Self.nearness {
          expect(!stage.text.contains(word), "\(word)")
        }
        return
      }
      for word in Self.helpful { expect(!stage.text.contains(word), "\(word)") }
      stage.press("a")
      expect(!stage.text.contains("◐"))
      expect(!stage.text.contains(name(of: target.color)))
    }
  }

  /// Two matches with other targets, and the sliders of both where everybody starts: not a glyph of
  /// a screen, and no line, may tell how far the one is from the other.
  @Test(arguments: [Mode.rgb, .hsb, .cmyk, .gradient, .memory, .arcade])
  func nothingButTheColorTellsHowNearOneIsBeforeTheLock(mode: Mode) throws {
    func stage(_ seed: String, isOnWheel: Bool) throws -> Stage {
      var stage = Stage(.join(try require(RoomCode("AZUR")), password: nil))
      stage.seedName = seed
      try stage.enterRoom(Stage.rules(mode), count: 1)
      try stage.countDown()
      stage.announce()
      stage.play(for: stage.millisecondsToOpen + 1_000)
      if isOnWheel { stage.type("m") }
      return stage
    }
    for isOnWheel in [false, mode.hasWheel] {
      var one = try stage("one", isOnWheel: isOnWheel)
      var other = try stage("other", isOnWheel: isOnWheel)
      expect(one.challenge.target != other.challenge.target)
      expect(one.text, equals: other.text)
      // The same again where one of them is as near as can be, and says so by its lock alone.
      let guess = one.challenge.answer
      for isLocked in [false, true] {
        one.play(isLocked ? .lock(guess, claim: nil) : .set(guess), by: Stage.me)
        other.act(.set(guess))
        expect((one.text == other.text) != isLocked, "\(one.text)\n\(other.text)")
        let told = ["ΔE 0.0", "100%", "Gone."].filter { one.text.contains($0) }
        expect(told.isEmpty || isLocked, "\(told)")
      }
    }
  }

  @Test func aHueTrackIsNeverGrayOrBlackWhereverTheOthersStand() throws {
    for mode in Mode.all where mode.answer == .sliders {
      for (index, channel) in mode.channels.enumerated() where channel.wraps {
        for others in [0, 1, 5, 50, 100] {
          var guess = mode.start
          for (other, channel) in mode.channels.enumerated() where !channel.wraps {
            guess.values[other] = others
          }
          let track = mode.track(of: index, around: guess)
          for hue in stride(from: 0, to: 360, by: 60) {
            let step = track[hue].difference(from: track[(hue + 60) % 360])
            expect(step, isAbove: Difference(thousandths: 10_000), "\(mode.name) \(others)")
          }
        }
      }
    }
  }

  @Test func whereTheRoomHelpsTheScreenSaysSo() throws {
    var stage = try Scene.assist.stage()
    stage.model.setup.support = Stage(depth: .monochrome).model.setup.support
    expect(stage.text, contains: "◐ assisted")
    // Without the help there are hints again.
    stage.press("a")
    expect(!stage.text.contains("ΔE") && !stage.text.contains(" less"))
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

  @Test func aPlayerWhoIsOutLooksOnAndLeavesOnlyAfterAQuestion() throws {
    var stage = try Scene.out.stage()
    expect(stage.model.screen.title == "watching" && stage.text.contains("You are out"))
    stage.press(.right, .enter)
    expect(isEmpty: stage.done)
    stage.press(.escape)
    expect(stage.text, contains: "leave the match?")
    stage.press(.enter)
    expect(stage.did(.leave))
  }

  static let diameters = [18, 48]

  @Test(arguments: diameters)
  func everyValueIsFoundWhereItStands(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    var lost: [[Int]] = []
    for hue in HSB.hues {
      for saturation in stride(from: hue % 10, through: 100, by: 10) {
        let value = disk.value(at: disk.spot(hue: hue, saturation: saturation))
        if value != (hue: hue, saturation: saturation) { lost.append([hue, saturation]) }
      }
    }
    expect(isEmpty: lost)
  }

  @Test(arguments: diameters)
  func everyPixelHasTheColorThatItStandsFor(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    var canvas = Canvas(width: diameter, height: diameter / 2)
    WheelPicture(diameter: diameter).draw(on: &canvas, column: 0, row: 0)
    var (inside, wrong): (Int, [Point]) = (0, [])
    for halfRow in 0..<diameter {
      for column in 0..<diameter {
        let cell = canvas[column, halfRow / 2]
        let seen = halfRow % 2 == 0 && cell.glyph == "▀" ? cell.foreground : cell.background
        let spot = disk.spot(column: column, halfRow: halfRow)
        guard disk.clamped(spot) == spot else { continue }
        let value = disk.value(at: spot)
        let color = HSB(hue: value.hue, saturation: value.saturation, brightness: 100)?.color
        if seen != color { wrong.append(Point(column: column, row: halfRow)) }
        inside += 1
      }
    }
    expect(isEmpty: wrong)
    // About as many as a disk has: π/4 of the square.
    let area = Double(diameter * diameter) * .pi / 4
    expect(Double(inside) > 0.8 * area && Double(inside) < area)
  }
}

extension Stage {
  func shows(_ color: Color) -> Bool {
    canvas.cells.contains { $0.background == color || $0.foreground == color }
  }
}
