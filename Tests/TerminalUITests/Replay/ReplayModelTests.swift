// The screen of a kept match: what its keys and the mouse do, what lies on its last two rows, and
// that a picture depends on the moment alone.

import Foundation
import Game
import Testing

@testable import TerminalUI

/// Somebody at a screen that shows a kept match.
private struct Sofa {
  var model: ReplayModel
  var now = Instant(milliseconds: 5_000_000)

  init(columns: Int = 80, rows: Int = 24, depth: ColorDepth = .truecolor) throws {
    let support = ColorSupport(depth: depth, certainty: .verified, reason: "")
    let setup = ScreenSetup(
      support: support, isCalm: false, server: "", addressesToShare: [], fingerprintToShare: nil,
      icon: nil, canChangeIcon: false)
    model = ReplayModel(
      try KeptFiles.match(KeptFiles.saved), seenBy: nil, setup: setup, hashing: hashing, at: now)
    model.resize(columns: columns, rows: rows)
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
  /// How far it is, such as `0:05`.
  var clock: String { String(bar.split(separator: " ")[1]) }
}

@Suite("The screen of a replay")
struct ReplayModelTests {
  @Test("has on its last two rows how far it is, and the keys", arguments: [(80, 24), (120, 40)])
  func rows(columns: Int, rows: Int) throws {
    var sofa = try Sofa(columns: columns, rows: rows)
    #expect(sofa.bar.hasPrefix("▸ 0:00 / 0:21  ●─"))
    #expect(sofa.bar.hasSuffix("─  ×1   seen by onlookers   ✓ fair"))
    #expect(sofa.picture.last?.contains("space pause   ←→ step") == true)
    #expect(sofa.picture.last?.contains("F1 help   Esc end") == true)
    #expect(sofa.picture.count == rows)
    sofa.wait(5_000)
    #expect(sofa.bar.hasPrefix("▸ 0:05 / 0:21  ─"))
    #expect(sofa.bar.count(where: { $0 == "│" }) == 2)
    #expect(sofa.picture[0].contains("NEU9"))
  }

  @Test("plays, stands still and plays again from the beginning")
  func playing() throws {
    var sofa = try Sofa()
    sofa.wait(4_000)
    #expect(sofa.clock == "0:04")
    sofa.press(.character(" "))
    #expect(sofa.bar.hasPrefix("‖") && sofa.model.nextFrame(at: sofa.now) == nil)
    let still = sofa.picture
    #expect(still.last?.contains("space resume") == true)
    #expect(!still.joined().contains("watchers"), "nobody knows how many looked on")
    sofa.wait(60_000)
    #expect(sofa.picture == still)
    sofa.press(.character(" "))
    sofa.wait(60_000)
    #expect(sofa.clock == "0:21" && sofa.bar.hasPrefix("‖"))
    #expect(sofa.picture.last?.contains("space again") == true)
    #expect(sofa.picture.joined().contains("✓ fair: all follows from the promised seed"))
    sofa.press(.character(" "))
    #expect(sofa.clock == "0:00" && sofa.bar.hasPrefix("▸"))
  }

  @Test("says in its help what keys do, however few columns there are")
  func narrowHelp() throws {
    var sofa = try Sofa(columns: 60, rows: 18)
    sofa.press(.function(1))
    #expect(sofa.picture.joined().contains("see with the next one's eyes (or v)"))
    #expect(!sofa.picture.joined().contains("…"))
  }

  @Test("plays at six speeds, and wakes when something changes")
  func speeds() throws {
    var sofa = try Sofa()
    var seen: [String] = []
    for _ in 0..<3 { sofa.press(.character("-")) }
    for speed in ["×¼", "×½", "×1", "×2", "×4", "×8"] {
      sofa.press(.home)
      #expect(sofa.bar.contains(speed))
      sofa.wait(2_400)
      seen.append(sofa.clock)
      sofa.press(.character("+"))
    }
    #expect(seen == ["0:00", "0:01", "0:02", "0:04", "0:09", "0:19"])
    sofa.press(.home)
    // Whoever draws when told to misses nothing: every bell, lock and second of it.
    var frames = 0
    while let next = sofa.model.nextFrame(at: sofa.now), frames < 1_000 {
      #expect(next > sofa.now)
      sofa.now = next
      sofa.look()
      frames += 1
    }
    #expect(sofa.clock == "0:21" && (40..<1_000).contains(frames))
  }

