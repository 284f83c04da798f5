// What keys and the mouse do in a race: sliders, the wheel, gradients, tiles and colors by name;
// keys that are held: what moves goes on moving, and what locks, leaves or gets ready counts once.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// A character is its own key.
  public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .character(scalar) }
}

struct RaceKeyTests {
  @Test func aKeyMovesTheActiveSlider() throws {
    let strokes: [(key: Key, modifiers: Modifiers, channel: Int, from: Int, to: Int)] = [
      (.right, [], 1, 50, 51), (.left, [], 1, 50, 49), ("l", [], 1, 50, 51), ("h", [], 1, 50, 49),
      (.right, .shift, 1, 50, 60), (.left, .shift, 1, 50, 40), ("L", [], 1, 50, 60),
      ("H", [], 1, 50, 40), ("L", [], 1, 95, 100), ("H", [], 1, 5, 0), (.home, [], 1, 50, 0),
      (.end, [], 1, 50, 100),
      // The ends of the hue meet.
      (.left, [], 0, 0, 359), (.right, .shift, 0, 355, 5), (.end, [], 0, 10, 359),
    ]
    for stroke in strokes {
      var stage = try Scene.raceHSB.stage()
      var guess = Guess([200, 50, 50])
      guess.values[stroke.channel] = stroke.from
      stage.act(.set(guess))
      for _ in 0..<stroke.channel { stage.press(.down) }
      stage.press(stroke.key, modifiers: stroke.modifiers)
      guess.values[stroke.channel] = stroke.to
      expect(stage.did(.set(guess)), "\(stroke)")
      expect(stage.session.guess, equals: guess, "\(stroke)")
    }
  }

  @Test func arrowsAndTabGoAroundTheSliders() throws {
    var stage = try Scene.raceCMYK.stage()
    var seen: [Int] = []
    for key in [Key.down, .character("j"), .tab, .tab, .up, .character("k")] {
      stage.press(key)
      seen.append(stage.model.race.active)
    }
    expect(seen, equals: [1, 2, 3, 0, 3, 2])
    stage.press(.tab, modifiers: .shift)
    expect(stage.model.race.active, equals: 1)
  }

  @Test func digitsAndEnterSetAnExactValue() throws {
    var stage = try Scene.raceHSB.stage()
    stage.type("123")
    expect(stage.text, contains: "123…")
    stage.press(.backspace, .enter)
    expect(stage.session.guess?.values[0], equals: 12)
    for (digits, hue) in [("359", 359), ("360", 0), ("361", 1), ("720", 0), ("999", 279)] {
      stage.type(digits)
      stage.press(.enter)
      expect(stage.session.guess?.values[0], equals: hue, "\(digits): hue goes around")
    }
    stage.press(.down)
    stage.type("999")
    stage.press(.enter)
    expect(stage.session.guess?.values[1], equals: 100, "saturation stops")
    stage.press(.up)
    stage.type("5")
    stage.press(.escape)
    expect(!stage.model.asksToLeave && stage.model.race.typed.isEmpty)
    stage.press(.escape)
    expect(stage.model.asksToLeave)
  }

  @Test(arguments: [Key.enter, .character(" ")])
  func enterAndSpaceLockOnce(key: Key) throws {
    var stage = try Scene.raceHSB.stage()
    let guess = try require(stage.session.guess)
    // Keys may come faster than the session is shown.
    var (model, session) = (stage.model, stage.session)
    var wishes = model.take(.key(key, []), &session, at: stage.now)
    for key in [key, .right] { wishes += model.take(.key(key, []), &session, at: stage.now) }
    let locks = wishes.filter {
      if case .session(.send(.play(.lock(guess, _)))) = $0 { true } else { false }
    }
    expect(locks.count == 1 && session.isLocking && session.guess == guess)
    stage.press(key)
    expect(stage.did(.lock(guess)))
    stage.press(.right, key)
    expect(isEmpty: stage.done, "a lock that is on its way is not moved")
  }

  @Test func aFrozenLockIsNotSent() throws {
    var stage = try Scene.missed.stage()
    expect(stage.text, contains: "frozen for 1.0 s")
    stage.press(.enter)
    expect(isEmpty: stage.done)
    stage.look(after: 1_100)
    stage.press(.enter)
    expect(stage.done.count, equals: 1)
  }

  @Test func nothingMovesBeforeTheRoundOpensAndTheTargetIsHidden() throws {
    var stage = try Scene.results.stage()
    stage.announce()
    let target = stage.challenge.target.color
    stage.look(after: stage.millisecondsToOpen - 1)
    expect(!stage.shows(target))
    stage.press(.right, .enter)
    expect(isEmpty: stage.done)
    stage.look(after: 1)
    expect(stage.shows(target))
    stage.press(.right)
    expect(stage.done.count, equals: 1)
  }

