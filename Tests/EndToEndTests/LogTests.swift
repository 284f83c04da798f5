// Logs that nobody reads: a server's standard error on a full pipe, and on one whose reader has
// gone. Neither may cost a player anything.

import Glibc
import TestSupport
import Testing

@testable import ProgramSupport

@Stage
@Suite("A log that nobody reads")
struct LogTests {
  @Test("a log holds up nobody while its pipe is full, and ends nothing when the pipe breaks")
  func server() throws {
    // A page is the smallest pipe there is: some thirty lines.
    let house = try House(["--log-level", "debug"], logPipeBytes: 4_096)
    try refuse(60, at: house)
    let duel = try Duel(port: house.port)
    house.run.closeErrors()
    try refuse(10, at: house)
    for player in duel.callers { player.say("PING t=1") }
    try wait(for: "an answer", hearing: duel.callers) {
      duel.callers.allSatisfy { $0.heard("PONG") }
    }
    kill(house.run.process, SIGTERM)
    try expect(house.run.ended(), equals: .exited(0))
  }

  /// So many come with a version that nobody speaks, and are told so.
  private func refuse(_ count: Int, at house: House) throws {
    for _ in 0..<count {
      let caller = try Caller(port: house.port)
      caller.say("HELLO v=9")
      try wait(for: "a refusal", hearing: [caller]) { caller.heard("NO") }
    }
  }

  @Test("a log that is a pipe without a reader is refused instead of waited for")
  func nobody() throws {
    let files = try Scratch()
    let log = "\(files.path)/log"
    expect(mkfifo(log, 0o600), equals: 0)
    let run = try PlainRun.ended(
      .client, ["host", "--port", "0", "--no-tls", "--server-log", log],
      environment: files.environment)
    expect(run.end == .exited(1) && run.errors.contains("Cannot write the log \(log): "))
  }
}
