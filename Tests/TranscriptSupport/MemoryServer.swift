// A server in memory: its lanes, each with the driver that a server has, over connections made of
// arrays, under a clock that somebody else moves. Turn by turn and in the same order it does what a
// reactor does with sockets. Invariant: the same calls give the same bytes.

public import Driving
import Framing
public import Game
import Identity
public import Rooms
import TestSupport
public import Wire

/// Lanes without sockets.
public final class MemoryServer {
  /// When every server in memory begins.
  public static let start = Instant(milliseconds: 1_700_000_000_000)

  /// How a server in memory is set up.
  public struct Setup: Sendable {
    /// Its number, as its owner counts.
    public var number = 0
    /// What everything random comes from, but for daily targets.
    public var secret: [UInt8]
    /// What daily targets come from.
    public var daily: [UInt8]
    /// What the halls allow.
    public var limits: Limits
    /// How much may wait for one client; beyond that the hall decides what becomes of it.
    public var outboxBytesMax: Int
    /// How much may be on its way to a client or unread.
    public var windowBytes: Int
    /// How long a connection that is being closed may take.
    public var closeMilliseconds = 1_000
    /// How many lanes it has; connections come to them in turn.
    public var laneCount: Int
    /// The log that keeps finished matches; nil where none does.
    public var log: String?
    /// What it is in a cluster; nil for a server of its own.
    public var member: MemoryMember?
    /// What its clock shows when it begins.
    public var begins = 0
    /// The way from any lane to any other, but for its jitter's seed.
    public var road: Path

    /// A server that is as usual, but for what is given.
    public init(
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

    /// An empty hall.
    public func hall(lane: Int) -> Hall {
      Hall(
        secret: secret, daily: daily, hashing: .genuine, verifying: .genuine,
        name: ServerName(log: "memory/chromatch", key: secret), limits: limits,
        app: "chromatchd/memory", log: log, lane: lane, of: laneCount,
        membership: member?.membership)
    }

    func link(ticket: UInt64, person: Int, path: Path) -> MemoryLink {
      MemoryLink(
        id: ConnectionID(number: 0), lane: 0, server: number, person: person, ticket: ticket,
        path: path,
        limits: Conversation.Limits(
          lineBytesMax: Wire.clientLineBytesMax, headBytesMax: 8_192, messageBytesMax: 4_096,
          outboxBytesMax: outboxBytesMax),
        windowBytes: windowBytes)
    }
  }

  /// How it is set up.
  public let setup: Setup
  /// Its lanes.
  public let lanes: [MemoryLane]
  /// What is between the lanes, and what the door knows.
  public let roads: MemoryRoads
  /// What it keeps for good; nil where it keeps nothing.
  public let log: MemoryLog?
  private let clock = MemoryClock()
  private var linksMade: UInt64 = 0

  /// A server without connections.
  ///
  /// - Parameter log: what one before it has kept; nil for nothing.
  public init(_ setup: Setup, log: MemoryLog? = nil) {
    self.setup = setup
    let clock = clock
    clock.now = setup.begins
    let roads = MemoryRoads(lanes: setup.laneCount, setup.road, clock)
    self.roads = roads
    let log = setup.log.map { log ?? MemoryLog($0) }
    self.log = log
    lanes = (0..<setup.laneCount).map { MemoryLane(index: $0, setup, roads, log, clock) }
  }

  /// The present moment, in milliseconds since the server began.
  public var now: Int {
    get { clock.now }
    set {
      precondition(newValue >= clock.now, "time does not run back")
      clock.now = newValue
    }
  }

  /// When something happens next by itself; `Int.max` when nothing will.
  public var deadline: Int {
    var next = roads.deadline
    for lane in lanes { next = min(next, lane.deadline) }
    return next
  }

  /// Somebody connects.
  public func connect(
    person: Int, from origin: Origin = Origin(household: 1),
    path: Path = Path(delay: 0, jitter: 0, seed: 0), inWebSocket: Bool = false
  ) -> MemoryLink {
    let lane = Int(linksMade % UInt64(lanes.count))
    linksMade += 1
    let link = setup.link(ticket: linksMade, person: person, path: path)
    roads.admit(linksMade, to: lane)
    lanes[lane].admit(link, from: origin)
    link.begin(inWebSocket: inWebSocket, at: now)
    return link
  }

  /// Takes what a client sent, when it has arrived. While a connection is on its way between two
  /// lanes, nobody reads it.
  public func take(_ piece: MemoryLink.Rising, from link: MemoryLink) {
    precondition(link.phase != .carried, "nobody reads it")
    // It may be of a server before this one, with more lanes.
    if link.phase == .gone { return }
    lanes[link.lane].take(piece, from: link)
  }

  /// Takes in the next turn of what the lanes have sent each other.
  ///
  /// - Returns: whether any has arrived.
  public func takePost() -> Bool {
    guard let post = roads.next() else { return false }
    lanes[post.to].receive(post.parcels, from: post.from, arrived: post.at)
    return true
  }

  /// Lets everything happen at this moment that a client has sent, on whatever lane.
  public func settle(_ link: MemoryLink) {
    while let piece = link.land(at: now) {
      take(piece, from: link)
      while takePost() {}
    }
  }

