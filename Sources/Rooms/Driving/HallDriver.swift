// Drives one hall over the sockets of its lane: lines become inputs, effects become bytes, or
// parcels for other lanes. It holds no rule of the game and decides nothing; it only carries, and
// it encodes a message once however many hear it. It reads no clock and knows no socket: a server
// runs it over a reactor, the simulation over arrays, and it is the same driver.
// Invariants: effects are carried out in their order; what leaves a lane in a turn leaves together,
// the door's news last.

import Framing
public import Game
package import Wire

/// Runs a hall.
public final class HallDriver {
  /// What it drives.
  public package(set) var hall: Hall
  /// How many lines clients have said, empty ones aside.
  public private(set) var linesReceived = 0
  /// Sees everything; nil when nobody wants to.
  public unowned var witness: (any Witness)?

  /// Where deeds are kept at once; nil where nothing outlives the server, or others keep them.
  var journal: (any Journal)?
  /// When the journal wants to be told that the server is still there, as it said last.
  var markDue: Instant?
  /// Says when the effects of a turn may be told; nil on a server by itself.
  var durability: (any Durability)?
  /// Guests and those who are lent; nil on a server by itself.
  package var remote: (any RemoteConnections)?
  /// Keeps what is over; nil where nobody does.
  public var keeper: (any MatchKeeper)?

  private let index: Int
  package let sockets: any Sockets
  private let bus: any Bus
  var turn = Turn(at: Instant(milliseconds: 0))
  /// The lines that the same connections are told next.
  private var lines: [UInt8] = []
  /// What waits to be handed to each other lane, and whether anything does.
  private var parcels: [[Parcel]]
  private var hasParcels = false
  /// What the door does not know yet.
  private var news = LaneNews()
  /// A SET on a late lane, until it is known whether a newer one came with it.
  private var newestSet: WaitingSet?
  /// Who has not said HELLO, by their tickets.
  private var waiting: [UInt64: ConnectionID] = [:]
  private var isStopping = false
  /// How far the hall's time is ahead of that of the sockets, in milliseconds.
  public internal(set) var ahead = 0

  /// Room for so many effects is kept from one input to the next; a whole picture fits in.
  private static var effectsKept: Int { 1_024 }
  /// And for lines of so many bytes.
  private static var bytesKept: Int { 1 << 16 }

  /// - Parameter index: which lane it is, counted from 0.
  public init(
    _ hall: Hall, index: Int, over sockets: any Sockets, bus: any Bus
  ) {
    self.hall = hall
    self.index = index
    self.sockets = sockets
    self.bus = bus
    parcels = Array(repeating: [], count: bus.laneCount)
    turn.isJotting = false
  }

  /// Takes back the rooms of a server that is gone, before anybody has come.
  public func restore(_ restoration: Restoration, at now: Instant) {
    turn.begin(at: now)
    hall.restore(restoration, &turn)
    write()
    carryOut()
    // Nobody waits yet, so what was left behind can go as soon as that: each room once, since what
    // is written for one may make the next one old again.
    for _ in 0..<hall.roomCount {
      guard let code = journal?.takeOld() else { break }
      hall.renew(code, &turn)
      write()
    }
    finished()
  }

  /// Has no room open and no match begin any more; the server stops then, at the latest.
  public func drain(until end: Instant, at now: Instant) {
    handle(.drain(until: end), at: now)
    remote?.tellLent(.stopping(until: end))
    post()
  }

  /// Tells everyone that the server stops; the sockets stop when the last connection is closed.
  public func stop(at now: Instant) {
    isStopping = true
    handle(.stop, at: now)
    remote?.tellLent(.no(RefusalLine(code: .shuttingDown)))
    post()
    stopWhenAlone()
  }

  private func stopWhenAlone() {
    let count = sockets.connectionCount + (remote?.guestCount ?? 0)
    guard isStopping, count == 0 else { return }
    write()
    sockets.stop()
  }

