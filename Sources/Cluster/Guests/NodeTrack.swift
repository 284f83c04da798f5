// One end of a link between two lanes of different nodes: what it has said and heard of it, by
// numbers, and what waits to be said at the end of the turn. It knows no guest.
// Invariant: of each number what it says is taken once and in order, or the link is broken.

import Game
import Rooms

/// Why a link was broken on which somebody was lent, as one end sees it.
public enum LinkBreak: String, CaseIterable, Sendable {
  /// A message is missing.
  case hole
  /// Nothing was heard for too long.
  case silence
  /// More was to be said in one turn than may be.
  case flood
  /// The other end has broken it.
  case told
  /// The other end has begun anew.
  case renewed
}

/// One end of a link.
struct NodeTrack {
  /// A lane that has said nothing for so long says that it is there, in milliseconds.
  static let pulseMilliseconds = 300
  /// A lane that has not been heard for so long is taken for gone, in milliseconds.
  static let silenceMilliseconds = 1_500
  /// What would make a message longer goes into the next, in bytes.
  static let messageBytesMax = 256 << 10
  /// More than so many bytes in one turn break the link.
  static let turnBytesMax = 8 << 20

  /// What became of a message.
  enum Arrival {
    case next
    /// It has been taken before.
    case known
    /// One before it is missing.
    case hole
  }

  let link: NodeLink
  private var sent: UInt64 = 0
  private var heard: UInt64 = 0
  private var spoke: Instant
  private var listened: Instant
  private var waiting: [NodeParcel] = []
  private var waitingBytes = 0

  init(_ link: NodeLink, at now: Instant) {
    self.link = link
    (spoke, listened) = (now, now)
  }

  /// Whether so much is to be said that nothing is.
  var isOverfull: Bool { waitingBytes > NodeTrack.turnBytesMax }

  /// When it has to be told that time has passed, as long as there is a guest.
  var deadline: Instant {
    min(spoke + NodeTrack.pulseMilliseconds, silenceEnds)
  }

  /// When the other end is taken for gone.
  var silenceEnds: Instant { listened + NodeTrack.silenceMilliseconds }

  /// Has something said at the end of the turn.
  mutating func add(_ parcel: NodeParcel) {
    waitingBytes += parcel.weight
    if !isOverfull { waiting.append(parcel) }
  }

  /// Takes the number of a message that has come.
  mutating func hear(_ number: UInt64, at now: Instant) -> Arrival {
    if number <= heard { return .known }
    if number > heard + 1 { return .hole }
    (heard, listened) = (number, now)
    return .next
  }

  /// Takes out what is to be said; if nothing is, and it is time, then that this end is there.
  mutating func takeWaiting(
    pulses: Bool, at now: Instant
  ) -> [(number: UInt64, parcels: [NodeParcel])] {
    let isPulse = pulses && spoke + NodeTrack.pulseMilliseconds <= now
    if waiting.isEmpty, !isPulse { return [] }
    var parts: [[NodeParcel]] = [[]]
    var bytes = 0
    for parcel in waiting {
      if bytes > 0, bytes + parcel.weight > NodeTrack.messageBytesMax {
        parts.append([])
        bytes = 0
      }
      bytes += parcel.weight
      parts[parts.count - 1].append(parcel)
    }
    (waiting, waitingBytes, spoke) = ([], 0, now)
    return parts.map { part in
      sent += 1
      return (sent, part)
    }
  }
}