  @Test(arguments: [
    (Scene.raceHSB, 0, 359), (.raceHSB, 1, 100), (.raceRGB, 2, 255), (.raceCMYK, 3, 100),
  ])
  func aPressOnATrackSetsTheValueUnderIt(scene: Scene, slider: Int, last: Int) throws {
    var stage = try scene.stage()
    let track = try require(stage.track(slider))
    stage.mouse(.press(.left), track.column, track.row)
    expect(stage.session.guess?.values[slider], equals: 0)
    stage.mouse(.drag(.left), track.column + (track.width - 1) / 2, track.row - 3)
    expect(stage.session.guess?.values[slider], equals: last / 2 + (last % 2 == 0 ? 0 : 1))
    stage.mouse(.drag(.left), 10_000, 0)
    expect(stage.session.guess?.values[slider], equals: last)
    stage.mouse(.release(.left), 0, 0)
    stage.mouse(.drag(.left), track.column, track.row)
    expect(stage.session.guess?.values[slider], equals: last, "it was let go")
    expect(stage.model.race.active, equals: slider)
  }

  @Test func keyHintsCanBePressed() throws {
    var stage = try Scene.room.stage()
    stage.mouse(.press(.left), 3, 23)
    expect(stage.did(.ready(true)))
  }

  @Test func tabGoesToTheSameSliderOfTheOtherEnd() throws {
    var stage = try Scene.gradient.stage()
    var seen: [Int] = []
    for key in [Key.down, .tab, .down, .down, .tab, .up, .tab] {
      stage.press(key)
      seen.append(stage.model.race.active)
    }
    expect(seen, equals: [1, 4, 5, 3, 0, 2, 5])
    expect(stage.text, contains: "right end")
  }

  @Test func keysMoveTheActiveEndAlone() throws {
    var stage = try Scene.gradient.stage()
    stage.act(.set(Guess([10, 20, 30, 40, 50, 60])))
    stage.press(.tab, .right)
    expect(stage.session.guess, equals: Guess([10, 20, 30, 41, 50, 60]))
    stage.press(.down, .left)
    expect(stage.session.guess, equals: Guess([10, 20, 30, 41, 49, 60]))
    stage.type("7")
    stage.press(.enter)
    expect(stage.session.guess, equals: Guess([10, 20, 30, 41, 7, 60]))
    stage.press(.character("x"))
    expect(stage.did(.set(Guess([41, 7, 60, 10, 20, 30]))))
    stage.press(.enter)
    expect(stage.did(.lock(Guess([41, 7, 60, 10, 20, 30]))))
  }

  @Test func theLineOfReactionsClosesByItselfAndIsNotThereForOneAlone() throws {
    var stage = try Scene.raceHSB.stage()
    stage.press("t")
    stage.look(after: Say.lineMilliseconds - 1)
    expect(stage.model.saying, equals: 0)
    stage.look(after: 1)
    stage.type("338")
    expect(stage.text, contains: "338…")
    stage = try Scene.results.stage()
    let round = try require(stage.match?.deadline)
    stage.play(for: round - stage.now - 100)
    stage.press("t")
    expect(stage.model.saying, equals: 0)
    stage.announce()
    expect(stage.model.saying, equals: nil, "a round begins")
    stage = try Scene.daily.stage()
    stage.hear(.watchers(0))
    stage.press("t")
    expect(stage.model.saying, equals: nil)
    expect(!stage.model.keys.contains { $0.key == .character("t") })
  }

  @Test func everyTileHasItsKey() throws {
    let stage = try Scene.tiles.stage()
    for (index, key) in TileKeys.all.prefix(stage.challenge.tiles.count).enumerated() {
      var copy = stage
      copy.press(.character(key))
      expect(copy.did(.lock(Guess([index + 1]))))
    }
    var none = stage
    none.press(.character(TileKeys.all[stage.challenge.tiles.count]))
    expect(isEmpty: none.done, "there are nine tiles")
  }

  @Test func arrowsChooseAndEnterTakes() throws {
    var stage = try Scene.tiles.stage()
    expect(stage.session.guess, equals: Guess([5]), "down and right of the first")
    var seen: [Int] = []
    for key in [Key.up, .up, .left, .left, .down, .end, .right, .down, .home] {
      stage.press(key)
      seen.append(stage.model.guess.values[0])
    }
    expect(seen, equals: [2, 2, 1, 1, 4, 9, 9, 9, 1])
    stage.press(.enter)
    expect(stage.did(.lock(Guess([1]))))
  }

