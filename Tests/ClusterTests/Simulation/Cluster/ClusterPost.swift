// What nodes of a simulated cluster say to each other: of guests, in order from one node to
// another, and of their rooms. All of it is bytes, and late, lost and doubled while there is
// trouble. No room is ever listed twice, and in the end LIST is the same everywhere.

import Cluster
import TestSupport
import TranscriptSupport
import Wire

@testable import Rooms

extension ClusterWorld {
  /// A message for another node is on its way, if it is not lost.
  func post(_ message: NodeMessage) {
    let (from, to) = (message.sender.node, message.recipient)
    note(message)
    if now < max(nodes[from].withoutBusUntil, nodes[to].withoutBusUntil) {
      return count("cut off")
    }
    if isTroubled, message.number > 0, draw.chance(1), draw.chance(50) {
      if slip == .hidesHoles { shift(message, by: -1) }
      return count("messages lost")
    }
    let way = from * ClusterWorld.nodes + to
    let isLate = isTroubled && draw.chance(1)
    let span = isLate ? draw.number(in: 5...3_000) : draw.number(in: 1...4)
    let at = max(now + span, newest[way] ?? 0)
    newest[way] = at
    if isLate { calmFrom = max(calmFrom, at) }
    let life = nodes[to].life
    plan(.message(node: to, life: life, shifted(message)), at: at)
    if isTroubled, message.number > 0, draw.chance(1) {
      count("messages doubled")
      if slip == .repeatsMessages { shift(message, by: 1) }
      let again = at + (slip == nil ? draw.number(in: 0...200) : 0)
      plan(.message(node: to, life: life, shifted(message)), at: again)
    }
  }

  private func shift(_ message: NodeMessage, by count: Int) {
    shifts["\(message.subject) \(message.link)", default: 0] += count
  }

  /// A message with the number that a node gives it that does wrong.
  private func shifted(_ message: NodeMessage) -> NodeMessage {
    guard let shift = shifts["\(message.subject) \(message.link)"], message.number > 0 else {
      return message
    }
    return NodeMessage(
      from: message.sender, to: message.recipient, lane: message.lane, message.way, message.link,
      number: UInt64(Int(message.number) + shift), message.parcels)
  }

  private func note(_ message: NodeMessage) {
    if message.number == 0 { count("links broken") }
    for parcel in message.parcels {
      switch parcel {
      case .came(_, let guest): count(guest.who == nil ? "lent to resume" : "lent")
      case .givenBack: count("given back")
      case .overflowed: count("slow guests")
      default: break
      }
    }
  }

  /// A node hears what its bytes say.
  func hear(_ message: NodeMessage, at node: Int) throws(Violation) {
    guard let bytes = message.bytes else { throw Violation("a message that is too long") }
    let heard = NodeMessage(bytes: bytes, on: message.subject)
    guard let heard, heard == message else { throw Violation("a message that is read otherwise") }
    step(node) { $0.lanes[message.lane].hear(heard) }
  }
}

// Lists of rooms.
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
