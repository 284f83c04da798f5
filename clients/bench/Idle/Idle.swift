// The command `idle`: what a connection costs that does nothing, as the slope of the server's
// resident memory over the number of its connections. The kernel's own memory is not in it.

import ArgumentParser
import Net

/// Measures the memory of idle connections.
struct Idle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "idle",
    abstract: "Measures what an idle connection costs a server in memory, player included.")

  @Option(
    help: "Only over tcp, tls, ws or wss; may be given several times.",
    transform: transport(named:))
  var over: [Transport] = []

  @Option(help: "Idle connections at the last step.", in: 4...100_000)
  var connections = 10_000

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      try raiseDescriptorLimit(toHold: connections)
      let credentials = try Credentials()
      var slopes: [IdleSlope] = []
      for transport in over.isEmpty ? Transport.allCases : over {
        slopes.append(try await slope(over: transport, credentials, progress))
      }
      let report = IdleReport(machine: machine, slopes: slopes)
      print(report.table)
      try server.write(report.json)
    }
  }

  private func slope(
    over transport: Transport, _ credentials: Credentials, _ progress: Progress
  ) async throws -> IdleSlope {
    let child = try await ChildProcess.server(
      connections: connections, over: transport, credentials, flags: server.flags)
    defer { child.stop() }
    let stage = IdlersStage()
    try await stage.begin(
      at: House(
        side: .server, endpoint: child.endpoint, carriage: transport.carriage(credentials)))
    var slope = IdleSlope(transport: transport)
    do {
      for step in [0, connections / 4, connections / 2, connections] {
        progress.say("idle, \(transport.rawValue): \(grouped(step)) connections")
        if step > 0 { try await stage.grow(to: step) }
        try await Task.sleep(for: Idle.settling)
        guard let bytes = ProcessMeter.exactResidentBytes(of: child.pid) else {
          throw BenchError.noSuchProcess(child.pid)
        }
        slope.points.append((step, bytes))
      }
    } catch {
      await stage.clear()
      throw error
    }
    await stage.clear()
    progress.keep("idle, \(slope.summary)")
    return slope
  }

  /// What belongs to coming in is given back by then.
  private static let settling = Duration.seconds(2)
}
