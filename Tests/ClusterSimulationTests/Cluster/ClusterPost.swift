// What nodes of a simulated cluster say to each other of guests: as bytes, in order from one node
// to another, late, lost and doubled while there is trouble.

import ClusterWire
import Rooms
import TestSupport
import TranscriptSupport
import Wire

@testable import Driving

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
