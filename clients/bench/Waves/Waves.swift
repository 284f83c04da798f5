// The command `waves`: a crowd that comes and goes several times, and what the server holds while
// it is there and when it has left.

import ArgumentParser
import Net

/// Looks for memory that a crowd leaves behind.
struct Waves: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waves",
    abstract: "Has a crowd come and go several times, and looks what memory it leaves behind.",
    discussion: """
      A crowd is guests who say HELLO and wait, or TLS clients that say half of their first \
      message and no more, or the whole of it. Fails if the server holds five percent more after \
      the last wave than after the first, or grows by more than --growth-max while a wave is there.
      """)

  @Option(help: "Who comes: guests, half-hello or whole-hello.")
  var crowd = WaveCrowd.guests

  @Option(help: "How many come at once.", in: 1...100_000)
  var connections = 10_000

  @Option(help: "How often they come.", in: 1...1_000)
  var waves = 4

  @Option(help: "How guests come: over tcp, tls, ws or wss.", transform: transport(named:))
  var over = Transport.tcp

  @Option(help: "Seconds until the server is looked at when they have gone.", in: 1...3_600)
  var settling = 25

  @Option(
    help: "By how many MiB a wave may make the server grow; any number without it.",
    in: 0...1_000_000)
  var growthMax: Int?

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      try raiseDescriptorLimit(toHold: connections)
      let credentials = try Credentials()
      let child = try await ChildProcess.server(
        connections: connections, over: crowd == .guests ? over : .tls, credentials,
        flags: server.flags)
      defer { child.stop() }
      var report = WavesReport(
        machine: machine, crowd: crowd, connections: connections, over: over,
        growthMax: growthMax, idleBytes: try bytes(child))
      for number in 1...waves {
        progress.say("wave \(number)/\(waves): \(grouped(connections)) connections")
        report.waves.append(try await wave(child, credentials))
      }
      print(report.text)
      try server.write(report.json)
      if !report.isClean { throw ExitCode.failure }
    }
  }

  private func wave(
    _ child: ChildProcess, _ credentials: Credentials
  ) async throws -> WavesReport.Wave {
    let peak =
      crowd == .guests
      ? try await guests(child, credentials) : try await slowClients(child)
    try await Task.sleep(for: .seconds(settling))
    return WavesReport.Wave(peakBytes: peak, afterBytes: try bytes(child))
  }

  /// Has guests come and go, and says what the server held meanwhile.
  private func guests(_ child: ChildProcess, _ credentials: Credentials) async throws -> Int {
    let stage = IdlersStage()
    try await stage.begin(
      at: House(side: .server, endpoint: child.endpoint, carriage: over.carriage(credentials)))
    do {
      try await stage.grow(to: connections)
      try await Task.sleep(for: Waves.staying)
      let peak = try bytes(child)
      await stage.clear()
      return peak
    } catch {
      await stage.clear()
      throw error
    }
  }

  /// The same with TLS clients that get nowhere.
  private func slowClients(_ child: ChildProcess) async throws -> Int {
    let hello = EndingWords(child.endpoint).clientHello
    let said = crowd == .halfHello ? hello.prefix(hello.count / 2) : hello[...]
    var sockets: [RawSocket] = []
    defer { for socket in sockets { socket.close() } }
    for index in 0..<connections {
      let socket = try RawSocket(port: child.endpoint.port, from: Victim.host(index))
      sockets.append(socket)
      socket.say(said)
    }
    try await Task.sleep(for: Waves.staying)
    return try bytes(child)
  }

  private func bytes(_ child: ChildProcess) throws(BenchError) -> Int {
    guard let bytes = ProcessMeter.exactResidentBytes(of: child.pid) else {
      throw .noSuchProcess(child.pid)
    }
    return bytes
  }

  /// What belongs to coming in is done by then, and nobody has been sent away yet.
  private static let staying = Duration.seconds(2)
}

/// Who comes in waves.
enum WaveCrowd: String, CaseIterable, ExpressibleByArgument {
  case guests
  case halfHello = "half-hello"
  case wholeHello = "whole-hello"
}
