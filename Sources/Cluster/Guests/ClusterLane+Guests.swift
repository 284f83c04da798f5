// People who are connected to one node of a cluster and in a room of another: the lane that has the
// connection passes lines on, the lane that has the room tells its driver of them as if they were a
// socket's. Who goes where is the hall's to say; numbers and what is lost, `Lendings`'
// and `Guests`'.
// Invariant: a connection that is lent is in no hall of its own node.

import Framing
public import Game
public import Rooms
public import Wire

extension ClusterLane {
  /// Lets people be lent to other nodes and from there, before anybody has come; the lane is one of
  /// a cluster, whose nodes have equally many.
  public func lend(through port: any NodePort, at now: Instant) {
    nodePort = port
    // Until a beat is heard the hall knows of no place, and that is why it may not know a token.
    placesMayDiffer = true
    tellPlaces(at: now)
  }

  /// A lane of another node says something. Whatever is not meant for this lane is passed over.
  public func heard(_ message: NodeMessage, at now: Instant) {
    guard nodePort != nil, message.lane == tenures.lane, message.recipient == tenures.me.node,
      message.sender.node != message.recipient,
      (0..<Membership.nodesMax).contains(message.sender.node)
    else { return }
    driver.begin(at: now)
    switch message.way {
    case .up:
      let (lost, parcels) = guests.accept(message, at: now)
      for id in lost { driver.closed(id, at: now) }
      for parcel in parcels { takeUp(parcel, of: message.sender.node, at: now) }
    case .down:
      guard message.link.start == tenures.me.start else { return }
      let (parcels, lost) = lendings.accept(message, at: now)
      part(fromLost: lost, at: now)
      for parcel in parcels { takeDown(parcel, of: message.sender.node, at: now) }
    }
  }

  /// A lane of another node says which rooms are listed there. Of nodes that do not beat nothing
  /// is taken.
  public func heard(_ list: NodeList, at now: Instant) {
    guard nodePort != nil, list.lane == tenures.lane, tenures.hears(list.sender) else { return }
    membership.note(list.rooms, of: list.sender.node)
    driver.handle(.placed(membership, .elsewhere), at: now)
  }

  /// Tells other nodes of the rooms here, when it is time.
  func tellRooms(at now: Instant) {
    guard let port = nodePort, listDue <= now else { return }
    listDue = now + NodeList.everyMilliseconds
    let (me, lane) = (tenures.me, tenures.lane)
    port.tell(NodeList(from: me, lane: lane, driver.hall.roomsToTell()))
  }

  /// Tells the hall where the rooms of others are, if that has changed.
  func tellPlaces(at now: Instant) {
    guard nodePort != nil, placesMayDiffer else { return }
    placesMayDiffer = false
    let places = tenures.places
    guard places != membership.places else { return }
    membership.note(places)
    driver.handle(.placed(membership, .elsewhere), at: now)
  }

  /// Parts from those whose other node is silent, or to which too much is to be said.
  func partFromSilent(at now: Instant) {
    part(fromLost: lendings.takeStranded(), at: now)
    part(fromLost: lendings.lost(at: now), at: now)
    for id in guests.lost(at: now) { driver.closed(id, at: now) }
  }

  /// Parts from those who are shared with a node that is gone.
  func part(fromNode node: Int, at now: Instant) {
    // Players who still look for a seat look elsewhere.
    placesMayDiffer = true
    tellPlaces(at: now)
    part(fromLost: lendings.lost(with: node), at: now)
    for id in guests.lost(with: node) { driver.closed(id, at: now) }
  }

  /// Hands over what is to be said to other nodes, and tells the hall whose connections it has had
  /// closed there.
  func exchange() {
    guard let port = nodePort else { return }
    while let id = guests.takeParted() { driver.closed(id, at: driver.now) }
    partFromSilent(at: driver.now)
    let messages = lendings.takeMessages(at: driver.now) + guests.takeMessages(at: driver.now)
    if !messages.isEmpty { port.carry(messages) }
  }
}

// Where the connection is.
extension ClusterLane: RemoteConnections {
  /// Lends somebody, or gives a guest back.
  public func hand(_ id: ConnectionID, to goal: Goal, _ handoff: Handoff, at now: Instant) {
    switch goal {
    case .lane: break
    case .node(let node): lend(id, to: node, handoff, at: now)
    case .back: guests.recall(id, handoff)
    }
  }

