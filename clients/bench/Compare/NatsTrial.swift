// One run with nats-server: as many watchers as a scenario has subscribe to one subject, and the
// batches of its room are published there, made beforehand. What players do, and how late they are
// shown, is not measured: nats-server only passes on.

import Glibc
import Net

/// A run of a scenario's fan-out.
struct NatsTrial {
  let scenario: Scenario
  let timing: Timing
  let progress: Progress
  let title: String
  /// Where the program is.
  let path: String

  /// Plays it.
  ///
  /// - Throws: `BenchError`: why nothing was measured.
  func run() async throws -> Run {
    progress.say("\(title): starting")
    let child = try await ChildProcess.start(path, ["--addr", "127.0.0.1"])
    defer { child.stop() }
    let count = scenario.connections
    let watchers = try LeanWatchers(
      count, on: child.endpoint.port, saying: [NatsTrial.greeting], answered: "PONG",
      over: [LeanWatchers.Way(opening: [], isSecure: false)], trusting: nil)
    defer { watchers.leave() }
    try await waitForAll(watchers, count)
    let publisher = try RawSocket(port: child.endpoint.port, from: 1)
    defer { publisher.close() }
    publisher.say(Array("CONNECT {\"verbose\":false,\"pedantic\":false}\r\n".utf8))
    try await publish(on: publisher, seconds: timing.warmup)
    let (server, bench) = (try ProcessMeter(pid: child.pid), try ProcessMeter.own())
    func reading() -> Reading {
      let seen = watchers.seen
      return Reading(deliveries: seen.moves, bytes: seen.bytes, server: server, bench: bench)
    }
    let begin = reading()
    try await publish(on: publisher, seconds: timing.seconds)
    let end = reading()
    var tally = Tally()
    tally.lost = watchers.seen.lost
    var still = scenario
    // Batches are made beforehand, so nobody's moves can be missed.
    still.movesPerSecond = 0
    let run = Run(scenario: still, side: .floor, begin: begin, end: end, tally: tally)
    progress.keep("\(title): \(decimal(run.writes / run.seconds, 0)) writes/s")
    return run
  }

  private func waitForAll(_ watchers: LeanWatchers, _ count: Int) async throws {
    for _ in 0..<NatsTrial.trials {
      if watchers.seen.inside == count { return }
      try await Task.sleep(for: NatsTrial.pause)
    }
    throw BenchError.incomplete(inside: watchers.seen.inside, of: count)
  }

  /// Publishes a batch of all players when it is due, whatever becomes of the last one.
  private func publish(on publisher: RawSocket, seconds: Int) async throws {
    let start = ContinuousClock.now
    for batch in 0..<seconds * NatsTrial.batchesPerSecond {
      publisher.say(message(batch))
      try await Task.sleep(until: start + NatsTrial.interval * (batch + 1))
    }
  }

  /// A batch as it goes to nats-server: a move of each player.
  private func message(_ batch: Int) -> [UInt8] {
    let lines = (1...scenario.players)
      .map { player in
        let color = String(0x100_0000 + (batch * 0x10_1 + player) % 0x100_0000, radix: 16)
        return "MOVE who=p\(player) near=50 color=#\(color.dropFirst())\n"
      }
      .joined()
    return Array("PUB moves \(lines.utf8.count)\r\n\(lines)\r\n".utf8)
  }

  /// Its answer tells that the subscription is there.
  private static let greeting = Array(
    "CONNECT {\"verbose\":false,\"pedantic\":false}\r\nSUB moves 1\r\nPING\r\n".utf8)
  private static let batchesPerSecond = 20
  private static let interval = Duration.milliseconds(1_000 / batchesPerSecond)
  private static let pause = Duration.milliseconds(10)
  /// Thirty seconds.
  private static let trials = 3_000
}
