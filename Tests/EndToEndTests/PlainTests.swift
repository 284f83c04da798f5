// The line mode, end to end: the real program without a terminal.

import Foundation
import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("A client without a terminal")
struct PlainTests {
  private static let short = ["--rounds", "1", "--time", "20"]

  @Test("where nobody types, a match is played to its end, in the language of the locale")
  func nobodyTypes() throws {
    let run = try PlainRun.ended(
      .client, ["play", "--name", "Ada"] + PlainTests.short,
      environment: ["LANG": "de_DE.UTF-8"])
    expect(run.end == .exited(0) && run.errors == "", "\(run.scene)")
    for text in ["du bist Gastgeber", "Runde 1 von 1", "Ziele geprüft"] {
      expect(run.text, contains: text, "\(run.scene)")
    }
    // Nor is the end of a script a good-bye.
    let script = try PlainRun.ended(.client, ["play", "--plain"] + PlainTests.short, typing: "")
    expect(script.end == .exited(0) && script.text.contains("standings: 1 "), "\(script.scene)")
  }

  @Test("a move that comes in the same write as the lock is locked, and quit ends")
  func moveAndLockAtOnce() throws {
    let run = try PlainRun(
      .client, ["play", "--plain", "--rounds", "1", "--time", "120"], isTypedTo: true)
    try run.said("yours: red 188, green 188, blue 188")
    // Three lines, one write.
    run.type("r 3\ng +60\nlock")
    try run.said("round 1 over.")
    expect(run.text, contains: "yours red 3, green 248, blue 188")
    run.type("quit")
    try expect(run.ended(), equals: .exited(0))
  }

  @Test("a room with a password asks for it, and another server is gone to by a line")
  func passwordAndServer() throws {
    let (house, other) = (try House(), try House())
    let caller = try house.caller(
      saying: "HELLO v=1 name=Ada", "CREATE pass=sesame", until: "WATCHERS")
    let others: [any Listener] = [house.run, other.run, caller]
    let code = caller.field("room", of: "IN")
    let run = try PlainRun(
      .client, ["join", "\(house.address)/\(code)", "--plain"], isTypedTo: true)
    try run.said("join \(code) and the password gets you in", hearing: others)
    run.type("server \(other.address)")
    try run.said("connected to \(other.address)", hearing: others)
    run.type("server \(house.address)/\(code)")
    try wait(for: "the question again", hearing: others + [run]) {
      run.text.ranges(of: "asks for a password").count == 2
    }
    run.type("join \(code) sesame")
    try run.said("you not ready", hearing: others)
  }

  @Test("a restricted client stays on its server, and touches no file")
  func restricted() throws {
    let (house, home) = (try House(), try Scratch())
    let run = try PlainRun(
      .client, ["play", house.address, "--restricted", "--plain"], isTypedTo: true,
      environment: ["HOME": home.path, "USER": "play"])
    try run.said("connected to \(house.address)", hearing: [house.run])
    run.type("server 127.0.0.1:1\ncreate")
    try run.said("you not ready", hearing: [house.run])
    expect(run.text, contains: "From here you cannot go to another server.")
    expect(!run.text.contains(#/\bplay\b/#) && run.errors == "", "\(run.scene)")
    run.type("quit")
    try expect(run.ended(hearing: [house.run]), equals: .exited(0))
    try expect(FileManager.default.subpathsOfDirectory(atPath: home.path), equals: [])
  }

  @Test("what cannot be is named, and is a failure")
  func impossible() throws {
    let (house, home) = (try House(), try Scratch())
    let log = "\(home.path)/log"
    expect(mkfifo(log, 0o600), equals: 0)
    for (arguments, sentence) in [
      (["watch", "no.such.name.invalid"], "chromatch: Cannot find \"no.such.name.invalid\": "),
      (["host", "--no-tls", "--bind", "nowhere"], "\"nowhere\" is not an address to listen on"),
      (["play", "--server-log", "/nowhere/log"], "chromatch: Cannot write the log /nowhere/log"),
      // A pipe without a reader would be waited for.
      (["host", "--port", "0", "--no-tls", "--server-log", log], "Cannot write the log \(log): "),
      (["join", house.address, "HAWK"], "chromatch: There is no room with that code.\n"),
    ] {
      let run = try PlainRun.ended(
        .client, arguments, environment: home.environment, hearing: [house.run])
      expect(run.end == .exited(1) && run.errors.contains(sentence), "\(run.scene)")
    }
    // One that hangs up without a word may take TLS only.
    let stranger = try Proxy(to: house.port)
    stranger.cut()
    let run = try PlainRun(
      .client, ["join", "127.0.0.1:\(stranger.port)/HAWK", "--plain"], isTypedTo: true)
    try run.said(
      "does it take TLS only? put tls:// before its address", hearing: [stranger, house.run])
  }

  @Test("a signal ends a client with the status that shells expect", arguments: [SIGINT, SIGTERM])
  func signal(_ number: Int32) throws {
    let run = try PlainRun(.client, ["play", "--plain"], isTypedTo: true)
    try run.said("room ")
    kill(run.process, number)
    try expect(run.ended(), equals: .exited(128 + number))
  }
}
