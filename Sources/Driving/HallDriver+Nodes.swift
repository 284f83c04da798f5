// People who are connected to one node of a cluster and in a room of another: the driver of the
// lane that has the connection passes lines on, that of the lane that has the room takes them as if
// they were a socket's. Who goes where is the hall's to say; numbers and what is lost, `Lendings`'
// and `Guests`'.
// Invariant: a connection that is lent is in no hall of its own node.

import Cluster
import Framing
public import Game
import Rooms
import Wire

extension HallDriver {
  /// Lets people be lent to other nodes and from there, before anybody has come; the lane is one of
  /// a cluster, whose nodes have equally many.
  public func lend(through port: any NodePort, at now: Instant) {
    cluster?.nodePort = port
    // Until a beat is heard the hall knows of no place, and that is why it may not know a token.
    cluster?.placesMayDiffer = true
    tellPlaces(at: now)
  }

  /// A lane of another node says something. Whatever is not meant for this lane is passed over.
  public func heard(_ message: NodeMessage, at now: Instant) {
    guard let cluster, cluster.nodePort != nil, message.lane == cluster.tenures.lane,
      message.recipient == cluster.tenures.me.node, message.sender.node != message.recipient,
      (0..<Membership.nodesMax).contains(message.sender.node)
    else { return }
    judgeNewestSet()
    turn.begin(at: now)
    switch message.way {
    case .up:
      let (lost, parcels) = cluster.guests.accept(message, at: now)
      for id in lost { closed(id, at: now) }
      for parcel in parcels { takeUp(parcel, of: message.sender.node, in: cluster, at: now) }
    case .down:
      guard message.link.start == cluster.tenures.me.start else { return }
      let (parcels, lost) = cluster.lendings.accept(message, at: now)
      part(fromLost: lost, in: cluster, at: now)
      for parcel in parcels { takeDown(parcel, of: message.sender.node, in: cluster, at: now) }
    }
  }

  /// A lane of another node says which rooms are listed there. Of nodes that do not beat nothing
  /// is taken.
  public func heard(_ list: NodeList, at now: Instant) {
    guard let cluster, cluster.nodePort != nil, list.lane == cluster.tenures.lane,
      cluster.tenures.hears(list.sender)
    else { return }
    cluster.membership.note(list.rooms, of: list.sender.node)
    handle(.placed(cluster.membership, .elsewhere), at: now)
  }

  /// Tells other nodes of the rooms here, when it is time.
  func tellRooms(at now: Instant) {
    guard let cluster, let port = cluster.nodePort, cluster.listDue <= now else { return }
    cluster.listDue = now + NodeList.everyMilliseconds
    let (me, lane) = (cluster.tenures.me, cluster.tenures.lane)
    port.tell(NodeList(from: me, lane: lane, hall.roomsToTell()))
  }

  /// Tells the hall where the rooms of others are, if that has changed.
  func tellPlaces(at now: Instant) {
    guard let cluster, cluster.nodePort != nil, cluster.placesMayDiffer else { return }
    cluster.placesMayDiffer = false
    let places = cluster.tenures.places
    guard places != cluster.membership.places else { return }
    cluster.membership.note(places)
    handle(.placed(cluster.membership, .elsewhere), at: now)
  }

  /// Parts from those whose other node is silent, or to which too much is to be said.
  func partFromSilent(at now: Instant) {
    guard let cluster else { return }
    part(fromLost: cluster.lendings.takeStranded(), in: cluster, at: now)
    part(fromLost: cluster.lendings.lost(at: now), in: cluster, at: now)
    for id in cluster.guests.lost(at: now) { closed(id, at: now) }
  }

  /// Parts from those who are shared with a node that is gone.
  func part(fromNode node: Int, in cluster: ClusterLane, at now: Instant) {
    // Players who still look for a seat look elsewhere.
    cluster.placesMayDiffer = true
    tellPlaces(at: now)
    part(fromLost: cluster.lendings.lost(with: node), in: cluster, at: now)
    for id in cluster.guests.lost(with: node) { closed(id, at: now) }
  }

  /// Hands over what is to be said to other nodes, and tells the hall whose connections it has had
  /// closed there.
  func exchange() {
    guard let cluster, let port = cluster.nodePort else { return }
    while let id = cluster.guests.takeParted() { closed(id, at: turn.clock) }
    partFromSilent(at: turn.clock)
    let messages =
      cluster.lendings.takeMessages(at: turn.clock) + cluster.guests.takeMessages(at: turn.clock)
    if !messages.isEmpty { port.carry(messages) }
  }

