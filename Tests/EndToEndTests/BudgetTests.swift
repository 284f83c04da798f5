// What a real client writes to a real terminal: the design's budgets for frames, counted between
// the ends of synchronized frames, and silence where nothing happens.

import Glibc
import Testing

@Stage
@Suite("What is written")
struct BudgetTests {
  struct Size: Sendable {
    let columns: Int
    let rows: Int
    let pictureBytesMax: Int
    let dragBytesMax: Int
  }

  nonisolated static let sizes = [
    Size(columns: 80, rows: 24, pictureBytesMax: 11_000, dragBytesMax: 700),
    Size(columns: 120, rows: 40, pictureBytesMax: 18_000, dragBytesMax: 900),
  ]
  nonisolated private static let tickBytesMax = 120

  private func playing(_ size: Size, _ options: [String] = []) throws -> Window {
    let window = try Window(
      ["play", "--time", "120"] + options, columns: size.columns, rows: size.rows)
    try wait(for: "an open round", hearing: [window], scene: { window.scene }) {
      guard window.screen.text.contains("TARGET") else { return false }
      if window.screen.value(of: "R") != 255 { window.type("\u{1b}[F") }
      return window.screen.value(of: "R") == 255
    }
    return window
  }

  /// The frames that come while something is waited for.
  private func frames(
    of window: Window, until holds: ([Int]) -> Bool
  ) throws -> [Int] {
    let before = window.screen.frames.count
    try wait(for: "frames", hearing: [window], scene: { window.scene }) {
      holds(Array(window.screen.frames.dropFirst(before)))
    }
    return Array(window.screen.frames.dropFirst(before))
  }

  @Test("stays within the budgets of a race", arguments: sizes)
  func race(_ size: Size) throws {
    let window = try playing(size)
    let ticks = try frames(of: window) { $0.count >= 12 }
    // The tracks that the last keys left behind follow once, early; all else is the clock.
    #expect(ticks.dropFirst(2).allSatisfy { $0 <= BudgetTests.tickBytesMax }, "\(ticks)")

    window.type("\u{0c}")
    let picture = try frames(of: window) { ($0.max() ?? 0) > 2_000 }.max() ?? 0
    #expect(picture <= size.pictureBytesMax)

    let row = try #require(window.screen.row(of: "G"))
    let column = size.columns / 2
    window.type("\u{1b}[<0;\(column);\(row + 1)M")
    var drags: [Int] = []
    for step in 1...12 {
      window.type("\u{1b}[<32;\(column + step);\(row + 1)M")
      drags += try frames(of: window) { $0.contains { $0 > BudgetTests.tickBytesMax } }
    }
    // The other tracks follow up to eight times a second, in frames of their own.
    let own = drags.filter { $0 > BudgetTests.tickBytesMax }.sorted()
    #expect(own[own.count / 2] <= size.dragBytesMax, "\(drags)")
    window.type("\u{1b}[<0;\(column + 12);\(row + 1)m")
  }

  /// Long enough for 25 ticks of somebody else's clock.
  @Test("is nothing at all while nothing happens in a room")
  func silence() throws {
    let house = try House()
    let room = try Window(["play", house.address, "--rounds", "1"])
    let race = try playing(BudgetTests.sizes[0])
    try wait(for: "a room", hearing: [room, race, house.run], scene: { room.scene }) {
      room.screen.text.contains("room")
    }
    // What comes late: the first measured round trip, the end of a notice.
    var (bytes, ticks) = (room.byteCount, race.screen.frames.count)
    try wait(for: "silence", hearing: [room, race, house.run], scene: { room.scene }) {
      if room.byteCount != bytes { (bytes, ticks) = (room.byteCount, race.screen.frames.count) }
      return race.screen.frames.count >= ticks + 25
    }
  }
}
