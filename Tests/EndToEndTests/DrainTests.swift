// A real server that is told to drain: the match that runs is played to its end, everybody knows
// why no other one begins, and the process ends by itself.

import Foundation
import Glibc
import Testing

@Stage
@Suite("Draining")
struct DrainTests {
  /// Two who play a match, and the room.
  private static func players(port: UInt16) throws -> [Caller] {
    let callers = try (0..<2).map { _ in try Caller(port: port) }
    for caller in callers { caller.say("HELLO v=1") }
    callers[0].say("CREATE seats=2 rounds=1 time=30")
    try wait(for: "a room", hearing: callers) { callers[0].heard("WATCHERS") }
    let words = callers[0].line("IN")?.split(separator: " ") ?? []
    callers[1].say("JOIN \(try #require(words.first { $0.hasPrefix("room=") }))")
    try wait(for: "both", hearing: callers) { callers[1].heard("WATCHERS") }
    for caller in callers { caller.say("READY") }
    try wait(for: "a match", hearing: callers) { callers.allSatisfy { $0.heard("COUNTDOWN") } }
    return callers
  }

  private static func readiness(of house: House) throws -> String {
    let doctor = try Caller(port: try #require(house.adminPort))
    doctor.say("GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r")
    try wait(for: "an answer", hearing: [doctor]) { doctor.isHungUpOn }
    return doctor.text
  }

  @Test("the match that runs is played to its end; then the server ends, and whoever waits for it")
  func match() throws {
    let state = try Scratch()
    let house = try House(["--state", state.path, "--tls", "off", "--lanes", "2"], hasAdmin: true)
    let callers = try Self.players(port: house.port)
    let drain = try PlainRun(.server, ["drain", "--state", state.path])
    let all: [any Listener] = callers + [house.run, drain]
    try wait(for: "the news", hearing: all, scene: { drain.scene }) {
      callers.allSatisfy { $0.heard("STOPPING") }
    }
    #expect(try Self.readiness(of: house).contains("503 "))
    let late = try Caller(port: house.port)
    late.say("HELLO v=1")
    late.say("CREATE")
    try wait(for: "an answer", hearing: all + [late]) { late.heard("NO") }
    #expect(late.text.contains("NO code=not-now verb=CREATE"))
    kill(house.run.process, SIGUSR2)
    try wait(for: "the log", hearing: all, scene: { house.run.scene }) {
      house.run.errors.contains("it is draining")
    }
    var locksAt = 0
    try wait(for: "the end of the match", hearing: all, scene: { house.run.scene }) {
      locksAt += 1
      if let target = callers[0].line("ROUND")?.split(separator: " ")
        .first(where: { $0.hasPrefix("target=#") }), locksAt % 20 == 0,
        let color = Int(target.dropFirst("target=#".count), radix: 16)
      {
        let values = "\(color >> 16),\(color >> 8 & 255),\(color & 255)"
        for caller in callers { caller.say("LOCK v=\(values)") }
      }
      return callers.allSatisfy { $0.heard("SEED") }
    }
    try wait(for: "the end", hearing: all + [late], scene: { house.run.scene }) {
      house.run.end != nil && drain.end != nil
    }
    #expect(house.run.end == .exited(0) && drain.end == .exited(0))
    #expect(drain.text.contains("has stopped"))
    for caller in callers {
      #expect(caller.heard("KEPT") && caller.text.contains("NO code=shutting-down"))
    }
  }

  @Test("matches are not waited for longer than they may run on, and without any nobody waits")
  func bounded() throws {
    let house = try House(["--drain-seconds", "1"])
    let callers = try Self.players(port: house.port)
    kill(house.run.process, SIGUSR1)
    try wait(for: "the end", hearing: callers + [house.run], scene: { house.run.scene }) {
      house.run.end != nil
    }
    #expect(house.run.end == .exited(0) && house.run.errors.contains("why=drained"))
    let empty = try House()
    kill(empty.run.process, SIGUSR1)
    try wait(for: "the end", hearing: [empty.run], seconds: 5) { empty.run.end != nil }
    #expect(empty.run.end == .exited(0))
  }

  @Test("drain says why it cannot: no server, or no state directory")
  func nobody() throws {
    let state = try Scratch()
    for (arguments, words) in [
      (["--state", state.path], "is no state directory of a server"), ([], "say which server"),
    ] {
      let run = try PlainRun(.server, ["drain"] + arguments)
      try wait(for: "its end", hearing: [run]) { run.end != nil }
      #expect(run.end == .exited(64) && run.errors.contains(words), "\(run.scene)")
    }
    let house = try House(["--state", state.path, "--tls", "off"])
    kill(house.run.process, SIGTERM)
    try wait(for: "the end", hearing: [house.run]) { house.run.end != nil }
    let run = try PlainRun(.server, ["drain", "--state", state.path])
    try wait(for: "its end", hearing: [run]) { run.end != nil }
    #expect(run.end == .exited(64) && run.errors.contains("no server uses"), "\(run.scene)")
  }
}
