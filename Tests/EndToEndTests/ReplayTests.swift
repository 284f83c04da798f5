// `chromatch replay`, end to end: a match that a real server played is seen again in a terminal, by
// all of its keys, and the terminal is given back however that ends; and it is told in lines where
// there is none.

import Foundation
import Glibc
import Testing

@Stage
@Suite("A replay in a terminal")
struct ReplayTests {
  private static let saved = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "saved-match.txt").path

  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../protocol/vectors/records/match.record").standardized.path

  private func seeing(_ options: [String] = []) throws -> Window {
    let window = try Window(["replay", ReplayTests.saved] + options)
    try wait(for: "a match", hearing: [window], scene: { window.scene }) {
      window.screen.isTakenOver && window.screen.text.contains("seen by")
    }
    return window
  }

  private func awaiting(_ text: String, in window: Window) throws {
    try wait(for: "\"\(text)\"", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains(text)
    }
  }

  private func ending(_ window: Window) throws -> End? {
    try wait(for: "its end", hearing: [window], scene: { window.scene }) { window.end != nil }
    return window.end
  }

  @Test("plays, stands still, goes to and fro, and gives the screen back")
  func keys() throws {
    let window = try seeing()
    try awaiting("▸ 0:02 / 0:", in: window)
    window.type(" ")
    try awaiting("space resume", in: window)
    window.type("\u{1b}[6~")
    try awaiting("‖ 0:03 / 0:", in: window)
    window.type("\t")
    try awaiting("seen by Ada", in: window)
    window.resize(columns: 120, rows: 40)
    try awaiting("+− speed", in: window)
    window.type("\u{1b}[F")
    try awaiting("✓ fair: all follows from the promised seed", in: window)
    window.type("\u{1b}[H +++")
    try awaiting("×8", in: window)
    window.type("q")
    #expect(try ending(window) == .exited(0))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript == "")
    #expect(window.screen.oddities == [])
  }

  @Test("is seen at once with the eyes that are asked for, and ends by Escape and Ctrl-C")
  func ends() throws {
    for key in ["\u{1b}", "\u{03}"] {
      let window = try seeing(["--as", "ada"])
      try awaiting("seen by Ada", in: window)
      window.type(key)
      #expect(try ending(window) == .exited(0))
      #expect(window.leftovers == [])
    }
  }

  @Test("gives the terminal back after a signal", arguments: [SIGTERM, SIGKILL])
  func signal(_ number: Int32) throws {
    let window = try seeing()
    kill(try #require(window.player), number)
    #expect(try ending(window) == .exited(128 + number))
    #expect(window.leftovers == [])
  }

  @Test("stands still while the job is stopped")
  func suspension() throws {
    let window = try Window(["-i"], of: .shell)
    try awaiting(">", in: window)
    window.type("\(Program.client.path) replay \(ReplayTests.saved)\n")
    try awaiting("seen by", in: window)
    window.type("\u{1a}")
    try wait(for: "the shell's turn", hearing: [window], scene: { window.scene }) {
      !window.screen.isTakenOver && window.screen.text.contains("Stopped")
    }
    #expect(window.leftovers == [])
    window.type("fg\n")
    try wait(for: "the match again", hearing: [window], scene: { window.scene }) {
      window.screen.isTakenOver && window.screen.text.contains("space resume")
    }
    window.type("q")
    try wait(for: "a prompt", hearing: [window], scene: { window.scene }) {
      !window.screen.isTakenOver && window.screen.transcript.hasSuffix("> ")
    }
    #expect(window.leftovers == [])
  }

  // MARK: Without a screen

  private func run(_ arguments: [String]) throws -> PlainRun {
    let run = try PlainRun(.client, ["replay"] + arguments)
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    return run
  }

  @Test("is told in lines where there is no terminal")
  func lines() throws {
    let onlooker = try run([ReplayTests.saved])
    #expect(onlooker.end == .exited(0) && onlooker.errors.isEmpty)
    #expect(onlooker.text.hasPrefix("0:00 watching room QDFF, Ada's room: "))
    #expect(onlooker.text.contains("\n0:03 round 1 of 3, "))
    let ada = try run([ReplayTests.saved, "--as", "Ada", "--lang", "de"])
    #expect(ada.end == .exited(0))
    #expect(ada.text.hasPrefix("0:00 Raum QDFF, Ada's room: "))
    let record = try run([ReplayTests.record, "--as", "bea"])
    #expect(record.end == .exited(0) && record.errors.isEmpty)
    #expect(record.text.hasPrefix("0:00 room NEU9, NEU9: "))
    #expect(record.text.contains("\n0:04 too far off to lock"))
  }

  @Test("has to be in the file, and so has whoever's eyes are asked for")
  func missing() throws {
    let none = try run(["/nowhere/match.txt"])
    #expect(none.end == .exited(1))
    #expect(none.errors.contains("cannot open /nowhere/match.txt: No such file or directory"))
    let nobody = try run([ReplayTests.saved, "--as", "Bea"])
    #expect(nobody.end == .exited(1))
    #expect(nobody.errors.contains("Nobody in it is called Bea. Those who played: Ada, Ochre."))
    let source = try run([#filePath])
    #expect(source.end == .exited(1))
    #expect(
      source.errors.contains(
        "It is neither a saved match nor a record: line 1 is no line of a server."))
    let nothing = try run(["/dev/null"])
    #expect(nothing.end == .exited(1))
    #expect(nothing.errors.contains("/dev/null: The file is empty."))
  }
}