  /// Lends somebody to another node, unless they are gone.
  private func lend(_ id: ConnectionID, to node: Int, _ handoff: Handoff, at now: Instant) {
    guard sockets.ticket(of: id) != nil else { return }
    let guest = handoff.guest(driver.hall.limits, at: now)
    lendings.lend(id, to: node, guest, seeks: handoff.looksForToken, at: now)
    // Who goes there may have waited for the store, and that node be gone by now.
    if !tenures.hears(node: node) { lendings.strand(id) }
  }

  /// Passes on what somebody does who is lent.
  ///
  /// - Returns: whether they are.
  public func pass(_ news: SocketNews, of id: ConnectionID, at now: Instant) -> Bool {
    guard let lent = lendings[id] else { return false }
    switch news {
    // It says nothing.
    case .line(let line, _) where line.isEmpty: break
    case .line(let line, let arrived) where lent.isHeld:
      keep(.line(Array(line), arrived: arrived), of: id)
    case .line(let line, let arrived): passOn(line, of: id, arrived: arrived, at: now)
    case .unreadable(let error) where lent.isHeld: keep(.unreadable(error), of: id)
    case .unreadable(let error): _ = lendings.say(of: id) { .unreadable($0, error) }
    case .overflowed:
      _ = lendings.say(of: id) { .overflowed($0) }
      lendings.change(id) { $0.isDropping = true }
    case .drained: _ = lendings.say(of: id) { .drained($0) }
    }
    return true
  }

  private func passOn(
    _ line: ArraySlice<UInt8>, of id: ConnectionID, arrived: ClosedRange<Instant>,
    at now: Instant
  ) {
    if line.starts(with: ClientVerb.prove.rawValue.utf8) {
      let binding = sockets.binding(of: id)
      _ = lendings.say(of: id) { .bound($0, binding) }
    }
    let ages = max(0, now - arrived.upperBound)...max(0, now - arrived.lowerBound)
    _ = lendings.say(of: id) { .said($0, line: Array(line), ages: ages) }
  }

  private func keep(_ kept: Lendings.HeldLine, of id: ConnectionID) {
    lendings.change(id) { $0.kept.append(kept) }
    if lendings[id]?.kept.count ?? 0 > driver.hall.limits.heldLinesMax { sockets.abort(id) }
  }

  /// Tells all who are lent something about this node. A refusal is the last that they hear.
  public func tellLent(_ message: ServerMessage) {
    if case .no(let refusal) = message { return part(from: lendings.all, refusal) }
    guard !lendings.lent.isEmpty else { return }
    var line: [UInt8] = []
    message.encode(into: &line)
    sockets.send(line, to: lendings.all.filter { lendings[$0]?.isDropping == false })
  }

  /// Parts from some who are lent.
  func part(from ids: [ConnectionID], _ refusal: RefusalLine) {
    if ids.isEmpty { return }
    for id in ids { lendings.forget(id) }
    var line: [UInt8] = []
    ServerMessage.no(refusal).encode(into: &line)
    sockets.send(line, to: ids)
    for id in ids { sockets.close(id, saying: .goingAway) }
  }

  /// Parts from those whose link is broken. A player who looks for a seat goes on looking.
  private func part(fromLost lost: [Lendings.Lost], at now: Instant) {
    part(
      from: lost.filter { $0.lent.seeker == nil }.map(\.id),
      RefusalLine(code: .moved, text: "the room's server cannot be heard; connect again"))
    for (id, lent) in lost {
      if let seeker = lent.seeker { takeBack(id, seeker, isUnanswered: true, lent, at: now) }
    }
  }

  /// Passes on what those said who were looking for a seat, and have been answered.
  private func release(_ ids: [ConnectionID], at now: Instant) {
    for (id, kept) in lendings.settle(ids) {
      for kept in kept {
        switch kept {
        case .line(let line, let arrived): passOn(line[...], of: id, arrived: arrived, at: now)
        case .unreadable(let error): _ = lendings.say(of: id) { .unreadable($0, error) }
        }
      }
    }
  }

