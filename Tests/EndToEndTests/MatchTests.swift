// A whole match, as people play it: a server, two clients in terminals of different sizes that race
// through all rounds, one by hand and one by itself, and a third that watches. In the end everybody
// sees the same. And the wall, where somebody sees two matches at once.

import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("A whole match")
struct MatchTests {
  @Test("two race, a third watches, and all three see the same final standings")
  func race() throws {
    let house = try House()
    let ada = try Window(
      [
        "play", house.address, "--name", "Ada", "--rounds", "2", "--time", "20", "--level", "easy",
        "--seats", "2",
      ])
    try wait(for: "Ada's room", hearing: [house.run, ada]) { ada.screen.code != nil }
    let code = try require(ada.screen.code)
    let cleo = try Window(
      ["watch", house.address, code, "--name", "Cleo"], columns: 120, rows: 40)
    let bob = try Window(
      ["join", house.address, code.lowercased(), "--name", "Bob", "--autoplay", "4"],
      columns: 100, rows: 30)
    let windows = [ada, bob, cleo]
    let all: [any Listener] = [house.run, ada, bob, cleo]
    try wait(for: "everybody", hearing: all) {
      windows.allSatisfy { $0.screen.text.contains("Bob") && $0.screen.text.contains("Ada") }
    }
    ada.type(" ")
    // Keys that come before the round opens move nothing, so they are pressed until one does.
    try wait(for: "a key to move red", hearing: all) {
      ada.type("\u{1b}[C")
      return ada.screen.value(of: "R").map { $0 > 188 } ?? false
    }
    try wait(for: "the mouse to move green", hearing: all) {
      guard let row = ada.screen.row(of: "G") else { return false }
      for final in ["M", "m"] { ada.type("\u{1b}[<0;20;\(row + 1)\(final)") }
      return ada.screen.value(of: "G").map { $0 < 100 } ?? false
    }
    ada.resize(columns: 110, rows: 36)
    try ada.shows("YOURS", hearing: all)
    ada.type("\r")
    try wait(for: "the end", hearing: all) {
      windows.allSatisfy { $0.screen.text.contains("match over") && $0.screen.standings.count == 2 }
    }
    expect(ada.screen.standings, equals: bob.screen.standings)
    expect(ada.screen.standings, equals: cleo.screen.standings)
    expect(ada.screen.standings.map(\.place), equals: [1, 2])
    for window in windows {
      expect(window.screen.oddities, equals: [])
      window.type("\u{03}")
    }
    for window in windows { try expect(window.ended(hearing: all), equals: .exited(0)) }
    expect(windows.flatMap(\.leftovers), equals: [])
  }

  @Test("the wall shows two matches at once over TLS; one can be entered, and left again")
  func wall() throws {
    let home = try Scratch()
    let house = try House(["--tls", "auto", "--state", home.path])
    let races = try ["Ada", "Bob"]
      .map { name in
        try PlainRun(
          .client,
          [
            "play", house.address, "--name", name, "--rounds", "20", "--time", "20", "--bot", "1",
            "--seats", "2", "--autoplay", "1", "--plain",
          ])
      }
    let others: [any Listener] = [house.run] + races
    for race in races { try race.said("round 1 of 20", hearing: others) }
    let window = try Window(["watch", "tls://\(house.address)#\(house.fingerprint)"])
    try wait(for: "both rooms", hearing: others + [window]) { window.clocks.count == 2 }
    // Each of them moves without anything being typed.
    for room in 0..<2 {
      let before = window.clocks
      try wait(for: "room \(room) to go on", hearing: others + [window]) {
        window.clocks.count == 2 && window.clocks[room] != before[room]
      }
    }
    let names = window.owners
    expect(names.sorted(), equals: ["Ada's", "Bob's"])
    window.type("\u{1b}[C\r")
    try wait(for: "the second room alone", hearing: others + [window]) {
      let text = window.screen.text
      return text.contains("of 20") && text.contains(names[1]) && !text.contains(names[0])
    }
    window.type("\u{1b}")
    try wait(for: "both again", hearing: others + [window]) {
      window.clocks.count == 2 && window.owners == names
    }
    window.type("\u{1b}")
    try window.shows("Open rooms", hearing: others)
    expect(window.screen.oddities, equals: [])
    window.type("\u{03}")
    try expect(window.ended(hearing: others), equals: .exited(0))
    expect(window.leftovers, equals: [])
  }
}

extension Window {
  /// What stands after the round of each room, from left to right: the clock, or what comes next.
  fileprivate var clocks: [String] {
    title.split(separator: "round ").dropFirst()
      .map { $0.split(separator: " ").prefix { $0 != "s" }.joined(separator: " ") }
  }

  /// The first word of the name of each room, from left to right.
  fileprivate var owners: [String] {
    title.split(separator: " ").filter { $0.hasSuffix("'s") }.map(String.init)
  }

  /// The row of titles on a wall with one row of rooms.
  private var title: String { screen.lines[2] }
}
