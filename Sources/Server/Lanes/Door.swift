// The door is where everybody comes in: it listens, decides whether somebody may come in and to
// which lane they go, and is told when they leave. It never reads what they say. It has a queue of
// its own, so that coming in does not wait for those who are inside.

import Framing
import Net

/// Listens for a server and spreads connections over its lanes.
actor Door {
  nonisolated let executor = QueueExecutor(label: "chromatch.door")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var reactor: Reactor?
  private var visitors: Visitors
  private var counts = DoorCounts()
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ configuration: Configuration) {
    visitors = Visitors(
      lanes: configuration.lanes, inAllMax: configuration.limits.connectionsMax,
      fromOneNeighborhoodMax: configuration.limits.connectionsPerAddressMax)
  }

  /// Opens the door.
  ///
  /// - Returns: the port that it listens on.
  /// - Throws: why it cannot listen.
  func open(
    _ configuration: Configuration, within budget: DescriptorBudget, to lanes: [Lane],
    clock: Clock
  ) throws(NetError) -> UInt16 {
    visitors.inAllMax = budget.connections
    let reactor = try Reactor(
      executor: executor, clock: clock, limits: configuration.reactorLimits)
    reactor.turnedAwayMax = budget.turnedAway
    reactor.start(delegate: Doorway { [weak self] in self?.assumeIsolated { $0.closed() } })
    self.reactor = reactor
    let port = try reactor.listen(
      host: configuration.host, port: configuration.port,
      backlog: Int32(configuration.limits.backlog),
      doorkeeper: { [weak self] socket in
        guard let self else { return [] }
        return assumeIsolated { $0.admit(socket, to: lanes) }
      })
    return port
  }

  /// Lets nobody in any more.
  func close() async {
    guard let reactor else { return }
    reactor.stop()
    await withCheckedContinuation { waiting.append($0) }
  }

  private func closed() {
    reactor = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func admit(_ socket: AcceptedSocket, to lanes: [Lane]) -> [UInt8]? {
    switch visitors.admit(socket.neighborhood) {
    case .lane(let index):
      counts.admitted += 1
      let lane = lanes[index]
      lane.executor.post { lane.assumeIsolated { $0.admit(socket) } }
      return nil
    case .full:
      counts.full += 1
      return Configuration.fullReply
    case .crowded:
      counts.crowded += 1
      return Configuration.crowdedReply
    }
  }

  /// A lane tells who has left it, and how many it has sent to which other lane.
  func heard(departed: [Neighborhood], moved: [Int], from lane: Int) {
    for neighborhood in departed { visitors.left(neighborhood, lane: lane) }
    for (other, count) in moved.enumerated() where count > 0 {
      visitors.moved(count, from: lane, to: other)
    }
    if !departed.isEmpty { reactor?.resumeAccepting() }
  }

  /// What the door has done so far.
  func snapshot() -> DoorCounts {
    var counts = counts
    counts.pauses = reactor?.counts.acceptingPauses ?? 0
    return counts
  }
}

/// What a door has done since it was opened.
struct DoorCounts: Sendable {
  /// How many came in.
  var admitted = 0
  /// How many were turned away because the server was full.
  var full = 0
  /// How many were turned away because too many of their neighborhood were inside.
  var crowded = 0
  /// How often there was no descriptor for the next one.
  var pauses = 0

  /// Adds them to a lane's, for the sum over all.
  func add(to snapshot: inout Metrics.Snapshot) {
    snapshot.counted.turnedAway[.full] += full
    snapshot.counted.turnedAway[.address] += crowded
    snapshot.counted.acceptingPauses += pauses
  }
}

/// Hears of the few who stay at the door because they are turned away; nothing of it matters.
private final class Doorway: ReactorDelegate {
  private let whenStopped: () -> Void

  init(whenStopped: @escaping () -> Void) { self.whenStopped = whenStopped }

  func stopped() { whenStopped() }
  func accepted(_ id: SocketID, from peer: Endpoint) {}
  func connected(_ id: SocketID) {}
  func failed(_ id: SocketID, _ error: NetError) {}
  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {}
  func refused(_ error: FramingError, from id: SocketID) {}
  func overflowed(_ id: SocketID) {}
  func drained(_ id: SocketID) {}
  func closed(_ id: SocketID, _ reason: CloseReason) {}
  func woke() {}
  func turnEnded() {}
}
