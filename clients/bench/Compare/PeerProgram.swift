// The programs that do the same work as a server of ours: which they are, and how they are started.
// Those in Python are ours, in `clients/bench/peers`, with other people's libraries below.

/// Something that a server is compared with.
enum PeerProgram: String, CaseIterable, Sendable {
  /// A chromatch server.
  case chromatchd
  /// The bare loop in C.
  case floor
  /// websockets on uvloop, in Python.
  case websockets
  /// picows on uvloop, in Python.
  case picows
  /// nats-server, which has no rooms: somebody else makes the batches, and it sends them to all.
  case nats

  /// What the table calls it.
  var name: String {
    switch self {
    case .chromatchd: "chromatchd"
    case .floor: "floor, C"
    case .websockets: "websockets, uvloop"
    case .picows: "picows, uvloop"
    case .nats: "nats-server"
    }
  }

  /// Where a scenario is played with it, and on which side; nil for what has sides of its own.
  ///
  /// - Parameter python: an interpreter that has the libraries.
  func target(
    _ scenario: Scenario, flags: [String], python: String
  ) -> (Target, Side)? {
    let own = Target.own(flags)
    switch self {
    case .chromatchd: return (own, .server)
    case .floor: return (own, .floor)
    case .nats: return nil
    case .websockets, .picows:
      let arguments = [
        "-B", "clients/bench/peers/\(rawValue)_peer.py", "--rooms", "\(scenario.rooms)",
        "--players",
        "\(scenario.players)",
      ]
      return (.program(python, arguments), .floor)
    }
  }
}
