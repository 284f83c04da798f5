// The measurement `load`: every scenario that was asked for, server and floor by turns, as often as
// it was asked for. What changes in the machine meanwhile changes for both.

import ArgumentParser
import Net

/// The scenarios that have a name.
enum Preset: String, CaseIterable {
  case watchers1000, watchers8000, rooms
  case roomsOverTLS = "rooms-tls"
  case pipelined, final10000

  /// Those that run when none is named.
  static let standard: [Preset] = [.watchers1000, .watchers8000, .rooms, .roomsOverTLS, .pipelined]

  var scenario: Scenario {
    switch self {
    case .watchers1000: .watchers1000
    case .watchers8000: .watchers8000
    case .rooms: .rooms
    case .roomsOverTLS: .roomsOverTLS
    case .pipelined: .pipelined
    case .final10000: .final10000
    }
  }
}

/// Fills rooms with players and watchers and measures how moves reach them.
func measureLoad(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  let target = try target(bench.options)
  let median = bench.repetitions > 1 ? ", medians of \(bench.repetitions) runs" : ""
  var report = Report(
    about: "\(timing.seconds) s after \(timing.warmup) s of warm-up\(median)",
    facts: [("warmup_seconds", .number(Double(timing.warmup)))])
  for preset in try bench.options.chosen(Preset.self, unlessAsked: Preset.standard) {
    let scenario = bench.options.changing(preset.scenario)
    try raiseDescriptorLimit(toHold: scenario.connections + scenario.idle)
    var result = ScenarioResult(scenario: scenario)
    for repetition in 1...bench.repetitions {
      for side in target.sides {
        let trial = Trial(
          scenario: scenario, timing: timing, target: target, side: side,
          credentials: bench.credentials, progress: bench.progress,
          title: "\(scenario.name), \(side.rawValue) \(repetition)/\(bench.repetitions)")
        result.add(try await trial.run())
      }
    }
    report.tables.append(table(of: result))
    report.notes += result.doubts
  }
  return report
}

/// Figures down, server, floor and their ratio across.
private func table(of result: ScenarioResult) -> Table {
  let scenario = result.scenario
  var table = Table(["\(scenario.name): \(scenario.shape)"], figures: Figure.all)
  for (side, runs) in [(Side.server, result.server), (.floor, result.floor)] where !runs.isEmpty {
    table.add(side.rawValue, side.rawValue, runs, Figure.all)
  }
  table.derive("ratio", "ratio") { Figure.all[$0].ratio(of: result) }
  return table
}

extension Options {
  /// A scenario with the numbers that were asked for.
  fileprivate func changing(_ scenario: Scenario) -> Scenario {
    var chosen = scenario
    chosen.rooms = rooms ?? chosen.rooms
    chosen.players = players ?? chosen.players
    chosen.watchers = watchers ?? chosen.watchers
    chosen.movesPerSecond = moves ?? chosen.movesPerSecond
    chosen.idle = idle ?? chosen.idle
    chosen.transports = over.isEmpty ? chosen.transports : over
    return chosen
  }
}

/// Refuses what does not go together.
func validateLoad(_ options: Options) throws {
  if options.only.count != 1 && options.numbers.contains(where: { $0.value != nil }) {
    throw ValidationError("name the one scenario that these numbers are to change, by --only")
  }
  if options.serverPid != nil && options.connect == nil {
    throw ValidationError("--server-pid says which process --connect leads to")
  }
  if options.journal && options.connect != nil {
    throw ValidationError("--journal is for a server that is started here")
  }
  _ = try target(options)
}

private func target(_ options: Options) throws -> Target {
  guard let connect = options.connect else {
    return .own(
      Target.Own(
        serverFlags: options.flags, hasFloor: options.floor, keepsJournal: options.journal))
  }
  guard let colon = connect.lastIndex(of: ":"), let port = UInt16(connect[colon...].dropFirst()),
    colon > connect.startIndex
  else { throw ValidationError("--connect takes HOST:PORT, not \"\(connect)\"") }
  var host = connect[..<colon]
  if host.hasPrefix("[") && host.hasSuffix("]") { host = host.dropFirst().dropLast() }
  return .running(Endpoint(host: String(host), port: port), pid: options.serverPid)
}
