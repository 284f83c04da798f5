// The admin listener: one queue of its own with a reactor on it, apart from the lanes, so that a
// scrape never stands in a player's way and a busy lane never makes the server look dead. What it
// tells comes from the lanes through a closure; it knows none of them.

import Dispatch
import Framing
import Net
import Wire

/// Listens for operators' machines.
actor Admin {
  nonisolated let executor = QueueExecutor(label: "chromatch.admin")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs on the admin's own queue but for its visits to lanes, and waits for nobody else.
  private let snapshots: nonisolated(nonsending) @Sendable () async -> [Metrics]
  private var desk: AdminDesk?
  private var reactor: Reactor?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter snapshots: asks every lane for its numbers, in the order of the lanes.
  init(
    snapshots: nonisolated(nonsending) @escaping @Sendable () async -> [Metrics]
  ) {
    self.snapshots = snapshots
  }

  /// Listens; `/readyz` says `starting` until `set` says otherwise.
  ///
  /// - Returns: the address that it listens on, with the port the system chose for port 0.
  /// - Throws: why it cannot listen.
  func start(host: String, port: UInt16, limits: ServerLimits) throws(NetError) -> Endpoint {
    let clock = Clock()
    let reactor = try Reactor(executor: executor, clock: clock, limits: limits.adminReactor)
    let port = try reactor.listen(host: host, port: port, backlog: Int32(limits.backlog))
    let desk = AdminDesk(
      reactor: reactor, clock: clock, connectionsMax: limits.adminConnectionsMax,
      silenceMillisecondsMax: Int64(limits.adminSilenceMilliseconds),
      askLanes: { [weak self] id, head in self?.assumeIsolated { $0.collect(for: id, head) } },
      whenStopped: { [weak self] in self?.assumeIsolated { $0.reactorStopped() } })
    reactor.start(delegate: desk)
    self.desk = desk
    self.reactor = reactor
    return Endpoint(host: host, port: port)
  }

  /// Players are wanted from now on.
  func setReady() {
    if desk?.readiness == .starting { desk?.readiness = .ready }
  }

  /// What `/readyz` says from now on.
  func set(_ readiness: Readiness) { desk?.readiness = readiness }

  /// Players are wanted only while a room could open on some lane. So far none could.
  func awaitShards() { desk?.lanesOpening = [] }

  /// Whether a room could open on a lane.
  func set(lane: Int, opens: Bool) {
    if opens {
      desk?.lanesOpening?.insert(lane)
    } else {
      desk?.lanesOpening?.remove(lane)
    }
  }

  /// What `/readyz` says beside, from now on.
  func set(_ lack: Lack, isThere: Bool) {
    if isThere { desk?.lacks.insert(lack) } else { desk?.lacks.remove(lack) }
  }

  /// Closes everything and returns when it is closed.
  func stop() async {
    guard let reactor else { return }
    reactor.stop()
    await withCheckedContinuation { waiting.append($0) }
  }

  private func collect(for id: SocketID, _ head: RequestHead) {
    Task {
      let lanes = await snapshots()
      desk?.tell(lanes, to: id, head)
    }
  }

  private func reactorStopped() {
    desk = nil
    reactor = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension ServerLimits {
  /// The admin listener speaks HTTP alone; lines are taken only so far as to see that they are
  /// some. Those who come at once are let in before the desk has let others go.
  fileprivate var adminReactor: ReactorLimits {
    ReactorLimits(
      lineBytesMax: Wire.clientLineBytesMax, headBytesMax: requestHeadBytesMax, messageBytesMax: 1,
      burstBytesMax: byteBurst, bytesPerSecondMax: bytesPerSecond,
      outboxBytesMax: outboxBytesMax,
      connectionsMax: adminConnectionsMax + Reactor.acceptsPerEventMax, fullReply: [],
      closeMillisecondsMax: Int64(closeMilliseconds), connectMillisecondsMax: 0,
      lingerMilliseconds: 0)
  }
}