  /// Tells the hall something, and does what it wants. Inputs of connections, and those after which
  /// a driver has more to do, have functions of their own.
  public func handle(_ input: Input, at now: Instant) {
    tell(input, at: now)
    carryOut()
  }

  /// When the hall's turn is.
  package var now: Instant { turn.clock }

  /// Goes on at a moment, before anything is told that happens then.
  package func begin(at now: Instant) {
    judgeNewestSet()
    turn.begin(at: now)
  }

  /// Has a room write itself down, as soon as it can.
  package func renew(_ code: RoomCode, at now: Instant) {
    change(at: now) { $0.renew(code, &$1) }
  }

  /// Does something to the hall that is no input, and what the hall wants then.
  package func change<Result>(
    at now: Instant, _ body: (inout Hall, inout Turn) -> Result
  ) -> Result {
    begin(at: now)
    let result = body(&hall, &turn)
    carryOut()
    return result
  }

  /// Tells the hall something, and does what it wants without waiting for anything that was wanted
  /// before.
  package func announce(_ input: Input, at now: Instant) {
    tell(input, at: now)
    performAll()
  }

  private func tell(_ input: Input, at now: Instant) {
    judgeNewestSet()
    let start = turn.effects.count
    turn.begin(at: now)
    hall.handle(input, &turn)
    witness?.saw(input, turn.effects[start...], at: now)
  }
}

// From the door and from other lanes.
extension HallDriver {
  /// Somebody was let in; where something is full, only to come back to a seat.
  public func connected(
    _ id: ConnectionID, from origin: Origin, fullness: Fullness? = nil, at now: Instant
  ) {
    if let ticket = sockets.ticket(of: id) { waiting[ticket] = id }
    handle(.connected(id, from: origin, fullness: fullness), at: now)
  }

  /// Closes somebody who has not said HELLO, because others need the place.
  public func displace(_ ticket: UInt64) {
    if let id = waiting.removeValue(forKey: ticket) { sockets.abort(id) }
  }

  /// Takes what another lane has sent, in order, and does what follows from all of it at once.
  ///
  /// - Parameter arrived: since when it could have been taken.
  public func receive(
    _ parcels: [Parcel], from sender: Int, arrived: Instant, at now: Instant
  ) {
    tell(.waited(milliseconds: now - arrived), at: now)
    for parcel in parcels {
      switch parcel {
      case .handoff(let carried, let handoff):
        let id = sockets.adopt(carried)
        if !handoff.isGreeted, let ticket = sockets.ticket(of: id) { waiting[ticket] = id }
        tell(.arrived(id, handoff), at: now)
      case .bulletin(let bulletin): tell(.heard(bulletin, from: sender), at: now)
      }
    }
    carryOut()
  }
}

// From the sockets.
extension HallDriver {
  /// A line has come, without its ending, no later than the end of `arrived`.
  public func received(
    _ line: ArraySlice<UInt8>, from id: ConnectionID, arrived: ClosedRange<Instant>,
    at now: Instant
  ) {
    var isLeaving = false
    if let remote {
      if remote.pass(.line(line, arrived: arrived), of: id, at: now) { return }
      isLeaving = remote.isLeaving(id)
    }
    // Nearly every line is a SET, of which no message is made.
    if !isLeaving, let guess = ClientMessage.guess(in: line) {
      linesReceived += 1
      let set = WaitingSet(guess: guess, id: id, arrived: arrived, now: now)
      if hall.pressure.isLate { return wait(set) }
      judgeNewestSet()
      return judge(set)
    }
    do throws(RefusalLine) {
      // A person who presses Enter twice says nothing by it.
      guard let message = try ClientMessage.decode(line) else { return }
      linesReceived += 1
      if isLeaving { return keep(of: id) { $0.keep(message, arrived: arrived) } }
      // Before the answer is judged, and only for those who prove something: asking costs.
      if case .prove = message {
        handle(.bound(id, remote?.binding(of: id) ?? sockets.binding(of: id)), at: now)
      }
      handle(.said(id, message, arrived: arrived), at: now)
    } catch {
      linesReceived += 1
      if isLeaving { return keep(of: id) { $0.keep(error) } }
      handle(.garbled(id, error), at: now)
    }
  }

