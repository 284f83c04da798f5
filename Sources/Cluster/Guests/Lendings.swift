// Those who are connected to a lane of a cluster and in a room of another node, as the lane that
// has their connections sees them: to whom each is lent, and what is to be said of them there. It
// reads no line and carries nothing. A player who looks for a seat says nothing there until
// answered, and so can go on looking when the node is gone.
// Invariants: a connection is lent to one node or none; what goes to one node leaves in the order
// in which it happened; a recalled player says nothing there any more.

import Framing
import Game
import Rooms
import Wire

/// People who are lent.
struct Lendings {
  /// Something that somebody said who is on the way back.
  enum HeldLine {
    case line([UInt8], arrived: ClosedRange<Instant>)
    case unreadable(FramingError)
  }

  /// Somebody who is lent.
  struct Lent {
    let node: Int
    let number: UInt64
    /// Whether what comes for them is dropped, because lines before it were.
    var isDropping = false
    /// As whom they look for a seat there; nil for all others, and once they have been answered.
    fileprivate(set) var seeker: Guest?
    /// Whether they are about to come back.
    var isRecalled = false
    /// Whether what they say waits.
    var isHeld: Bool { isRecalled || seeker != nil }
    /// What waits so.
    var kept: [HeldLine] = []
  }

  private let me: Claimant
  private let lane: Int
  private(set) var lent: [ConnectionID: Lent] = [:]
  private var connections: [Int: [UInt64: ConnectionID]] = [:]
  private var tracks: [Int: NodeTrack] = [:]
  /// Those who were lent to a node that was gone by then.
  private var stranded: [ConnectionID] = []
  /// Links that are broken, of which their other ends are to be told.
  private var broken: [(node: Int, link: NodeLink)] = []
  private var linksMade: UInt64 = 0
  private var made: UInt64 = 0
  /// How often a link was broken, by why.
  private(set) var breaks: [LinkBreak: Int] = [:]

  /// How many look for a seat.
  private var seekers = 0

  init(of me: Claimant, lane: Int) { (self.me, self.lane) = (me, lane) }

  /// All who are lent.
  var all: [ConnectionID] { lent.keys.sorted { $0.number < $1.number } }

  /// Somebody who is lent; nil for anybody else.
  subscript(id: ConnectionID) -> Lent? { lent[id] }

  /// Those of some numbers who are lent to a node and can be told.
  func listeners(_ numbers: [UInt64], at node: Int) -> [ConnectionID] {
    guard let there = connections[node] else { return [] }
    return numbers.compactMap { there[$0] }.filter { lent[$0]?.isDropping == false }
  }

  /// Who has a number among those who are lent to a node.
  func connection(_ number: UInt64, at node: Int) -> ConnectionID? { connections[node]?[number] }

  /// Lends somebody.
  ///
  /// - Parameter seeks: whether they look for a seat, which does no harm twice.
  mutating func lend(
    _ id: ConnectionID, to node: Int, _ guest: Guest, seeks: Bool, at now: Instant
  ) {
    // With nobody lent there is no pulse, so what was before may not be known any more.
    if connections[node] == nil {
      linksMade += 1
      tracks[node] = NodeTrack(NodeLink(start: me.start, number: linksMade), at: now)
    }
    made += 1
    lent[id] = Lent(node: node, number: made, seeker: seeks ? guest : nil)
    if seeks { seekers += 1 }
    connections[node, default: [:]][made] = id
    tracks[node]?.add(.came(made, guest))
  }

  /// Notes that the node is gone to which somebody has just been lent.
  mutating func strand(_ id: ConnectionID) { stranded.append(id) }

  /// Takes out those who were lent to a node that was gone by then.
  mutating func takeStranded() -> [Lost] {
    defer { stranded = [] }
    return stranded.compactMap { id in
      let lent = lent[id]
      forget(id)
      return lent.map { (id, $0) }
    }
  }

  /// Forgets somebody: they are back, or closed by the node that has them.
  mutating func release(_ id: ConnectionID) -> Lent? {
    guard let one = lent.removeValue(forKey: id) else { return nil }
    if one.seeker != nil { seekers -= 1 }
    connections[one.node]?[one.number] = nil
    if connections[one.node]?.isEmpty == true { connections[one.node] = nil }
    return one
  }

