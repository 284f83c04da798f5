// The wall: rooms keep their places and the choice its room while others come and go, no more of
// them are wanted than there is space for; its keys, and what it costs.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct WallTests {
  private static func listing(
    _ code: String, _ name: String = "", taken: Int = 2, round: Int = 1, isLocked: Bool = false
  ) throws -> Listing {
    Listing(
      code: try require(RoomCode(code)), name: name, mode: "rgb", seats: 8, taken: taken,
      watchers: 0, state: round > 0 ? .playing : .waiting, round: round, of: 8,
      hasPassword: isLocked, icons: [])
  }

  @Test(arguments: 0..<4)
  func roomsKeepTheirPlacesAndTheChoiceItsRoomWhileOthersComeAndGo(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ".unicodeScalars)
    let all = try letters.map { try Self.listing("AAA\($0)", round: dice.roll(0..<3)) }
    var wall = Wall(capacity: 4)
    var moment = Instant(milliseconds: 0)
    for _ in 0..<60 {
      let before = (codes: wall.rooms.map(\.code), chosen: wall.choice?.code)
      moment = moment + 2_000
      let open = all.filter { _ in dice.roll(0..<10) > 2 }
      wall.list(open, at: moment)
      let after = wall.rooms.map(\.code)
      expect(Set(after) == Set(open.map(\.code)) && after.count == open.count)
      let gaps = before.codes.count { !after.contains($0) }
      let moved = before.codes.filter { code in
        after.contains(code) && after.firstIndex(of: code) != before.codes.firstIndex(of: code)
      }
      if !before.codes.isEmpty {
        expect(moved.count, isAtMost: gaps)
        expect(
          moved.allSatisfy { after.firstIndex(of: $0) ?? 0 < before.codes.firstIndex(of: $0) ?? 0 })
      }
      if let chosen = before.chosen, after.contains(chosen) {
        expect(wall.choice?.code, equals: chosen)
      }
      expect(wall.page.count <= 4 && wall.wanted == wall.page.map(\.code))
      expect(wall.index.map { wall.page.indices.contains($0) } ?? after.isEmpty)
      switch dice.roll(0..<4) {
      case 0: wall.choose(by: dice.roll(-9..<10))
      case 1: wall.fit(dice.roll(0..<13))
      default: break
      }
      wall.fit(4)
    }
  }

  @Test func aPlayerIsFollowedIntoWhateverRoomIsSeen() throws {
    var stage = try Scene.wall.stage(columns: 120, rows: 40)

    stage.press(.home, .character("f"), .character("f"))
    let followed = try require(stage.model.wall?.followed)
    expect(followed.player == Stage.oskar && stage.text.contains("following ▲ oskar"))
    let chosen = try require(stage.model.wall?.choice?.code)
    // Oskar leaves the room that is chosen; he sits in the others too.
    let index = try require(stage.watchers.firstIndex { $0.room == chosen })
    let gone = ServerMessage.room(n: 10_000, .gone(Stage.oskar, .left))
    _ = stage.watchers[index].session.handle(.received(line(gone)[...]), at: stage.now)
    stage.watchers[index].news += 1
    stage.look(after: Wall.beatMilliseconds)
    let next = try require(stage.model.wall?.choice?.code)
    expect(next, differsFrom: chosen)
    expect(stage.model.wall?.tile(of: next)?.hasSeat(of: Stage.oskar), equals: true)
    for _ in 0..<6 where stage.model.wall?.followed != nil { stage.type("f") }
    expect(stage.model.wall?.followed, equals: nil, "after the last nobody")
  }

  /// What is kept of the last look must be what another look would show.
  @Test func whatIsKeptOfARoomIsWhatThereIsToSee() throws {
    var stage = try Scene.wall.stage(columns: 120, rows: 40)
    var pictures: Set<String> = []
    for step in 0..<24 {
      if step.isMultiple(of: 3) {
        let room = step / 3 % stage.watchers.count
        let move = Move(who: Stage.mira, near: step % 50, color: Color(gray: UInt8(step)))
        _ = stage.watchers[room].session
          .handle(.received(line(.move(move))[...]), at: stage.now)
        stage.watchers[room].news += 1
      }
      stage.look(after: Wall.beatMilliseconds)
      var newcomer = stage.model
      newcomer.wall = Wall(capacity: WallLayout(width: 120, height: 40).capacity)
      var session = stage.session
      newcomer.show(&session, beside: stage.watchers, at: stage.now)
      expect(newcomer.view(at: stage.now).cells, equals: stage.canvas.cells, "step \(step)")
      pictures.insert(stage.text)
    }
    expect(pictures.count, isAbove: 20, "every clock has moved")
  }

  @Test(arguments: [
    (60, 18, 2, 2), (80, 24, 2, 2), (120, 40, 3, 3), (160, 50, 4, 3), (300, 99, 4, 3),
  ])
  func tilesFillTheWindowAndNeverOverlap(width: Int, height: Int, columns: Int, rows: Int) {
    let layout = WallLayout(width: width, height: height)
    expect(layout.columns == columns && layout.rows == rows)
    expect(layout.capacity, isAtMost: Watchers.countMax)
    for count in 1...layout.capacity {
      let fitting = layout.fitting(count)
      expect(fitting.capacity >= count && fitting.capacity <= layout.capacity)
      let areas = (0..<count).map { fitting[$0] }
      expect(areas.allSatisfy { $0.column >= 2 && $0.endColumn <= width - 2 })
      expect(areas.allSatisfy { $0.row >= 2 && $0.endRow <= height - 2 && $0.height >= 4 })
      for (index, area) in areas.enumerated() {
        for other in areas[..<index] {
          expect(!area.columns.overlaps(other.columns) || !area.rows.overlaps(other.rows))
        }
      }
    }
  }

  private static func code(_ text: String) throws -> RoomCode { try require(RoomCode(text)) }

  @Test func arrowsChooseEnterWatchesAndEscapeComesBack() throws {
    var stage = try Scene.wall.stage()
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
    expect(stage.did(.watch(chosen, password: nil)))
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
      let only = listings.first.map { UserAction.watch($0.code, password: nil) }
      expect(stage.did(count == 1 ? [only].compactMap(\.self) : []))
      expect(stage.model.watched.count, equals: count)
      stage.list(try WallRoom.all.prefix(1).map { try $0.listing() })
      // That is decided once, with the first rooms there are.
      expect(stage.done.isEmpty, equals: (count > 0))
    }
  }

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
    var stage = try Scene.wall.stage()
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
