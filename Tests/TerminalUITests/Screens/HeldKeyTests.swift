// Keys that are held: what moves goes on moving, and what locks, leaves or gets ready counts once.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Held keys")
struct HeldKeyTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  /// Holds a key as keyboards do: a press, a pause, and repeats.
  private func hold(
    _ key: Key, on stage: inout Stage, pause: Int = 500, every interval: Int = 33, times: Int = 30
  ) -> [UserRequest] {
    var done: [UserRequest] = []
    for time in 0..<times {
      stage.press(key)
      done += stage.done
      stage.look(after: time == 0 ? pause : interval)
    }
    return done
  }

  @Test("a key that is held from before a round locks nothing until it is pressed anew")
  func held() throws {
    for key in [Key.enter, .character(" ")] {
      for (pause, interval) in [(250, 33), (500, 92), (660, 40), (500, 500)] {
        var stage = try Self.stage(.results)
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

  @Test("a held key gets ready once, and leaves once")
  func once() throws {
    for (scene, key, action) in [
      (Scene.room, Key.character(" "), UserAction.ready(true)),
      (.room, .character("r"), .ready(true)), (.final, .character("r"), .ready(true)),
      (.final, .escape, .leave), (.hosting, .character("s"), .start),
    ] {
      var stage = try Self.stage(scene)
      expect(hold(key, on: &stage), equals: [.act(action)], "\(scene) \(key)")
    }
  }

  @Test("a held Escape asks and never leaves a match")
  func asked() throws {
    var stage = try Self.stage(.raceHSB)
    expect(isEmpty: hold(.escape, on: &stage))
    expect(stage.text, contains: "leave the match?")
  }

  @Test("a held arrow goes on moving, and Enter locks at once behind a typed number")
  func moves() throws {
    var stage = try Self.stage(.raceHSB)
    expect(hold(.right, on: &stage, times: 5).count, equals: 5)
    stage.type("123")
    stage.press(.enter)
    expect(stage.session.guess?.values[0], equals: 123)
    stage.press(.enter)
    expect(stage.done.count, equals: 1, "the number, and then the lock")
  }
}
