// The wall, end to end: a server where two rooms play by themselves, and somebody who sees both at
// once in one terminal, goes into one of them, and comes back.

import Net
import Testing

@Stage
@Suite("The wall")
struct WallTests {
  /// A room in which two programs race for a long time.
  private func race(at house: House, _ name: String) throws -> PlainRun {
    try PlainRun(
      .client,
      [
        "play", house.address, "--name", name, "--rounds", "20", "--time", "20", "--bot", "1",
        "--seats", "2", "--autoplay", "1", "--plain",
      ])
  }

  @Test("shows two matches at once, live; one can be entered, and left again")
  func two() throws {
    let house = try House()
    let races = try ["Ada", "Bob"].map { try race(at: house, $0) }
    let racing: [any Listener] = [house.run] + races
    try wait(for: "two matches", hearing: racing, scene: { races.map(\.scene).joined() }) {
      races.allSatisfy { $0.text.contains("round 1 of 20") }
    }
    let window = try Window(["watch", house.address, "--name", "Cleo"])
    let all = racing + [window]
    let scene = { window.scene }
    try wait(for: "both rooms", hearing: all, scene: scene) {
      window.shows("watching 2 of 2 rooms") && window.clocks.count == 2
    }
    // Each of them moves without anything being typed.
    for room in 0..<2 {
      let before = window.clocks
      try wait(for: "room \(room) to go on", hearing: all, scene: scene) {
        window.clocks.count == 2 && window.clocks[room] != before[room]
      }
    }
    let names = window.owners
    #expect(names.sorted() == ["Ada's", "Bob's"])
    window.type("\u{1b}[C\r")
    try wait(for: "the second room alone", hearing: all, scene: scene) {
      window.shows("of 20") && window.shows(names[1]) && !window.shows(names[0])
    }
    window.type("\u{1b}")
    try wait(for: "both again", hearing: all, scene: scene) {
      window.clocks.count == 2 && window.owners == names && window.shows("▸ \(names[1])")
    }
    window.type("\u{1b}")
    try wait(for: "the lobby", hearing: all, scene: scene) { window.shows("Open rooms") }
    // Whoever looked on is gone from both rooms.
    let caller = try Caller(port: house.port)
    caller.say("HELLO v=1")
    let clock = Clock()
    var asked = Int64.min
    try wait(for: "nobody to look on", hearing: all + [caller], scene: { caller.text }) {
      // Other lanes hear of it a little later, and nobody may ask without end.
      if asked < clock.milliseconds() - 500 {
        asked = clock.milliseconds()
        caller.say("LIST")
      }
      let rooms = caller.text.split(separator: "\n").filter { $0.hasPrefix("LISTED") }.suffix(2)
      return rooms.count == 2 && rooms.allSatisfy { $0.contains("watchers=0") }
    }
    #expect(window.screen.oddities == [])
    window.type("\u{03}")
    try wait(for: "its end", hearing: all, scene: scene) { window.end == .exited(0) }
    #expect(window.leftovers == [])
  }

  @Test("goes straight into the only room there is")
  func one() throws {
    let house = try House()
    let only = try race(at: house, "Ada")
    let window = try Window(["watch", house.address])
    try wait(for: "the match", hearing: [house.run, only, window], scene: { window.scene }) {
      window.shows("round 1 of 20") && window.shows("Ada")
    }
    window.type("\u{1b}")
    try wait(for: "the wall", hearing: [house.run, only, window], scene: { window.scene }) {
      window.shows("watching 1 of 1 room")
    }
  }

  @Test("trusts the server on the same ground, over TLS")
  func sealed() throws {
    let home = try Scratch()
    let house = try House(state: home)
    let races = try ["Ada", "Bob"].map { try race(at: house, $0) }
    let address = "tls://\(house.address)#\(house.fingerprint)"
    let all: [any Listener] = [house.run] + races
    try wait(for: "two matches", hearing: all, scene: { races.map(\.scene).joined() }) {
      races.allSatisfy { $0.text.contains("round 1 of 20") }
    }
    let window = try Window(["watch", address])
    try wait(for: "both rooms", hearing: all + [window], scene: { window.scene }) {
      window.clocks.count == 2
    }
  }
}

extension Window {
  fileprivate func shows(_ text: String) -> Bool { screen.text.contains(text) }

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
