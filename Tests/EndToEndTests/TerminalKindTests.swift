// The game in each kind of terminal that people have: which colors it asks for, that it can be
// played there by keys and by mouse, that nothing a terminal answers is taken for a key, and that
// all of it is gone afterwards.

import Foundation
import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("Kinds of terminals")
struct TerminalKindTests {
  @Test(
    "a round is played in the colors that a terminal has, and the doctor says which they are",
    arguments: [
      ("modern", .modern, [.exact], "24-bit color ✓"),
      ("over ssh", .remote, [.exact], "24-bit color ✓"),
      ("too late", .late, [.exact], "24-bit color ✓"),
      ("palette", .palette, [.palette], "256 colors ~"),
      ("sixteen", .sixteen, [.sixteen], "16 colors ~"),
      ("silent", .silent, [.palette], "256 colors ~"),
    ] as [(String, TerminalKind, Set<Screen.ColorCode>, String)])
  func round(
    _ name: String, _ kind: TerminalKind, _ codes: Set<Screen.ColorCode>, _ label: String
  ) throws {
    try play(in: kind, codes: codes)
    let doctor = try Window(["doctor"], rows: 60, kind: kind)
    try expect(doctor.ended(), equals: .exited(0))
    expect(doctor.leftovers, equals: [])
    expect(doctor.screen.transcript, contains: "Colors: \(label)", "\(doctor.scene)")
  }

  @Test(
    "a tmux is asked what its own terminal shows",
    arguments: [("256,RGB,title", [.exact]), ("256,title", [.palette])]
      as [(String, Set<Screen.ColorCode>)])
  func tmux(_ features: String, _ codes: Set<Screen.ColorCode>) throws {
    let directory = try Scratch()
    let command = "\(directory.path)/tmux"
    try "#!/bin/sh\necho '\(features)'\n"
      .write(toFile: command, atomically: false, encoding: .utf8)
    chmod(command, 0o755)
    try play(in: .tmux(commandIn: directory.path), codes: codes)
  }

  private func play(in kind: TerminalKind, codes: Set<Screen.ColorCode>) throws {
    let window = try Window(["play", "--time", "120"], kind: kind)
    try wait(for: "a round", hearing: [window]) {
      window.screen.value(of: "R") != nil && window.hasAnswered
    }
    // Before the round opens, keys move nothing.
    try wait(for: "a key's effect", hearing: [window]) {
      if window.screen.value(of: "R") != 255 { window.type("\u{1b}[F") }
      return window.screen.value(of: "R") == 255
    }
    window.type("\u{1b}[D\u{1b}[D")
    try wait(for: "two more", hearing: [window]) { window.screen.value(of: "R") == 253 }
    let row = try require(window.screen.row(of: "G"))
    window.drag(row: row, from: 20, to: 8)
    try wait(for: "a drag's effect", hearing: [window]) {
      window.screen.value(of: "G").map { $0 < 50 } ?? false
    }
    expect(window.screen.value(of: "R"), equals: 253)
    window.resize(columns: 100, rows: 30)
    try window.shows("TARGET")
    // A picture that owes nothing to what was known before the last answers.
    window.type("\u{0c}")
    try wait(for: "the colors", hearing: [window]) {
      window.screen.colorCodes == codes && window.screen.text.contains("TARGET")
    }
    window.type("\u{03}")
    try expect(window.ended(), equals: .exited(0))
    expect(window.leftovers == [] && window.screen.transcript == "")
  }

  @Test("the doctor speaks plainly in a pipe, and a terminal without a cursor to move gets lines")
  func plain() throws {
    let run = try PlainRun.ended(.client, ["doctor"], environment: ["TERM": "xterm-256color"])
    expect(run.end == .exited(0) && run.errors == "")
    expect(run.text.contains("not asked") && !run.text.contains("\u{1b}"), "\(run.scene)")
    let window = try Window(["play"], environment: ["TERM": "dumb"])
    try wait(for: "lines", hearing: [window]) {
      window.screen.transcript.contains("round 1 of 5")
    }
    expect(window.leftovers, equals: [])
    // Ctrl-D.
    window.type("\u{04}")
    try expect(window.ended(), equals: .exited(0))
  }

  @Test("a terminal that takes no bytes for a while gets no backlog, and then the newest state")
  func slow() throws {
    let window = try Window(["play", "--time", "120"])
    // Before the round opens, keys move nothing.
    try wait(for: "an open round", hearing: [window]) {
      window.type("\u{1b}[C")
      return window.screen.value(of: "R").map { $0 > 188 } ?? false
    }
    try window.fill()
    let read = window.byteCount
    window.isIgnored = false
    window.type("\u{1b}[H")
    try wait(for: "the newest state", hearing: [window]) { window.screen.value(of: "R") == 0 }
    expect(window.screen.oddities, equals: [])
    // What the system had taken, the rest of one picture, and one or two new ones; not forty.
    let (systemBytesMax, pictureBytesMax) = (64 * 1_024, 11_000)
    expect(window.byteCount - read, isBelow: systemBytesMax + 3 * pictureBytesMax)
  }

  @Test("nothing is written while nothing happens in a room, for 25 ticks of another clock")
  func silence() throws {
    let house = try House()
    let room = try Window(["play", house.address, "--rounds", "1"])
    let race = try Window(["play", "--time", "120"])
    try race.shows("TARGET")
    try room.shows("room", hearing: [race, house.run])
    // What comes late: the first measured round trip, the end of a notice.
    var (bytes, ticks) = (room.byteCount, race.screen.frames)
    try wait(for: "silence", hearing: [room, race, house.run]) {
      if room.byteCount != bytes { (bytes, ticks) = (room.byteCount, race.screen.frames) }
      return race.screen.frames >= ticks + 25
    }
  }
}
