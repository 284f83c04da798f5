// What all measurements have: the options, a certificate, somebody who says how far they are, and
// the two programs that can be played on, each started as its scenario needs it.

import Net

struct Bench: Sendable {
  let options: Options
  let credentials: Credentials
  let progress: Progress

  /// Does something as often as was asked for.
  ///
  /// - Parameter turn: gets what the progress calls the turn, and its number, counted from 1.
  func repeating(_ what: String, _ turn: (String, Int) async throws -> Void) async throws {
    for number in 1...options.repetitions {
      try await turn("\(what) \(number)/\(options.repetitions)", number)
    }
  }

  /// A chromatchd that takes so many connections from one address, and all they say.
  ///
  /// - Parameter limitsHandshakes: whether its usual limits of TLS handshakes hold, although all
  ///   clients have one address.
  func server(
    connections: Int, over transport: Transport, flags: [String] = [], state: StateFolder? = nil,
    limitsHandshakes: Bool = false
  ) -> Program {
    let room = "\(Bench.room(for: connections))"
    let handshakes =
      limitsHandshakes
      ? [] : ["--handshakes-per-second-max", room, "--handshakes-per-address-max", room]
    let arguments =
      ["--host", "127.0.0.1", "--no-admin"] + Bench.limits(connections: connections) + handshakes
      + (transport.isSecure ? credentials.flags : ["--tls", "off"])
      + (state.map { ["--state", $0.path] } ?? []) + options.flags + flags
    return Program(name: "chromatchd", arguments: arguments, state: state)
  }

  /// What a chromatchd is told that is to take so many connections from one address.
  static func limits(connections: Int) -> [String] {
    let room = "\(room(for: connections))"
    return [
      "--log-level", "warning", "--connections-max", room, "--connections-per-address-max", room,
      "--rooms-per-address-max", room, "--lines-per-address-max", "1000000000",
    ]
  }

  private static func room(for connections: Int) -> Int { max(connections + 1_000, 20_000) }

  /// A floor with the rooms of a scenario: this program again.
  func floor(for scenario: Scenario) -> Program {
    let arguments = ["floor", "--rooms", "\(scenario.rooms)", "--players", "\(scenario.players)"]
    return Program(
      name: "chromatch-bench", arguments: arguments + (scenario.isSecure ? credentials.flags : []))
  }
}
