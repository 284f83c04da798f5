// Where a lane's reactor and its driver meet. The driver is told what the reactor tells, with the
// moment; requests are answered, what happens is counted and logged. It holds no rule and carries
// nothing itself. Confined to the lane's queue, like the reactor that calls it.

import Driving
import Framing
import Game
import Logging
import Net
import Rooms
import Wire

/// Gives a hall's driver a clock, a log, counters and a website.
final class LaneEdge: ReactorDelegate, Witness {
  let driver: HallDriver<ReactorSockets>
  private let reactor: Reactor
  private let sockets: ReactorSockets
  private let clock: Clock
  let log: Logger
  private let whenStopped: () -> Void
  /// Why a newcomer can only come back to a seat.
  private var fullness: Fullness?
  private var metrics = Metrics()
  private var refusals: RefusalSums
  private let logsAddresses: Bool
  let lane: Int
  private let bus: LocalBus
  /// What those have asked for, or nil, about whom the door is asked because a proxy speaks for
  /// them. Each waits for one answer.
  private var introducing: [SocketID: RequestHead?] = [:]
  /// What requests are answered with.
  var website: Website
  private var journal: LaneJournal?
  /// The way to a cluster; nil for a server of its own.
  var cluster: ClusterEdge?
  /// Whether a room could open here, as a cluster's shards allow.
  var opensRooms = false
  /// Told when that changes.
  var whenOpening: (Bool) -> Void = { _ in }

  init(
    _ driver: HallDriver<ReactorSockets>, over reactor: Reactor, _ sockets: ReactorSockets,
    clock: Clock,
    configuration: Configuration, log: Logger, lane: Int, bus: LocalBus,
    whenStopped: @escaping () -> Void
  ) {
    self.driver = driver
    self.reactor = reactor
    self.sockets = sockets
    self.clock = clock
    website = configuration.website
    logsAddresses = configuration.logsAddresses
    refusals = RefusalSums(addressesMax: configuration.limits.loggedAddressesMax)
    self.log = log
    self.lane = lane
    self.bus = bus
    self.whenStopped = whenStopped
    driver.witness = self
  }

  var now: Instant { moment(clock.milliseconds()) }

  /// A moment of the server's clock, in the lane's time.
  private func moment(_ milliseconds: Int64) -> Instant { Instant(milliseconds + sockets.ahead) }

  /// Has the lane's time be so far ahead of the server's clock from now on, because somebody has
  /// set the machine's clock. Rooms go on as after a crash: matches stand still, and everybody
  /// comes back. There is no way back for a room, so backwards this is done only where there is
  /// none.
  ///
  /// - Returns: whether it was done.
  func set(ahead: Int64) -> Bool {
    if ahead == sockets.ahead { return true }
    if ahead < sockets.ahead, driver.hall.roomCount > 0 { return false }
    // Sums that were to be logged at a moment of the old time.
    logRefusals()
    let stopped = now
    sockets.ahead = ahead
    driver.step(from: stopped, to: now)
    return true
  }

  /// Has no room open and no match begin any more; the server stops then, at the latest.
  func drain(until end: Int64) { driver.drain(until: moment(end), at: now) }

  /// Whether a match runs here or is about to begin.
  var isPlaying: Bool { driver.hall.isPlaying }

  /// Tells everyone that the server stops; the reactor stops when the last connection is closed.
  func stop() { driver.stop(at: now) }

  /// Writes down what happens from now on, beginning with what it takes back from before.
  func keep(in journal: LaneJournal, restoring restoration: Restoration) {
    self.journal = journal
    driver.journal = journal
    driver.restore(restoration, at: now)
  }
}

// For metrics and the log.
extension LaneEdge {
  func saw(_ input: Input?, _ effects: ArraySlice<Effect>, at now: Instant) {
    noteShards(input)
    for effect in effects {
      switch effect {
      case .send(.no(let refusal), let connections):
        metrics.deliveries += connections.count
        metrics.refusals[refusal.code] += connections.count
      case .send(_, let connections): metrics.deliveries += connections.count
      case .conflate: metrics.conflations += 1
      case .carry: metrics.carried += 1
      case .note(.measured(let milliseconds)):
        metrics.roundTrips.observe(nanoseconds: milliseconds * 1_000_000)
      case .note(.guessing(let id)): log.guessing(id, from: address(of: SocketID(id)))
      case .note(.refused(let id, let code)):
        refusals.add(.client(code), from: address(of: SocketID(id)), at: Int64(now.milliseconds))
      case .note(let note): log.note(note)
      case .close, .lend, .giveBack, .publish, .keep, .claim, .ask: break
      }
    }
  }

  /// Where a connection comes from, for the log; nil unless it is to have addresses.
  private func address(of id: SocketID) -> String? {
    logsAddresses ? reactor.addressGroup(of: id).map { "\($0)" } : nil
  }

  private func logRefusals() {
    for sum in refusals.take() { log.refused(sum) }
  }

  /// What the lane has done and what it holds.
  func snapshot() -> Metrics {
    var snapshot = metrics
    snapshot.connections = Tally(reactor.connectionsByTransport())
    snapshot.laneConnections = snapshot.connections.sum
    snapshot.certificateEnd = reactor.tls.map { Int($0.server.validUntil) }
    snapshot.rooms = Tally(driver.hall.roomsByState())
    snapshot.people = Tally(driver.hall.peopleByPlace())
    snapshot.moveMilliseconds = Tally(driver.hall.moveMilliseconds)
    snapshot.linesReceived = driver.linesReceived
    snapshot.journalBytes = journal?.bytesWritten ?? 0
    snapshot.journalsOff = journal?.isOff == true ? 1 : 0
    snapshot.take(reactor.counts)
    snapshot.take(driver.hall.pressure)
    if let figures = driver.clusterFigures(at: now) { snapshot.take(figures) }
    if let cluster { snapshot.take(cluster) }
    return snapshot
  }
}

