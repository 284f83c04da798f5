// A server in memory: its lanes, each with the driver that a server has, over connections made of
// arrays, under a clock that somebody else moves. Turn by turn and in the same order it does what a
// reactor does with sockets. Invariant: the same calls give the same bytes.

package import Cluster
import Framing
package import Game
package import Rooms
import TestSupport
package import Wire

/// Lanes without sockets.
package final class MemoryServer {
  /// When every server in memory begins.
  package static let start = Instant(milliseconds: 1_700_000_000_000)

  package struct Setup: Sendable {
    /// Its number, as its owner counts.
    package var number = 0
    /// What everything random comes from, but for daily targets.
    package var secret: [UInt8]
    /// What daily targets come from.
    package var daily: [UInt8]
    package var limits: Limits
    /// How much may wait for one client; beyond that the hall decides what becomes of it.
    package var outboxBytesMax: Int
    /// How much may be on its way to a client or unread.
    package var windowBytes: Int
    package var closeMilliseconds = 1_000
    package var laneCount: Int
    /// The log that keeps finished matches; nil where none does.
    package var log: String?
    /// What it is in a cluster; nil for a server of its own.
    package var member: MemoryMember?
    package var begins = 0
    /// The way from any lane to any other, but for its jitter's seed.
    package var road: Path

    package init(
      secret: [UInt8] = [UInt8](repeating: 7, count: 32), limits: Limits = Limits(),
      outboxBytesMax: Int = 64 * 1_024, windowBytes: Int = 64 * 1_024, laneCount: Int = 1,
      road: Path = Path(delay: 0, jitter: 0, seed: 0)
    ) {
      self.secret = secret
      daily = secret
      self.limits = limits
      self.outboxBytesMax = outboxBytesMax
      self.windowBytes = windowBytes
      self.laneCount = laneCount
      self.road = road
    }

    package func hall(lane: Int) -> Hall {
      Hall(
        secret: secret, daily: daily, hashing: .genuine, verifying: .genuine,
        name: ServerName(log: "memory/chromatch", key: secret), limits: limits,
        app: "chromatchd/memory", log: log, lane: lane, of: laneCount,
        placement: member?.membership ?? Alone())
    }
  }

  package let setup: Setup
  package let lanes: [MemoryLane]
  /// What is between the lanes, and what the door knows.
  package let roads: MemoryRoads
  /// What it keeps for good; nil where it keeps nothing.
  package let log: MemoryLog?
  private let clock = MemoryClock()
  private var linksMade: UInt64 = 0

  /// - Parameter log: what one before it has kept; nil for nothing.
  package init(_ setup: Setup, log: MemoryLog? = nil) {
    self.setup = setup
    let clock = clock
    clock.now = setup.begins
    let roads = MemoryRoads(lanes: setup.laneCount, setup.road, clock)
    self.roads = roads
    let log = setup.log.map { log ?? MemoryLog($0) }
    self.log = log
    lanes = (0..<setup.laneCount).map { MemoryLane(index: $0, setup, roads, log, clock) }
  }

  package var now: Int {
    get { clock.now }
    set {
      precondition(newValue >= clock.now, "time does not run back")
      clock.now = newValue
    }
  }

  /// When something happens next by itself; `Int.max` when nothing will.
  package var deadline: Int {
    var next = roads.deadline
    for lane in lanes { next = min(next, lane.deadline) }
    return next
  }

  package func connect(
    person: Int, from origin: Origin = Origin(household: 1),
    path: Path = Path(delay: 0, jitter: 0, seed: 0), inWebSocket: Bool = false
  ) -> MemoryLink {
    let lane = Int(linksMade % UInt64(lanes.count))
    linksMade += 1
    let link = MemoryLink(setup, ticket: linksMade, person: person, path: path)
    roads.admit(linksMade, to: lane)
    lanes[lane].admit(link, from: origin)
    link.begin(inWebSocket: inWebSocket, at: now)
    return link
  }

  /// Takes what a client sent, when it has arrived. While a connection is on its way between two
  /// lanes, nobody reads it.
  package func take(_ piece: MemoryLink.Rising, from link: MemoryLink) {
    precondition(link.phase != .carried, "nobody reads it")
    // It may be of a server before this one, with more lanes.
    if link.phase == .gone { return }
    lanes[link.lane].take(piece, from: link)
  }

  /// Takes in the next turn of what the lanes have sent each other.
  package func takePost() -> Bool {
    guard let post = roads.next() else { return false }
    lanes[post.to].receive(post.parcels, from: post.from, arrived: post.at)
    return true
  }

  /// Lets everything happen at this moment that a client has sent, on whatever lane.
  package func settle(_ link: MemoryLink) {
    while let piece = link.land(at: now) {
      take(piece, from: link)
      while takePost() {}
    }
  }

  /// Lets everything happen that is due by now. What has arrived by now has been taken.
  package func advance() {
    for lane in lanes {
      // Who has gone is told at the end of a turn, and may leave something to do in another.
      for _ in 0..<Self.turnsAtOnceMax where lane.deadline <= now { lane.advance() }
    }
  }

  /// More turns at one moment than this are a circle.
  private static let turnsAtOnceMax = 100

  /// The server is killed: every connection ends, with whatever was not written and what was on its
  /// way between lanes.
  package func die() {
    for lane in lanes { lane.sockets.links.forEach { $0.die(at: now) } }
    for piece in roads.pieces {
      if case .handoff(let link?, _) = piece.parcel { (link as? MemoryLink)?.die(at: now) }
    }
  }

  /// Another server in its place, at the same moment, which goes on from what servers have left
  /// behind. It has other secrets, but for those that outlive a server.
  package func successor(from journals: [[UInt8]]) throws(JournalFailure) -> MemoryServer {
    var setup = setup
    setup.secret = Hashing.genuine.sha256(setup.secret)
    var restoration = Restoration(
      daily: setup.daily, hashing: .genuine, limits: setup.limits, log: setup.log)
    for journal in journals {
      for frame in try JournalSegment.read(journal, sum: crc32)?.frames ?? [] {
        restoration.take(frame) { _ in }
      }
    }
    let server = MemoryServer(setup, log: log)
    server.now = now
    for lane in server.lanes { lane.restore(restoration) }
    return server
  }

  package func makeRoom(_ link: MemoryLink) {
    if link.phase != .gone { lanes[link.lane].makeRoom(link) }
  }
}

