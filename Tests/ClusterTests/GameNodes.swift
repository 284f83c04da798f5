// Three real servers that are nodes of one cluster, over real engines, for a test: started and
// ended by the script that operators use. And a match on them.

#if Cluster
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
        // Rooms change hands meanwhile: who is sent away asks again.
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

/// Ada has made a room at a node, and Bo has come in from a node; their first round is open.
struct Match {
  let ada: Visitor
  let bo: Visitor
  /// What Ada and Bo take their seats again with.
  let tokens: [String]
  let code: String

  var players: [Visitor] { [ada, bo] }

  /// - Parameter isWeb: whether Bo plays in a browser.
  init(_ nodes: GameNodes, ada adasNode: Int, bo bosNode: Int, isWeb: Bool = false) async throws {
    ada = try Visitor(port: nodes.port(of: adasNode))
    bo = try Visitor(port: nodes.port(of: bosNode), asBrowser: isWeb)
    tokens = [try await ada.enter(as: "Ada"), try await bo.enter(as: "Bo")]
    ada.say("CREATE rounds=2 time=120")
    code = try require(field("room", of: try await ada.hear("IN")))
    bo.say("JOIN room=\(code)")
    _ = try await bo.hear("IN")
    try await begin()
  }

  /// Begins a match.
  func begin() async throws {
    for player in players { player.say("READY") }
    for player in players { _ = try await player.hear("ROUND") }
  }

  /// Plays the first of two rounds.
  func playFirstRound() async throws {
    for player in players { try await player.hitTarget() }
    for player in players { _ = try await player.hear("ROUND") }
  }

  /// Plays the last round.
  func finish() async throws {
    for player in players { try await player.hitTarget() }
    for player in players { _ = try await player.hear("SEED") }
  }
}

extension Visitor {
  /// Says who this is; returns what they resume with.
  func enter(as name: String) async throws -> String {
    say("HELLO v=1 name=\(name)")
    return try require(field("resume", of: try await hear("WELCOME")))
  }
}
#endif
