// The command `leak`: very many connections that end in every way there is, and what the server
// still holds afterwards.

import ArgumentParser
import Glibc
import Net

/// Looks for what connections leave behind.
struct Leak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leak",
    abstract: "Opens and ends connections in every way, and looks what a server keeps of them.",
    discussion: """
      Connections end by FIN, by reset with unread data, half-open, and in the middle of a line, a \
      TLS handshake, an upgrade and a frame; a hundred of them say nothing and wait for the \
      server to hang up. Fails if the server's descriptors or memory differ by more than two \
      percent from before.
      """)

  @Option(help: "How many connections.", in: 1_000...10_000_000)
  var connections = 100_000

  @Option(
    help: "How many a second at most: what a server remembers for a while grows with it.",
    in: 1...100_000)
  var rate = 1_000

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let progress = Progress()
    try await progress.explaining {
      let credentials = try Credentials()
      let child = try await ChildProcess.server(
        connections: Leak.silentCount, over: .tls, credentials, flags: server.flags)
      defer { child.stop() }
      let report = try await look(child, progress)
      print(report.text)
      try server.write(report.json)
      if !report.isClean { throw ExitCode.failure }
    }
  }

  private func look(_ child: ChildProcess, _ progress: Progress) async throws -> LeakReport {
    let words = EndingWords(child.endpoint)
    let idle = try LeakReport.Holding(child.pid)
    // What a server makes once and keeps is no leak; so the same happens before, with as many
    // connections at a time, at the same rate, and for longer than it remembers any of them.
    try await happen(Leak.warmupSeconds * rate, child, words, progress)
    try await settle(child, toDescriptors: idle.descriptors)
    let before = try LeakReport.Holding(child.pid)
    let start = ContinuousClock.now
    try await happen(connections / 2, child, words, progress)
    try await settle(child, toDescriptors: before.descriptors)
    let halfway = try LeakReport.Holding(child.pid)
    try await happen(connections - connections / 2, child, words, progress)
    let took = ContinuousClock.now - start
    try await settle(child, toDescriptors: before.descriptors)
    return LeakReport(
      connections: connections, took: took, before: before, halfway: halfway,
      after: try LeakReport.Holding(child.pid))
  }

  private func happen(
    _ count: Int, _ child: ChildProcess, _ words: EndingWords, _ progress: Progress
  ) async throws {
    var silent: [RawSocket] = []
    defer { for socket in silent { socket.close() } }
    let start = ContinuousClock.now
    for index in 0..<count {
      if index.isMultiple(of: Leak.burst) {
        try await Task.sleep(until: start + .seconds(Double(index) / Double(rate)))
      }
      if index.isMultiple(of: Leak.progressStep) {
        progress.say("leak: \(grouped(index)) of \(grouped(count)) connections")
      }
      let host = UInt8(truncatingIfNeeded: index % Leak.hosts + 1)
      let socket = try RawSocket(port: child.endpoint.port, from: host)
      if index.isMultiple(of: max(1, count / Leak.silentCount)) {
        silent.append(socket)
      } else {
        Ending.allCases[index % Ending.allCases.count].happen(to: socket, words)
      }
    }
    progress.say("leak: the silent ones wait to be closed")
    let deadline = ContinuousClock.now + Leak.silenceMax
    for socket in silent {
      while socket.hear() > 0 && ContinuousClock.now < deadline {}
    }
  }

  /// Waits until the server holds no more descriptors than that, or some time has passed.
  private func settle(_ child: ChildProcess, toDescriptors count: Int) async throws {
    let deadline = ContinuousClock.now + Leak.silenceMax
    while ContinuousClock.now < deadline {
      if try LeakReport.Holding(child.pid).descriptors <= count { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    // What belongs to the last connections is given back by then.
    try await Task.sleep(for: .seconds(1))
  }

  private static let warmupSeconds = 25
  /// So many come one right after the other before the rate is looked at.
  private static let burst = 20
  /// So many connections say nothing, and stay until the server ends them.
  private static let silentCount = 100
  private static let progressStep = 5_000
  /// How many addresses of this machine they come from.
  private static let hosts = 200
  /// How long a server may take to close who says nothing.
  private static let silenceMax = Duration.seconds(20)
}
