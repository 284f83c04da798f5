// A server with few descriptors: it takes as many connections as fit and says so, tells the others
// that it is full, and answers for its health all the while. Those inside play on, and it ends when
// it is asked to.

import Foundation
import Glibc
import Net
import Testing

@Stage
@Suite("With few descriptors")
struct DescriptorTests {
  @Test("those inside play, the next are told that it is full, and its health can be asked for")
  func exhausted() throws {
    let house = try House(["--lanes", "2"], descriptors: "-n 80", hasAdmin: true)
    let fitting = try #require(house.connectionsMax)
    #expect(
      house.run.errors.split(separator: "\n").count { $0.contains("too few descriptors") } == 1)
    // One after the other: who has said HELLO does not have to go for whoever comes next.
    var callers = try (0..<fitting).map { _ in try enter(house) }
    let late = try (0..<150).map { _ in try Caller(port: house.port) }
    for caller in late { caller.say("HELLO v=1 name=Cal") }
    let all: [any Listener] = [house.run] + callers + late
    try wait(
      for: "a full house", hearing: all,
      scene: { late.filter { !$0.isHungUpOn }.map(\.text).joined(separator: "\n") }
    ) { late.allSatisfy { $0.isHungUpOn } }
    #expect(!late.contains { $0.heard("WELCOME") } && !callers.contains { $0.isHungUpOn })
    #expect(late.contains { $0.line("NO")?.contains("code=server-full") == true })
    #expect(try page("/healthz", of: house) == "alive")
    #expect(try page("/metrics", of: house).contains("process_max_fds 80"))
    try play(callers[0], callers[1], house, all)

    for _ in 0..<3 {
      callers.remove(at: 2).hangUp()
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
      callers.append(next)
    }
    kill(house.run.process, SIGTERM)
    try wait(for: "its end", hearing: [house.run], scene: { house.run.scene }) {
      house.run.end != nil
    }
    #expect(house.run.end == .exited(0))
  }

  @Test("a soft limit is raised to the hard one")
  func raised() throws {
    let house = try House(descriptors: "-Sn 64")
    #expect(try #require(house.connectionsMax) > 64)
  }

  @Test("a server that has room for nobody does not start")
  func none() throws {
    let limited = "ulimit -n 32 && exec \"$0\" \"$@\""
    let run = try PlainRun(
      .shell, ["-c", limited, Program.server.path, "--port", "0", "--no-admin"])
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(64) && run.errors.contains("no file descriptors left"))
  }

  /// Somebody for whom there is room.
  private func enter(_ house: House) throws -> Caller {
    let caller = try Caller(port: house.port)
    caller.say("HELLO v=1 name=Cal")
    try wait(for: "a welcome", hearing: [house.run, caller], scene: { caller.text }) {
      caller.heard("WELCOME")
    }
    return caller
  }

  /// The body of a page of the admin listener.
  private func page(_ path: String, of house: House) throws -> String {
    let scraper = try Caller(port: try #require(house.adminPort))
    scraper.say("GET \(path) HTTP/1.0\r\n\r")
    try wait(for: "a page", hearing: [house.run, scraper], scene: { scraper.text }) {
      scraper.isHungUpOn
    }
    let body = scraper.text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .drop { !$0.isEmpty }.dropFirst()
    return body.joined().trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Two play a match, and the server takes little time for everything until its first round.
  private func play(
    _ host: Caller, _ guest: Caller, _ house: House, _ all: [any Listener]
  ) throws {
    host.say("CREATE rounds=1 time=5 seats=2")
    try wait(for: "a room", hearing: all, scene: { host.text }) { host.heard("WATCHERS") }
    let word = host.line("IN").flatMap { $0.split(separator: " ").first { $0.hasPrefix("room=") } }
    let room = try #require(word)
    guest.say("JOIN \(room)")
    for player in [host, guest] { player.say("READY") }
    try wait(for: "the countdown", hearing: all) { guest.heard("COUNTDOWN") }
    let clock = Clock()
    let (beganAt, ticks) = (clock.milliseconds(), processorTicks(of: house.run.process))
    try wait(for: "the round", hearing: all) { host.heard("ROUND") && guest.heard("ROUND") }
    try wait(for: "a second", hearing: all) { clock.milliseconds() - beganAt >= 1_000 }
    let seconds = Double(clock.milliseconds() - beganAt) / 1_000
    let used =
      Double(processorTicks(of: house.run.process) - ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    #expect(used < seconds / 4)
    let target = try #require(host.line("ROUND").flatMap(target))
    var saidAt = clock.milliseconds()
    // Until the round opens a lock is refused, and when both are taken it is shut.
    try wait(for: "the end of the match", hearing: all) {
      if clock.milliseconds() - saidAt >= 100 {
        for player in [host, guest] { player.say("LOCK v=\(target)") }
        saidAt = clock.milliseconds()
      }
      return host.heard("SEED") && guest.heard("SEED")
    }
  }
}

/// The target of a ROUND as slider values.
private func target(of round: Substring) -> String? {
  guard let hex = round.firstMatch(of: /target=#([0-9a-f]{6})/)?.1,
    let number = Int(hex, radix: 16)
  else { return nil }
  return "\(number >> 16),\(number >> 8 & 255),\(number & 255)"
}

/// The processor time that a process has used, in ticks of the system (proc(5), stat).
private func processorTicks(of process: pid_t) -> Int {
  let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = max(0, read(descriptor, &buffer, buffer.count))
  let text = String(decoding: buffer[..<count], as: UTF8.self)
  let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
  return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
}
