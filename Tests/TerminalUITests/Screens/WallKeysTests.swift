// What keys and the mouse do on the wall, how one gets there and back, and what it costs.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys and cost of the wall")
struct WallKeysTests {
  private static func stage() throws -> Stage { try Scene.wall.stage(columns: 80, rows: 24) }
  private static func code(_ text: String) throws -> RoomCode { try require(RoomCode(text)) }

  @Test func arrowsChooseEnterWatchesAndEscapeComesBack() throws {
    var stage = try Self.stage()
    expect(stage.model.screen == .wall && stage.text.contains("watching 4 of 9 rooms"))
    let names = try require(stage.model.wall?.rooms.map(\.name))
    let moves: [([Key], Int)] = [
      ([.right], 1), ([.down], 3), ([.left], 2), ([.up], 0), ([.up, .left], 0),
      ([.pageDown], 4), ([.down, .down, .down], 8), ([.home], 0), ([.end], 8), ([.home], 0),
    ]
    for (keys, index) in moves {
      for key in keys { stage.press(key) }
      expect(stage.model.wall?.index, equals: index, "\(keys)")
      expect(stage.text, contains: "▸ \(names[index])")
      let page = index / 4 * 4
      expect(
        stage.model.watched, equals: stage.model.wall?.rooms[page..<min(9, page + 4)].map(\.code))
    }
    let chosen = try require(stage.model.wall?.choice?.code)
    stage.press(.enter)
    expect(stage.done, equals: [.act(.watch(chosen, password: nil))])
    stage.hear(.entered(chosen, .watcher, n: 0), .watchers(1))
    expect(stage.model.screen.title == "in a room" && stage.model.watched.isEmpty)
    stage.press(.escape)
    stage.hear(.out(chosen, .left))
    expect(stage.model.screen == .wall && stage.model.wall?.choice?.code == chosen)
    stage.press(.escape)
    expect(stage.model.screen == .home && stage.model.wall == nil && stage.model.watched.isEmpty)
  }

  @Test func aNewcomerToTheWallGoesIntoTheOnlyRoomOrSeesThemAll() throws {
    for count in 0...3 {
      var stage = Stage(opensWall: true)
      expect(isEmpty: stage.model.watched)
      stage.connect()
      expect(stage.text, contains: "Looking for rooms…")
      let listings = try WallRoom.all.prefix(count).map { try $0.listing() }
      stage.list(listings)
      let only = listings.first.map { UserRequest.act(.watch($0.code, password: nil)) }
      expect(stage.done, equals: (count == 1 ? [only].compactMap(\.self) : []))
      expect(stage.model.watched.count, equals: count)
      stage.list(try WallRoom.all.prefix(1).map { try $0.listing() })
      // That is decided once, with the first rooms there are.
      expect(stage.done.isEmpty, equals: (count > 0))
    }
  }

  // MARK: Cost

  /// Somebody moves in the first room, to another color each time.
  private static func move(_ stage: inout Stage, _ step: Int) {
    let color = Color(
      red: UInt8(truncatingIfNeeded: 40 * step), green: UInt8(truncatingIfNeeded: 90 + step),
      blue: 30)
    let move = Move(who: Stage.mira, near: 40 + step % 50, color: color)
    _ = stage.watchers[0].session
      .handle(
        .received(line(.move(move))[...]), at: stage.now)
    stage.watchers[0].news += 1
  }

  @Test(arguments: FrameBudget.all)
  func aLiveUpdateCostsTheSwatchThatChanges(budget: FrameBudget) throws {
    var stage = try Scene.wall.stage(columns: budget.columns, rows: budget.rows)
    var renderer = Renderer.forBudgets()
    let first = renderer.frame(stage.canvas).count
    expect(first, isAtMost: budget.firstWall, "first frame \(first)")
    expect(first, isAbove: 2_000)
    var longest = 0
    for step in 1...6 {
      var moving = stage
      Self.move(&moving, step)
      moving.look(after: Wall.beatMilliseconds)
      stage.look(after: Wall.beatMilliseconds)
      // The clocks move with every beat; what comes on top of that is the swatch and its number.
      _ = renderer.frame(stage.canvas)
      var other = renderer
      longest = max(longest, other.frame(moving.canvas).count)
    }
    expect(longest, isAtMost: budget.wallSwatch, "longest update \(longest)")
    expect(longest, isAbove: 40)
  }

  @Test func whatIsSeenMovesTenTimesASecondAtTheMost() throws {
    var stage = try Self.stage()
    var renderer = Renderer.forBudgets()
    _ = renderer.frame(stage.canvas)
    var frames = 0
    for step in 0..<100 {
      Self.move(&stage, step)
      stage.look(after: 10)
      if !renderer.frame(stage.canvas).isEmpty { frames += 1 }
      let next = try require(stage.model.nextFrame(at: stage.now))
      expect(next > stage.now && next - stage.now <= Wall.beatMilliseconds)
    }
    expect((8...10), contains: frames, "\(frames) in a second")
  }
}
