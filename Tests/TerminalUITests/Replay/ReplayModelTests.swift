// The screen of a kept match: what its keys do, and what lies on its last two rows.

import Foundation
import Game
import TestSupport
import Testing

@testable import TerminalUI

private struct Sofa {
  var model: ReplayModel
  var now = Instant(milliseconds: 5_000_000)

  init() throws {
    let support = ColorSupport(depth: .truecolor, certainty: .verified, reason: "")
    let setup = ScreenSetup(
      support: support, isCalm: false, server: "", addressesToShare: [], fingerprintToShare: nil,
      icon: nil, canChangeIcon: false)
    model = ReplayModel(
      try KeptFiles.match(KeptFiles.saved), seenBy: nil, setup: setup, hashing: hashing, at: now)
    model.resize(columns: 80, rows: 24)
    look()
  }

  @discardableResult
  mutating func look() -> Canvas { model.frame(at: now) }

  mutating func wait(_ milliseconds: Int) {
    now = now + milliseconds
    look()
  }

  mutating func press(_ keys: Key...) {
    for key in keys { model.take(.key(key, []), at: now) }
    look()
  }

  mutating func mouse(_ action: Mouse.Action, _ column: Int, _ row: Int) {
    model.take(.mouse(Mouse(action, at: Point(column: column, row: row))), at: now)
    look()
  }

  var picture: [String] {
    var model = model
    return model.frame(at: now).picture
  }

  var bar: String { picture[picture.count - 2].trimmingCharacters(in: .whitespaces) }
  var clock: String { String(bar.split(separator: " ")[1]) }
}

struct ReplayModelTests {
  @Test(
    "the replay screen ends with how far it is and the keys, plays, stands still and begins anew")
  func playing() throws {
    var sofa = try Sofa()
    expect(sofa.bar.hasPrefix("▸ 0:00 / 0:21  ●─"))
    expect(sofa.bar.hasSuffix("─  ×1   seen by onlookers   ✓ fair"))
    expect(sofa.picture.last?.contains("space pause   ←→ step"), equals: true)
    expect(sofa.picture.last?.contains("F1 help   Esc end"), equals: true)
    sofa.wait(5_000)
    expect(sofa.bar.hasPrefix("▸ 0:05 / 0:21  ─"))
    expect(sofa.bar.count(where: { $0 == "│" }), equals: 2)
    expect(sofa.picture[0], contains: "NEU9")
    sofa.press(.character(" "))
    expect(sofa.bar.hasPrefix("‖") && sofa.model.nextFrame(at: sofa.now) == nil)
    let still = sofa.picture
    expect(still.last?.contains("space resume"), equals: true)
    expect(!still.joined().contains("watchers"), "nobody knows how many looked on")
    sofa.wait(60_000)
    expect(sofa.picture, equals: still)
    sofa.press(.character(" "))
    sofa.wait(60_000)
    expect(sofa.clock == "0:21" && sofa.bar.hasPrefix("‖"))
    expect(sofa.picture.last?.contains("space again"), equals: true)
    expect(sofa.picture.joined(), contains: "✓ Fair, checked on your device")
    sofa.press(.character(" "))
    expect(sofa.clock == "0:00" && sofa.bar.hasPrefix("▸"))
  }

  @Test func theReplayScreenGoesFromEventToEventAndFromRoundToRound() throws {
    var sofa = try Sofa()
    sofa.press(.right)
    expect(sofa.clock == "0:02" && sofa.bar.hasPrefix("‖"))
    sofa.press(.right, .right)
    let steps: [(Key, String)] = [
      (.right, "0:07"), (.left, "0:06"), (.pageDown, "0:12"), (.pageUp, "0:03"), (.pageUp, "0:00"),
      (.end, "0:21"), (.right, "0:21"),
    ]
    for (key, clock) in steps {
      sofa.press(key)
      expect(sofa.clock, equals: clock, "\(key)")
    }
  }

  @Test func theReplayScreenGoesToWhereTheBarIsPressedAndFollowsTheMouseAlongIt() throws {
    var sofa = try Sofa()
    let row = sofa.picture.count - 2
    let track = try require(sofa.model.sheet(at: sofa.now).hits.area(of: .moment))
    sofa.mouse(.press(.left), track.endColumn - 1, row)
    expect(sofa.clock, equals: "0:21")
    sofa.mouse(.drag(.left), track.column + track.width / 2, row)
    expect(["0:10", "0:11"], contains: sofa.clock)
    sofa.mouse(.press(.left), track.column, row)
    expect(sofa.clock, equals: "0:00")
    let key = try require(sofa.model.sheet(at: sofa.now).hits.area(of: .key(.character(" "))))
    let sign = sofa.bar.first
    sofa.mouse(.press(.left), key.column, key.row)
    expect(sofa.bar.first, differsFrom: sign)
  }
}
