// Three real servers that are nodes of one cluster, over real engines, for a test: started and
// ended by the script that everybody uses.

#if Cluster
import Foundation
import Glibc
import Rooms

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
    try await eventually {
      visitor.listen()
      return visitor.isClosed
    }
    let line = visitor.heard.first { $0.hasPrefix("\(name) ") }
    return line?.split(separator: " ").last.flatMap { Int($0) }
  }

  /// Everything that a node has logged.
  func log(of node: Int) throws -> String {
    try String(contentsOfFile: "\(engines.folder)/node\(node).log", encoding: .utf8)
  }

  /// Where a node takes players.
  func port(of node: Int) -> Int { engines.port + 40 + node }

  /// Sends a node a signal. One that freezes has frozen all of it when this returns.
  func signal(_ number: Int32, _ node: Int) async throws {
    let file = "\(engines.folder)/node\(node).pid"
    let process = try String(contentsOfFile: file, encoding: .utf8).filter(\.isNumber)
    guard let id = pid_t(process), kill(id, number) == 0 else {
      throw EnginesFailed(what: ["signal node \(node)"])
    }
    guard number == SIGSTOP else { return }
    try await eventually {
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
      return try threads.allSatisfy { thread in
        let status = try String(
          contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
        return status.contains(") T ")
      }
    }
  }

  /// Takes a seat again at one of these nodes, as soon as one lets anybody.
  func resume(
    _ token: String, at nodes: [Int], asBrowser: Bool = false
  ) async throws -> Visitor {
    var back: Visitor?
    try await eventually {
      for node in nodes where back == nil {
        guard let visitor = try? Visitor(port: self.port(of: node), asBrowser: asBrowser) else {
          continue
        }
        visitor.say("HELLO v=1 resume=\(token)")
        // Rooms change hands meanwhile: whoever is sent away asks again.
        let answer = try? await visitor.hear("WELCOME", "NO")
        guard answer?.hasPrefix("WELCOME") == true,
          (try? await visitor.hear("IN", "NO"))?.hasPrefix("IN ") == true
        else { continue }
        // By the answer the whole picture of the room has come.
        visitor.say("PING t=1")
        _ = try await visitor.hear("PONG")
        back = visitor
      }
      return back != nil
    }
    guard let back else { throw EnginesFailed(what: ["resume"]) }
    return back
  }
}
#endif
