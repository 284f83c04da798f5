// What happens to a player's terminal when the game ends, in every way that it can end: it has to
// be as it was before. The game runs under its own server where it needs one.

import Glibc
import TestSupport
import Testing

@Stage
@Suite("A terminal is given back")
struct RestoreTests {
  /// A client whose screen stands.
  private func playing(
    _ environment: [String: String] = [:], error: Int32? = nil
  ) throws -> Window {
    let window = try Window(
      ["play", "--name", "Ada"], environment: environment, error: error)
    try wait(for: "a first screen", hearing: [window], scene: { window.scene }) {
      window.screen.isTakenOver && window.screen.text.contains("chromatch")
    }
    #expect(window.screen.modes.isSuperset(of: [1002, 1006, 2004]))
    return window
  }

  private func ending(_ window: Window, seconds: Int = 30) throws -> End? {
    try wait(for: "its end", hearing: [window], seconds: seconds, scene: { window.scene }) {
      window.end != nil
    }
    return window.end
  }

  @Test("after Ctrl-C, which ends the game and is no failure")
  func controlC() throws {
    let window = try playing()
    window.type("\u{03}")
    #expect(try ending(window) == .exited(0))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript == "")
  }

  @Test(
    "after a signal to whoever the shell started", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func signal(_ number: Int32) throws {
    let window = try playing()
    kill(window.process, number)
    #expect(try ending(window) == .exited(128 + number))
    #expect(window.leftovers == [])
  }

  @Test("after a signal to the process that draws")
  func signalToPlayer() throws {
    let window = try playing()
    kill(try #require(window.player), SIGTERM)
    #expect(try ending(window) == .exited(128 + SIGTERM))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript == "")
  }

  /// The signals of crashes: of a trap, an abort, a broken pointer, and of somebody's kill -9. A
  /// sanitizer takes that of a broken pointer for itself.
  private nonisolated static let crashes =
    [SIGILL, SIGTRAP, SIGABRT, SIGKILL] + (isSanitized ? [] : [SIGSEGV, SIGBUS])

  @Test("after a crash, with a line that says so", arguments: crashes)
  func crash(_ number: Int32) throws {
    let window = try playing()
    kill(try #require(window.player), number)
    #expect(try ending(window) == .exited(128 + number))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript.contains("your terminal has been restored."))
  }

  @Test("after a crash in the middle of a frame that the terminal did not take whole")
  func crashInFrame() throws {
    let window = try playing()
    try wait(for: "a round", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("TARGET")
    }
    let player = try #require(window.player)
    try window.fill()
    kill(player, SIGKILL)
    try wait(for: "its end", hearing: [window]) { isGone(player) }
    window.isIgnored = false
    #expect(try ending(window) == .exited(128 + SIGKILL))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript.contains("your terminal has been restored."))
  }

  @Test("while the job is stopped, and taken again when it goes on")
  func suspension() throws {
    let window = try inShell()
    window.type("\u{1a}")
    try wait(for: "the shell's turn", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("Stopped") && !window.screen.isTakenOver
        && window.screen.transcript.hasSuffix("> ")
    }
    #expect(window.leftovers == [])
    window.type("fg\n")
    try wait(for: "the round again", hearing: [window], scene: { window.scene }) {
      window.screen.isTakenOver && window.screen.text.contains("TARGET")
    }
    window.type("\u{03}")
    // What is typed before the game is gone would be the game's, and thrown away.
    try wait(for: "a prompt", hearing: [window], scene: { window.scene }) {
      !window.screen.isTakenOver && window.screen.transcript.hasSuffix("> ")
    }
    window.type("echo status $?\n")
    try wait(for: "the status", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("status 0")
    }
    #expect(window.leftovers == [])
  }

  @Test("after the guardian was killed, and the shell goes on")
  func guardianKilled() throws {
    let window = try inShell()
    let guardian = try #require(window.player)
    let player = try #require(child(of: guardian))
    kill(guardian, SIGKILL)
    try wait(for: "the end of the player", hearing: [window], scene: { window.scene }) {
      isGone(player) && !window.screen.isTakenOver
    }
    window.type("echo status $?\n")
    try wait(for: "the shell", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains("status 137")
    }
    #expect(window.leftovers == [])
  }

  /// A shell that has started a client, whose first round has begun.
  private func inShell() throws -> Window {
    let window = try Window(["-i"], of: .shell)
    try wait(for: "a prompt", hearing: [window], scene: { window.scene }) {
      window.screen.text.contains(">")
    }
    window.type("\(Program.client.path) play\n")
    try wait(for: "a round", hearing: [window], scene: { window.scene }) {
      window.screen.isTakenOver && window.screen.text.contains("TARGET")
    }
    return window
  }

  @Test("after the server is gone for good")
  func serverGone() throws {
    let house = try House()
    let window = try Window(["play", house.address, "--rounds", "1"])
    try wait(for: "a room", hearing: [window, house.run], scene: { window.scene }) {
      window.screen.text.contains("room")
    }
    kill(house.run.process, SIGKILL)
    try wait(for: "word of it", hearing: [window, house.run], scene: { window.scene }) {
      window.screen.text.contains("lost")
    }
    window.type("\u{03}")
    #expect(try ending(window) == .exited(0))
    #expect(window.leftovers == [])
  }

  @Test("after a server that cannot be reached, which is told where it can be read")
  func unreachable() throws {
    let window = try Window(["join", "127.0.0.1:1", "HAWK"])
    #expect(try ending(window) == .exited(1))
    #expect(window.leftovers == [])
    #expect(window.screen.transcript.hasPrefix("chromatch: Nothing listens on 127.0.0.1:1. "))
  }

  @Test("or is gone: then so are all who drew on it, without a word")
  func windowClosed() throws {
    let scratch = try Scratch()
    let error = open("\(scratch.path)/error", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(error) }
    // What libdispatch has to say would else go to the system's log.
    let window = try playing(["LIBDISPATCH_LOG": "stderr"], error: error)
    let player = try #require(window.player)
    window.close()
    let end = try ending(window)
    // Whether the player sees the signal first or the end of what is typed is the kernel's choice.
    #expect([.exited(128 + SIGHUP), .exited(0)].contains(end))
    #expect(isGone(player))
    #expect(scratch.text(of: "\(scratch.path)/error") == "")
  }
}
