// Logs that nobody reads: a server's standard error on a full pipe, and on one whose reader has
// gone; the log file of `chromatch host` likewise. Neither may cost a player anything.

import Glibc
import Testing

@Stage
@Suite("A log that nobody reads")
struct LogTests {
  @Test("holds up nobody while its pipe is full, and ends nothing when the pipe breaks")
  func server() throws {
    // A page is the smallest pipe there is: some thirty lines.
    let house = try House(["--log-level", "debug"], logPipeBytes: 4_096)
    try refuse(60, at: house)
    let players = try (0..<2).map { _ in try Caller(port: house.port) }
    for player in players { player.say("HELLO v=1 name=Ada") }
    players[0].say("CREATE rounds=1 time=5 seats=2")
    try wait(for: "a room", hearing: players) { players[0].heard("IN") }
    let words = players[0].line("IN")?.split(separator: " ") ?? []
    players[1].say("JOIN \(try #require(words.first { $0.hasPrefix("room=") }))")
    for player in players { player.say("READY") }
    try wait(for: "the countdown", hearing: players) {
      players.allSatisfy { $0.heard("COUNTDOWN") }
    }
    house.run.closeErrors()
    try refuse(10, at: house)
    for player in players { player.say("PING t=1") }
    try wait(for: "an answer", hearing: players) { players.allSatisfy { $0.heard("PONG") } }
    kill(house.run.process, SIGTERM)
    try wait(for: "its end", hearing: [house.run]) { house.run.end != nil }
    #expect(house.run.end == .exited(0))
  }

  /// So many come with a version that nobody speaks, and are told so.
  private func refuse(_ count: Int, at house: House) throws {
    for _ in 0..<count {
      let caller = try Caller(port: house.port)
      caller.say("HELLO v=9")
      try wait(for: "a refusal", hearing: [caller]) { caller.heard("NO") && caller.isHungUpOn }
    }
  }

  @Test("costs a host nothing when whoever read its file goes away")
  func host() throws {
    let files = try Scratch()
    let log = "\(files.path)/log"
    #expect(mkfifo(log, 0o600) == 0)
    let reader = open(log, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let run = try PlainRun(
      .client,
      ["host", "--bind", "127.0.0.1", "--port", "0", "--no-tls", "--plain", "--server-log", log],
      isTypedTo: true, environment: files.environment)
    var port: UInt16?
    try wait(for: "the address", hearing: [run], scene: { run.scene }) {
      let place = run.text.split { $0.isWhitespace }.first { $0.hasPrefix("127.0.0.1:") }
      port = place?.dropFirst("127.0.0.1:".count).split(separator: "/").first
        .flatMap { UInt16($0) }
      return port != nil
    }
    close(reader)
    let guest = try Caller(port: try #require(port))
    guest.say("HELLO v=1 name=Bea")
    guest.say("CREATE")
    try wait(for: "a room", hearing: [run, guest], scene: { run.scene }) { guest.heard("IN") }
    run.type("quit")
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(0))
  }

  @Test("that is a pipe without a reader is refused instead of waited for")
  func nobody() throws {
    let files = try Scratch()
    let log = "\(files.path)/log"
    #expect(mkfifo(log, 0o600) == 0)
    let run = try PlainRun(
      .client, ["host", "--port", "0", "--no-tls", "--server-log", log],
      environment: files.environment)
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(1))
    #expect(run.errors.contains("Cannot write the log \(log): "))
  }
}
