// Nodes of a cluster for a test: real processes over real engines, and what they have written.

#if Cluster
import Foundation
import Glibc
import Rooms

/// Three nodes over engines of their own, which end with the test.
final class Nodes {
  static let shards = 16
  let engines: Engines
  private let turn: Int
  private var processes: [Int: pid_t] = [:]
  private var outputs: [String] = []

  /// What a node has written.
  struct Line {
    let node: Int
    let time: Int
    let words: [Substring]

    var shard: Int? { words.count > 1 ? Int(words[1]) : nil }
  }

  /// - Parameter turn: how long the next by rank waits before it claims, in milliseconds.
  init(turn: Int = TenureTimes().turn) throws {
    engines = try Engines()
    self.turn = turn
    try engines.sign(node: 0)
    for node in 0..<3 { try start(node) }
  }

  deinit {
    for process in processes.values {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// The program, beside the tests.
  private static var program: String {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: "shard-program").path
  }

  /// Starts a node that is not there.
  func start(_ node: Int) throws {
    let output = "\(engines.folder)/node\(node).\(outputs.count)"
    let words = [
      Nodes.program, String(node), String(Nodes.shards), String(engines.port),
      "\(engines.folder)/keys", String(turn),
    ]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw EnginesFailed(what: words)
    }
    processes[node] = process
    outputs.append(output)
  }

  /// Sends a node a signal; one that kills takes it away.
  func signal(_ number: Int32, _ node: Int) {
    guard let process = processes[node] else { return }
    kill(process, number)
    guard number == SIGKILL || number == SIGTERM else { return }
    waitpid(process, nil, 0)
    processes[node] = nil
  }

  /// Everything that all nodes have written, by time.
  var lines: [Line] {
    let all = outputs.flatMap { output -> [Line] in
      let node = Int(output.split(separator: "/").last?.dropFirst(4).prefix { $0 != "." } ?? "")
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      // The last line may be half written.
      return text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1)
        .compactMap { line in
          let words = line.split(separator: " ")
          return Int(words.first ?? "")
            .flatMap { time in
              node.map { Line(node: $0, time: time, words: Array(words.dropFirst())) }
            }
        }
    }
    return all.sorted { $0.time < $1.time }
  }

  /// The clock that nodes write, in milliseconds.
  static var now: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  /// The first thing that was told in each shard after a moment by another node than one.
  func told(after moment: Int, notBy node: Int? = nil) -> [Int: Line] {
    var first: [Int: Line] = [:]
    for line in lines where line.time > moment && line.node != node && line.words.first == "told" {
      if let shard = line.shard, first[shard] == nil { first[shard] = line }
    }
    return first
  }

  /// Waits until something is told in every shard.
  func waitUntilAllTell(after moment: Int, notBy node: Int? = nil) async throws -> [Int: Line] {
    try await eventually { self.told(after: moment, notBy: node).count == Nodes.shards }
    return told(after: moment, notBy: node)
  }

  /// Waits until each shard was opened last by the node that comes first for it: until then shards
  /// change hands by themselves.
  func waitUntilSettled() async throws {
    try await eventually {
      var owners: [Int: Int] = [:]
      for line in self.lines where line.words.first == "open" {
        if let shard = line.shard { owners[shard] = line.node }
      }
      return (0..<Nodes.shards).allSatisfy { owners[$0] == Nodes.first(for: $0) }
    }
  }

  /// The node that comes first for a shard while all are there.
  private static func first(for shard: Int) -> Int? {
    (0..<3).max { LaneTenures.weight(of: $0, for: shard) < LaneTenures.weight(of: $1, for: shard) }
  }

  /// The node that has told most lately.
  func busiest(since moment: Int) -> Int {
    let counts = Dictionary(
      told(after: moment).values.map { ($0.node, 1) }, uniquingKeysWith: +)
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
  }
}
#endif
