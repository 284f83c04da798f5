// The measurement `leak`: very many connections that end by FIN, by reset with unread data,
// half-open, and in the middle of a line, a TLS handshake, an upgrade and a frame; a hundred of
// them say nothing and wait for the server to hang up. It fails if the server's descriptors or
// memory differ by more than two percent from before.

import Glibc
import Net

/// Looks for what connections leave behind.
func measureLeak(_ bench: Bench) async throws -> Report {
  let connections = bench.options.connections ?? 100_000
  // What a server remembers for a while grows with the rate.
  let rate = bench.options.rate ?? 1_000
  return try await bench.withServer(connections: silentCount, over: .tls) { child in
    let words = EndingWords(child.endpoint)
    let idle = try Holding(child.pid)
    // What a server makes once and keeps is no leak; so the same happens before, with as many
    // connections at a time, at the same rate, and for longer than it remembers any of them.
    try await happen(warmupSeconds * rate, rate: rate, child, words, bench.progress)
    try await settle(child, toDescriptors: idle.descriptors)
    var held = [try Holding(child.pid)]
    let start = ContinuousClock.now
    // What leaks grows in both halves.
    for half in [connections / 2, connections - connections / 2] {
      try await happen(half, rate: rate, child, words, bench.progress)
      try await settle(child, toDescriptors: held[0].descriptors)
      held.append(try Holding(child.pid))
    }
    return report(on: held, connections, in: ContinuousClock.now - start)
  }
}

/// What a server holds at one moment.
private struct Holding {
  let descriptors: Int
  let residentBytes: Int

  /// - Throws: `BenchError.noSuchProcess`.
  init(_ pid: Int32) throws(BenchError) {
    guard let descriptors = ProcessMeter.descriptors(of: pid) else { throw .noSuchProcess(pid) }
    self.descriptors = descriptors
    residentBytes = try ProcessMeter.memory(of: pid)
  }
}

private func report(on held: [Holding], _ connections: Int, in time: Duration) -> Report {
  var table = Table(lines: [
    Line("descriptors", "descriptors"), Line("memory, KiB", "resident_kibibytes"),
  ])
  for (name, holding) in zip(["before", "halfway", "after"], held) {
    table.add(name, name, [Double(holding.descriptors), Double(holding.residentBytes) / 1_024])
  }
  let growth = Double(held[2].residentBytes) / Double(held[0].residentBytes) - 1
  // Less memory than before is no leak.
  let isClean = held[2].descriptors <= held[0].descriptors && growth <= growthMax
  return Report(
    about: "\(grouped(connections)) connections in \(time.components.seconds) s", tables: [table],
    notes: ["memory grew by \(decimal(100 * growth, 1)) %: \(isClean ? "no leak" : "a leak")"],
    isFine: isClean)
}

private func happen(
  _ count: Int, rate: Int, _ child: ChildProcess, _ words: EndingWords, _ progress: Progress
) async throws {
  var silent: [RawSocket] = []
  defer { for socket in silent { socket.close() } }
  let start = ContinuousClock.now
  for index in 0..<count {
    if index.isMultiple(of: burst) {
      try await Task.sleep(until: start + .seconds(Double(index) / Double(rate)))
    }
    if index.isMultiple(of: progressStep) {
      progress.say("leak: \(grouped(index)) of \(grouped(count)) connections")
    }
    let host = UInt8(truncatingIfNeeded: index % hosts + 1)
    let socket = try RawSocket(port: child.endpoint.port, from: host)
    if index.isMultiple(of: max(1, count / silentCount)) {
      silent.append(socket)
    } else {
      Ending.allCases[index % Ending.allCases.count].happen(to: socket, words)
    }
  }
  progress.say("leak: the silent ones wait to be closed")
  let deadline = ContinuousClock.now + silenceMax
  for socket in silent {
    while socket.hear() > 0 && ContinuousClock.now < deadline {}
  }
}

/// Waits until the server holds no more descriptors than that, or some time has passed.
private func settle(_ child: ChildProcess, toDescriptors count: Int) async throws {
  let deadline = ContinuousClock.now + silenceMax
  while ContinuousClock.now < deadline {
    if try Holding(child.pid).descriptors <= count { break }
    try await Task.sleep(for: .milliseconds(100))
  }
  // What belongs to the last connections is given back by then.
  try await Task.sleep(for: .seconds(1))
}

private let warmupSeconds = 25
/// So many come one right after the other before the rate is looked at.
private let burst = 20
/// So many connections say nothing, and stay until the server ends them.
private let silentCount = 100
private let progressStep = 5_000
/// How many addresses of this machine they come from.
private let hosts = 200
/// How long a server may take to close who says nothing.
private let silenceMax = Duration.seconds(20)
/// Two percent, beyond which something was left behind.
private let growthMax = 0.02