extension Origin {
  /// Where a person of a simulated world lives: some under one roof, some in one network.
  package static func of(person: Int) -> Origin {
    Origin(household: UInt64(person / 3), site: person % 2 == 0 ? nil : 1)
  }
}

package final class MemoryLane {
  package let sockets: MemorySockets
  package let driver: HallDriver
  /// What it is in a cluster; nil for a server of its own.
  package private(set) var cluster: ClusterLane?
  /// What it would have left behind on a disk.
  package let journal = MemoryJournal()
  /// What goes to a cluster from here.
  package let port = MemoryPort()
  private let keeper: MemoryKeeper?
  private let clock: MemoryClock

  init(
    index: Int, _ setup: MemoryServer.Setup, _ roads: MemoryRoads, _ log: MemoryLog?,
    _ clock: MemoryClock
  ) {
    self.clock = clock
    keeper = log.map { MemoryKeeper($0, setup.limits, bytesMax: setup.outboxBytesMax / 4) }
    sockets = MemorySockets(lane: index, setup, clock)
    driver = HallDriver(
      setup.hall(lane: index), index: index, over: sockets, bus: roads)
    driver.keeper = keeper
    guard let member = setup.member else {
      driver.keep(in: journal)
      return
    }
    let nothing = Restoration(
      daily: setup.daily, hashing: .genuine, limits: setup.limits, log: setup.log)
    let cluster = ClusterLane(
      driver, member.tenures(lane: index, of: setup.laneCount, at: moment), member.membership,
      through: port, reading: nothing, entriesMax: MemoryMember.entriesMax)
    if member.lends { cluster.lend(through: port, at: moment) }
    self.cluster = cluster
    driver.finished()
  }

  var deadline: Int {
    var next = sockets.wakeAt
    for link in sockets.links where link.closesAt < next { next = link.closesAt }
    return next
  }

  private var moment: Instant { MemoryServer.start + clock.now }

  func admit(_ link: MemoryLink, from origin: Origin) {
    sockets.insert(link)
    driver.connected(link.id, from: origin, at: moment)
    finishTurn()
  }

  func take(_ piece: MemoryLink.Rising, from link: MemoryLink) {
    switch piece.cargo {
    case .bytes(let bytes):
      guard link.phase == .open else { return }
      link.readAt = piece.at
      link.conversation.receive(bytes[...])
      readOn(link)
    case .end: ended(link)
    case .loss: sockets.doom(link)
    }
    finishTurn()
  }

  func receive(_ parcels: [Parcel], from sender: Int, arrived: Int) {
    driver.receive(
      parcels, from: sender, arrived: MemoryServer.start + arrived, at: moment)
    finishTurn()
  }

  func advance() {
    for link in sockets.links where link.closesAt <= clock.now { sockets.doom(link) }
    if sockets.wakeAt <= clock.now {
      sockets.wakeAt = .max
      driver.woke(dueBy: moment, at: moment)
    }
    finishTurn()
  }

  func makeRoom(_ link: MemoryLink) {
    if link.phase == .carried || link.phase == .gone || !link.isBlocked { return }
    sockets.touch(link)
    finishTurn()
  }

  /// Takes back rooms of a server that is gone.
  package func restore(_ restoration: Restoration) { turn { $0.restore(restoration, at: $1) } }

  /// A lane of the cluster says that it is there.
  package func hear(_ beat: LaneBeat) { turn { _, now in cluster?.heard(beat, at: now) } }

  /// A lane of another node says something of guests, or which rooms are listed there.
  package func hear(_ message: NodeMessage) { turn { _, now in cluster?.heard(message, at: now) } }
  package func hear(_ list: NodeList) { turn { _, now in cluster?.heard(list, at: now) } }

  /// The cluster's store has answered.
  package func answer(_ answers: [(shard: Int, input: Tenure.Input)]) {
    turn { _, now in cluster?.answered(answers, at: now) }
  }

  /// The lane lets go of all its shards.
  package func leave() { turn { _, now in cluster?.leave(at: now) } }

  /// The lane is about to stop, then at the latest.
  package func drain(until end: Instant) { turn { $0.drain(until: end, at: $1) } }
  package func stop() { turn { $0.stop(at: $1) } }

  private func turn(_ body: (HallDriver, Instant) -> Void) {
    body(driver, moment)
    finishTurn()
  }

  /// Tells what has been said, as long as that is anybody's business here.
  private func readOn(_ link: MemoryLink) {
    while link.phase == .open, let event = link.conversation.next() {
      switch event {
      case .line(let line):
        let arrived = MemoryServer.start + link.readAt
        driver.received(line, from: link.id, arrived: arrived...arrived, at: moment)
      case .refused(let error): driver.heard(.unreadable(error), from: link.id, at: moment)
      case .request(let request): answer(request, link)
      case .ended: sockets.beginClosing(link)
      case .tls: sockets.doom(link)
      case .opened, .message, .declined, .introduced, .misintroduced: break
      }
    }
    let replies = link.conversation.takeReplies()
    if replies.isEmpty || link.phase != .open || link.output != .flowing { return }
    link.conversation.outbox.append(replies)
    sockets.queued(to: link)
  }

  /// Agrees to a WebSocket; there is nothing else to have.
  private func answer(_ request: Result<RequestHead, HTTPRefusal>, _ link: MemoryLink) {
    guard let upgrade = try? WebSocketUpgrade(request.get(), subprotocol: "chromatch.1") else {
      return sockets.doom(link)
    }
    link.conversation.upgrade(upgrade, for: .lines, sha1: memoryDigest)
    sockets.resumed.append(link)
    sockets.touch(link)
  }

  private func ended(_ link: MemoryLink) {
    link.peerEnded = true
    switch link.phase {
    case .open: sockets.beginClosing(link)
    case .flushing: sockets.touch(link)
    case .parting: sockets.doom(link)
    case .carried, .gone: break
    }
  }

  /// Writes what has been sent and tells what came of it, until nothing is left to write or tell.
  private func finishTurn() {
    for news in keeper?.takeNews() ?? [] {
      switch news {
      case .kept(let code, let match, let changes):
        driver.handle(.kept(code, match, changes), at: moment)
      case .claimed(let claim, let isGranted):
        driver.handle(.claimed(claim, isGranted: isGranted), at: moment)
      case .answered(let id, let answer): driver.handle(.answered(id, answer), at: moment)
      }
    }
    driver.turnEnded()
    while !(sockets.touched.isEmpty && sockets.overflowed.isEmpty && sockets.resumed.isEmpty
      && sockets.doomed.isEmpty)
    {
      if !sockets.resumed.isEmpty {
        let waiting = sockets.resumed
        sockets.resumed = []
        for link in waiting { readOn(link) }
        driver.turnEnded()
      }
      let touched = sockets.touched
      sockets.touched = []
      for link in touched { flush(link) }
      tellOverflows()
      releaseDoomed()
    }
    driver.finished()
  }

  private func flush(_ link: MemoryLink) {
    link.isTouched = false
    guard link.phase == .open || link.phase == .flushing else { return }
    link.write(at: clock.now)
    if link.isBlocked, !link.hasNoRoom {
      link.isBlocked = false
      link.write(at: clock.now)
      if link.output == .conflated, link.phase == .open, !link.isBlocked {
        link.output = .flowing
        driver.heard(.drained, from: link.id, at: moment)
      }
    }
    if link.phase == .flushing, link.conversation.outbox.isEmpty {
      link.phase = .parting
      link.endStream(at: clock.now)
      if link.peerEnded { sockets.doom(link) }
    }
  }

  private func tellOverflows() {
    let slow = sockets.overflowed
    sockets.overflowed = []
    for link in slow where link.output == .overflowed {
      link.output = .flowing
      if link.phase == .open { driver.heard(.overflowed, from: link.id, at: moment) }
    }
  }

  private func releaseDoomed() {
    let gone = sockets.doomed
    sockets.doomed = []
    for link in gone {
      sockets.release(link)
      driver.closed(link.id, at: moment)
    }
  }
}
