// The wall, where somebody sees two matches at once.

import Testing

@testable import TestSupport

@Stage
@Suite("The wall")
struct WallTests {
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
    try wait(for: "both rooms", hearing: others + [window]) { window.owners.count == 2 }
    let names = window.owners
    expect(names.sorted(), equals: ["Ada's", "Bob's"])
    window.type("\u{1b}[C\r")
    try wait(for: "the second room alone", hearing: others + [window]) {
      let text = window.screen.text
      return text.contains("of 20") && text.contains(names[1]) && !text.contains(names[0])
    }
    window.type("\u{1b}")
    try wait(for: "both again", hearing: others + [window]) {
      window.owners == names
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
  /// The first word of the name of each room, from left to right, on a wall with one row of rooms.
  fileprivate var owners: [String] {
    screen.lines[2].split(separator: " ").filter { $0.hasSuffix("'s") }.map(String.init)
  }
}