  /// Lets everything happen that is due by now. What has arrived by now has been taken.
  public func advance() {
    for lane in lanes {
      // Who has gone is told at the end of a turn, and may leave something to do in another.
      for _ in 0..<Self.turnsAtOnceMax where lane.deadline <= now { lane.advance() }
    }
  }

  /// More turns at one moment than this are a circle.
  private static let turnsAtOnceMax = 100

  /// The server is killed: every connection ends, with whatever was not written and what was on its
  /// way between lanes.
  public func die() {
    for lane in lanes { lane.sockets.links.forEach { $0.die(at: now) } }
    for piece in roads.pieces {
      if case .handoff(let link?, _) = piece.parcel { link.die(at: now) }
    }
  }

  /// Another server in its place, at the same moment, which goes on from what servers have left
  /// behind. It has other secrets, but for those that outlive a server.
  public func successor(from journals: [[UInt8]]) throws(JournalFailure) -> MemoryServer {
    var setup = setup
    setup.secret = Hashing.genuine.sha256(setup.secret)
    var restoration = Restoration(
      daily: setup.daily, hashing: .genuine, limits: setup.limits, log: setup.log)
    for journal in journals {
      for frame in try JournalSegment.read(journal, sum: crc32)?.frames ?? [] {
        restoration.take(frame) { _ in }
      }
    }
    let server = MemoryServer(setup)
    server.now = now
    for lane in server.lanes { lane.restore(restoration) }
    return server
  }

  /// A client has read, so that more can be written.
  public func makeRoom(_ link: MemoryLink) {
    if link.phase != .gone { lanes[link.lane].makeRoom(link) }
  }
}

extension Origin {
  /// Where a person of a simulated world lives: some under one roof, some in one network.
  public static func of(person: Int) -> Origin {
    Origin(household: UInt64(person / 3), site: person % 2 == 0 ? nil : 1)
  }
}

/// One lane of a server in memory.
public final class MemoryLane {
  /// Its connections.
  public let sockets: MemorySockets
  /// What runs its hall.
  public let driver: HallDriver<MemorySockets>
  /// What it would have left behind on a disk.
  public let journal = MemoryJournal()
  /// What goes to a cluster from here.
  public let port = MemoryPort()
  private let keeper: MemoryKeeper?
  private let clock: MemoryClock

  init(
    index: Int, _ setup: MemoryServer.Setup, _ roads: MemoryRoads, _ log: MemoryLog?,
    _ clock: MemoryClock
  ) {
    self.clock = clock
    keeper = log.map { MemoryKeeper($0, setup.limits, bytesMax: setup.outboxBytesMax / 4) }
    sockets = MemorySockets(lane: index, setup, clock)
    driver = HallDriver(setup.hall(lane: index), index: index, over: sockets, bus: roads)
    driver.keeper = keeper
    guard let member = setup.member else {
      driver.journal = journal
      return
    }
    let nothing = Restoration(
      daily: setup.daily, hashing: .genuine, limits: setup.limits, log: setup.log)
    driver.join(
      member.tenures(lane: index, of: setup.laneCount, at: moment), through: port,
      reading: nothing, entriesMax: MemoryMember.entriesMax)
    if member.lends { driver.lend(through: port, at: moment) }
    driver.finished()
  }

  /// When something happens next by itself; `Int.max` when nothing will.
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

  func receive(_ parcels: [Parcel<MemoryLink>], from sender: Int, arrived: Int) {
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
  public func restore(_ restoration: Restoration) {
    driver.restore(restoration, at: moment)
    finishTurn()
  }

  /// A lane of the cluster says that it is there.
  public func hear(_ beat: LaneBeat) {
    driver.heard(beat, at: moment)
    finishTurn()
  }

  /// A lane of another node says something of guests.
  public func hear(_ message: NodeMessage) {
    driver.heard(message, at: moment)
    finishTurn()
  }

  /// A lane of another node says which rooms are listed there.
  public func hear(_ list: NodeList) {
    driver.heard(list, at: moment)
    finishTurn()
  }

  /// The cluster's store has answered.
  public func answer(_ answers: [(shard: Int, input: Tenure.Input)]) {
    driver.answered(answers, at: moment)
    finishTurn()
  }

  /// The lane lets go of all its shards.
  public func leave() {
    driver.leave(at: moment)
    finishTurn()
  }

  /// The lane is about to stop, then at the latest.
  public func drain(until end: Instant) {
    driver.drain(until: end, at: moment)
    finishTurn()
  }

  /// The lane is told to stop.
  public func stop() {
    driver.stop(at: moment)
    finishTurn()
  }
}

// The turn.
extension MemoryLane {
  /// Tells what has been said, as long as that is anybody's business here.
  private func readOn(_ link: MemoryLink) {
    while link.phase == .open, let event = link.conversation.next() {
      switch event {
      case .line(let line):
        let arrived = MemoryServer.start + link.readAt
        driver.received(line, from: link.id, arrived: arrived...arrived, at: moment)
      case .refused(let error): driver.refused(error, from: link.id, at: moment)
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

  /// The client has ended its half of the stream.
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
        driver.kept(match, changes, of: code, at: moment)
      case .claimed(let claim, let isGranted):
        driver.claimed(claim, isGranted: isGranted, at: moment)
      case .answered(let id, let answer): driver.answered(answer, to: id, at: moment)
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
        driver.drained(link.id, at: moment)
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
      if link.phase == .open { driver.overflowed(link.id, at: moment) }
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
