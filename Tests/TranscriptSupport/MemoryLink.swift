// One connection of a server in memory: what Net does with a socket, on arrays. Between the
// server's outbox and the client lies a pipe of limited size, as the kernel's buffers do, so that a
// client who does not read fills first the pipe and then the outbox.

import Framing
import Game
import Rooms

/// A connection between a `MemoryEdge` and a client of it.
struct MemoryLink: Sendable {
  /// How far a connection is in its life; it only ever moves down this list.
  enum Phase: Sendable {
    case open
    /// It is to be closed: the outbox empties, what comes in is thrown away.
    case flushing
    /// All is written and the server's half of the stream is closed.
    case parting
    /// The server has forgotten it; the client may still read what was written.
    case gone
  }

  /// Whether what is sent is queued.
  enum Output: Sendable {
    case flowing
    /// The outbox ran over and was dropped; the hall will be told at the end of the turn.
    case overflowed
    /// The hall has chosen to wait until the client can take a whole picture.
    case conflated
  }

  /// The lane it is on, and what the hall there knows it by.
  var lane: Int
  var name: ConnectionID
  /// Whether it is between two lanes.
  var isTraveling = false
  var phase = Phase.open
  var output = Output.flowing
  var framer: LineFramer
  var outbox: Outbox
  /// What was written and not read yet.
  var pipe: [UInt8] = []
  /// The last write found no room.
  var isBlocked = false
  /// The client has ended its half of the stream.
  var peerEnded = false
  /// When to give up on a client that does not part.
  var deadline: Instant?
  /// The framer has refused the stream, and the hall has been told.
  var isRefused = false

  /// Writes what fits.
  mutating func write(pipeBytesMax: Int) {
    if isBlocked || outbox.isEmpty { return }
    let count = min(outbox.count, pipeBytesMax - pipe.count)
    if count > 0 {
      outbox.withWaitingBytes { pipe.append(contentsOf: $0.prefix(count)) }
      outbox.consumed(count)
    }
    isBlocked = !outbox.isEmpty
  }
}
