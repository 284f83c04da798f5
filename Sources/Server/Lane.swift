// A lane is one serial queue and everything that happens on it: a reactor, a hall and their keeper.
// As an actor on that queue it lets the compiler prove that nothing of it is touched from
// elsewhere.

import Dispatch
import Game
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

  private var keeper: Keeper?
  private var reactor: Reactor?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(name: String) {
    executor = QueueExecutor(label: name)
  }

  /// Opens the lane and listens.
  ///
  /// - Returns: the address that it listens on, with the port the system chose for port 0.
  /// - Throws: why it cannot listen.
  func start(_ configuration: Configuration, log: Logger) throws(NetError) -> Endpoint {
    let clock = Clock()
    let reactor = try Reactor(executor: executor, clock: clock, limits: configuration.reactor)
    let port = try reactor.listen(
      host: configuration.host, port: configuration.port, backlog: Configuration.backlog)
    let hall = Hall(
      secret: randomBytes(32),
      daily: configuration.dailySecret ?? randomBytes(Configuration.dailySecretByteCount),
      hashing: .openSSL, limits: configuration.limits, app: configuration.app)
    let keeper = Keeper(
      reactor: reactor, clock: clock, hall: hall, log: log,
      whenStopped: { [weak self] in self?.assumeIsolated { $0.reactorStopped() } })
    reactor.start(delegate: keeper)
    self.keeper = keeper
    self.reactor = reactor
    return Endpoint(host: configuration.host, port: port)
  }

  /// Parts from everyone politely and returns when all is closed, after `withinMilliseconds` at
  /// most.
  func stop(withinMilliseconds: Int) async {
    guard let keeper else { return }
    keeper.stop()
    let deadline = DispatchTime.now() + .milliseconds(withinMilliseconds)
    executor.queue.asyncAfter(deadline: deadline) { [weak self] in
      self?.assumeIsolated { $0.reactor?.stop() }
    }
    await stopped()
  }

  /// Returns when the lane has stopped.
  func stopped() async {
    if keeper == nil { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func reactorStopped() {
    keeper = nil
    reactor = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension Configuration {
  fileprivate var reactor: ReactorLimits {
    var full: [UInt8] = []
    ServerMessage.no(RefusalLine(code: .serverFull)).encode(into: &full)
    return ReactorLimits(
      lineBytesMax: Wire.clientLineBytesMax, outboxBytesMax: outboxBytesMax,
      connectionsMax: connectionsMax, fullReply: full,
      closeMillisecondsMax: Configuration.closeMillisecondsMax, connectMillisecondsMax: 0,
      lingerMilliseconds: Configuration.lingerMilliseconds)
  }
}
