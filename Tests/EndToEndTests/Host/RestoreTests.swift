// What happens to a player's terminal when the game ends, in every way that it can end: it has to
// be as it was before. The game runs under its own server where it needs one.

import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("A terminal is given back")
struct RestoreTests {
  /// A client whose screen stands.
  private func playing(
    _ environment: [String: String] = [:], error: Int32? = nil
  ) throws -> Window {
    let window = try Window(["play", "--name", "Ada"], environment: environment, error: error)
    try wait(for: "a first screen", hearing: [window]) {
      window.screen.isTakenOver && window.screen.text.contains("chromatch")
    }
    expect(window.screen.modes.isSuperset(of: [1002, 1006, 2004]))
    return window
  }

  @Test(
    "the terminal is given back after a signal to the process that the shell started",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func signal(_ number: Int32) throws {
    let window = try playing()
    kill(window.process, number)
    try expect(window.ended(), equals: .exited(128 + number))
    expect(window.leftovers, equals: [])
  }

  /// The signals of crashes: of a trap, an abort, a broken pointer, and of somebody's kill -9; and
  /// one that is no crash. A sanitizer takes that of a broken pointer for itself.
  private nonisolated static let crashes =
    [SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGKILL] + (isSanitized ? [] : [SIGSEGV, SIGBUS])

  @Test(
    "the terminal is given back after the process that draws has crashed, with a line that says so",
    arguments: crashes)
  func crash(_ number: Int32) throws {
    let window = try playing()
    kill(try require(window.player), number)
    try expect(window.ended(), equals: .exited(128 + number))
    expect(window.leftovers, equals: [])
    let isTold = window.screen.transcript.contains("your terminal has been restored.")
    expect(isTold, equals: (number != SIGTERM))
  }

  @Test("the terminal is given back after a crash in the middle of a frame that it did not take")
  func crashInFrame() throws {
    let window = try playing()
    try window.shows("TARGET")
    let player = try require(window.player)
    try window.fill()
    kill(player, SIGKILL)
    try wait(for: "its end", hearing: [window]) { isGone(player) }
    window.isIgnored = false
    try expect(window.ended(), equals: .exited(128 + SIGKILL))
    expect(window.leftovers, equals: [])
    expect(window.screen.transcript, contains: "your terminal has been restored.")
  }

  /// A shell that has started a client, whose first round has begun.
  private func inShell() throws -> Window {
    let window = try Window(["-i"], of: .shell)
    try window.shows(">")
    window.type("\(Program.client.path) play\n")
    try wait(for: "a round", hearing: [window]) {
      window.screen.isTakenOver && window.screen.text.contains("TARGET")
    }
    return window
  }

  @Test("the terminal is given back while the job is stopped, and taken again when it goes on")
  func suspension() throws {
    let window = try inShell()
    window.type("\u{1a}")
    try wait(for: "the shell's turn", hearing: [window]) { window.isShellsTurn }
    expect(window.leftovers, equals: [])
    window.type("fg\n")
    try wait(for: "the round again", hearing: [window]) {
      window.screen.isTakenOver && window.screen.text.contains("TARGET")
    }
    window.type("\u{03}")
    // What is typed before the game is gone would be the game's, and thrown away.
    try wait(for: "a prompt", hearing: [window]) {
      !window.screen.isTakenOver && window.screen.transcript.hasSuffix("> ")
    }
    window.type("echo status $?\n")
    try window.shows("status 0")
    expect(window.leftovers, equals: [])
  }

  @Test("the terminal is given back after the guardian was killed, and the shell goes on")
  func guardianKilled() throws {
    let window = try inShell()
    let guardian = try require(window.player)
    let player = try require(child(of: guardian))
    kill(guardian, SIGKILL)
    try wait(for: "the end of the player", hearing: [window]) {
      isGone(player) && !window.screen.isTakenOver
    }
    window.type("echo status $?\n")
    try window.shows("status 137")
    expect(window.leftovers, equals: [])
  }

  @Test("the terminal is given back after the server is gone")
  func serverGone() throws {
    let house = try House()
    let window = try Window(["play", house.address, "--rounds", "1"])
    try window.shows("room", hearing: [house.run])
    try house.run.crash()
    try window.shows("lost")
    window.type("\u{03}")
    try expect(window.ended(), equals: .exited(0))
    expect(window.leftovers, equals: [])
  }

  @Test("a window that is closed ends all who drew on it, without a word")
  func windowClosed() throws {
    let scratch = try Scratch()
    let error = open("\(scratch.path)/error", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(error) }
    // What libdispatch has to say would else go to the system's log.
    let window = try playing(["LIBDISPATCH_LOG": "stderr"], error: error)
    let player = try require(window.player)
    window.close()
    let end = try window.ended()
    // Whether the player sees the signal first or the end of what is typed is the kernel's choice.
    expect([.exited(128 + SIGHUP), .exited(0)], contains: end)
    expect(isGone(player))
    expect(scratch.text(of: "\(scratch.path)/error"), equals: "")
  }
}

extension Window {
  /// Whether a job was stopped and its shell waits for what is typed.
  fileprivate var isShellsTurn: Bool {
    screen.text.contains("Stopped") && !screen.isTakenOver && screen.transcript.hasSuffix("> ")
  }
}
