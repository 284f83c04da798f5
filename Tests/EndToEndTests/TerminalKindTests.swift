// The game in each kind of terminal that people have: which colors it asks for, that it can be
// played there by keys and by mouse, that nothing a terminal answers is taken for a key, and that
// all of it is gone afterwards.

import Foundation
import Glibc
import Testing

@Stage
@Suite("In every kind of terminal")
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

  @Test("a round is played, in the colors that it has", arguments: cases)
  func round(_ one: Case) throws { try play(in: one.kind, codes: one.codes) }

  @Test(
    "a tmux is asked what its own terminal shows",
    arguments: [("256,RGB,title", [.exact]), ("256,title", [.palette])]
      as [(String, Set<Screen.ColorCode>)])
  func tmux(_ features: String, _ codes: Set<Screen.ColorCode>) throws {
    let directory = try Scratch()
    try directory.writeCommand("tmux", saying: features)
    try play(in: .tmux(commandIn: directory.path), codes: codes)
  }

  private func play(in kind: TerminalKind, codes: Set<Screen.ColorCode>) throws {
    let window = try Window(["play", "--time", "120"], kind: kind)
    try wait(for: "a round", hearing: [window], scene: { window.scene }) {
      window.screen.value(of: "R") != nil && window.hasAnswered
    }
    let before = try #require(window.screen.value(of: "R"), "\(window.scene)")
    // Before the round opens, keys move nothing.
    try wait(for: "a key's effect", hearing: [window], scene: { window.scene }) {
      if window.screen.value(of: "R") == before { window.type("\u{1b}[F") }
      return window.screen.value(of: "R") == 255
    }
    window.type("\u{1b}[D\u{1b}[D")
    try wait(for: "two more", hearing: [window], scene: { window.scene }) {
      window.screen.value(of: "R") == 253
    }
    let row = try #require(window.screen.row(of: "G"))
    window.drag(row: row, from: 20, to: 8)
    try wait(for: "a drag's effect", hearing: [window], scene: { window.scene }) {
      window.screen.value(of: "G").map { $0 < 50 } ?? false
    }
    #expect(window.screen.value(of: "R") == 253)
    // A picture that owes nothing to what was known before the last answers.
    window.type("\u{0c}")
    try wait(for: "the colors", hearing: [window], scene: { window.scene }) {
      window.screen.colorCodes == codes && window.screen.text.contains("TARGET")
    }
    window.type("\u{03}")
    try wait(for: "the end", hearing: [window], scene: { window.scene }) { window.end != nil }
    #expect(window.end == .exited(0))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript == "")
  }

  @Test("the doctor says what it found, and leaves nothing behind", arguments: cases)
  func doctor(_ one: Case) throws {
    let window = try Window(["doctor"], rows: 60, kind: one.kind)
    try wait(for: "the end", hearing: [window], scene: { window.scene }) { window.end != nil }
    #expect(window.end == .exited(0))
    #expect(window.leftovers == [])
    let label =
      switch one.codes {
      case [.exact]: "24-bit color ✓"
      case [.palette]: "256 colors ~"
      default: "16 colors ~"
      }
    #expect(window.screen.transcript.contains("Colors: \(label)"), "\(window.scene)")
    #expect(window.screen.transcript.contains("Do you see two colors?"))
    #expect(window.screen.transcript.contains("Targets as other eyes see them"))
  }

  @Test("the doctor speaks plainly where there is none")
  func doctorInPipe() throws {
    let run = try PlainRun(.client, ["doctor"], environment: ["TERM": "xterm-256color"])
    try wait(for: "the end", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(0))
    #expect(run.text.contains("not asked"))
    #expect(!run.text.contains("\u{1b}"))
    #expect(run.errors == "")
  }

  @Test("Escape is a key at once, where the terminal has said all it will")
  func escape() throws {
    let window = try Window(["play", "--time", "120"])
    try wait(for: "a round", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("TARGET")
    }
    window.type("?")
    try wait(for: "help", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("Ctrl-L")
    }
    window.type("\u{1b}")
    try wait(for: "no help", hearing: [window], scene: { window.scene }) {
      !window.screen.text.contains("Ctrl-L")
    }
  }
}

extension Window {
  /// Presses on a cell, drags along its row and lets go; columns and rows count from 0.
  func drag(row: Int, from start: Int, to end: Int) {
    let step = end < start ? -1 : 1
    type("\u{1b}[<0;\(start + 1);\(row + 1)M")
    for column in stride(from: start, through: end, by: step) {
      type("\u{1b}[<32;\(column + 1);\(row + 1)M")
    }
    type("\u{1b}[<0;\(end + 1);\(row + 1)m")
  }
}

extension Scratch {
  /// Puts a command into the directory that says one line, whatever it is asked.
  func writeCommand(_ name: String, saying line: String) throws {
    let file = "\(path)/\(name)"
    try "#!/bin/sh\necho '\(line)'\n".write(toFile: file, atomically: false, encoding: .utf8)
    chmod(file, 0o755)
  }
}