  /// Closes a connection at once.
  func abort(_ id: ConnectionID) {
    if id.isGuest { cluster?.guests.close(id) } else { sockets.abort(id) }
  }
}

// Where the connection is.
extension HallDriver {
  /// Lends somebody to another node, unless they are gone.
  func lend(_ id: ConnectionID, to node: Int, _ handoff: Handoff) {
    guard let cluster, sockets.ticket(of: id) != nil else { return }
    let guest = handoff.guest(leaving: hall, at: turn.clock)
    cluster.lendings.lend(id, to: node, guest, seeks: handoff.looksForToken, at: turn.clock)
    // Who goes there may have waited for the store, and that node be gone by now.
    if !cluster.tenures.hears(node: node) { cluster.lendings.strand(id) }
  }

  /// Passes a line on, if its sender is lent.
  ///
  /// - Returns: whether they are.
  func pass(
    _ line: ArraySlice<UInt8>, of id: ConnectionID, arrived: ClosedRange<Instant>,
    at now: Instant
  ) -> Bool {
    guard let cluster, let lent = cluster.lendings[id] else { return false }
    // It says nothing.
    if line.isEmpty { return true }
    if lent.isHeld {
      keep(.line(Array(line), arrived: arrived), of: id, in: cluster)
      return true
    }
    passOn(line, of: id, arrived: arrived, in: cluster, at: now)
    return true
  }

  private func passOn(
    _ line: ArraySlice<UInt8>, of id: ConnectionID, arrived: ClosedRange<Instant>,
    in cluster: ClusterLane, at now: Instant
  ) {
    if line.starts(with: ClientVerb.prove.rawValue.utf8) {
      let binding = sockets.binding(of: id)
      _ = cluster.lendings.say(of: id) { .bound($0, binding) }
    }
    let ages = max(0, now - arrived.upperBound)...max(0, now - arrived.lowerBound)
    _ = cluster.lendings.say(of: id) { .said($0, line: Array(line), ages: ages) }
  }

  /// Passes on that somebody who is lent says what cannot be read.
  func pass(_ error: FramingError, of id: ConnectionID) {
    guard let cluster, let lent = cluster.lendings[id] else { return }
    if lent.isHeld { return keep(.unreadable(error), of: id, in: cluster) }
    _ = cluster.lendings.say(of: id) { .unreadable($0, error) }
  }

  private func keep(_ kept: Lendings.Kept, of id: ConnectionID, in cluster: ClusterLane) {
    cluster.lendings.change(id) { $0.kept.append(kept) }
    if cluster.lendings[id]?.kept.count ?? 0 > hall.limits.heldLinesMax { sockets.abort(id) }
  }

  /// Tells all who are lent something about this node.
  func tellLent(_ message: ServerMessage) {
    guard let cluster, !cluster.lendings.lent.isEmpty else { return }
    var line: [UInt8] = []
    message.encode(into: &line)
    let all = cluster.lendings.all.filter { cluster.lendings[$0]?.isDropping == false }
    sockets.send(LineBatch(line), to: all)
  }

  /// Parts from some who are lent.
  func part(from ids: [ConnectionID], _ refusal: RefusalLine) {
    if ids.isEmpty { return }
    for id in ids { cluster?.lendings.forget(id) }
    var line: [UInt8] = []
    ServerMessage.no(refusal).encode(into: &line)
    sockets.send(LineBatch(line), to: ids)
    for id in ids { sockets.close(id, saying: .goingAway) }
  }

  /// Parts from those whose link is broken. A player who looks for a seat goes on looking.
  private func part(fromLost lost: [Lendings.Lost], in cluster: ClusterLane, at now: Instant) {
    part(
      from: lost.filter { $0.lent.seeker == nil }.map(\.id),
      RefusalLine(
        code: .moved, text: "the room's server cannot be heard; connect again"))
    for (id, lent) in lost {
      if let seeker = lent.seeker { takeBack(id, seeker, isUnanswered: true, lent, at: now) }
    }
  }

  /// Passes on what those said who were looking for a seat, and have been answered.
  private func release(_ ids: [ConnectionID], in cluster: ClusterLane, at now: Instant) {
    for (id, kept) in cluster.lendings.settle(ids) {
      for kept in kept {
        switch kept {
        case .line(let line, let arrived):
          passOn(line[...], of: id, arrived: arrived, in: cluster, at: now)
        case .unreadable(let error): _ = cluster.lendings.say(of: id) { .unreadable($0, error) }
        }
      }
    }
  }

