// A server on a free loopback port for the length of one test.

import Foundation
import Net
import Rooms
import Server

/// Runs `body` against a fresh server and stops it afterwards, whatever happened.
@OwnThread
func withServer(
  _ adjust: (inout Configuration) -> Void = { _ in },
  _ body: @OwnThread (_ port: UInt16) throws -> Void
) async throws {
  try await withWholeServer(adjust) { try body($0.endpoint.port) }
}

/// Runs `body` against a fresh server that can be asked for its metrics, and stops it afterwards,
/// whatever happened.
@OwnThread
func withWholeServer(
  _ adjust: (inout Configuration) -> Void = { _ in }, log: ServerLog = .none,
  _ body: @OwnThread (_ server: Server) async throws -> Void
) async throws {
  var configuration = Configuration()
  configuration.port = 0
  configuration.admin = Endpoint(host: "127.0.0.1", port: 0)
  // All of a test's clients are of one address.
  configuration.limits.connectionsPerAddressMax = 10_000
  // They are heard in turns, so one that has answered a PING may be silent for long.
  configuration.limits.halls.answerMilliseconds = Int(LineClient.patience) * 1_000
  adjust(&configuration)
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
  /// Returns when the door knows who has said HELLO so far; before that whoever comes next may take
  /// the place of one of them. The admin page asks each lane, which tells the door at the end of
  /// its turn, and the door last.
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
  func metrics() throws -> Figures {
    let text = try page("/metrics").map { $0 + "\n" }.joined()
    return Figures(families: try readExposition(Array(text.utf8)))
  }
}

/// A server's metrics at one moment.
struct Figures {
  let families: [Family]

  /// The one sample of that name with these labels; -1 if there is none.
  subscript(_ name: String, _ labels: [String: String] = [:]) -> Int {
    let values = families.flatMap(\.samples).filter { $0.name == name && $0.labels == labels }
    return values.count == 1 ? Int(values[0].value) : -1
  }
}

/// Lends a state directory.
@OwnThread
func withState(_ body: @OwnThread (_ path: String) async throws -> Void) async throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "chromatch-state-\(UUID())")
    .path
  defer { try? FileManager.default.removeItem(atPath: path) }
  try await body(path)
}
