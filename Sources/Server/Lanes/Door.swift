// The door is where everybody comes in: it listens, decides whether somebody may come in and to
// which lane they go, and is told when they say HELLO and when they leave. It never reads what they
// say. It has a queue of its own, so that coming in does not wait for those who are inside.
// Connection limits are counted here alone, without locks. Sharing the port among lanes
// (SO_REUSEPORT) would let a second server share it too, by accident.

import Framing
import Measures
import Net
import Rooms

/// Listens for a server and gives each connection to one of its lanes.
actor Door {
  nonisolated let executor = QueueExecutor(label: "chromatch.door")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var reactor: Reactor?
  /// Where those are who came in; none before the door is open and after it is closed.
  private var lanes: [Lane] = []
  private var visitors: Visitors
  private var packing: LanePacking
  private let clock: Clock
  /// Somebody for whom another has to leave first. Nobody else is let in before them, so no more
  /// than one descriptor is needed for it.
  private var held: (socket: AcceptedSocket, until: UInt64)?
  /// Those for whom proxies speak and another has to leave first. They are inside already, so they
  /// hold up nobody.
  private var introducing: [(client: ProxiedClient, until: UInt64)] = []
  private var trustedProxies = TrustedNetworks.none
  private var counts = DoorCounts()
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ configuration: Configuration, clock: Clock) {
    self.clock = clock
    visitors = Visitors(lanes: configuration.lanes, configuration.limits.visitors)
    packing = LanePacking(peopleMax: configuration.limits.laneConnectionsMax)
  }

  /// Opens the door.
  ///
  /// - Returns: the port that it listens on.
  /// - Throws: why it cannot listen.
  func open(
    _ configuration: Configuration, within budget: DescriptorBudget, to lanes: [Lane]
  ) throws(NetError) -> UInt16 {
    visitors.fit(into: budget)
    trustedProxies = configuration.trustedProxies
    let reactor = try Reactor(
      executor: executor, clock: clock, limits: configuration.reactorLimits)
    reactor.start(delegate: Doorway { [weak self] in self?.assumeIsolated { $0.closed() } })
    self.reactor = reactor
    self.lanes = lanes
    let port = try reactor.listen(
      host: configuration.host, port: configuration.port,
      backlog: Int32(configuration.limits.backlog), on: configuration.listener,
      doorkeeper: { [weak self] socket in
        guard let self else { return [] }
        assumeIsolated { $0.admit(socket) }
        return nil
      })
    return port
  }

  /// The socket that listens; nil unless the door is open.
  var listener: Int32? { reactor?.listeningDescriptors.first }

  /// Lets nobody in any more.
  func close() async {
    guard let reactor else { return }
    reactor.stop()
    await withCheckedContinuation { waiting.append($0) }
  }

  private func closed() {
    reactor = nil
    lanes = []
    held?.socket.close()
    held = nil
    introducing = []
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func admit(_ socket: AcceptedSocket) {
    var socket = socket
    let isFromProxy = socket.ipAddress.map(trustedProxies.contains) ?? false
    switch visitors.admit(isFromProxy ? nil : socket.addressGroup, to: nextLane()) {
    case .wait(let gone):
      held = (socket, gone.ticket)
      displace(gone)
    case .enter(let admission):
      held = nil
      seat(admission)
      socket.ticket = admission.ticket
      let (lane, visitor, fullness) = (lanes[admission.lane], socket, admission.fullness)
      lane.executor.post {
        lane.assumeIsolated { $0.edge?.admit(visitor, fullness) ?? visitor.close() }
      }
    }
    reactor?.holdAccepting(held != nil)
  }

  /// The lane for somebody who comes now.
  private func nextLane() -> Int {
    let now = clock.milliseconds()
    let occupied = zip(lanes, visitors.byLane)
      .map { LanePacking.Lane(people: $1, busy: $0.load.share(at: now)) }
    return packing.choose(among: occupied)
  }

  /// Somebody has a place, for whom another may have to go.
  private func seat(_ admission: Visitors.Admission) {
    if let gone = admission.displaced { displace(gone) }
    switch admission.fullness {
    case nil: break
    case .server: counts.full += 1
    case .address: counts.crowded += 1
    }
  }

  /// A proxy has said for whom it speaks; their lane is told whether they may stay.
  func introduce(_ client: ProxiedClient) {
    switch visitors.introduce(client.ticket, from: client.addressGroup) {
    case nil: break
    case .wait(let gone)?:
      introducing.append((client, gone.ticket))
      displace(gone)
    case .enter(let admission)?:
      seat(admission)
      if !lanes.indices.contains(client.lane) { return }
      lanes[client.lane].post { $0.introduced(client, admission.fullness) }
    }
  }

  private func displace(_ gone: Visitors.Displaced) {
    counts.displaced += 1
    if !lanes.indices.contains(gone.lane) { return }
    lanes[gone.lane].post { $0.driver.displace(gone.ticket) }
  }

  /// A lane tells what became of those it had.
  func heard(_ news: LaneNews) {
    for ticket in news.greeted {
      if let gone = visitors.greeted(ticket) { displace(gone) }
    }
    for (ticket, lane) in news.moved { visitors.moved(ticket, to: lane) }
    for ticket in news.departed { visitors.left(ticket) }
    if let held, !visitors.isLeaving(held.until) { admit(held.socket) }
    let waiting = introducing
    introducing = []
    for one in waiting {
      if visitors.isLeaving(one.until) { introducing.append(one) } else { introduce(one.client) }
    }
    if !news.departed.isEmpty { reactor?.resumeAccepting() }
  }

  /// What the door has done so far.
  func snapshot() -> DoorCounts {
    var counts = counts
    counts.pauses = reactor?.counts.acceptingPauses ?? 0
    counts.placeCount = visitors.placeCount
    counts.lanesOpen = packing.openCount
    return counts
  }
}

/// What a door has done since it was opened.
struct DoorCounts: Sendable {
  /// How many could only come back to a seat because the server was full.
  var full = 0
  /// How many could only come back to a seat because too many of their address group were inside.
  var crowded = 0
  /// How many had to go for others because they had not said HELLO.
  var displaced = 0
  /// How often there was no descriptor for the next one.
  var pauses = 0
  /// How many may be inside, not counting those who come back to a seat.
  var placeCount = 0
  /// How many lanes take newcomers.
  var lanesOpen = 0

  /// Adds them to a lane's, for the sum over all.
  func add(to snapshot: inout Metrics) {
    snapshot.turnedAway[.full] += full
    snapshot.turnedAway[.address] += crowded
    snapshot.turnedAway[.silent] += displaced
    snapshot.acceptingPauses += pauses
    snapshot.connectionsLimit += placeCount
    snapshot.lanesOpen += lanesOpen
  }
}

/// Hears of the few who stay at the door because they are turned away; nothing of it matters.
private final class Doorway: ReactorDelegate {
  private let whenStopped: () -> Void

  init(whenStopped: @escaping () -> Void) { self.whenStopped = whenStopped }

  func stopped() { whenStopped() }
  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {}
  func refused(_ error: FramingError, from id: SocketID) {}
  func overflowed(_ id: SocketID) {}
  func closed(_ id: SocketID, _ reason: CloseReason) {}
  func woke() {}
}
