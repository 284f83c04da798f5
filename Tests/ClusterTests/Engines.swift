// The engines of a cluster for a test: real ones, on loopback, in a folder of their own, started
// and ended by the script that operators use.

#if Cluster
import Engines
import Cluster
import Foundation
import Glibc
import Net
import Rooms

/// Six processes that end with the test.
final class Engines: Sendable {
  let folder: String
  let port: Int

  /// Starts them, at free ports.
  init() throws {
    folder = NSTemporaryDirectory() + "chromatch-engines-\(UUID().uuidString)"
    port = try Engines.freePort()
    try run("start", String(port))
  }

  deinit {
    try? run("stop")
    try? FileManager.default.removeItem(atPath: folder)
  }

  var address: EngineAddress {
    EngineAddress(
      (1...3).map { "https://127.0.0.1:\(port + $0)" },
      authority: "\(folder)/keys/authority.pem", certificate: "\(folder)/keys/node1.pem",
      key: "\(folder)/keys/node1.key")
  }

  /// The bus as a node has it, by all its servers or by some.
  func busAddress(of node: Int = 1, servers: [Int] = [1, 2, 3]) -> EngineAddress {
    EngineAddress(
      servers.map { "tls://127.0.0.1:\(port + 20 + $0)" }, authority: address.authority,
      certificate: "\(folder)/keys/node\(node).pem", key: "\(folder)/keys/node\(node).key")
  }

  /// Has the engines' script do something.
  func run(_ arguments: String...) throws { try run(arguments, by: "engines") }

  /// Has a script of a cluster do something in the folder.
  func run(_ arguments: [String], by script: String) throws {
    try Engines.run([folder] + arguments, by: script)
  }

  private static func run(_ arguments: [String], by script: String) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../deploy/cluster/\(script)").standardizedFileURL
    // Foundation's Process would wait for the engines, too, which the script leaves behind.
    var words = ([script.path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    var status: Int32 = 0
    guard posix_spawn(&process, script.path, nil, nil, &words, environ) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else { throw EnginesFailed(what: arguments) }
  }

  /// A port such that the engines' ports behind it are free, below those that the system gives.
  private static func freePort() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: 200...320) * 100
      let ports = [0, 10, 20, 30, 40, 50].flatMap { [$0 + 1, $0 + 2, $0 + 3] }
      if ports.allSatisfy({ isFree(port + $0) }) { return port }
    }
    throw EnginesFailed(what: ["find ports"])
  }

  private static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withLoopback(port) { bind(descriptor, $0, $1) == 0 }
  }
}

/// Calls something with the address of a port on loopback, and its size.
func withLoopback<Result>(
  _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// Returns when something holds, however long that takes; it looks a hundred times a second.
func eventually(_ holds: () async throws -> Bool) async throws {
  while try await !holds() { try await Task.sleep(for: .milliseconds(10)) }
}

/// The script failed.
struct EnginesFailed: Error {
  let what: [String]
}

extension StoreEtcd {
  /// Asks until there is an answer, as nodes do.
  ///
  /// - Returns: the answer, and how often it was asked.
  func answer<Request: StoreRequest>(
    to request: Request
  ) async -> (Request.Response, tries: Int) {
    var tries = 0
    while true {
      tries += 1
      let answer = await withCheckedContinuation { continuation in
        ask(request) { continuation.resume(returning: $0) }
      }
      if let answer { return (answer, tries) }
    }
  }

  /// Asks for some shards until there is an answer; it is by shards.
  func answer(
    _ questions: [ShardQuestion], pageEntries: Int = ReadingPace.entriesMin
  ) async -> (inputs: [Int: Tenure.Input], tries: Int) {
    let batch = StoreBatch(questions, pageEntries: pageEntries)
    let (answers, tries) = await answer(to: batch)
    return (Dictionary(uniqueKeysWithValues: answers.map { ($0.shard, $0.input) }), tries)
  }

  /// Asks for one shard until there is an answer.
  func answer(of shard: Int, to request: ShardRequest) async -> Tenure.Input? {
    await answer([ShardQuestion(shard: shard, request)]).inputs[shard]
  }
}
#endif