  @Test func aWrongTileIsMarkedAndNotTakenAgain() throws {
    var stage = try Scene.tilesWrong.stage()
    let wrong = stage.tile(off: 2).values[0]
    let key = TileKeys.all[wrong - 1]
    expect(stage.model.race.wrongTiles, equals: [wrong])
    expect(stage.text.contains("\(key) ×") && stage.text.contains("Not that one"))
    stage.press(.character(TileKeys.all[stage.challenge.answer.values[0] - 1]))
    expect(stage.did(.set(stage.challenge.answer)), "frozen: chosen, not taken")
    stage.look(after: Rules.freezeMilliseconds)
    stage.press(.character(key))
    expect(isEmpty: stage.done, "once is enough")
    stage.press(.enter)
    expect(stage.did(.lock(stage.challenge.answer)))
    stage.serveLock()
    expect(stage.text, contains: " ✓")
  }

  @Test func noTileIsSeenOrTakenBeforeTheRoundOpens() throws {
    var stage = Stage(Scene.tiles.intent)
    try stage.enterRoom(Stage.rules(.tiles))
    try stage.countDown()
    stage.announce()
    stage.look(after: stage.millisecondsToOpen - 1)
    let colors = stage.challenge.tiles
    expect(colors.count == 4 && !colors.contains(where: stage.shows))
    stage.press("1")
    expect(isEmpty: stage.done)
    stage.look(after: 1)
    expect(colors.allSatisfy(stage.shows))
    stage.press(.enter, " ")
    expect(stage.done.isEmpty && stage.session.guess == Guess([0]), "nothing is chosen")
    stage.press(.up)
    expect(stage.session.guess, equals: Guess([1]))
  }

  @Test(arguments: [Scene.raceRGB, .raceCMYK, .wheel])
  func aKeyMovesAllSlidersToItsColor(scene: Scene) throws {
    for (index, entry) in NamedColor.all.enumerated() {
      var stage = try scene.stage()
      stage.type("p")
      expect(stage.text.contains("─ colors ─") && stage.done.isEmpty)
      stage.press(.character(TileKeys.all[index]))
      let guess = try require(stage.session.guess)
      let color = try require(stage.mode.color(of: guess))
      expect(color.difference(from: entry.color), isBelow: Difference(thousandths: 1_000))
      expect(!stage.text.contains("─ colors ─"), "one choice")
    }
  }

  @Test func arrowsChooseWhatIsMarkedAndEnterTakesIt() throws {
    for (scene, columns) in [(Scene.raceHSB, 4), (.wheel, 2)] {
      var stage = try scene.stage()
      stage.type("p")
      stage.press(.home)
      var seen: [Int] = []
      for key in [Key.up, .left, .right, .down, .down, .end, .right, .down, .up] {
        stage.press(key)
        seen.append(stage.model.race.palette ?? -1)
      }
      expect(seen, equals: [0, 0, 1, 1 + columns, 1 + 2 * columns, 11, 11, 11, 11 - columns])
      expect(stage.text, contains: "▸ \(TileKeys.all[11 - columns])")
      stage.press(.enter)
      expect(stage.mode.color(of: stage.model.guess), equals: NamedColor.all[11 - columns].color)
    }
  }

  @Test(arguments: [Scene.raceRGB, .raceCMYK, .arcade, .tiles, .numbers, .numbersMemory])
  func thereIsNoWheelForOtherSlidersAndWithoutColors(scene: Scene) throws {
    var stage = try scene.stage()
    stage.type("m")
    expect(stage.area(.wheel) == nil && stage.done.isEmpty)
    expect(!stage.model.keys.contains { $0.key == .character("m") })
  }

  @Test func aKeyMovesTheLoupeOrTheBrightness() throws {
    let strokes: [(key: Key, from: [Int], to: [Int])] = [
      ("]", [200, 50, 50], [200, 50, 51]), ("[", [200, 50, 50], [200, 50, 49]),
      ("}", [200, 50, 50], [200, 50, 60]), ("{", [200, 50, 50], [200, 50, 40]),
      ("}", [200, 50, 95], [200, 50, 100]), ("{", [200, 50, 5], [200, 50, 0]),
      (".", [200, 50, 50], [201, 50, 50]), (",", [200, 50, 50], [199, 50, 50]),
      (".", [359, 50, 50], [0, 50, 50]), ("=", [200, 50, 50], [200, 51, 50]),
      ("-", [200, 50, 50], [200, 49, 50]),
      // In the middle there is no hue, and it is not forgotten.
      ("=", [200, 0, 50], [200, 1, 50]),
      // A pixel is 100 / 13.5 of saturation.
      (.right, [0, 50, 50], [0, 57, 50]), (.left, [0, 50, 50], [0, 43, 50]),
      (.up, [90, 50, 50], [90, 57, 50]), ("j", [270, 50, 50], [270, 57, 50]),
      ("K", [90, 50, 50], [90, 87, 50]),
    ]
    for stroke in strokes {
      var stage = try Scene.wheel.stage()
      stage.act(.set(Guess(stroke.from)))
      stage.press(stroke.key)
      expect(stage.did(.set(Guess(stroke.to))), "\(stroke)")
      expect(stage.session.guess, equals: Guess(stroke.to), "\(stroke)")
    }
  }

