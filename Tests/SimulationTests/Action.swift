// What happens in a simulated world, as values: recorded, they can be played again, shortened and
// printed. An action knows nothing of what comes of it.

/// One thing that happens. Clients are counted from 0.
enum Action: Equatable, Sendable {
  /// So many milliseconds pass, and everything due happens at its moment.
  case pass(Int)
  /// The server is kept from its work for so many milliseconds: what was due happens late.
  case lag(Int)
  /// The server is told to stop.
  case stop
  case connect(Int)
  case say(Int, String)
  /// A client says the same line so often at once.
  case flood(Int, String, times: Int)
  /// A client says these lines, one every 50 ms.
  case drag(Int, [String])
  /// A client sends bytes that need not be lines.
  case send(Int, [UInt8])
  /// A client answers the last PING that it heard.
  case answer(Int)
  /// A client reads nothing from now on.
  case stall(Int)
  /// A stalled client reads so many bytes.
  case sip(Int, Int)
  /// A stalled client reads everything again.
  case wake(Int)
  /// A client closes its connection politely.
  case end(Int)
  /// A connection breaks.
  case cut(Int)
}

extension Action: CustomStringConvertible {
  /// The action as a line of a script.
  var description: String {
    switch self {
    case .pass(let milliseconds): "pass \(milliseconds)"
    case .lag(let milliseconds): "lag \(milliseconds)"
    case .stop: "stop"
    case .connect(let client): "\(client)+"
    case .say(let client, let line): "\(client)> \(line)"
    case .flood(let client, let line, let times): "\(client)> \(line) (\(times) times)"
    case .drag(let client, let lines): "\(client)> \(lines.joined(separator: ", "))"
    case .send(let client, let bytes): "\(client)># \(bytes)"
    case .answer(let client): "\(client)> PONG nonce=…"
    case .stall(let client): "\(client) stalls"
    case .sip(let client, let count): "\(client) sips \(count)"
    case .wake(let client): "\(client) wakes"
    case .end(let client): "\(client) ends"
    case .cut(let client): "\(client)-"
    }
  }
}
