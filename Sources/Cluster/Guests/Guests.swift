// Those who are in a room of a lane of a cluster, or were, and connected to another node, as the
// lane sees them that has the room: connections without a socket. What they are told becomes
// parcels for the node that has lent them. It reads no line and carries nothing.
// Invariants: a guest has a name that no socket has; what goes to one node leaves in the order in
// which it was said; there are never more than `Guests.countMax`.

import Framing
import Game
import Rooms
import Wire

/// People who are lent to a lane.
struct Guests {
  /// A lane has no more of them; one more is told `server-full`.
  static let countMax = 16_384
  /// No line counts as having arrived sooner than so long before it was heard, in milliseconds,
  /// whatever the lending node says.
  static let ageMillisecondsMax = 1_000

  struct Stay {
    let node: Int
    let number: UInt64
    /// No line of theirs arrived before the one before it did.
    var arrived: Instant
    /// What their connection is bound to, as the node says that has lent them.
    var binding: Binding?
    /// What is given back as soon as what they say is kept; nil while they stay.
    var handoff: Handoff?
  }

  private let me: Claimant
  private let lane: Int
  private(set) var stays: [ConnectionID: Stay] = [:]
  private var connections: [Int: [UInt64: ConnectionID]] = [:]
  private var tracks: [Int: NodeTrack] = [:]
  /// The newest link that each node has begun.
  private var newest: [Int: NodeLink] = [:]
  private var broken: [(node: Int, link: NodeLink)] = []
  /// Those who were closed here, of which the hall is to be told.
  private var parted: [ConnectionID] = []
  private var made: UInt64 = 0
  /// How often a link was broken that had guests, by why.
  private(set) var breaks: [LinkBreak: Int] = [:]

  init(of me: Claimant, lane: Int) { (self.me, self.lane) = (me, lane) }

  /// How many there are, with those of whom the hall is to be told that they are gone.
  var count: Int { stays.count + parted.count }

  /// A guest, by the number that their node has given them.
  func connection(_ number: UInt64, of node: Int) -> ConnectionID? { connections[node]?[number] }

  /// A guest comes.
  ///
  /// - Returns: their name; nil when there are too many, or there is one of that number.
  mutating func enter(_ number: UInt64, of node: Int, at now: Instant) -> ConnectionID? {
    guard connections[node]?[number] == nil else { return nil }
    guard stays.count < Guests.countMax else {
      var line: [UInt8] = []
      ServerMessage.no(RefusalLine(code: .serverFull)).encode(into: &line)
      tracks[node]?.add(.told([number], lines: line))
      tracks[node]?.add(.closed(number, isGoingAway: false))
      return nil
    }
    made += 1
    let id = ConnectionID(guest: made)
    stays[id] = Stay(
      node: node, number: number, arrived: now - Guests.ageMillisecondsMax, handoff: nil)
    connections[node, default: [:]][number] = id
    return id
  }

  /// Notes what the connection of a guest is bound to.
  mutating func bind(_ id: ConnectionID, _ binding: Binding) { stays[id]?.binding = binding }

  /// A guest is gone.
  mutating func forget(_ id: ConnectionID) {
    guard let stay = stays.removeValue(forKey: id) else { return }
    connections[stay.node]?[stay.number] = nil
    if connections[stay.node]?.isEmpty == true { connections[stay.node] = nil }
  }

  /// When a line of a guest arrived, by this lane's clock.
  ///
  /// - Parameter ages: how many milliseconds ago it was, as the node says that has lent them.
  mutating func arrival(
    of id: ConnectionID, _ ages: ClosedRange<Int>, at now: Instant
  ) -> ClosedRange<Instant> {
    guard let last = stays[id]?.arrived else { return now...now }
    let most = min(max(0, ages.upperBound), Guests.ageMillisecondsMax)
    let least = min(max(0, ages.lowerBound), most)
    let latest = min(now, max(last, now - least))
    stays[id]?.arrived = latest
    return min(latest, max(last, now - most))...latest
  }
}

// What they are told.
extension Guests {
  /// Has the guests of an audience told whole lines; all others are left out.
  mutating func tell(_ lines: [UInt8], to audience: some Sequence<ConnectionID>) {
    var numbers: [Int: [UInt64]] = [:]
    for id in audience {
      if let stay = stays[id] { numbers[stay.node, default: []].append(stay.number) }
    }
    for (node, numbers) in numbers { tracks[node]?.add(.told(numbers, lines: lines)) }
  }

  /// Has something said to the node that has lent a guest.
  mutating func say(to id: ConnectionID, _ parcel: (UInt64) -> NodeParcel) {
    guard let stay = stays[id] else { return }
    tracks[stay.node]?.add(parcel(stay.number))
  }

