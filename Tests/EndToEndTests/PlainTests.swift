// The line mode, end to end: the real program without a terminal.

import Foundation
import Glibc
import Testing

@Stage
@Suite("Without a terminal")
struct PlainTests {
  private static let short = ["--rounds", "1", "--time", "5"]

  private func ending(_ run: PlainRun, seconds: Int = 40) throws -> End? {
    try wait(for: "its end", hearing: [run], seconds: seconds, scene: { run.scene }) {
      run.end != nil
    }
    return run.end
  }

  @Test("where nobody can type, a bot races a bot, and the end of the match is the end")
  func botAgainstBot() throws {
    let run = try PlainRun(.client, ["play", "--name", "Ada"] + PlainTests.short)
    #expect(try ending(run) == .exited(0))
    #expect(run.errors == "")
    #expect(run.text.contains("round 1 over."))
    #expect(run.text.contains("standings: 1 "))
    #expect(run.text.contains("targets verified"))
  }

  @Test("typed commands play, and quit ends")
  func typed() throws {
    let run = try PlainRun(
      .client, ["play", "--plain", "--assist"] + PlainTests.short, isTypedTo: true)
    try wait(for: "the round", hearing: [run], scene: { run.scene }) {
      run.text.contains("yours: red 188, green 188, blue 188")
    }
    run.type("r 200")
    try wait(for: "an answer", hearing: [run], scene: { run.scene }) {
      run.text.contains("red 200. distance ")
    }
    run.type("quit")
    #expect(try ending(run) == .exited(0))
  }

  @Test("a move that comes in the same write as the lock is locked")
  func moveAndLockAtOnce() throws {
    let run = try PlainRun(.client, ["play", "--plain"] + PlainTests.short, isTypedTo: true)
    try wait(for: "the round", hearing: [run], scene: { run.scene }) {
      run.text.contains("yours: red 188, green 188, blue 188")
    }
    // Three lines, one write.
    run.type("r 3\ng +60\nlock")
    try wait(for: "the result", hearing: [run], scene: { run.scene }) {
      run.text.contains("round 1 over.")
    }
    #expect(run.text.contains("yours red 3, green 248, blue 188"))
    run.type("quit")
    #expect(try ending(run) == .exited(0))
  }