  /// A connection has done something. Lines, which come often, have `received`.
  public func heard(_ news: SocketNews, from id: ConnectionID, at now: Instant) {
    if remote?.pass(news, of: id, at: now) == true { return }
    switch news {
    case .line(let line, let arrived): received(line, from: id, arrived: arrived, at: now)
    case .unreadable(let error) where remote?.isLeaving(id) == true:
      keep(of: id) { $0.keep(RefusalLine(error)) }
    case .unreadable(let error): handle(.garbled(id, RefusalLine(error)), at: now)
    case .overflowed: handle(.overflowed(id), at: now)
    case .drained: handle(.drained(id), at: now)
    }
  }

  /// A connection is gone, and so is its name.
  public func closed(_ id: ConnectionID, at now: Instant) {
    remote?.forget(id)
    handle(.disconnected(id), at: now)
    stopWhenAlone()
  }

  /// The moment given to `wake` has come, and everything that arrived by `horizon` has been told.
  public func woke(dueBy horizon: Instant, at now: Instant) {
    judgeNewestSet()
    turn.begin(at: now)
    hall.advance(dueBy: horizon, &turn)
    witness?.saw(nil, turn.effects[...], at: now)
    carryOut()
    advanceKept(to: now)
  }

  /// Keeps what somebody says who is to go elsewhere as soon as they have been told all.
  private func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) {
    if let remote, remote.keep(of: id, line) > hall.limits.heldLinesMax { abort(id) }
  }

  /// All that was ready has been told.
  public func turnEnded() {
    judgeNewestSet()
    post()
  }

  /// A turn is over, its output included. Who left or fell behind was told only now, and may have
  /// left something to do.
  ///
  /// - Parameter other: when somebody else has something to do here.
  public func finished(alsoDue other: Instant? = nil) {
    if let departed = sockets.takeDeparted() { news.departed = departed }
    post()
    sockets.wake(at: Instant?.soonest(.soonest(hall.deadline, other), keptDue).map { $0 - ahead })
  }
}

// SETs on a late lane.
extension HallDriver {
  /// A SET that a newer one may have come with.
  private struct WaitingSet {
    let guess: Guess
    let id: ConnectionID
    let arrived: ClosedRange<Instant>
    let now: Instant
  }

  /// Has a SET wait until something else is told. If that is a newer one of the same read, which
  /// would be judged at the same moment and replace it, it is never judged.
  private func wait(_ set: WaitingSet) {
    if let older = newestSet, older.id == set.id, older.arrived == set.arrived {
      newestSet = nil
      handle(.overtaken(set.id), at: set.now)
    }
    judgeNewestSet()
    newestSet = set
  }

  func judgeNewestSet() {
    guard let set = newestSet else { return }
    newestSet = nil
    judge(set)
  }

  /// Tells the hall a SET, and does what it wants.
  private func judge(_ set: WaitingSet) {
    let start = turn.effects.count
    turn.begin(at: set.now)
    hall.set(set.guess, on: set.id, arrived: set.arrived, &turn)
    witness?
      .saw(
        .said(set.id, .play(.set(set.guess)), arrived: set.arrived), turn.effects[start...],
        at: set.now)
    carryOut()
  }
}

// Effects.
extension HallDriver {
  /// Does what the hall wants, as far as what it follows from is kept.
  func carryOut() {
    admit()
    if !turn.effects.isEmpty { performAll() }
    durability?.settle(at: turn.clock)
  }

