// Three nodes of a cluster over engines of their own, for one run: started and ended by the script
// that everybody uses, in a folder that goes with them. They end with the run, and also when the
// bench is interrupted.

import Glibc
import Net

/// Nine processes that were started here.
final class ClusterNodes: Sendable {
  static let numbers = [1, 2, 3]
  private let script: String
  private let folder: String
  private let port: UInt16
  private let interrupts: Interrupts

  /// Starts them, and returns when they have all shards.
  ///
  /// - Parameters:
  ///   - script: where `deploy/cluster/nodes` is.
  ///   - program: where a chromatchd is that was built with the trait `Cluster`.
  ///   - flags: what each node is told besides.
  /// - Throws: `BenchError`: why they have not.
  init(by script: String, of program: String, flags: [String]) throws {
    for path in [script, program] where access(path, X_OK) != 0 {
      throw BenchError.noServer(path: path)
    }
    guard let port = ClusterNodes.freePorts() else { throw BenchError.net(.noDescriptors) }
    let folder = try makeTemporaryFolder("cluster")
    (self.script, self.folder, self.port) = (script, folder, port)
    interrupts = Interrupts { try? ClusterNodes.run(script, [folder, "stop"]) }
    do {
      try run(["start", program, "\(port)"] + flags)
    } catch {
      stop()
      throw error
    }
  }

  /// Ends all of them.
  func stop() {
    try? run(["stop"])
    try? ClusterNodes.run("/bin/rm", ["-r", folder])
    interrupts.letGo()
  }

  /// Where a node takes players.
  func endpoint(of node: Int) -> Endpoint {
    Endpoint(host: "127.0.0.1", port: port + 40 + UInt16(node))
  }

  /// Returns when no shard has changed hands for so long that none will by itself: a node that has
  /// come lately is given its share after five seconds.
  ///
  /// - Throws: `BenchError.incomplete` when that never comes.
  func settle() async throws {
    var (opened, since) = (-1, ContinuousClock.now)
    for _ in 0..<ClusterNodes.settlingTrials {
      let count = ClusterNodes.numbers.reduce(0) {
        $0 + figure("chromatch_cluster_shards_opened_total", of: $1)
      }
      if count != opened { (opened, since) = (count, .now) }
      if ContinuousClock.now - since >= ClusterNodes.stillness { return }
      try await Task.sleep(for: ClusterNodes.pause)
    }
    throw BenchError.incomplete(inside: 0, of: ClusterNodes.numbers.count)
  }

  /// How many matches have come into a node's archive since it was started.
  func matchesKept(by node: Int) -> Int { figure("chromatch_matches_kept_total", of: node) }

  /// A number that a node says of itself; 0 while it says nothing.
  private func figure(_ name: String, of node: Int) -> Int {
    guard let socket = try? RawSocket(port: port + 50 + UInt16(node), from: 1) else { return 0 }
    defer { socket.close() }
    socket.say("GET /metrics HTTP/1.0\r\n\r\n".utf8)
    var heard: [UInt8] = []
    while let bytes = socket.overhear() {
      heard += bytes
      if bytes.isEmpty { usleep(1_000) }
    }
    return String(decoding: heard, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("\(name) ") }
      .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
  }

  private static let stillness = Duration.seconds(7)
  private static let pause = Duration.milliseconds(100)
  /// Two minutes.
  private static let settlingTrials = 1_200

  /// Kills a node.
  func kill(_ node: Int) throws { try run(["kill", "\(node)"]) }

  /// Starts a node again.
  func restart(_ node: Int) throws { try run(["restart", "\(node)"]) }

  /// Looks at the nodes, or at their engines.
  func meters(of kinds: String...) throws -> [ProcessMeter] {
    try kinds.flatMap { kind in
      try ClusterNodes.numbers.map { number in
        let path = "\(folder)/\(kind)\(number).pid"
        guard let pid = readFile(path).flatMap({ Int32($0.filter(\.isNumber)) }) else {
          throw BenchError.cannotRead(path: path)
        }
        return try ProcessMeter(pid: pid)
      }
    }
  }

  private func run(_ words: [String]) throws { try ClusterNodes.run(script, [folder] + words) }

  /// Runs a script, with a PATH to find programs by; what it prints is nobody's result.
  private static func run(_ script: String, _ words: [String]) throws {
    let command = ["/bin/sh", "-c", "exec \"$0\" \"$@\" > /dev/null", script] + words
    let pid = try spawn("/usr/bin/env", ["env", "PATH=\(searchPath)"] + command)
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) == pid, status == 0 else {
      throw BenchError.cannotStart(path: script, why: "it failed; what it said is above")
    }
  }

  private static let searchPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

  /// A port such that those behind it are free which the script uses.
  private static func freePorts() -> UInt16? {
    let offsets = [0, 10, 20, 30, 40, 50].flatMap { ten in numbers.map { UInt16(ten + $0) } }
    return stride(from: 20_000, to: 32_000, by: 100).lazy.map { UInt16($0) }
      .first { port in
        !offsets.contains { isListening(onLoopbackPort: port + $0) }
      }
  }
}
