// What nodes of a simulated cluster tell each other of their rooms: as bytes, late, lost and
// doubled while there is trouble. No room is ever listed twice, and in the end LIST is the same
// everywhere.

import ClusterWire
import TranscriptSupport
import Wire

@testable import Driving
@testable import Rooms

extension ClusterWorld {
  /// So long after all is well LIST is the same everywhere once, while people come and go, in
  /// milliseconds.
  private static let listsMilliseconds = 5_000

  /// A node tells all others of its rooms.
  func announce(_ list: NodeList) {
    if slip == .hidesRooms { return }
    for (other, node) in nodes.enumerated() {
      let cut = max(nodes[list.sender.node].withoutBusUntil, node.withoutBusUntil)
      if now >= cut { send(.list(node: other, life: node.life, list), cutUntil: 0) }
    }
  }

  /// A node hears what the bytes of a list say.
  func hear(_ list: NodeList, at node: Int) throws(Violation) {
    let heard = NodeList(bytes: list.bytes, on: list.subject)
    guard let heard, heard == list else { throw Violation("a list that is read otherwise") }
    step(node) { $0.lanes[heard.lane].hear(heard) }
    try checkDirectories(of: node)
  }

  /// No room is listed twice.
  func checkDirectories(of node: Int) throws(Violation) {
    for codes in listedCodes(of: node) {
      try demand(Set(codes).count == codes.count, "a room is listed twice at node \(node)")
    }
  }

  /// A moment after the last trouble every lane of every node lists the same rooms.
  func checkLists() throws(Violation) {
    guard lends else { return }
    let end = now + ClusterWorld.listsMilliseconds
    while now < end {
      let lists = nodes.indices.flatMap { listedCodes(of: $0) }
      if Set(lists.map { Set($0) }).count == 1 { return count("listed at last", lists[0].count) }
      try pass()
    }
    throw Violation("nodes list different rooms")
  }

  /// The rooms that each lane of a node lists.
  private func listedCodes(of node: Int) -> [[RoomCode]] {
    (nodes[node].server?.lanes ?? []).map { $0.driver.hall.directory.rows.map(\.code) }
  }
}
