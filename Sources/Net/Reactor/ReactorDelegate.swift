// What a reactor tells its owner. All of it is said on the reactor's queue and from its own turn,
// never from within a method that the owner has just called, so an owner is not re-entered.

public import Framing

/// Hears what happens on a reactor's connections.
///
/// A connection's life: `accepted` or `connected`, then lines, then `closed`, which is the last
/// word about that name. A connect that comes to nothing ends in `failed` instead. An accepted
/// client may ask for pages first, or for nothing else.
public protocol ReactorDelegate: AnyObject {
  /// Somebody has connected; what they speak is not known yet.
  func accepted(_ id: SocketID, from peer: Endpoint)
  /// A trusted proxy has connected, and it is known by now for whom (`addressGroup(of:)`). Nothing
  /// more is read until `hearOn`, now or later.
  func introduced(_ id: SocketID)
  /// A trusted proxy has connected, and its header cannot be read; the connection is being closed.
  func misintroduced(_ id: SocketID, _ fault: ProxyHeaderFault)
  /// An accepted client turns out to speak in lines, or in messages.
  func opened(_ id: SocketID, over transport: Transport)
  /// An accepted client asks for something over HTTP, or sent what is no request. Nothing more is
  /// read from it until `respond` or `upgrade`, now or later.
  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID)
  /// A connect has succeeded, TLS and WebSocket included. What was sent before is on its way.
  func connected(_ id: SocketID)
  /// A connect has come to nothing; the name is gone.
  func failed(_ id: SocketID, _ error: NetError)
  /// A line has come, without its ending. It shares the reactor's own storage: read it, do not
  /// keep it.
  func received(_ line: ArraySlice<UInt8>, from id: SocketID)
  /// A message has come over a WebSocket that was opened for messages.
  func received(_ message: WebSocketMessage, from id: SocketID)
  /// The peer's stream cannot be read as lines; nothing more will come from it. Say why and close.
  func refused(_ error: FramingError, from id: SocketID)
  /// The peer reads too slowly: more than `outboxBytesMax` were waiting. All whole lines have been
  /// dropped, so its stream has a gap now. Answer with `conflate`, or with a last line and `close`.
  func overflowed(_ id: SocketID)
  /// A conflated peer can be written to again. Send it the whole picture.
  func drained(_ id: SocketID)
  /// The connection is gone, and so is its name.
  func closed(_ id: SocketID, _ reason: CloseReason)
  /// The time given to `wake` has come.
  func woke()
  /// All that was ready has been told; what is sent now leaves in the same write. Called at the end
  /// of each turn, also of turns that brought nothing.
  func turnEnded()
  /// A turn is over, its output included.
  func finished(_ turn: TurnTimes)
  /// The reactor has stopped and closed all its descriptors. The last call ever.
  func stopped()
}

// What only servers hear, what only clients hear, and what only those hear who measure.
extension ReactorDelegate {
  /// Never, unless it listens.
  public func accepted(_ id: SocketID, from peer: Endpoint) {}
  /// Never, unless it trusts proxies.
  public func introduced(_ id: SocketID) {}
  /// Never, unless it trusts proxies.
  public func misintroduced(_ id: SocketID, _ fault: ProxyHeaderFault) {}
  /// Nobody minds.
  public func opened(_ id: SocketID, over transport: Transport) {}
  /// Never, unless it listens.
  public func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {}
  /// Never, unless it connects; a delegate that sends at once need not wait for it.
  public func connected(_ id: SocketID) {}
  /// Never, unless it answers those who read too slowly with `conflate`.
  public func drained(_ id: SocketID) {}
  /// Never, unless it connects.
  public func failed(_ id: SocketID, _ error: NetError) {}
  /// Nobody minds.
  public func turnEnded() {}
  /// Never, unless it opens WebSockets for messages.
  public func received(_ message: WebSocketMessage, from id: SocketID) {}
  /// Nobody minds.
  public func finished(_ turn: TurnTimes) {}
}

/// How long a turn took, in nanoseconds.
public struct TurnTimes: Sendable {
  /// All of it.
  public let turn: Int64
  /// What of it was writing, its end.
  public let flush: Int64
}

/// Why a connection ended.
public enum CloseReason: Equatable, Sendable, CustomStringConvertible {
  /// The peer ended its stream.
  case peerClosed
  /// The connection broke: an errno, such as `ECONNRESET` or `ETIMEDOUT`.
  case lost(code: Int32)
  /// The peer broke the rules of TLS or of WebSocket; how, in a few words.
  case broken(String)
  /// The peer sent more than it may.
  case flooded
  /// `close` or `abort` was called.
  case closedHere
  /// The reactor was stopped.
  case stopped

  /// A few words for a log.
  public var description: String {
    switch self {
    case .peerClosed: "closed by the peer"
    case .lost(let code): "lost: \(errorMessage(code))"
    case .broken(let how): "broken: \(how)"
    case .flooded: "flooded us"
    case .closedHere: "closed here"
    case .stopped: "stopped"
    }
  }
}
