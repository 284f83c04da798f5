// The game in each kind of terminal that people have: which colors it asks for, that it can be
// played there by keys and by mouse, that nothing a terminal answers is taken for a key, and that
// all of it is gone afterwards.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("Kinds of terminals")
struct TerminalKindTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: TerminalKind
    let codes: Set<Screen.ColorCode>
  }

  nonisolated static let cases = [
    Case(testDescription: "modern", kind: .modern, codes: [.exact]),
    Case(testDescription: "over ssh", kind: .remote, codes: [.exact]),
    Case(testDescription: "too late", kind: .late, codes: [.exact]),
    Case(testDescription: "palette", kind: .palette, codes: [.palette]),
    Case(testDescription: "sixteen", kind: .sixteen, codes: [.sixteen]),
    Case(testDescription: "silent", kind: .silent, codes: [.palette]),
  ]

  @Test("a round is played in the colors that a terminal has", arguments: cases)
  func round(_ one: Case) throws { try play(in: one.kind, codes: one.codes) }

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
    // A picture that owes nothing to what was known before the last answers.
    window.type("\u{0c}")
    try wait(for: "the colors", hearing: [window]) {
      window.screen.colorCodes == codes && window.screen.text.contains("TARGET")
    }
    window.type("\u{03}")
    try expect(window.ended(), equals: .exited(0))
    expect(window.leftovers == [] && window.screen.transcript == "")
  }

  @Test("the doctor says what it found, and leaves nothing behind", arguments: cases)
  func doctor(_ one: Case) throws {
    let window = try Window(["doctor"], rows: 60, kind: one.kind)
    try expect(window.ended(), equals: .exited(0))
    expect(window.leftovers, equals: [])
    let label =
      switch one.codes {
      case [.exact]: "24-bit color ✓"
      case [.palette]: "256 colors ~"
      default: "16 colors ~"
      }
    expect(window.screen.transcript, contains: "Colors: \(label)", "\(window.scene)")
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

  @Test(
    "a terminal gets exact colors unless somebody wants fewer",
    arguments: [
      (["NO_COLOR": "1"], [], false), (["CHROMATCH_COLOR": "256"], [], false),
      (["NO_COLOR": "1"], ["--color", "24bit"], true),
    ] as [([String: String], [String], Bool)])
  func colors(_ environment: [String: String], _ options: [String], _ areExact: Bool) throws {
    let window = try Window(["play", "--time", "120"] + options, environment: environment)
    try window.shows("TARGET")
    expect(window.screen.colorCodes.contains(.exact), equals: areExact)
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
}