  /// Takes what the node says of somebody to which they are lent.
  private func takeDown(_ parcel: NodeParcel, of node: Int, at now: Instant) {
    func withLent(_ number: UInt64, _ body: (ConnectionID) -> Void) {
      if let id = lendings.connection(number, at: node) { body(id) }
    }
    switch parcel {
    case .told(let numbers, let lines):
      let audience = lendings.listeners(numbers, at: node)
      if !audience.isEmpty, lines.last == UInt8(ascii: "\n") {
        sockets.send(lines, to: audience)
      }
      release(audience, at: now)
    case .greeted(let number): withLent(number) { driver.greeted($0) }
    case .noticed(let number):
      withLent(number) { lendings.change($0) { $0.isDropping = false } }
    case .conflated(let number): withLent(number) { sockets.conflate($0) }
    case .closed(let number, let isGoingAway):
      withLent(number) { id in
        _ = lendings.release(id)
        sockets.close(id, saying: isGoingAway ? .goingAway : .normal)
      }
    case .recalled(let number):
      withLent(number) { id in
        _ = lendings.say(of: id) { .held($0) }
        lendings.change(id) { $0.isRecalled = true }
      }
    case .givenBack(let number, let guest):
      withLent(number) { id in
        guard let lent = lendings.release(id) else { return }
        takeBack(id, guest, isUnanswered: false, lent, at: now)
      }
    case .came, .said, .unreadable, .bound, .overflowed, .drained, .held, .gone: break
    }
  }

  /// Somebody is back who was lent, with what they said meanwhile.
  private func takeBack(
    _ id: ConnectionID, _ guest: Guest, isUnanswered: Bool, _ lent: Lendings.Lent, at now: Instant
  ) {
    guard var handoff = Handoff(guest, to: driver.hall, at: now) else { return sockets.abort(id) }
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
    driver.handle(.arrived(id, handoff), at: now)
    // Lines were dropped that nobody knows of who could say so.
    if lent.isDropping { driver.heard(.overflowed, from: id, at: now) }
  }
}

// Where the room is.
extension ClusterLane {
  /// How many guests there are.
  public var guestCount: Int { guests.count }

  /// Tells the guests of an audience, and returns the others.
  public func tell(_ lines: [UInt8], to audience: [ConnectionID]) -> [ConnectionID] {
    if guests.stays.isEmpty { return audience }
    guests.tell(lines, to: audience.lazy.filter(\.isGuest))
    return audience.filter { !$0.isGuest }
  }

  /// Has their node send a guest nothing until they read again.
  public func conflate(_ guest: ConnectionID) { guests.say(to: guest) { .conflated($0) } }

  /// Has their node close the connection of a guest.
  public func close(_ guest: ConnectionID, isGoingAway: Bool) {
    guests.close(guest, isGoingAway: isGoingAway)
  }

  /// Tells the node of a guest.
  public func greeted(_ guest: ConnectionID) { guests.say(to: guest) { .greeted($0) } }

  /// What the connection of a guest is bound to; the node says it that has lent them.
  public func binding(of id: ConnectionID) -> Binding? { guests.stays[id]?.binding }

  /// Takes what a node says of somebody whom it has lent.
  private func takeUp(_ parcel: NodeParcel, of node: Int, at now: Instant) {
    func withGuest(_ number: UInt64, _ body: (ConnectionID) -> Void) {
      if let id = guests.connection(number, of: node) { body(id) }
    }
    switch parcel {
    case .came(let number, let guest):
      guard let id = guests.enter(number, of: node, at: now) else { return }
      guard let handoff = Handoff(guest, to: driver.hall, at: now) else { return guests.close(id) }
      driver.handle(.arrived(id, handoff), at: now)
    case .said(let number, let line, let ages):
      withGuest(number) { id in
        let arrived = guests.arrival(of: id, ages, at: now)
        driver.received(line[...], from: id, arrived: arrived, at: now)
      }
    case .unreadable(let number, let error):
      withGuest(number) { driver.heard(.unreadable(error), from: $0, at: now) }
    case .bound(let number, let binding):
      withGuest(number) { guests.bind($0, binding) }
    case .overflowed(let number):
      withGuest(number) { id in
        guests.say(to: id) { .noticed($0) }
        driver.heard(.overflowed, from: id, at: now)
      }
    case .drained(let number):
      withGuest(number) { driver.heard(.drained, from: $0, at: now) }
    case .held(let number):
      withGuest(number) { id in
        guests.giveBack(id) { $0.guest(driver.hall.limits, at: now) }
      }
    case .gone(let number): withGuest(number) { driver.closed($0, at: now) }
    case .told, .greeted, .noticed, .conflated, .closed, .recalled, .givenBack: break
    }
  }
}
