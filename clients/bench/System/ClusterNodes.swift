// Three nodes of a cluster over engines of their own, for one run: started and ended by the script
// that everybody uses, in a folder that goes with them. They end with the run, and also when the
// bench is interrupted.

import Glibc
import Net

/// Nine processes that were started here.
final class ClusterNodes: Sendable {
  static let numbers = [1, 2, 3]
  private let script: String
  private let temporary: TemporaryFolder
  private let port: UInt16
  private let interrupts: Interrupts

  private var folder: String { temporary.path }

  /// Starts them, and returns when they have all shards.
  ///
  /// - Parameters:
  ///   - script: where `deploy/cluster/nodes` is.
  ///   - program: where a chromatchd is that was built with the trait `Cluster`.
  ///   - flags: what each node is told besides.
  init(by script: String, of program: String, flags: [String]) throws {
    for path in [script, program] where access(path, X_OK) != 0 {
      throw ChildProcess.noProgram(path)
    }
    guard let port = ClusterNodes.freePorts() else { throw BenchError.net(.noDescriptors) }
    temporary = try TemporaryFolder("cluster")
    (self.script, self.port) = (script, port)
    let folder = temporary.path
    interrupts = Interrupts { try? ClusterNodes.run(script, [folder, "stop"]) }
    do {
      try run(["start", program, "\(port)"] + flags)
    } catch {
      stop()
      throw error
    }
  }

  func stop() {
    try? run(["stop"])
    interrupts.letGo()
  }

  /// Where a node takes players.
  func endpoint(of node: Int) -> Endpoint {
    Endpoint(host: "127.0.0.1", port: port + 40 + UInt16(node))
  }

  /// Returns when no shard has changed hands for so long that none will by itself: a node that has
  /// come lately is given its share after five seconds.
  func settle() async throws {
    var (opened, since) = (-1, ContinuousClock.now)
    let isStill = try await eventually(within: .seconds(120), looking: .milliseconds(100)) {
      var count = 0
      for node in ClusterNodes.numbers {
        count += await figure("chromatch_cluster_shards_opened_total", of: node)
      }
      if count != opened { (opened, since) = (count, .now) }
      return ContinuousClock.now - since >= .seconds(7)
    }
    if !isStill { throw BenchError("the nodes do not come to rest") }
  }

  /// How many matches have come into a node's archive since it was started.
  func matchesKept(by node: Int) async -> Int {
    await figure("chromatch_matches_kept_total", of: node)
  }

  /// A number that a node says of itself; 0 while it says nothing.
  private func figure(_ name: String, of node: Int) async -> Int {
    let admin = port + 50 + UInt16(node)
    let text = try? await answer(to: "GET /metrics HTTP/1.0\r\n\r\n", at: admin)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  func kill(_ node: Int) throws { try run(["kill", "\(node)"]) }

  func restart(_ node: Int) throws { try run(["restart", "\(node)"]) }

  /// Looks at the nodes, or at their engines.
  func meter(of kinds: String...) throws -> ProcessMeter {
    let paths = kinds.flatMap { kind in ClusterNodes.numbers.map { "\(folder)/\(kind)\($0).pid" } }
    return try ProcessMeter(
      pids: paths.map { path in
        guard let pid = readFile(path).flatMap({ Int32($0.filter(\.isNumber)) }) else {
          throw BenchError.cannotRead(path)
        }
        return pid
      })
  }

  private func run(_ words: [String]) throws { try ClusterNodes.run(script, [folder] + words) }

  /// Runs a script, with a PATH to find programs by; what it prints is nobody's result.
  private static func run(_ script: String, _ words: [String]) throws {
    let command = ["/bin/sh", "-c", "exec \"$0\" \"$@\" > /dev/null", script] + words
    let pid = try spawn(["/usr/bin/env", "PATH=\(searchPath)"] + command)
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) == pid, status == 0 else {
      throw BenchError("\(script) failed; what it said is above")
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
