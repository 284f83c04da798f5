// What a real client writes to a real terminal, counted between the ends of synchronized frames,
// and silence where nothing happens.

import Glibc
import TestSupport
import Testing

@Stage
@Suite("What is written")
struct BudgetTests {
  private func playing(_ budget: FrameBudget) throws -> Window {
    let window = try Window(
      ["play", "--time", "120"], columns: budget.columns, rows: budget.rows)
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

  @Test("stays within the budgets of a race", arguments: FrameBudget.all)
  func race(_ budget: FrameBudget) throws {
    let window = try playing(budget)
    let ticks = try frames(of: window) { $0.count >= 12 }
    // The clock goes on in all of them. The tracks that the last keys left behind follow in one,
    // and in some a bot moves.
    #expect(ticks.sorted()[ticks.count / 2] <= budget.tick, "\(ticks)")

    window.type("\u{0c}")
    let picture = try frames(of: window) { ($0.max() ?? 0) > 2_000 }.max() ?? 0
    #expect(picture <= budget.firstFrame)

    let row = try #require(window.screen.row(of: "G"))
    let column = budget.columns / 2
    window.type("\u{1b}[<0;\(column);\(row + 1)M")
    var drags: [Int] = []
    for step in 1...12 {
      window.type("\u{1b}[<32;\(column + step);\(row + 1)M")
      drags += try frames(of: window) { $0.contains { $0 > budget.tick } }
    }
    // The other tracks follow up to eight times a second: in one frame of several.
    let own = drags.filter { $0 > budget.tick }.sorted()
    #expect(own[own.count / 2] <= budget.drag, "\(drags)")
    window.type("\u{1b}[<0;\(column + 12);\(row + 1)m")
  }

  @Test("stays within the budgets of a race on the wheel", arguments: FrameBudget.all)
  func wheel(_ budget: FrameBudget) throws {
    // Alone, so that nobody ends the round.
    let window = try Window(
      ["play", "--mode", "hsb", "--time", "120", "--seats", "1"], columns: budget.columns,
      rows: budget.rows)
    try wait(for: "an open round", hearing: [window], scene: { window.scene }) {
      let clock = window.screen.lines[0]
      return window.screen.text.contains("TARGET") && clock.contains("round 1 of")
        && !clock.contains(" in ")
    }
    window.type("m\u{0c}")
    let pictures = try frames(of: window) { ($0.max() ?? 0) > budget.firstFrame }
    #expect(pictures.allSatisfy { $0 <= budget.firstWheelFrame }, "\(pictures)")

    // Near, far, and over the rim.
    let path = [(10, 8), (11, 8), (26, 14), (8, 12), (30, 9), (17, 4), (2, 17), (18, 11), (19, 11)]
    window.type("\u{1b}[<0;10;9M")
    var loupes: [Int] = []
    for (column, row) in path {
      window.type("\u{1b}[<32;\(column);\(row)M")
      loupes += try frames(of: window) { $0.contains { $0 > budget.tick } }
    }
    #expect(loupes.allSatisfy { $0 <= budget.loupe }, "\(loupes)")
    #expect(loupes.contains { $0 > budget.loupe / 3 }, "\(loupes)")

    window.type("\u{1b}[<0;19;11m")
    // The loupe shrinks, the bar follows, and then there is the clock alone.
    let rest = try frames(of: window) { $0.suffix(3).count { $0 <= budget.tick } == 3 }
    #expect(rest.allSatisfy { $0 <= budget.loupe }, "\(rest)")
    var steps: [Int] = []
    for key in "[[{]]}" {
      window.type("\(key)")
      steps += try frames(of: window) { $0.contains { $0 > budget.tick } }
    }
    // The clock may tick in the same frame.
    #expect(steps.allSatisfy { $0 <= budget.brightness + budget.tick }, "\(steps)")
  }

  /// Long enough for 25 ticks of somebody else's clock.
  @Test("is nothing at all while nothing happens in a room")
  func silence() throws {
    let house = try House()
    let room = try Window(["play", house.address, "--rounds", "1"])
    let race = try playing(FrameBudget.all[0])
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
