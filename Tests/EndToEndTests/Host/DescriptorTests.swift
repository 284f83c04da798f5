// A server with few descriptors: it takes as many connections as fit and says so, tells the others
// that it is full, and answers for its health all the while. Those inside play on, and it ends when
// it is asked to.

import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("A server with few descriptors")
struct DescriptorTests {
  @Test("those inside play, the next are told that it is full, and its health can be asked for")
  func exhausted() throws {
    let house = try House(House.lanes, descriptors: "-n 80", hasAdmin: true)
    let fitting = try require(house.word(behind: "connections=").flatMap { Int($0) })
    expect(house.count("too few descriptors"), equals: 1)
    let duel = try Duel(port: house.port)
    // One after the other: a newcomer that has said HELLO does not have to go for the next.
    var callers = try (2..<fitting)
      .map { _ in try house.caller(saying: "HELLO v=1 name=Cal", until: "WELCOME") }
    let late = try (0..<150).map { _ in try Caller(port: house.port) }
    for caller in late { caller.say("HELLO v=1 name=Cal") }
    let all: [any Listener] = [house.run] + duel.callers + callers + late
    try wait(for: "a full house", hearing: all) { late.allSatisfy(\.isHungUpOn) }
    expect(!late.contains { $0.heard("WELCOME") } && !callers.contains(where: \.isHungUpOn))
    expect(late.contains { $0.field("code", of: "NO") == "server-full" })
    let health = try Caller.page("/healthz", port: house.adminPort)
    expect(health.hasSuffix("alive") || health.hasSuffix("alive\n"))
    try expect(Caller.page("/metrics", port: house.adminPort), contains: "process_max_fds 80")
    try wait(for: "the end of the match", hearing: all) {
      duel.play()
      return duel.isOver
    }
    callers.removeLast().hangUp()
    var next = try Caller(port: house.port)
    next.say("HELLO v=1 name=Cal")
    // The server may hear of the one before it hears of the other.
    try wait(for: "the next to be let in", hearing: [house.run]) {
      next.listen()
      if next.isHungUpOn, let again = try? Caller(port: house.port) {
        next = again
        next.say("HELLO v=1 name=Cal")
      }
      return next.heard("WELCOME")
    }
    kill(house.run.process, SIGTERM)
    try expect(house.run.ended(), equals: .exited(0))
  }

  @Test("a soft limit is raised to the hard one")
  func raised() throws {
    let house = try House(descriptors: "-Sn 64")
    try expect(#require(house.word(behind: "connections=").flatMap { Int($0) }), isAbove: 64)
  }

  @Test("a server that has room for nobody does not start")
  func none() throws {
    let limited = "ulimit -n 32 && exec \"$0\" \"$@\""
    let run = try PlainRun.ended(
      .shell, ["-c", limited, Program.server.path, "--port", "0", "--no-admin"])
    expect(run.end == .exited(1) && run.errors.contains("no file descriptors left"))
  }
}
