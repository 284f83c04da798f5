// What a real client writes to a real terminal, counted between the ends of synchronized frames,
// and silence where nothing happens. The budgets of every screen are proved in memory.

import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("What is written to a terminal")
struct BudgetTests {
  private func playing(_ budget: FrameBudget) throws -> Window {
    let window = try Window(
      ["play", "--time", "120"], columns: budget.columns, rows: budget.rows)
    try wait(for: "an open round", hearing: [window]) {
      guard window.screen.text.contains("TARGET") else { return false }
      if window.screen.value(of: "R") != 255 { window.type("\u{1b}[F") }
      return window.screen.value(of: "R") == 255
    }
    return window
  }

  /// The frames that come while something is waited for.
  private func frames(of window: Window, until holds: ([Int]) -> Bool) throws -> [Int] {
    let before = window.screen.frames.count
    try wait(for: "frames", hearing: [window]) {
      holds(Array(window.screen.frames.dropFirst(before)))
    }
    return Array(window.screen.frames.dropFirst(before))
  }

  @Test("a race stays within its budgets", arguments: FrameBudget.all)
  func race(_ budget: FrameBudget) throws {
    let window = try playing(budget)
    let ticks = try frames(of: window) { $0.count >= 12 }
    // The clock goes on in all of them. The tracks that the last keys left behind follow in one,
    // and in some a bot moves.
    expect(ticks.sorted()[ticks.count / 2], isAtMost: budget.tick, "\(ticks)")
    window.type("\u{0c}")
    let picture = try frames(of: window) { ($0.max() ?? 0) > 2_000 }.max() ?? 0
    expect(picture, isAtMost: budget.firstFrame)
    let row = try require(window.screen.row(of: "G"))
    let column = budget.columns / 2
    window.type("\u{1b}[<0;\(column);\(row + 1)M")
    var drags: [Int] = []
    for step in 1...12 {
      window.type("\u{1b}[<32;\(column + step);\(row + 1)M")
      drags += try frames(of: window) { $0.contains { $0 > budget.tick } }
    }
    // The other tracks follow up to eight times a second: in one frame of several.
    let own = drags.filter { $0 > budget.tick }.sorted()
    expect(own[own.count / 2], isAtMost: budget.drag, "\(drags)")
  }

  @Test("nothing is written while nothing happens in a room, for 25 ticks of another clock")
  func silence() throws {
    let house = try House()
    let room = try Window(["play", house.address, "--rounds", "1"])
    let race = try playing(FrameBudget.all[0])
    try room.shows("room", hearing: [race, house.run])
    // What comes late: the first measured round trip, the end of a notice.
    var (bytes, ticks) = (room.byteCount, race.screen.frames.count)
    try wait(for: "silence", hearing: [room, race, house.run]) {
      if room.byteCount != bytes { (bytes, ticks) = (room.byteCount, race.screen.frames.count) }
      return race.screen.frames.count >= ticks + 25
    }
  }
}
