// A server on a free loopback port for the length of one test.

import Logging
import Net
import Rooms
import Server

/// Runs `body` against a fresh server and stops it afterwards, whatever happened.
@OwnThread
func withServer(
  _ adjust: (inout Configuration) -> Void = { _ in },
  _ body: @OwnThread (_ port: UInt16) throws -> Void
) async throws {
  var configuration = Configuration()
  configuration.port = 0
  // All of a test's clients are of one address.
  configuration.limits.connectionsPerAddressMax = 10_000
  adjust(&configuration)
  let server = try await Server(configuration, log: .silent)
  do {
    try body(server.endpoint.port)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

extension Logger {
  /// Says nothing.
  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