  @Test("goes from event to event and from round to round")
  func steps() throws {
    var sofa = try Sofa()
    sofa.press(.right)
    #expect(sofa.clock == "0:02" && sofa.bar.hasPrefix("‖"))
    sofa.press(.right, .right, .right)
    #expect(sofa.clock == "0:07")
    sofa.press(.left)
    #expect(sofa.clock == "0:06")
    sofa.press(.pageDown)
    #expect(sofa.clock == "0:12")
    sofa.press(.pageUp)
    #expect(sofa.clock == "0:03")
    sofa.press(.pageUp)
    #expect(sofa.clock == "0:00")
    sofa.press(.end)
    #expect(sofa.clock == "0:21")
    sofa.press(.right)
    #expect(sofa.clock == "0:21")
  }

  @Test("goes to where the bar is pressed, and follows the mouse along it")
  func mouse() throws {
    var sofa = try Sofa()
    let row = sofa.picture.count - 2
    let track = try #require(sofa.model.sheet(at: sofa.now).hits.area(of: .moment))
    sofa.mouse(.press(.left), track.endColumn - 1, row)
    #expect(sofa.clock == "0:21")
    sofa.mouse(.drag(.left), track.column + track.width / 2, row)
    #expect(["0:10", "0:11"].contains(sofa.clock))
    sofa.mouse(.press(.left), track.column, row)
    #expect(sofa.clock == "0:00")
    let key = try #require(sofa.model.sheet(at: sofa.now).hits.area(of: .key(.character(" "))))
    let sign = sofa.bar.first
    sofa.mouse(.press(.left), key.column, key.row)
    #expect(sofa.bar.first != sign)
  }

  @Test("sees it with everybody's eyes, one after another")
  func eyes() throws {
    var sofa = try Sofa()
    sofa.wait(5_000)
    for eyes in ["Ada", "Bea", "onlookers"] {
      sofa.press(eyes == "Bea" ? .character("v") : .tab)
      #expect(sofa.bar.contains("seen by \(eyes)") && sofa.clock == "0:05")
      #expect(sofa.picture.joined().contains("YOURS") == (eyes != "onlookers"))
    }
  }

  @Test("lists its keys, and ends by two of them")
  func help() throws {
    for key in [Key.escape, .character("q")] {
      var sofa = try Sofa()
      sofa.press(.function(1))
      #expect(sofa.picture.joined().contains("faster or slower, from ×¼ to ×8"))
      sofa.press(key)
      #expect(!sofa.model.isOver && !sofa.picture.joined().contains("faster or slower"))
      sofa.press(key)
      #expect(sofa.model.isOver)
    }
  }

  @Test("shows the same at a moment, wherever one comes from", arguments: [(80, 24), (120, 40)])
  func anywhere(columns: Int, rows: Int) throws {
    var sofa = try Sofa(columns: columns, rows: rows)
    sofa.press(.character(" "), .tab)
    var seen: [Instant: Canvas] = [:]
    // There by rounds and events, and back.
    for key in [Key.right, .right, .right, .pageDown, .right, .end, .left, .home, .pageDown]
      + [.right, .pageDown, .left, .left, .pageUp, .left, .left, .home, .end]
    {
      sofa.press(key)
      let canvas = sofa.look()
      let moment = sofa.model.moment(at: sofa.now)
      if let before = seen[moment] {
        #expect(before.firstDifference(from: canvas) == nil, "\(sofa.clock)")
      }
      seen[moment] = canvas
    }
    #expect(seen.count >= 6)
  }

  @Test("fits any window, without colors too")
  func windows() throws {
    for (columns, rows) in [(1, 1), (20, 5), (59, 18), (60, 17), (60, 18), (79, 24), (300, 100)] {
      for depth in [ColorDepth.monochrome, .truecolor] {
        var sofa = try Sofa(columns: columns, rows: rows, depth: depth)
        for _ in 0..<5 {
          sofa.press(.pageDown)
          let canvas = sofa.look()
          #expect(canvas.width == columns && canvas.height == rows)
          sofa.mouse(.press(.left), columns - 1, rows - 1)
        }
      }
    }
  }

  @Test("says in German what the browser says")
  func german() throws {
    try Words.$ownTable.withValue(Language.german.table) {
      var sofa = try Sofa()
      sofa.press(.tab)
      #expect(sofa.bar.hasSuffix("gesehen von Ada   ✓ fair"))
      #expect(sofa.picture.last?.contains("space Pause   ←→ Schritt   Pg↑↓ Runde") == true)
      #expect(sofa.picture.last?.contains("F1 Hilfe   Esc Ende") == true)
    }
  }
}

extension Canvas {
  /// A place at which two pictures of one size differ.
  fileprivate func firstDifference(from other: Canvas) -> Point? {
    for row in 0..<height {
      let column = firstChange(since: other, column: 0, row: row, sharesTails: false)
      if column < width { return Point(column: column, row: row) }
    }
    return nil
  }
}