  @Test("a room with a password asks for it, and another server is gone to by a line")
  func passwordAndServer() throws {
    let (house, other) = (try House(), try House())
    let caller = try Caller(port: house.port)
    caller.say("HELLO v=1 name=Ada")
    caller.say("CREATE pass=sesame")
    try wait(for: "a room", hearing: [caller], scene: { caller.text }) { caller.heard("WATCHERS") }
    let code = try #require(
      caller.line("IN")?.split(separator: " ").first { $0.hasPrefix("room=") }?.dropFirst(5))
    let run = try PlainRun(
      .client, ["join", "\(house.address)/\(code)", "--plain"], isTypedTo: true)
    try wait(for: "the question", hearing: [run], scene: { run.scene }) {
      run.text.contains("join \(code) and the password gets you in")
    }
    run.type("server \(other.address)")
    try wait(for: "the other server", hearing: [run], scene: { run.scene }) {
      run.text.contains("connected to \(other.address)")
    }
    run.type("server \(house.address)/\(code)")
    try wait(for: "the question again", hearing: [run], scene: { run.scene }) {
      run.text.ranges(of: "asks for a password").count == 2
    }
    run.type("join \(code) sesame")
    try wait(for: "a seat", hearing: [run], scene: { run.scene }) {
      run.text.contains("you not ready")
    }
    run.type("quit")
    #expect(try ending(run) == .exited(0))
  }

  @Test("restricted, it stays on its server, and touches no file")
  func restricted() throws {
    let (house, home) = (try House(), try Scratch())
    let run = try PlainRun(
      .client, ["play", house.address, "--restricted", "--plain"], isTypedTo: true,
      environment: ["HOME": home.path, "USER": "play"])
    try wait(for: "the server", hearing: [run], scene: { run.scene }) {
      run.text.contains("connected to \(house.address)")
    }
    run.type("server 127.0.0.1:1\ncreate")
    try wait(for: "a room", hearing: [run], scene: { run.scene }) {
      run.text.contains("you not ready")
    }
    #expect(run.text.contains("From here you cannot go to another server."))
    #expect(!run.text.contains(#/\bplay\b/#) && run.errors == "", "\(run.scene)")
    run.type("quit")
    #expect(try ending(run) == .exited(0))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
  }

  @Test("the end of a script is no good-bye: the match is played to its end")
  func endOfScript() throws {
    let run = try PlainRun(.client, ["play", "--plain"] + PlainTests.short, isTypedTo: true)
    run.endInput()
    #expect(try ending(run) == .exited(0))
    #expect(run.text.contains("standings: 1 "))
  }

  @Test(
    "what cannot be reached is named, and is a failure",
    arguments: [
      (
        ["join", "127.0.0.1:1", "HAWK"],
        "chromatch: Nothing listens on 127.0.0.1:1. The machine is there: does chromatchd (or "
          + "chromatch host) run on it, on that port?\n"
      ),
      (["watch", "no.such.name.invalid"], "chromatch: Cannot find \"no.such.name.invalid\": "),
      (["host", "--no-tls", "--bind", "nowhere"], "\"nowhere\" is not an address to listen on"),
      (["play", "--server-log", "/nowhere/log"], "chromatch: Cannot write the log /nowhere/log"),
    ])
  func unreachable(_ arguments: [String], _ sentence: String) throws {
    let run = try PlainRun(.client, arguments)
    #expect(try ending(run) == .exited(1))
    #expect(run.errors.contains(sentence))
  }

  @Test(
    "what the command line got wrong is told before anything happens",
    arguments: [
      ["paly"], ["play", "--rounds", "0"], ["play", "--time", "4"], ["play", "--bot", "5"],
      ["play", "--seats", "2", "--bot", "1", "--bot", "1"], ["join", "localhost"],
      ["join", "localhost", "IIII"], ["join", "localhost:0", "HAWK"], ["watch", "[::1"],
      ["quick", "tls://localhost#SHA256:00"],
      ["play", "--color", "blue"], ["play", "localhost", "--server-log", "log"],
      ["play", "--restricted"],
    ])
  func usage(_ arguments: [String]) throws {
    let run = try PlainRun(.client, arguments)
    #expect(try ending(run) == .exited(64))
    #expect(run.text == "")
    #expect(run.errors.contains("Usage: chromatch"))
  }

  @Test("a word that is no command is answered with those that there are")
  func unknownCommand() throws {
    let run = try PlainRun(.client, ["paly"])
    #expect(try ending(run) == .exited(64))
    let sentence = "There is no command paly. There are play, quick, host, find, join, "
    #expect(run.errors.contains(sentence))
    #expect(run.errors.contains("chromatch play paly"))
  }

  @Test("a web server in the place of a server is told from its first line")
  func webServer() throws {
    let house = try House()
    let stranger = try Proxy(to: house.port)
    stranger.words = "HTTP/1.1 400 Bad Request\r\n\r\n"
    let run = try PlainRun(.client, ["join", "127.0.0.1:\(stranger.port)/HAWK", "--plain"])
    try wait(for: "its end", hearing: [run, stranger], seconds: 5, scene: { run.scene }) {
      run.end != nil
    }
    #expect(run.end == .exited(1))
    #expect(
      run.errors == "chromatch: A web server answers there, not chromatch. Is the port right?\n")
  }

  @Test("one that hangs up without a word may take TLS only, and that is said at once")
  func silentServer() throws {
    let house = try House()
    let stranger = try Proxy(to: house.port)
    stranger.cut()
    let run = try PlainRun(
      .client, ["join", "127.0.0.1:\(stranger.port)/HAWK", "--plain"], isTypedTo: true)
    try wait(for: "the advice", hearing: [run, stranger], seconds: 5, scene: { run.scene }) {
      run.text.contains("does it take TLS only? put tls:// before its address")
    }
    run.type("quit")
    try wait(for: "its end", hearing: [run, stranger], scene: { run.scene }) { run.end != nil }
  }

  @Test("a room that does not exist is named, and is a failure where nobody can choose another")
  func noRoom() throws {
    let house = try House()
    let run = try PlainRun(.client, ["join", house.address, "HAWK"])
    #expect(try ending(run) == .exited(1))
    #expect(run.errors == "chromatch: There is no room with that code.\n")
  }

  @Test("a signal ends it with the status that shells expect", arguments: [SIGINT, SIGTERM])
  func signal(_ number: Int32) throws {
    let run = try PlainRun(.client, ["play", "--time", "5"])
    try wait(for: "a room", hearing: [run], scene: { run.scene }) { run.text.contains("room ") }
    kill(run.process, number)
    #expect(try ending(run) == .exited(128 + number))
  }
}
