// A lane is one serial queue and everything that happens on it: a reactor, a hall and what drives
// it. As an actor on that queue it lets the compiler prove that nothing of it is touched from
// elsewhere.

import Dispatch
import Driving
import Game
import Identity
import Logging
import Net
import Rooms
import Wire

/// One queue with its sockets and rooms.
actor Lane {
  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let index: Int
  private var edge: LaneEdge?
  private var reactor: Reactor?
  private var handshaker: Handshaker?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(index: Int) {
    self.index = index
    executor = QueueExecutor(label: "chromatch.lane.\(index)")
  }

  /// What all lanes of a server have in common.
  struct Shared: Sendable {
    let configuration: Configuration
    let clock: Clock
    let handshaker: Handshaker
    /// 32 bytes from which each hall makes its own.
    let secret: [UInt8]
    let daily: [UInt8]
    let name: ServerName
    let bus: LocalBus
    let log: Logger
    /// What the server is in a cluster; nil for a server of its own.
    var start: NodeStart?
    /// Told of each lane whether a room could open there, whenever that changes in a cluster.
    var whenOpening: @Sendable (_ lane: Int, Bool) -> Void = { _, _ in }
  }

  /// Opens the lane.
  ///
  /// - Throws: when the system has no descriptors left.
  func start(_ shared: Shared) throws(NetError) {
    let reactor = try Reactor(
      executor: executor, clock: shared.clock, limits: shared.configuration.reactorLimits)
    reactor.tls = shared.configuration.tls.map { TLSService($0, by: shared.handshaker) }
    reactor.trustedProxies = shared.configuration.trustedProxies
    let hall = Hall(
      secret: shared.secret, daily: shared.daily, hashing: .openSSL,
      verifying: .openSSL, name: shared.name, limits: shared.configuration.limits.halls,
      app: shared.configuration.app, log: shared.configuration.archive?.recordedLog, lane: index,
      of: shared.bus.laneCount, membership: shared.start?.membership)
    let sockets = ReactorSockets(reactor)
    let driver = HallDriver(hall, index: index, over: sockets, bus: shared.bus)
    driver.keeper = shared.configuration.archive.map { LaneKeeper($0, of: self) }
    let edge = LaneEdge(
      driver, over: reactor, sockets, clock: shared.clock, configuration: shared.configuration,
      log: shared.log, lane: index, bus: shared.bus,
      whenStopped: { [weak self] in self?.assumeIsolated { $0.reactorStopped() } })
    reactor.start(delegate: edge)
    if let start = shared.start { join(start, edge, shared) }
    self.edge = edge
    self.reactor = reactor
    handshaker = shared.handshaker
  }

  private func join(_ start: NodeStart, _ edge: LaneEdge, _ shared: Shared) {
    let index = index
    edge.whenOpening = { opens in shared.whenOpening(index, opens) }
    let nothing = Restoration(
      daily: shared.daily, hashing: .openSSL, limits: shared.configuration.limits.halls,
      log: shared.configuration.archive?.recordedLog)
    edge.join(
      start, of: shared.bus.laneCount,
      through: ClusterEdge(start, of: self, clock: shared.clock), reading: nothing)
  }

  /// Writes down what happens from now on, beginning with what comes back from before.
  ///
  /// - Parameter whenOff: called when that can be done no more.
  func keep(_ kept: Kept, _ log: Logger, whenOff: @escaping @Sendable () -> Void) {
    let journal = LaneJournal(in: kept.home, lane: index, rules: kept.rules) { why in
      log.journalIsOff(why)
      whenOff()
    }
    edge?.keep(in: journal, restoring: kept.restoration)
  }

  /// Answers with other pages and another certificate from now on. Nobody is dropped for it.
  func reload(website: Website, tls: TLSServer?) {
    edge?.website = website
    guard let handshaker else { return }
    reactor?.tls = tls.map { TLSService($0, by: handshaker) }
  }

  func admit(_ socket: AcceptedSocket, _ fullness: Fullness?) {
    if let edge { edge.admit(socket, fullness) } else { socket.close() }
  }

  func displace(_ ticket: UInt64) { edge?.displace(ticket) }

  /// The door's answer about somebody for whom a proxy speaks.
  func introduced(_ id: SocketID, _ fullness: Fullness?) { edge?.introduced(id, fullness) }

  /// - Parameter posted: when the other lane did, in milliseconds of the clock.
  func receive(_ parcels: [Parcel<CarriedSocket>], from sender: Int, posted: Int64) {
    edge?.receive(parcels, from: sender, posted: posted)
  }

  /// A match of a room here is in the log, and has changed ratings.
  func kept(_ match: LoggedMatch, _ changes: [RatingChange], of code: RoomCode) {
    edge?.kept(match, changes, of: code)
  }

  /// Whether a match that is about to begin here is its player's one try of the day.
  func claimed(_ claim: Claim, isGranted: Bool) { edge?.claimed(claim, isGranted: isGranted) }

  /// What the archive answers the connection that asked.
  func answered(_ answer: Answer, to id: ConnectionID) { edge?.answered(answer, to: id) }

  /// A lane of the cluster says that it is there.
  func heard(_ beat: LaneBeat) { edge?.heard(beat) }

  /// A lane of another node says something of guests, in so many bytes.
  func heard(_ message: NodeMessage, of bytes: Int) { edge?.heard(message, of: bytes) }

  /// A lane of another node says which rooms are listed there.
  func heard(_ list: NodeList) { edge?.heard(list) }

  /// The cluster's store has answered, or will not.
  ///
  /// - Parameters:
  ///   - answers: nil if there is none.
  ///   - asked: when it was asked, in milliseconds of the clock.
  ///   - reads: whether it was asked for journals.
  func storeAnswered(
    _ answers: [(shard: Int, input: Tenure.Input)]?, asked: Int64, reads: Bool
  ) {
    edge?.storeAnswered(answers, asked: asked, reads: reads)
  }

  /// Lets go of all shards of a cluster.
  func leave() { edge?.leave() }

  /// Whether no shard of a cluster is this lane's any more.
  var hasLeft: Bool { edge?.hasLeft ?? true }

  /// What the lane has done and what it holds.
  func snapshot() -> Metrics { edge?.snapshot() ?? Metrics() }

  /// Has the lane's time be so many milliseconds ahead of the server's clock; see `LaneEdge`.
  func set(ahead: Int64) -> Bool { edge?.set(ahead: ahead) ?? true }

  /// What the lane's time is; nil before it has started.
  var now: Instant? { edge?.now }

  /// Has no room open and no match begin any more; the server stops then, at the latest.
  func drain(until end: Int64) { edge?.drain(until: end) }

  /// Whether a match runs here or is about to begin.
  var isPlaying: Bool { edge?.isPlaying ?? false }

  /// Parts from everyone politely and returns when all is closed, after `withinMilliseconds` at
  /// most.
  func stop(withinMilliseconds: Int) async {
    guard let edge else { return }
    edge.stop()
    let deadline = DispatchTime.now() + .milliseconds(withinMilliseconds)
    executor.queue.asyncAfter(deadline: deadline) { [weak self] in
      self?.assumeIsolated { $0.reactor?.stop() }
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func reactorStopped() {
    edge = nil
    reactor = nil
    handshaker = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
