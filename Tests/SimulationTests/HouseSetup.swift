// How a house of a simulated world is set up, what it has for each of its lanes, and how what its
// halls want is told to people who want to see everything.

import Game
import Rooms
import TranscriptSupport
import Wire

extension House {
  /// How a house is set up.
  struct Setup {
    var secret: [UInt8]
    var limits: Limits
    /// How much may wait for one client; beyond that the hall decides what becomes of it.
    var outboxBytesMax: Int
    /// How much may be on its way to a client or unread.
    var windowBytes: Int
    /// How long a connection that is being closed may take.
    var closeMilliseconds = 1_000
    var laneCount = 1
    /// The way from any lane to any other, but for its jitter's seed.
    var road = Path(delay: 0, jitter: 0, seed: 0)

    /// An empty hall.
    func hall(lane: Int) -> Hall {
      Hall(
        secret: secret, daily: secret, hashing: .genuine, limits: limits,
        app: "chromatchd/simulated", lane: lane, of: laneCount)
    }
  }

  /// One lane.
  struct Lane {
    var hall: Hall
    var diary = Diary()
    /// What was due by then has happened.
    var horizon = 0
    /// The connection that was lost last.
    var lost: ConnectionID?
    var connectionsMade: UInt64 = 0
    /// When it will be told to stop.
    var stopsAt = Int.max

    /// A name for one more connection.
    mutating func newID() -> ConnectionID {
      connectionsMade += 1
      return ConnectionID(number: connectionsMade)
    }
  }
}

extension Origin {
  /// Where a person of a simulated world lives: some under one roof, some in one network.
  static func of(person: Int) -> Origin {
    Origin(household: UInt64(person / 3), site: person % 2 == 0 ? nil : 1)
  }
}

extension Effect {
  /// What is told of an effect to those who want to know everything; nil for nothing.
  var story: String? {
    switch self {
    case .send(let message, let connections):
      "\(connections.map { "#\($0.number)" }.joined(separator: ","))< \(Line(message).text)"
    case .conflate(let id): "#\(id.number) conflated"
    case .close(let id): "#\(id.number) closed"
    case .carry(let id, let lane, _): "#\(id.number) carried to \(lane)"
    case .publish(let bulletin, let lane): "tells \(lane): \(bulletin)"
    case .note: nil
    }
  }
}
