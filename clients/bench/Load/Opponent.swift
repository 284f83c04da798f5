// The two programs that can be played on, each started as its scenario needs it: a server with
// limits that let the scenario in, and the floor, which is this program again.

import Net

extension ChildProcess {
  /// Starts a chromatchd that takes so many connections from one address, and all they say.
  ///
  /// - Parameters:
  ///   - flags: what else it is told.
  ///   - limitsHandshakes: whether its usual limits of TLS handshakes hold, although all clients
  ///     have one address.
  ///   - descriptorsMax: how many descriptors it may have; nil for as many as this process.
  ///   - adminPort: where its admin listener is; nil for none.
  ///   - niceness: how much it gives way to others, 0…19.
  ///   - program: the one beside this program, or the path of another.
  static func server(
    connections: Int, over transport: Transport, _ credentials: Credentials, flags: [String],
    limitsHandshakes: Bool = false, descriptorsMax: Int? = nil, adminPort: UInt16? = nil,
    niceness: Int = 0, program: String = "chromatchd"
  ) async throws -> ChildProcess {
    let room = "\(roomFor(connections))"
    var security =
      transport.isSecure
      ? ["--tls-cert", credentials.certificatePath, "--tls-key", credentials.keyPath]
      : ["--tls", "off"]
    if !limitsHandshakes {
      security += ["--handshakes-per-second-max", room, "--handshakes-per-address-max", room]
    }
    let arguments = ["--host", "127.0.0.1"] + limits(connections: connections)
    let admin = adminPort.map { ["--admin-port", "\($0)"] } ?? ["--no-admin"]
    return try await start(
      program, arguments + admin + security + flags, descriptorsMax: descriptorsMax,
      niceness: niceness)
  }

  /// What a chromatchd is told that is to take so many connections from one address.
  static func limits(connections: Int) -> [String] {
    let room = "\(roomFor(connections))"
    return [
      "--log-level", "warning", "--connections-max", room, "--connections-per-address-max", room,
      "--rooms-per-address-max", room, "--lines-per-address-max", "1000000000",
    ]
  }

  private static func roomFor(_ connections: Int) -> Int { max(connections + 1_000, 20_000) }

  /// Starts a floor with the rooms of a scenario.
  ///
  /// - Parameter niceness: how much it gives way to others, 0…19.
  static func floor(
    for scenario: Scenario, _ credentials: Credentials, niceness: Int = 0
  ) async throws -> ChildProcess {
    let security =
      scenario.isSecure
      ? ["--tls-cert", credentials.certificatePath, "--tls-key", credentials.keyPath] : []
    let arguments = ["floor", "--rooms", "\(scenario.rooms)", "--players", "\(scenario.players)"]
    return try await start("chromatch-bench", arguments + security, niceness: niceness)
  }
}