// From the archive.
extension LaneEdge {
  func kept(_ match: LoggedMatch, _ changes: [RatingChange], of code: RoomCode) {
    driver.kept(match, changes, of: code, at: now)
  }

  func claimed(_ claim: Claim, isGranted: Bool) {
    driver.claimed(claim, isGranted: isGranted, at: now)
  }

  func answered(_ answer: Answer, to id: ConnectionID) {
    driver.answered(answer, to: id, at: now)
  }
}

// From the door and from other lanes.
extension LaneEdge {
  /// Lets somebody in who came to the door; where something is full, only to come back to a seat.
  func admit(_ socket: AcceptedSocket, _ fullness: Fullness?) {
    self.fullness = fullness
    reactor.adopt(socket)
    self.fullness = nil
  }

  func displace(_ ticket: UInt64) { driver.displace(ticket) }

  func receive(_ parcels: [Parcel<CarriedSocket>], from sender: Int, posted: Int64) {
    driver.receive(parcels, from: sender, arrived: moment(posted), at: now)
  }
}

// From the reactor.
extension LaneEdge {
  func accepted(_ id: SocketID, from peer: Endpoint) {
    logArrival("connected", id)
    let origin = Origin(reactor.addressGroup(of: id))
    driver.connected(ConnectionID(id), from: origin, fullness: fullness, at: now)
  }

  private func logArrival(_ message: Logger.Message, _ id: SocketID) {
    var metadata: Logger.Metadata = ["connection": "\(id)"]
    if let address = address(of: id) { metadata["address"] = "\(address)" }
    log.debug(message, metadata: metadata)
  }

  func opened(_ id: SocketID, over transport: Transport) {
    metrics.accepted[transport] += 1
    log.debug("opened", metadata: ["connection": "\(id)", "transport": "\(transport)"])
  }

  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    guard case .success(let head) = request, let proxy = reactor.proxy(of: id) else {
      return answer(request, from: id)
    }
    do throws(HTTPRefusal) {
      let client = try reactor.trustedProxies.client(in: head.fields)
      reactor.count(id, for: client.map { AddressGroup($0) } ?? proxy)
      introduce(id, asking: head)
    } catch {
      disbelieve(id, error.reason)
      answer(.failure(error), from: id)
    }
  }

  private func answer(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    let unixSeconds = now.milliseconds / 1_000
    switch website.answer(to: request, unixSeconds: unixSeconds) {
    case .respond(let response, let keepsConnection):
      metrics.count(response.status)
      reactor.respond(response.bytes, to: id, keepsConnection: keepsConnection)
    case .upgrade(let upgrade): reactor.upgrade(upgrade, of: id, for: .lines)
    }
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    let arrived = reactor.lineArrival
    driver.received(
      line, from: ConnectionID(id),
      arrived: moment(arrived.lowerBound)...moment(arrived.upperBound), at: now)
  }

  func refused(_ error: FramingError, from id: SocketID) {
    driver.refused(error, from: ConnectionID(id), at: now)
  }

  func overflowed(_ id: SocketID) { driver.overflowed(ConnectionID(id), at: now) }

  func drained(_ id: SocketID) { driver.drained(ConnectionID(id), at: now) }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    introducing[id] = nil
    log.debug("disconnected", metadata: ["connection": "\(id)", "reason": "\(reason)"])
    metrics.closed[Ending(reason)] += 1
    driver.closed(ConnectionID(id), at: now)
  }

  func woke() {
    let now = now
    driver.woke(dueBy: moment(reactor.horizon), at: now)
    if let dueAt = refusals.dueAt, dueAt <= now.milliseconds { logRefusals() }
  }

  func turnEnded() { driver.turnEnded() }

  func finished(_ turn: TurnTimes) {
    driver.finished(alsoDue: refusals.dueAt.map { Instant($0) })
    metrics.observe(turn)
  }

  func stopped() {
    logRefusals()
    whenStopped()
  }

  // A server makes no connections of its own.
  func failed(_ id: SocketID, _ error: NetError) {}
}

// For those who come through proxies.
extension LaneEdge {
  func introduced(_ id: SocketID) { introduce(id, asking: nil) }

  func misintroduced(_ id: SocketID, _ fault: ProxyHeaderFault) {
    disbelieve(id, fault.rawValue)
  }

  private func disbelieve(_ id: SocketID, _ why: String) {
    refusals.add(.proxy(why), from: address(of: id), at: Int64(now.milliseconds))
  }

  /// Asks the door whether somebody may stay for whom a proxy speaks.
  private func introduce(_ id: SocketID, asking head: RequestHead?) {
    guard let ticket = reactor.ticket(of: id), let group = reactor.addressGroup(of: id) else {
      return
    }
    introducing[id] = .some(head)
    bus.introduce(ProxiedClient(ticket: ticket, id: id, lane: lane, addressGroup: group))
  }

  /// The door's answer: they stay; where something is full, only to come back to a seat.
  func introduced(_ id: SocketID, _ fullness: Fullness?) {
    guard let asked = introducing.removeValue(forKey: id) else { return }
    logArrival("introduced", id)
    let origin = Origin(reactor.addressGroup(of: id))
    driver.introduced(ConnectionID(id), from: origin, fullness: fullness, at: now)
    if let head = asked { answer(.success(head), from: id) } else { reactor.hearOn(id) }
  }
}

extension Origin {
  /// Those who are gone already count for nobody.
  fileprivate init(_ addressGroup: AddressGroup?) {
    self.init(household: addressGroup?.number ?? .max, site: addressGroup?.siteNumber)
  }
}
