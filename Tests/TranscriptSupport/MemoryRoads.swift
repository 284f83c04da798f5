// What is on its way from one lane of a server in memory to another: turns of parcels. From one
// lane to another everything arrives in its order, each turn at a moment that its way gives; two
// ways know nothing of each other. The door's book is kept here, too, so that it can be looked at.

package import Rooms

package final class MemoryRoads: Bus {
  /// A turn's parcels on their way.
  struct Post {
    let at: Int
    let from: Int
    let to: Int
    let parcels: [Parcel]
  }

  package struct Piece {
    package let from: Int
    package let to: Int
    package let parcel: Parcel
  }

  package let laneCount: Int
  private let ways: [Path]
  private let clock: MemoryClock
  /// By way: all that is on it, the oldest first.
  private var traffic: [[Post]]
  /// What the door knows: by ticket, on which lane somebody is.
  package private(set) var book: [UInt64: Int] = [:]
  /// Who has said HELLO, as the door heard it.
  package private(set) var greeted: Set<UInt64> = []
  /// News of somebody whom the door does not know.
  package private(set) var isBookWrong = false

  init(lanes: Int, _ road: Path, _ clock: MemoryClock) {
    laneCount = lanes
    self.clock = clock
    ways = (0..<(lanes * lanes))
      .map {
        Path(delay: road.delay, jitter: road.jitter, seed: road.seed &+ UInt64($0) &* 0x1_0000_0001)
      }
    traffic = Array(repeating: [], count: lanes * lanes)
  }

  package var pieces: [Piece] {
    if isEmpty { return [] }
    return traffic.joined()
      .flatMap { post in post.parcels.map { Piece(from: post.from, to: post.to, parcel: $0) } }
  }

  package var isEmpty: Bool { traffic.allSatisfy(\.isEmpty) }

  /// When something arrives next; `Int.max` when nothing is on its way.
  package var deadline: Int {
    var next = Int.max
    for way in traffic { next = min(next, way.first?.at ?? .max) }
    return next
  }

  func next() -> Post? {
    let due = deadline
    guard due <= clock.now, let way = traffic.firstIndex(where: { $0.first?.at == due }) else {
      return nil
    }
    return traffic[way].removeFirst()
  }

  func admit(_ ticket: UInt64, to lane: Int) { book[ticket] = lane }

  /// Sends parcels on their way; they never overtake what left before.
  package func deliver(_ parcels: [Parcel], from sender: Int, to recipient: Int) {
    let way = sender * laneCount + recipient
    let at = max(clock.now + ways[way].delay(at: clock.now), traffic[way].last?.at ?? 0)
    traffic[way].append(Post(at: at, from: sender, to: recipient, parcels: parcels))
  }

  /// Enters in the book what a lane tells the door.
  package func tell(_ news: LaneNews) {
    greeted.formUnion(news.greeted)
    for (ticket, lane) in news.moved {
      isBookWrong = isBookWrong || book[ticket] == nil
      book[ticket] = lane
    }
    for ticket in news.departed {
      isBookWrong = isBookWrong || book.removeValue(forKey: ticket) == nil
    }
  }
}