  /// Takes what the node says of somebody to which they are lent.
  private func takeDown(
    _ parcel: NodeParcel, of node: Int, in cluster: ClusterLane, at now: Instant
  ) {
    func withLent(_ number: UInt64, _ body: (ConnectionID) -> Void) {
      if let id = cluster.lendings.connection(number, at: node) { body(id) }
    }
    switch parcel {
    case .told(let numbers, let lines):
      let audience = cluster.lendings.listeners(numbers, at: node)
      if !audience.isEmpty, lines.last == UInt8(ascii: "\n") {
        sockets.send(LineBatch(lines), to: audience)
      }
      release(audience, in: cluster, at: now)
    case .greeted(let number): withLent(number) { noteGreeting($0) }
    case .noticed(let number):
      withLent(number) { cluster.lendings.change($0) { $0.isDropping = false } }
    case .conflated(let number): withLent(number) { sockets.conflate($0) }
    case .closed(let number, let isGoingAway):
      withLent(number) { id in
        _ = cluster.lendings.release(id)
        sockets.close(id, saying: isGoingAway ? .goingAway : .normal)
      }
    case .recalled(let number):
      withLent(number) { id in
        _ = cluster.lendings.say(of: id) { .held($0) }
        cluster.lendings.change(id) { $0.isRecalled = true }
      }
    case .givenBack(let number, let guest):
      withLent(number) { id in
        guard let lent = cluster.lendings.release(id) else { return }
        takeBack(id, guest, isUnanswered: false, lent, at: now)
      }
    case .came, .said, .unreadable, .bound, .overflowed, .drained, .held, .gone: break
    }
  }

  /// Somebody is back who was lent, with what they said meanwhile.
  private func takeBack(
    _ id: ConnectionID, _ guest: Guest, isUnanswered: Bool, _ lent: Lendings.Lent, at now: Instant
  ) {
    guard var handoff = Handoff(guest, to: hall, at: now) else {
      return sockets.abort(id)
    }
    if isUnanswered { handoff.doubt() }
    handoff.bind(sockets.binding(of: id))
    for kept in lent.kept {
      switch kept {
      case .unreadable(let error): _ = handoff.keep(RefusalLine(error))
      case .line(let line, let arrived):
        do throws(RefusalLine) {
          if let message = try ClientMessage.decode(line[...]) {
            _ = handoff.keep(message, arrived: arrived)
          }
        } catch {
          _ = handoff.keep(error)
        }
      }
    }
    handle(.arrived(id, handoff), at: now)
    // Lines were dropped that nobody knows of who could say so.
    if lent.isDropping { overflowed(id, at: now) }
  }
}

// Where the room is.
extension HallDriver {
  /// Takes what a node says of somebody whom it has lent.
  private func takeUp(
    _ parcel: NodeParcel, of node: Int, in cluster: ClusterLane, at now: Instant
  ) {
    func withGuest(_ number: UInt64, _ body: (ConnectionID) -> Void) {
      if let id = cluster.guests.connection(number, of: node) { body(id) }
    }
    switch parcel {
    case .came(let number, let guest):
      guard let id = cluster.guests.enter(number, of: node, at: now) else { return }
      guard let handoff = Handoff(guest, to: hall, at: now) else {
        return cluster.guests.close(id)
      }
      handle(.arrived(id, handoff), at: now)
    case .said(let number, let line, let ages):
      withGuest(number) { id in
        let arrived = cluster.guests.arrival(of: id, ages, at: now)
        received(line[...], from: id, arrived: arrived, at: now)
      }
    case .unreadable(let number, let error): withGuest(number) { refused(error, from: $0, at: now) }
    case .bound(let number, let binding):
      withGuest(number) { handle(.bound($0, binding), at: now) }
    case .overflowed(let number):
      withGuest(number) { id in
        cluster.guests.say(to: id) { .noticed($0) }
        overflowed(id, at: now)
      }
    case .drained(let number): withGuest(number) { drained($0, at: now) }
    case .held(let number):
      withGuest(number) { id in
        cluster.guests.giveBack(id) { $0.guest(leaving: hall, at: now) }
      }
    case .gone(let number): withGuest(number) { closed($0, at: now) }
    case .told, .greeted, .noticed, .conflated, .closed, .recalled, .givenBack: break
    }
  }
}
