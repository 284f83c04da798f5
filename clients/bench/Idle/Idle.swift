// The measurements of connections that do nothing: `idle`, what one costs a server in memory, as
// the slope of resident memory over connections (the kernel's own is not in it), and `join`, how
// long it takes until many who come to watch one room at the same moment see it.

import Net

/// Measures the memory of idle connections.
func measureIdle(_ bench: Bench) async throws -> Report {
  let connections = bench.options.connections ?? 10_000
  try raiseDescriptorLimit(toHold: connections)
  let steps = [0, connections / 4, connections / 2, connections]
  var table = Table(
    lines: [Line("KiB a connection", "kibibytes_per_connection", 2)]
      + steps.map { Line("MiB at \(grouped($0))", "resident_mebibytes_at_\($0)", 1) })
  table.isTransposed = true
  for transport in bench.options.over.isEmpty ? Transport.allCases : bench.options.over {
    let bytes = try await bench.withIdlers(connections, over: transport) { stage, child in
      var bytes: [Int] = []
      for step in steps {
        bench.progress.say("idle, \(transport.rawValue): \(grouped(step)) connections")
        if step > 0 { try await stage.grow(to: step) }
        // What belongs to coming in is given back by then.
        try await Task.sleep(for: .seconds(2))
        bytes.append(try ProcessMeter.memory(of: child.pid))
      }
      return bytes
    }
    let points = zip(steps, bytes).map { (time: Double($0), value: Double($1) / 1_024) }
    let slope = TrendLine(through: points)?.slope
    table.add(
      transport.rawValue, transport.rawValue, [slope] + bytes.map { Double($0) / 1_048_576 })
  }
  return Report(about: "resident memory, players included", tables: [table])
}

/// Measures how long a crowd takes to get into a room.
func measureJoin(_ bench: Bench) async throws -> Report {
  let connections = bench.options.connections ?? 10_000
  let transport = bench.options.over.first ?? .ws
  try raiseDescriptorLimit(toHold: connections + 1)
  var table = Table(lines: [
    Line("picture, p50 ms", "picture_p50_milliseconds"), Line("p99 ms", "picture_p99_milliseconds"),
    Line("last ms", "last_picture_milliseconds"), Line("refusals", "refusals"),
    Line("lost", "lost"),
  ])
  table.isTransposed = true
  for repetition in 1...bench.repetitions {
    bench.progress.say(
      "join \(repetition)/\(bench.repetitions): \(grouped(connections)) connections")
    let arrival = try await bench.withIdlers(connections + 1, over: transport) { stage, _ in
      try await stage.grow(to: connections + 1)
      return try await stage.watchTogether()
    }
    table.add(
      "\(repetition)", "join \(repetition)",
      [50, 99, 100].map { arrival.pictures.milliseconds(at: $0) }
        + [Double(arrival.refusals), Double(arrival.lost)])
  }
  return Report(
    about: "\(grouped(connections)) watchers at once, over \(transport.rawValue)", tables: [table])
}

extension Bench {
  /// Starts a server for so many idlers, does something with them, and ends all.
  func withIdlers<Value>(
    _ connections: Int, over transport: Transport,
    _ body: (IdlersStage, ChildProcess) async throws -> Value
  ) async throws -> Value {
    try await withServer(connections: connections, over: transport) { child in
      let stage = IdlersStage()
      try await stage.begin(
        at: House(
          side: .server, endpoint: child.endpoint, carriage: transport.carriage(credentials)))
      return try await stage.cleared { try await body($0, child) }
    }
  }
}