  /// Does all that the hall wants by now.
  private func performAll() {
    var effects: [Effect] = []
    turn.exchangeEffects(for: &effects)
    perform(&effects)
    if effects.capacity <= Self.effectsKept { turn.exchangeEffects(for: &effects) }
  }

  /// Does some of what the hall wants, in order, until nothing is left of it. Messages to the same
  /// connections go out as one piece.
  package func perform(_ effects: inout [Effect]) {
    var audience: [ConnectionID] = []
    // What is taken out is nobody else's, and needs no copy.
    effects.reverse()
    while let effect = effects.popLast() {
      switch consume effect {
      case .send(let message, let connections):
        if connections != audience {
          send(to: audience)
          audience = connections
        }
        message.encode(into: &lines)
        if case .welcome = message { connections.forEach(greeted) }
      // Bulletins go elsewhere: what is between two of them may still be one piece.
      case .publish(let bulletin, let lane): post(.bulletin(bulletin), to: lane)
      // What happened is for the witness.
      case .note: break
      // Its end is in the journal by now: nothing is kept that might be played to another end.
      case .keep(let match): keeper?.keep(match)
      case .claim(let claim): keeper?.claim(claim)
      case .ask(let id, let question, let origin): keeper?.ask(question, for: id, from: origin)
      case .conflate(let id):
        send(to: audience)
        if id.isGuest { remote?.conflate(id) } else { sockets.conflate(id) }
      case .close(let id):
        send(to: audience)
        close(id)
      case .carry(let id, let goal, let handoff):
        send(to: audience)
        carry(id, to: goal, handoff)
      }
    }
    send(to: audience)
  }

  private func send(to audience: [ConnectionID]) {
    if lines.isEmpty { return }
    // Many are told at once, which takes a while: other lanes tell theirs meanwhile.
    if hasParcels, audience.count > 1 { deliverParcels() }
    if let remote {
      sockets.send(lines, to: remote.tell(lines, to: audience))
    } else {
      sockets.send(lines, to: audience)
    }
    lines.removeAll(keepingCapacity: lines.capacity <= Self.bytesKept)
  }

  private func post(_ parcel: Parcel, to lane: Int) {
    parcels[lane].append(parcel)
    hasParcels = true
  }

  private func close(_ id: ConnectionID) {
    if id.isGuest {
      remote?.close(id, isGoingAway: isStopping)
    } else {
      sockets.close(id, saying: isStopping ? .goingAway : .normal)
    }
  }

  /// Closes a connection at once.
  package func abort(_ id: ConnectionID) {
    if id.isGuest { remote?.close(id, isGoingAway: false) } else { sockets.abort(id) }
  }

  private func carry(_ id: ConnectionID, to goal: Goal, _ handoff: Handoff) {
    guard case .lane(let lane) = goal else {
      remote?.hand(id, to: goal, handoff, at: turn.clock)
      return
    }
    let ticket = sockets.ticket(of: id)
    let carried = sockets.carry(id)
    post(.handoff(carried, handoff), to: lane)
    guard let ticket, carried != nil else { return }
    waiting[ticket] = nil
    news.moved.append((ticket, lane))
  }

  /// Somebody has said HELLO, and it was taken.
  package func greeted(_ id: ConnectionID) {
    if id.isGuest { remote?.greeted(id) }
    guard let ticket = sockets.ticket(of: id) else { return }
    waiting[ticket] = nil
    news.greeted.append(ticket)
  }

  /// Hands over what is for others: the door's comes last, so that whom it then wants to go is
  /// known where it looks for them.
  @inline(__always) private func post() {
    remote?.post()
    if hasParcels { deliverParcels() }
    if news.isEmpty { return }
    for ticket in news.departed { waiting[ticket] = nil }
    bus.tell(news)
    news = LaneNews()
  }

  private func deliverParcels() {
    hasParcels = false
    for lane in parcels.indices where !parcels[lane].isEmpty {
      bus.deliver(parcels[lane], from: index, to: lane)
      parcels[lane] = []
    }
  }
}
