// A server on a free loopback port for the length of one test. None of its limits in time can be
// reached: how fast the machine is decides nothing.

import Foundation
import Net
import Rooms
import Server

extension Limits {
  /// A day: longer than any run of the tests.
  private static let farAway = 86_400_000

  /// The usual limits, with those in time far away.
  static var patient: Limits {
    var limits = Limits()
    limits.beFarAway()
    return limits
  }

  /// Moves the limits in time far away.
  mutating func beFarAway() {
    let paths: [WritableKeyPath<Limits, Int>] = [
      \.helloMilliseconds, \.idleMilliseconds, \.idleInRoomMilliseconds, \.pingMilliseconds,
      \.answerMilliseconds, \.seatKeptMilliseconds, \.emptyRoomMilliseconds, \.claimMilliseconds,
      \.revealMilliseconds, \.lateMilliseconds, \.newcomersMilliseconds, \.proofMilliseconds,
      \.answerableMilliseconds, \.missMilliseconds, \.strikesMilliseconds, \.historyMilliseconds,
      \.patienceMilliseconds, \.rematchMilliseconds, \.quietMilliseconds,
    ]
    for path in paths { self[keyPath: path] = Self.farAway }
  }
}

extension ServerLimits {
  /// Limits for tests that are not about time, and whose clients are all of one address.
  static var patient: ServerLimits {
    var limits = ServerLimits()
    limits.halls = .patient
    limits.adminSilenceMilliseconds = 86_400_000
    limits.connectionsPerAddressMax = 10_000
    return limits
  }
}

extension Configuration {
  /// A server for tests: on free ports, with patient limits, and people on all of its lanes.
  static var patient: Configuration {
    var configuration = Configuration()
    configuration.port = 0
    configuration.admin = Endpoint(host: "127.0.0.1", port: 0)
    configuration.limits = .patient
    configuration.limits.laneConnectionsMax = 0
    return configuration
  }
}

/// Runs `body` against a fresh server and stops it afterwards, however `body` ends.
@OwnThread
func withServer(
  _ adjust: (inout Configuration) throws -> Void = { _ in }, log: ServerLog = .none,
  _ body: @OwnThread (_ server: Server) async throws -> Void
) async throws {
  var configuration = Configuration.patient
  try adjust(&configuration)
  let server = try await Server(configuration, log: log)
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

extension Server {
  /// The port that it listens on.
  var port: UInt16 { endpoint.port }

  /// Somebody who has connected and said nothing yet.
  func client(over transport: Transport = .tcp) throws -> LineClient {
    try LineClient(port: port, over: transport)
  }

  /// Somebody who has been welcomed.
  func guest(_ name: String = "Guest", over transport: Transport = .tcp) throws -> LineClient {
    let client = try client(over: transport)
    try client.enter(as: name)
    return client
  }

  /// Returns when the door knows who has said HELLO so far; before that the next one may take the
  /// place of one of them. The admin page asks each lane, which tells the door at the end of its
  /// turn, and the door last.
  func letDoorHear() throws { _ = try page("/metrics") }

  /// Asks the admin listener for a page; the lines of its body.
  func page(_ path: String) throws -> [String] {
    guard let endpoint = adminEndpoint else { throw Waiting(description: "there is no admin") }
    let client = try LineClient(port: endpoint.port)
    try client.send(Array("GET \(path) HTTP/1.0\r\n\r\n".utf8))
    while try client.hear() != nil {}
    return Array(client.heard.drop { $0 != "\r" }.dropFirst())
  }

  /// What the server tells about itself now.
  func metrics() throws -> [Family] {
    try readExposition(Array(try page("/metrics").map { $0 + "\n" }.joined().utf8))
  }
}

/// Lends a state directory.
@OwnThread
func withState(_ body: @OwnThread (_ path: String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "chromatch-state-\(UUID())")
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.path)
}

/// Looks again and again until something holds.
func until(_ holds: () throws -> Bool) throws {
  while try holds() == false { usleep(5_000) }
}

/// Where the tests of this folder run that wait in poll(2): one thread of their own, one after
/// another, because blocking the shared pool would hold up everybody else's tests.
@globalActor
actor OwnThread {
  static let shared = OwnThread()
  private let executor = QueueExecutor(label: "chromatch.tests.server")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
