// Where a lane's reactor and its driver meet. The driver is told what the reactor tells, with the
// moment; requests are answered. It holds no rule and carries nothing itself; `LaneWitness` counts
// and logs. Confined to the lane's queue, like the reactor that calls it.
// Invariant: a moment that the driver is told is in the lane's time.

import Cluster
import Framing
import Game
import Logging
import Net
import Rooms
import Wire

/// Gives a hall's driver a clock and sockets.
final class LaneEdge: ReactorDelegate {
  let driver: HallDriver
  let reactor: Reactor
  private weak var lane: Lane?
  private let load: LaneLoad
  private var busy = BusyShare()
  private let index: Int
  private let shared: Lane.Shared
  /// The way to a cluster; nil for a server of its own.
  let cluster: ClusterEdge?
  let witness: LaneWitness
  private let reception: Reception

  init(of lane: Lane, _ shared: Lane.Shared) throws(NetError) {
    let (index, configuration) = (lane.index, shared.configuration)
    (self.lane, self.shared, self.index, load) = (lane, shared, index, lane.load)
    reactor = try Reactor(
      executor: lane.executor, clock: shared.clock, limits: configuration.reactorLimits)
    reactor.trustedProxies = configuration.trustedProxies
    let driver = HallDriver(
      shared.hall(lane: index), index: index, over: ReactorSockets(reactor), bus: shared.bus)
    self.driver = driver
    driver.keeper = configuration.archive.map { LaneKeeper($0, of: lane) }
    cluster = shared.start.map { ClusterEdge($0, of: lane, index, shared, driver) }
    witness = LaneWitness(driver, over: reactor, cluster, shared)
    reception = Reception(
      configuration.website, over: reactor, witness, lane: index, shared.bus
    ) { [reactor, pages = shared.pages, weak lane] page, id, now, then in
      guard let lane else { return }
      pages.ask(page, at: now, Origin(reactor.addressGroup(of: id))) { found in
        lane.post { then($0.reception, SharedAnswer(found, of: page, in: $0.driver.hall), $0.now) }
      }
    }
    reload(website: configuration.website, tls: configuration.tls)
    reactor.start(delegate: self)
    cluster?.begin(at: now)
  }

  /// Answers with other pages and another certificate from now on. Nobody is dropped for it.
  func reload(website: Website, tls: TLSServer?) {
    reception.website = website
    reactor.tls = tls.map { TLSService($0, by: shared.handshaker) }
  }

  var now: Instant { moment(shared.clock.milliseconds()) }

  /// A moment of the server's clock, in the lane's time.
  func moment(_ milliseconds: Int64) -> Instant { Instant(milliseconds) + driver.ahead }

  /// Has the lane's time be so far ahead of the server's clock from now on, because somebody has
  /// set the machine's clock. Rooms go on as after a crash. A room cannot go back in time, so
  /// backwards this is done only where there is none.
  ///
  /// - Returns: whether it was done.
  func set(ahead: Int64) -> Bool {
    let step = Int(ahead) - driver.ahead
    if step == 0 { return true }
    if step < 0, driver.hall.roomCount > 0 { return false }
    // Sums that were to be logged at a moment of the old time.
    witness.logRefusals()
    driver.step(by: step, at: now)
    return true
  }

  /// Writes down what happens from now on, beginning with what comes back from before.
  ///
  /// - Parameter whenOff: called when that can be done no more.
  func keep(_ kept: Kept, whenOff: @escaping @Sendable () -> Void) {
    let journal = LaneJournal(in: kept.home, lane: index, rules: kept.rules) {
      [log = shared.log] why in
      log.journalIsOff(why)
      whenOff()
    }
    witness.journal = journal
    driver.keep(in: journal)
    driver.restore(kept.restoration, at: now)
  }

  /// Writes down what happens once more, beginning with the rooms that there are, if it can.
  func comeBack() -> Bool {
    guard witness.journal?.comeBack() == true else { return false }
    shared.log.journalIsBack()
    writeDown()
    return true
  }

  /// Has rooms write themselves down that are to, one in each turn: it takes some 50 µs.
  private func writeDown() {
    guard let code = witness.journal?.takeOld() else { return }
    driver.renew(code, at: now)
    lane?.post { $0.writeDown() }
  }
}

// From the door.
extension LaneEdge {
  /// Lets somebody in who came to the door; where something is full, only to come back to a seat.
  func admit(_ socket: AcceptedSocket, _ fullness: Fullness?) {
    guard let id = reactor.adopt(socket) else { return }
    witness.arrived("connected", id)
    driver.connected(ConnectionID(id), from: origin(of: id), fullness: fullness, at: now)
  }

  /// Somebody for whom a proxy speaks stays, unless they have gone meanwhile; where something is
  /// full, only to come back to a seat.
  func introduced(_ client: ProxiedClient, _ fullness: Fullness?) {
    let id = client.id
    if reactor.ticket(of: id) != client.ticket { return }
    witness.arrived("introduced", id)
    let arrival = Input.introduced(ConnectionID(id), from: origin(of: id), fullness: fullness)
    driver.handle(arrival, at: now)
    guard let head = client.request else { return reactor.hearOn(id) }
    reception.answer(.success(head), from: id, at: now)
  }

  private func origin(of id: SocketID) -> Origin { Origin(reactor.addressGroup(of: id)) }
}

// From the reactor.
extension LaneEdge {
  func opened(_ id: SocketID, over transport: Transport) { witness.opened(id, over: transport) }

  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    reception.take(request, from: id, at: now)
  }

  func introduced(_ id: SocketID) { reception.askDoor(about: id) }

  func misintroduced(_ id: SocketID, _ fault: ProxyHeaderFault) {
    witness.disbelieved(id, fault.rawValue, at: now)
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    let arrived = reactor.lineArrival
    driver.received(
      line, from: ConnectionID(id),
      arrived: moment(arrived.lowerBound)...moment(arrived.upperBound), at: now)
  }

  func refused(_ error: FramingError, from id: SocketID) {
    driver.heard(.unreadable(error), from: ConnectionID(id), at: now)
  }

  func overflowed(_ id: SocketID) { driver.heard(.overflowed, from: ConnectionID(id), at: now) }

  func drained(_ id: SocketID) { driver.heard(.drained, from: ConnectionID(id), at: now) }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    witness.closed(id, reason)
    driver.closed(ConnectionID(id), at: now)
  }

  func woke() {
    let now = now
    driver.woke(dueBy: moment(reactor.horizon), at: now)
    if let due = witness.dueAt, due <= now { witness.logRefusals() }
  }

  func turnEnded() { driver.turnEnded() }

  func finished(_ turn: TurnTimes) {
    driver.finished(alsoDue: witness.dueAt)
    let now = shared.clock.milliseconds()
    busy.add(turn.turn, until: now)
    load.tell(driver.hall.pressure.isLate ? 1 : busy.share, at: now)
    witness.metrics.observe(turn)
  }

  func stopped() {
    witness.logRefusals()
    lane?.assumeIsolated { $0.reactorStopped() }
  }
}