  /// Forgets somebody who is gone, and has that said.
  mutating func forget(_ id: ConnectionID) {
    guard let one = release(id) else { return }
    tracks[one.node]?.add(.gone(one.number))
  }

  /// Has something said of somebody who is lent.
  ///
  /// - Returns: whether they are.
  mutating func say(
    of id: ConnectionID, _ parcel: (UInt64) -> NodeParcel
  ) -> Bool {
    guard let one = lent[id] else { return false }
    tracks[one.node]?.add(parcel(one.number))
    return true
  }

  /// Notes that some have been answered.
  ///
  /// - Returns: what those among them said meanwhile who were looking for a seat.
  mutating func settle(_ ids: [ConnectionID]) -> [(id: ConnectionID, kept: [HeldLine])] {
    if seekers == 0 { return [] }
    return ids.filter { lent[$0]?.seeker != nil && lent[$0]?.isRecalled == false }
      .map { id in
        seekers -= 1
        lent[id]?.seeker = nil
        defer { lent[id]?.kept = [] }
        return (id, lent[id]?.kept ?? [])
      }
  }

  /// Changes somebody who is lent.
  mutating func change(_ id: ConnectionID, _ change: (inout Lent) -> Void) {
    if let index = lent.index(forKey: id) { change(&lent.values[index]) }
  }
}

// Messages.
extension Lendings {
  /// Somebody whose link is broken, as they were.
  typealias Lost = (id: ConnectionID, lent: Lent)

  /// Takes a message of a node to which somebody is lent.
  ///
  /// - Returns: what it says, or those who are lost because it does not follow on the one before.
  mutating func accept(
    _ message: NodeMessage, at now: Instant
  ) -> (parcels: [NodeParcel], lost: [Lost]) {
    let node = message.sender.node
    guard tracks[node]?.link == message.link, connections[node] != nil else { return ([], []) }
    if message.number == 0 { return ([], drop(node, .told)) }
    switch tracks[node]?.hear(message.number, at: now) {
    case .next: return (message.parcels, [])
    case .known, nil: return ([], [])
    case .hole: return ([], sever(node, .hole))
    }
  }

  /// Those who are lost because nothing is heard of the node that has them, or too much is to be
  /// said there.
  mutating func lost(at now: Instant) -> [Lost] {
    let silent = tracks.filter { node, track in
      connections[node] != nil && (track.silenceEnds <= now || track.isOverfull)
    }
    return silent.sorted { $0.key < $1.key }
      .flatMap { sever($0.key, $0.value.isOverfull ? .flood : .silence) }
  }

  /// Those who are lost because a node is gone.
  mutating func lost(with node: Int) -> [Lost] {
    connections[node] == nil ? [] : sever(node, .silence)
  }

  /// When time will have passed; nil while nobody is lent.
  var deadline: Instant? {
    tracks.filter { connections[$0.key] != nil }.values.map(\.deadline).min()
  }

  /// Takes out what is to be said by now.
  mutating func takeMessages(at now: Instant) -> [NodeMessage] {
    var messages = broken.map { node, link in
      NodeMessage(from: me, to: node, lane: lane, .up, link, number: 0, [])
    }
    broken = []
    for node in tracks.keys.sorted() {
      guard var track = tracks[node] else { continue }
      let isAny = connections[node] != nil
      for (number, parcels) in track.takeWaiting(pulses: isAny, at: now) {
        messages.append(
          NodeMessage(
            from: me, to: node, lane: lane, .up, track.link, number: number, parcels))
      }
      tracks[node] = isAny ? track : nil
    }
    return messages
  }

  private mutating func sever(_ node: Int, _ why: LinkBreak) -> [Lost] {
    if let link = tracks[node]?.link { broken.append((node, link)) }
    return drop(node, why)
  }

  private mutating func drop(_ node: Int, _ why: LinkBreak) -> [Lost] {
    breaks[why, default: 0] += 1
    tracks[node] = nil
    let lost = (connections[node] ?? [:]).values.sorted { $0.number < $1.number }
    return lost.compactMap { id in release(id).map { (id, $0) } }
  }
}
