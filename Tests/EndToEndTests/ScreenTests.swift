// What the program makes of the terminal that it finds.

import Glibc
import Testing

@Stage
@Suite("A terminal")
struct ScreenTests {
  private func playing(
    _ environment: [String: String] = [:], _ options: [String] = []
  ) throws
    -> Window
  {
    let window = try Window(["play", "--time", "120"] + options, environment: environment)
    try wait(for: "a round", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("TARGET")
    }
    return window
  }

  @Test(
    "that gives a color back exactly gets exact colors, unless somebody wants fewer",
    arguments: [
      ([:], [], true), (["NO_COLOR": "1"], [], false), ([:], ["--color", "256"], false),
      (["CHROMATCH_COLOR": "256"], [], false), (["NO_COLOR": "1"], ["--color", "24bit"], true),
    ] as [([String: String], [String], Bool)])
  func colors(_ environment: [String: String], _ options: [String], _ areExact: Bool) throws {
    let window = try playing(environment, options)
    #expect(window.screen.colorCodes.contains(.exact) == areExact)
  }

  @Test("without a cursor to move gets lines")
  func dumb() throws {
    let window = try Window(["play"], environment: ["TERM": "dumb"])
    try wait(for: "lines", hearing: [window], scene: { window.scene }) {
      window.screen.transcript.contains("round 1 of 5")
    }
    #expect(window.leftovers == [])
    // Ctrl-D.
    window.type("\u{04}")
    try wait(for: "its end", hearing: [window], scene: { window.scene }) {
      window.end == .exited(0)
    }
  }

  @Test("that takes no bytes for a while gets no backlog, and then the newest state")
  func slow() throws {
    let window = try playing()
    // Before the round opens, keys move nothing.
    try wait(for: "an open round", hearing: [window], scene: { window.scene }) {
      window.type("\u{1b}[C")
      return window.screen.value(of: "R").map { $0 > 188 } ?? false
    }
    try window.fill()
    let read = window.byteCount
    window.isIgnored = false
    window.type("\u{1b}[H")
    try wait(for: "the newest state", hearing: [window], scene: { window.scene }) {
      window.screen.value(of: "R") == 0
    }
    #expect(window.screen.oddities == [])
    // What the system had taken, the rest of one picture, and one or two new ones; not forty.
    let (systemBytesMax, pictureBytesMax) = (64 * 1_024, 11_000)
    #expect(window.byteCount - read < systemBytesMax + 3 * pictureBytesMax)
  }
}
