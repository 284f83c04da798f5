// The command `cluster`: the same rooms on a server by itself and on nodes of a cluster, and how
// long people are away whose node is killed.

import ArgumentParser
import Net

/// Measures nodes of a cluster.
struct ClusterBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "Measures nodes of a cluster beside a single server, and how soon they take over.",
    discussion: """
      Rooms of two play on a server by itself, at the node that has their rooms, and with one \
      player at that node and the other at another one. One room of eight plays before \
      watchers who are there, at its node, and at another one. Then people who play alone are \
      there when their node is killed, and a node takes over the matches that it has missed. \
      Nodes and engines are real, and all of them share this machine. `make cluster` builds the \
      program.
      """)

  @Option(help: "How many rooms of two.", in: 1...2_000)
  var rooms = 100

  @Option(help: "How many watch the room of eight.", in: 1...2_000)
  var watchers = 100

  @Option(help: "How often a node is killed.", in: 0...1_000)
  var kills = 5

  @Option(help: "How many matches a node misses, which it takes over then.", in: 0...100_000)
  var matches = 300

  @Option(help: "A chromatchd that was built with the trait Cluster.")
  var program = ".build-cluster/release/chromatchd"

  @Option(help: "The script that starts nodes and engines.")
  var script = "deploy/cluster/nodes"

  @OptionGroup var pace: TimingOptions

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let progress = Progress()
    try await progress.explaining {
      let credentials = try Credentials()
      var scenario = Scenario.rooms
      (scenario.rooms, scenario.watchers) = (rooms, 0)
      var watched = Scenario.watchers1000
      watched.watchers = watchers
      try raiseDescriptorLimit(
        toHold: max(scenario.connections, watched.connections) + ClusterBench.soloists)
      var report = ClusterReport(
        machine: Machine(), scenario: scenario, watchers: watchers, timing: pace.timing)
      for repetition in 1...pace.repetitions {
        let trial = ClusterTrial(
          scenario: scenario, watched: watched, timing: pace.timing, credentials: credentials,
          progress: progress,
          title: "cluster \(repetition)/\(pace.repetitions)")
        try await playAlone(trial, &report)
        try await playOnNodes(trial, &report)
      }
      print(report.text)
      try server.write(report.json)
    }
  }

  private func playAlone(_ trial: ClusterTrial, _ report: inout ClusterReport) async throws {
    trial.progress.say("\(trial.title): starting a server")
    let child = try await ChildProcess.server(
      connections: trial.connections, over: .tcp, trial.credentials,
      flags: ["--lanes", "2"] + server.flags, program: program)
    defer { child.stop() }
    let meter = try ProcessMeter(pid: child.pid)
    report.alone.append(
      try await trial.play("by itself", at: [child.endpoint], on: [meter], over: []))
    report.watchedAlone.append(
      try await trial.watch("by itself", at: [child.endpoint], on: [meter], over: []))
    report.locksAlone.append(
      try await trial.lock(ClusterBench.soloists, at: child.endpoint, "by itself"))
  }

  private func playOnNodes(_ trial: ClusterTrial, _ report: inout ClusterReport) async throws {
    trial.progress.say("\(trial.title): starting nodes")
    let roomy = ChildProcess.limits(connections: trial.connections)
    let nodes = try ClusterNodes(by: script, of: program, flags: roomy + server.flags)
    defer { nodes.stop() }
    trial.progress.say("\(trial.title): waiting until each node has its share")
    try await nodes.settle()
    let (servers, engines) = (try nodes.meters(of: "node"), try nodes.meters(of: "etcd", "nats"))
    let (first, second) = (nodes.endpoint(of: 1), nodes.endpoint(of: 2))
    report.near.append(
      try await trial.play("at the room's node", at: [first], on: servers, over: engines))
    report.far.append(
      try await trial.play("at another node", at: [first, second], on: servers, over: engines))
    report.watchedNear.append(
      try await trial.watch("at the room's node", at: [first], on: servers, over: engines))
    report.watchedFar.append(
      try await trial.watch("at another node", at: [first, second], on: servers, over: engines))
    report.locksNear.append(
      try await trial.lock(ClusterBench.soloists, at: first, "at the room's node"))
    for kill in 0..<kills {
      trial.progress.say("\(trial.title): kill \(kill + 1)/\(kills)")
      let victim = ClusterNodes.numbers[kill % ClusterNodes.numbers.count]
      let spans = try await trial.takeOver(ClusterBench.soloists, from: victim, of: nodes)
      report.away.append(spans)
    }
    if matches > 0 {
      report.catchUps.append(try await trial.catchUp(on: matches, 3, behind: 1, of: nodes))
    }
  }

  /// People who play alone.
  private static let soloists = 32
}