  /// Closes the connection of a guest, once they have been told everything.
  mutating func close(_ id: ConnectionID, isGoingAway: Bool = false) {
    guard stays[id] != nil else { return }
    say(to: id) { .closed($0, isGoingAway: isGoingAway) }
    forget(id)
    parted.append(id)
  }

  /// Takes out one of those who were closed here.
  mutating func takeParted() -> ConnectionID? { parted.popLast() }
}

// Giving back.
extension Guests {
  /// Gives a guest back, as soon as what they say is kept.
  mutating func recall(_ id: ConnectionID, _ handoff: Handoff) {
    guard stays[id] != nil else { return }
    stays[id]?.handoff = handoff
    say(to: id) { .recalled($0) }
  }

  /// Whether a guest is about to be given back.
  func isRecalled(_ id: ConnectionID) -> Bool { stays[id]?.handoff != nil }

  /// Keeps what a guest says who is about to be given back.
  ///
  /// - Returns: how many lines of theirs are kept; nil when they stay.
  mutating func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) -> Int? {
    guard var handoff = stays[id]?.handoff else { return nil }
    defer { stays[id]?.handoff = handoff }
    return line(&handoff)
  }

  /// Gives a guest back: nothing that they say comes here any more.
  mutating func giveBack(_ id: ConnectionID, _ guest: (Handoff) -> Guest) {
    guard let handoff = stays[id]?.handoff else { return }
    say(to: id) { .givenBack($0, guest(handoff)) }
    forget(id)
  }
}

// Messages.
extension Guests {
  /// Takes a message of a node that lends people.
  ///
  /// - Returns: those who are lost, and then what it says.
  mutating func accept(
    _ message: NodeMessage, at now: Instant
  ) -> (lost: [ConnectionID], parcels: [NodeParcel]) {
    let node = message.sender.node
    var lost: [ConnectionID] = []
    if tracks[node]?.link != message.link {
      if message.number == 0 { return ([], []) }
      let isNewer = newest[node]
        .map {
          $0.start != message.link.start || $0.number < message.link.number
        }
      guard message.number == 1, isNewer ?? true else {
        broken.append((node, message.link))
        return ([], [])
      }
      lost = drop(node, .renewed)
      tracks[node] = NodeTrack(message.link, at: now)
      newest[node] = message.link
    }
    if message.number == 0 { return (drop(node, .told), []) }
    switch tracks[node]?.hear(message.number, at: now) {
    case .next: return (lost, message.parcels)
    case .known, nil: return (lost, [])
    case .hole: return (sever(node, .hole), [])
    }
  }

  /// Those who are lost because nothing is heard of the node that has lent them, or too much is to
  /// be said there.
  mutating func lost(at now: Instant) -> [ConnectionID] {
    let silent = tracks.filter { $0.value.silenceEnds <= now || $0.value.isOverfull }
    return silent.sorted { $0.key < $1.key }
      .flatMap { node, track in
        let why: LinkBreak = track.isOverfull ? .flood : .silence
        return connections[node] == nil ? drop(node, why) : sever(node, why)
      }
  }

  /// Those who are lost because the node is gone that has lent them.
  mutating func lost(with node: Int) -> [ConnectionID] {
    tracks[node] == nil ? [] : sever(node, .silence)
  }

  /// When time will have passed; nil while there is nobody.
  var deadline: Instant? {
    tracks.map { connections[$0.key] == nil ? $0.value.silenceEnds : $0.value.deadline }.min()
  }

  /// Takes out what is to be said by now.
  mutating func takeMessages(at now: Instant) -> [NodeMessage] {
    var messages = broken.map { node, link in
      NodeMessage(from: me, to: node, lane: lane, .down, link, number: 0, [])
    }
    broken = []
    for node in tracks.keys.sorted() {
      guard var track = tracks[node] else { continue }
      for (number, parcels) in track.takeWaiting(pulses: connections[node] != nil, at: now) {
        messages.append(
          NodeMessage(
            from: me, to: node, lane: lane, .down, track.link, number: number, parcels))
      }
      tracks[node] = track
    }
    return messages
  }

  private mutating func sever(_ node: Int, _ why: LinkBreak) -> [ConnectionID] {
    if let link = tracks[node]?.link { broken.append((node, link)) }
    return drop(node, why)
  }

  private mutating func drop(_ node: Int, _ why: LinkBreak) -> [ConnectionID] {
    // A link without guests ends by itself.
    if connections[node] != nil { breaks[why, default: 0] += 1 }
    tracks[node] = nil
    let lost = (connections.removeValue(forKey: node) ?? [:]).values
      .sorted { $0.number < $1.number }
    for id in lost { stays[id] = nil }
    return lost
  }
}
