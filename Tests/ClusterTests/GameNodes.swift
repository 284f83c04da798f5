// Three real servers that are nodes of one cluster, over real engines, for a test: started and
// ended by the script that operators use. And a room on them.

#if Cluster
import Cluster
import Foundation
import Glibc
import Rooms
import TestSupport
import Testing

/// Nine processes that end with the test.
final class GameNodes {
  static let numbers = [1, 2, 3]
  let engines: Engines

  /// Starts them, and waits until they have all shards.
  init() throws {
    engines = try Engines()
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = tests.deletingLastPathComponent().appending(path: "chromatchd").path
    try run("start", program, String(engines.port))
  }

  deinit { try? run("stop") }

  /// Has the script do something.
  func run(_ arguments: String...) throws {
    try engines.run(arguments, by: "nodes")
  }

  /// Returns when each node has the shards that it comes first for, so that none changes hands by
  /// itself.
  func waitUntilSettled() async throws {
    let firsts = (0..<LaneTenures.shardCount)
      .map { shard in
        GameNodes.numbers.max {
          LaneTenures.weight(of: $0, for: shard) < LaneTenures.weight(of: $1, for: shard)
        }
      }
    // All at once: on its way there each may have as many for a moment.
    try await eventually {
      for node in GameNodes.numbers {
        let share = firsts.count { $0 == node }
        if try await self.figure("chromatch_cluster_shards{state=\"open\"}", of: node) != share {
          return false
        }
      }
      return true
    }
  }

  /// What a node says of itself under a name; nil where it says nothing.
  func figure(_ name: String, of node: Int) async throws -> Int? {
    let visitor = try Visitor(port: engines.port + 50 + node)
    visitor.say("GET /metrics HTTP/1.0\r\n\r")
    try await visitor.waitUntilClosed()
    let line = visitor.heard.first { $0.hasPrefix("\(name) ") }
    return line?.split(separator: " ").last.flatMap { Int($0) }
  }

  /// Everything that a node has logged.
  func log(of node: Int) throws -> String {
    try String(contentsOfFile: "\(engines.folder)/node\(node).log", encoding: .utf8)
  }

  /// Where a node takes players.
  func port(of node: Int) -> Int { engines.port + 40 + node }
}

/// A room at a node, and who made it.
struct OwnRoom {
  let owner: Visitor
  let code: String

  init(_ nodes: GameNodes, at node: Int) async throws {
    owner = try Visitor(port: nodes.port(of: node))
    owner.say("HELLO v=1")
    owner.say("CREATE")
    code = try require(field("room", of: try await owner.hear("IN")))
  }
}
#endif
