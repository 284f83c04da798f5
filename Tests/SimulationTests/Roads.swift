// What is on its way from one lane of a house to another: people with their connections, and what
// lanes tell each other. From one lane to another everything arrives in its order, each piece at a
// moment that its way gives; two ways know nothing of each other.

import Rooms
import TranscriptSupport

/// The ways between the lanes of a house.
struct Roads {
  /// What travels.
  enum Cargo {
    case traveler(Link, Traveler)
    case bulletin(Bulletin)
  }

  /// Something on its way.
  struct Piece {
    let at: Int
    let from: Int
    let to: Int
    let cargo: Cargo
  }

  private let laneCount: Int
  private let ways: [Path]
  /// By way: all that is on it, the oldest first.
  private var traffic: [[Piece]]

  /// Empty ways between so many lanes.
  init(lanes: Int, _ road: Path) {
    laneCount = lanes
    ways = (0..<(lanes * lanes))
      .map {
        Path(delay: road.delay, jitter: road.jitter, seed: road.seed &+ UInt64($0) &* 0x1_0000_0001)
      }
    traffic = Array(repeating: [], count: lanes * lanes)
  }

  /// Everything that is on its way, each way's in its order.
  var pieces: [Piece] { traffic.flatMap { $0 } }

  var isEmpty: Bool { traffic.allSatisfy(\.isEmpty) }

  /// When something arrives next; `Int.max` when nothing is on its way.
  var deadline: Int {
    var next = Int.max
    for way in traffic { next = min(next, way.first?.at ?? .max) }
    return next
  }

  /// Something leaves a lane; it never overtakes what left before.
  mutating func send(_ cargo: Cargo, from: Int, to: Int, at now: Int) {
    let way = from * laneCount + to
    let at = max(now + ways[way].delay(at: now), traffic[way].last?.at ?? 0)
    traffic[way].append(Piece(at: at, from: from, to: to, cargo: cargo))
  }

  /// Takes out what arrives first, if it has arrived by `now`.
  mutating func next(at now: Int) -> Piece? {
    let due = deadline
    guard due <= now, let way = traffic.firstIndex(where: { $0.first?.at == due }) else {
      return nil
    }
    return traffic[way].removeFirst()
  }
}
