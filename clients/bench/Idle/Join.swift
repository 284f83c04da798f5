// The command `join`: everybody comes to watch at the same moment, as when a final is announced.

import ArgumentParser
import Net

/// Measures how long a crowd takes to get into a room.
struct Join: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Has many idle connections watch one room at once, and measures when all see it.")

  @Option(help: "How many come.", in: 1...100_000)
  var connections = 10_000

  @Option(help: "Connect over tcp, tls, ws or wss.", transform: transport(named:))
  var over = Transport.ws

  @Option(name: .customLong("repeat"), help: "How often; the table shows each time.", in: 1...1_000)
  var repetitions = 1

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      try raiseDescriptorLimit(toHold: connections + 1)
      let credentials = try Credentials()
      var arrivals: [Idlers.Arrival] = []
      for repetition in 1...repetitions {
        progress.say("join \(repetition)/\(repetitions): \(grouped(connections)) connections")
        let arrival = try await arrive(credentials)
        progress.keep("join \(repetition)/\(repetitions): \(arrival.summary)")
        arrivals.append(arrival)
      }
      print(table(arrivals, machine))
      try server.write(json(arrivals, machine))
    }
  }

  private func arrive(_ credentials: Credentials) async throws -> Idlers.Arrival {
    let child = try await ChildProcess.server(
      connections: connections + 1, over: over, credentials, flags: server.flags)
    defer { child.stop() }
    let stage = IdlersStage()
    try await stage.begin(
      at: House(side: .server, endpoint: child.endpoint, carriage: over.carriage(credentials)))
    do {
      try await stage.grow(to: connections + 1)
      let arrival = try await stage.watchTogether()
      await stage.clear()
      return arrival
    } catch {
      await stage.clear()
      throw error
    }
  }

  private func table(_ arrivals: [Idlers.Arrival], _ machine: Machine) -> String {
    let rows = arrivals.map { arrival in
      [50, 99, 100].map { decimal(arrival.pictures.milliseconds(at: $0), 0) }
        + [grouped(arrival.refusals), grouped(arrival.lost)]
    }
    let head = [
      "chromatch-bench join: \(grouped(connections)) watchers at once, over \(over.rawValue)",
      machine.description, "",
    ]
    let names = ["picture, p50 ms", "p99 ms", "last ms", "refusals", "lost"]
    return (head + aligned([names] + rows)).joined(separator: "\n")
  }

  private func json(_ arrivals: [Idlers.Arrival], _ machine: Machine) -> JSON {
    .object([
      ("machine", machine.json), ("over", .string(over.rawValue)),
      ("connections", .number(Double(connections))),
      (
        "joins",
        .array(
          arrivals.map { arrival in
            .object([
              ("picture_p50_milliseconds", .number(arrival.pictures.milliseconds(at: 50))),
              ("picture_p99_milliseconds", .number(arrival.pictures.milliseconds(at: 99))),
              ("last_picture_milliseconds", .number(arrival.pictures.milliseconds(at: 100))),
              ("refusals", .number(Double(arrival.refusals))),
              ("lost", .number(Double(arrival.lost))),
            ])
          })
      ),
    ])
  }
}

extension Idlers.Arrival {
  fileprivate var summary: String {
    """
    all there after \(decimal(pictures.milliseconds(at: 100), 0)) ms, \(refusals) refused, \
    \(lost) lost
    """
  }
}
