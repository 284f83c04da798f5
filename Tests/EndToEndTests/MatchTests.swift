// A whole match, as people play it: a server, two clients in terminals of different sizes that race
// through all rounds, one by hand and one by itself, and a third that watches. In the end everybody
// sees the same.

import Testing

@Stage
@Suite("A whole match")
struct MatchTests {
  @Test("two race, a third watches, and all three see the same final standings")
  func race() throws {
    let house = try House()
    let ada = try Window(
      [
        "play", house.address, "--name", "Ada", "--rounds", "2", "--time", "5", "--level", "easy",
        "--seats", "2",
      ])
    try wait(for: "Ada's room", hearing: [house.run, ada], scene: { ada.scene }) {
      ada.screen.code != nil
    }
    let code = try #require(ada.screen.code)
    let cleo = try Window(
      ["watch", house.address, code, "--name", "Cleo"], columns: 120, rows: 40)
    let bob = try Window(
      ["join", house.address, code.lowercased(), "--name", "Bob", "--autoplay", "4"],
      columns: 100, rows: 30)
    let all: [any Listener] = [house.run, ada, bob, cleo]
    let windows = [ada, bob, cleo]
    let scene = { windows.map(\.scene).joined(separator: "\n======\n") }
    try wait(for: "everybody", hearing: all, scene: scene) {
      windows.allSatisfy { $0.screen.text.contains("Bob") && $0.screen.text.contains("Ada") }
    }
    ada.type(" ")
    try wait(for: "the first round", hearing: all, scene: scene) {
      windows.allSatisfy { $0.screen.text.contains("round 1 of 2") }
        && ada.screen.text.contains("YOURS")
    }
    try playByHand(ada, all, scene)
    try wait(for: "the end", hearing: all, seconds: 60, scene: scene) {
      windows.allSatisfy { $0.screen.text.contains("match over") && $0.screen.standings.count == 2 }
    }
    #expect(ada.screen.standings == bob.screen.standings)
    #expect(ada.screen.standings == cleo.screen.standings)
    #expect(ada.screen.standings.map(\.place) == [1, 2])
    for window in windows {
      #expect(window.screen.oddities == [])
      window.type("\u{03}")
    }
    try wait(for: "everybody's end", hearing: all, scene: scene) {
      windows.allSatisfy { $0.end == .exited(0) }
    }
    #expect(windows.flatMap(\.leftovers) == [])
  }

  /// Moves sliders with keys and with the mouse, and locks.
  private func playByHand(
    _ window: Window, _ all: [any Listener], _ scene: () -> String
  ) throws {
    // Keys that come before the round opens move nothing, so they are pressed until one does.
    try wait(for: "a key to move red", hearing: all, scene: scene) {
      window.type("\u{1b}[C")
      return window.screen.value(of: "R").map { $0 > 188 } ?? false
    }
    try wait(for: "the mouse to move green", hearing: all, scene: scene) {
      guard let row = window.screen.row(of: "G") else { return false }
      let column = 20
      for final in ["M", "m"] { window.type("\u{1b}[<0;\(column);\(row + 1)\(final)") }
      return window.screen.value(of: "G").map { $0 < 100 } ?? false
    }
    window.resize(columns: 110, rows: 36)
    try wait(for: "another size", hearing: all, scene: scene) {
      window.screen.text.contains("YOURS")
    }
    window.type("\r")
  }
}

/// A line of the final standings.
struct Standing: Equatable {
  var place: Int
  var name: String
  var total: Int
}

extension Screen {
  /// The code of the room that is shown.
  var code: String? {
    let words = text.split { $0 == " " || $0 == "\n" }
    let label = words.indices.dropLast().first { words[$0...].starts(with: ["room", "code"]) }
    return label.flatMap { words.indices.contains($0 + 2) ? String(words[$0 + 2]) : nil }
  }

  /// The standings as they are shown, for the players of these tests.
  var standings: [Standing] {
    lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.firstIndex(where: { ["Ada", "Bob"].contains($0) }), name >= 2,
        let place = Int(words[name - 2]), let total = words.last.flatMap({ Int($0) })
      else { return nil }
      return Standing(place: place, name: words[name], total: total)
    }
  }

  /// The row of a slider.
  func row(of slider: String) -> Int? {
    lines.firstIndex { line in
      let words = line.split(separator: " ").filter { !["▸", ">"].contains($0) }
      return words.first.map { $0 == slider } ?? false
    }
  }

  /// The value that a slider shows.
  func value(of slider: String) -> Int? {
    row(of: slider).flatMap { lines[$0].split(separator: " ").last }.flatMap { Int($0) }
  }
}
