// What metrics are counted by: each enumeration is a label, and its cases are the label's values in
// the order of `/metrics`. It counts nothing.

import Net

/// Why somebody could not stay, or only to come back to a seat: there are as many connections as
/// there may be, of all, of this address or on this lane; others came while they said no HELLO; the
/// lane was late with those it had.
enum TurnedAway: String, CaseIterable, Sendable { case full, address, lane, silent, late }

/// How a shard is that this node has, or is about to have: its rooms are open, stand until the
/// store answers, or are claimed or read.
enum ShardState: String, CaseIterable, Sendable { case open, standing, coming }

/// How a shard is that another node has.
enum HeldShardState: String, CaseIterable, Sendable { case open, standing }

/// Which way something went between nodes, as this one sees it.
enum TrafficWay: String, CaseIterable, Sendable { case sent, received }

/// What came of a request to a cluster's store: an answer, whatever it said; a member declined, as
/// it had no leader or no room; nobody answered in time; the answer could not be read; it was let
/// go, because too many were under way.
enum StoreResult: String, CaseIterable, Sendable {
  case answered, declined, unanswered, unreadable, overflowed
}

/// Why a cluster's bus did not carry something: no server was there, and too much waited for one; a
/// server did not let this node say or hear it; it came faster than it was heard.
enum BusLoss: String, CaseIterable, Sendable { case untaken, refused, unheard }

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
