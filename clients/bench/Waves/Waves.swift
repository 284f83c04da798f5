// The measurement `waves`: a crowd that comes and goes several times, and what the server holds
// while it is there and when it has left. A crowd is guests who say HELLO and wait, or TLS clients
// that say half of their first message and no more, or the whole of it. It fails if the server
// holds five percent more after the last wave than after the first, or a wave takes more than it
// may.

import ArgumentParser
import Net

/// Who comes in waves.
enum WaveCrowd: String, CaseIterable, ExpressibleByArgument {
  case guests
  case halfHello = "half-hello"
  case wholeHello = "whole-hello"
}

/// Looks for memory that a crowd leaves behind.
func measureWaves(_ bench: Bench) async throws -> Report {
  let (options, crowd) = (bench.options, bench.options.crowd)
  let (connections, over) = (options.connections ?? 10_000, options.over.first ?? .tcp)
  try raiseDescriptorLimit(toHold: connections)
  let who = crowd == .guests ? "guests over \(over.rawValue)" : "TLS clients, \(crowd.rawValue)"
  var table = Table(lines: [
    Line("there, bytes", "resident_bytes_there"), Line("after, bytes", "resident_bytes_after"),
  ])
  table.isTransposed = true
  func add(_ name: String, _ bytes: [Int?]) {
    table.add(name, name, bytes.map { $0.map(Double.init) })
  }
  var (left, growth) = (0.0, 0)
  try await bench.withServer(
    connections: connections, over: crowd == .guests ? over : .tls
  ) { child in
    var afters = [try ProcessMeter.memory(of: child.pid)]
    add("before", [nil, afters[0]])
    for number in 1...(options.waves ?? 4) {
      bench.progress.say("wave \(number): \(grouped(connections)) connections")
      let peak =
        crowd == .guests
        ? try await guests(connections, at: child, over.carriage(bench.credentials))
        : try await slowClients(connections, at: child, areHalf: crowd == .halfHello)
      try await Task.sleep(for: .seconds(options.settling ?? 25))
      growth = max(growth, peak - afters[afters.count - 1])
      afters.append(try ProcessMeter.memory(of: child.pid))
      add("wave \(number)", [peak, afters[number]])
    }
    left = Double(afters[afters.count - 1]) / Double(afters[1]) - 1
  }
  let isClean = left <= leftMax && growth <= (options.growthMax ?? .max >> 20) << 20
  return Report(
    about: "\(grouped(connections)) \(who)", tables: [table],
    notes: [
      """
      a wave takes up to \(decimal(Double(growth) / 1_048_576, 1)) MiB; the last leaves \
      \(decimal(100 * left, 1)) % more than the first: \(isClean ? "clean" : "not clean")
      """
    ], isFine: isClean)
}

/// Has guests come and go.
///
/// - Returns: what the server held meanwhile.
private func guests(
  _ count: Int, at child: ChildProcess, _ carriage: Carriage
) async throws -> Int {
  let stage = IdlersStage()
  try await stage.begin(at: House(side: .server, endpoint: child.endpoint, carriage: carriage))
  return try await stage.cleared { stage in
    try await stage.grow(to: count)
    try await Task.sleep(for: staying)
    return try ProcessMeter.memory(of: child.pid)
  }
}

/// The same with TLS clients that get nowhere.
private func slowClients(_ count: Int, at child: ChildProcess, areHalf: Bool) async throws -> Int {
  let hello = EndingWords(child.endpoint).clientHello
  let said = areHalf ? hello.prefix(hello.count / 2) : hello[...]
  var sockets: [RawSocket] = []
  defer { for socket in sockets { socket.close() } }
  for index in 0..<count {
    let socket = try RawSocket(port: child.endpoint.port, from: Victim.host(index))
    sockets.append(socket)
    socket.say(said)
  }
  try await Task.sleep(for: staying)
  return try ProcessMeter.memory(of: child.pid)
}

/// What belongs to coming in is done by then, and nobody has been sent away yet.
private let staying = Duration.seconds(2)
/// Five percent, beyond which something is left behind.
private let leftMax = 0.05