  @Test func aPressPicksAndADragFollowsOutside() throws {
    var stage = try Scene.wheel.stage()
    let area = try require(stage.area(.wheel))
    let middle = area.row + area.height / 2
    stage.mouse(.press(.left), area.column, middle)
    let picked = try require(stage.session.guess)
    expect((174...186).contains(picked.values[0]) && picked.values[1] == 100)
    stage.mouse(.drag(.left), area.column + area.width / 2, -3)
    let above = try require(stage.session.guess)
    expect((88...92).contains(above.values[0]) && above.values[1] == 100)
    stage.mouse(.drag(.left), 79, middle)
    expect((stage.session.guess?.values[1] ?? 0), equals: 100, "over YOURS it is still the rim")
    stage.mouse(.release(.left), 79, middle)
    let left = stage.session.guess
    stage.mouse(.drag(.left), area.column, middle)
    expect(stage.session.guess, equals: left, "nothing is held any more")
  }

  @Test(arguments: [Scene.wheel, .raceHSB])
  func uGoesBackToBeforeWhatWasDoneInOneGo(scene: Scene) throws {
    var stage = try scene.stage()
    stage.look(after: UndoHistory.pauseMilliseconds)
    let first = try require(stage.session.guess)
    stage.press(.right, .right, .right)
    let second = try require(stage.session.guess)
    stage.look(after: UndoHistory.pauseMilliseconds)
    stage.press(.left)
    stage.type("u")
    expect(stage.did(.set(second)))
    stage.type("u")
    expect(stage.did(.set(first)))
  }

  private func hold(
    _ key: Key, on stage: inout Stage, pause: Int = 500, every interval: Int = 33, times: Int = 30
  ) -> [ClientVerb] {
    var done: [ClientVerb] = []
    for time in 0..<times {
      stage.press(key)
      for case .session(.send(let message)) in stage.done { done.append(message.verb) }
      stage.look(after: time == 0 ? pause : interval)
    }
    return done
  }

  @Test func aKeyThatIsHeldFromBeforeARoundLocksNothingUntilItIsPressedAnew() throws {
    for key in [Key.enter, .character(" ")] {
      for (pause, interval) in [(250, 33), (500, 92), (660, 40), (500, 500)] {
        var stage = try Scene.results.stage()
        stage.announce()
        let times = stage.millisecondsToOpen / interval + 20
        let done = hold(key, on: &stage, pause: pause, every: interval, times: times)
        expect(isEmpty: done, "\(key), \(pause), \(interval)")
        stage.look(after: HeldKey.pauseMilliseconds)
        stage.press(key)
        expect(stage.done.count, equals: 1, "\(key), pressed anew")
      }
    }
  }

  @Test func aHeldKeyGetsReadyOnceAndLeavesOnceAndAHeldEscapeNeverLeavesAMatch() throws {
    let rows: [(scene: Scene, key: Key, verbs: [ClientVerb])] = [
      (.room, " ", [.ready]), (.room, "r", [.ready]), (.final, "r", [.ready]),
      (.final, .escape, [.leave]), (.hosting, "s", [.start]), (.raceHSB, .escape, []),
    ]
    for row in rows {
      var stage = try row.scene.stage()
      expect(hold(row.key, on: &stage), equals: row.verbs, "\(row.scene) \(row.key)")
    }
  }

  @Test func aHeldArrowGoesOnMovingAndEnterLocksAtOnceBehindATypedNumber() throws {
    var stage = try Scene.raceHSB.stage()
    let start = try require(stage.session.guess).values[0]
    _ = hold(.right, on: &stage, times: 5)
    expect(stage.session.guess?.values[0], equals: start + 5)
    stage.type("123")
    stage.press(.enter)
    expect(stage.session.guess?.values[0], equals: 123)
    stage.press(.enter)
    expect(stage.done.count, equals: 1, "the number, and then the lock")
  }
}

extension Stage {
  func area(_ control: Control) -> Area? { model.sheet(at: now).hits.area(of: control) }
  func track(_ slider: Int) -> Area? { area(.slider(slider)) }
}
