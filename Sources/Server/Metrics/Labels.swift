// What metrics are counted by: each enumeration is a label, and its cases are the label's values in
// the order of `/metrics`. It counts nothing.

import Net

/// Why somebody could not stay, or only to come back to a seat: there are as many connections as
/// there may be, of all, of this address or on this lane; others came while they said no HELLO; the
/// lane was late with those it had.
enum TurnedAway: String, CaseIterable, Sendable { case full, address, lane, silent, late }

/// What came of a handshake: both ends agreed; this server did not, because there were too many,
/// the origin was another or the request was none; the other end did not, went away or spoke
/// nonsense.
enum HandshakeResult: String, CaseIterable, Sendable { case completed, refused, failed }

/// How a connection ended: the peer ended its stream, the server closed it, it broke, the peer
/// broke the rules of TLS or of WebSocket, the peer sent more than it may, or the server stopped.
enum Ending: String, CaseIterable, Sendable {
  case byPeer = "peer"
  case byServer = "server"
  case lost, broken, flooded, stopped

  /// What a reactor calls it.
  init(_ reason: CloseReason) {
    switch reason {
    case .peerClosed: self = .byPeer
    case .closedHere: self = .byServer
    case .lost: self = .lost
    case .broken: self = .broken
    case .flooded: self = .flooded
    case .stopped: self = .stopped
    }
  }
}
