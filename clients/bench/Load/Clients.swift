// What all clients of a measurement that live on one reactor share: how they come, say something
// and leave, and what none of them minds; and the queue that they live on. Invariant: a caller that
// waits for them to be gone is told once.

import Framing
import Net
import Wire

/// Clients that share a reactor. Confined to its queue.
class Clients: ReactorDelegate {
  let reactor: Reactor
  let clock: FineClock
  private var whenGone: (() -> Void)?

  init(_ reactor: Reactor, _ clock: FineClock) {
    (self.reactor, self.clock) = (reactor, clock)
  }

  /// Whether they have been told to leave.
  var isLeaving: Bool { whenGone != nil }

  /// One of them comes by one of the house's ways and says who it is; to a floor, whose crowd it is
  /// of.
  func come(to house: House, way: Int) -> SocketID {
    let id = reactor.connect(
      host: house.endpoint.host, port: house.endpoint.port, over: house.carriage(of: way))
    let isServer = house.side == .server
    reactor.send(isServer ? House.hello(isPlayer: true) : House.sit(room: 0, seat: -2), to: id)
    return id
  }

  func say(_ message: ClientMessage, to id: SocketID) {
    var line: [UInt8] = []
    message.encode(into: &line)
    reactor.send(line, to: id)
  }

  /// Has all leave, and tells once when the reactor has stopped.
  final func leave(whenGone: @escaping () -> Void) {
    self.whenGone = whenGone
    sayGoodbye()
  }

  /// A line other than a PING has come.
  func heard(_ message: ServerMessage, from id: SocketID) {}
  /// A connection has ended, or has come to nothing.
  func lost(_ id: SocketID, _ error: BenchError) {}
  /// How they leave, if not at once.
  func sayGoodbye() { reactor.stop() }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    guard let message = try? ServerMessage.decode(line) else { return }
    if case .ping(let nonce) = message {
      say(.pong(nonce: nonce), to: id)
    } else {
      heard(message, from: id)
    }
  }

  func refused(_ error: FramingError, from id: SocketID) { reactor.close(id) }
  /// A server that stops reading is not told what it would not hear.
  func overflowed(_ id: SocketID) { reactor.conflate(id) }
  func closed(_ id: SocketID, _ reason: CloseReason) { lost(id, .lost(reason)) }
  func failed(_ id: SocketID, _ error: NetError) { lost(id, .net(error)) }
  func woke() {}
  func turnEnded() {}

  func stopped() {
    whenGone?()
    whenGone = nil
  }
}

/// The queue that clients live on, and the way to them from async code. As an actor on that queue
/// it lets the compiler prove that nobody else touches them.
actor Stage<Members: Clients> {
  private nonisolated let executor = QueueExecutor(label: "chromatch.bench")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var members: Members?

  /// Makes clients, does something with them, and has them leave whatever comes of it.
  static func with<Value>(
    _ make: @Sendable (Reactor, FineClock) -> Members, _ body: (Stage) async throws -> Value
  ) async throws -> Value {
    let stage = Stage()
    try await stage.begin(make)
    do {
      let value = try await body(stage)
      await stage.clear()
      return value
    } catch {
      await stage.clear()
      throw error
    }
  }

  private func begin(_ make: @Sendable (Reactor, FineClock) -> Members) throws(BenchError) {
    let clock = Clock()
    let reactor: Reactor
    do throws(NetError) {
      reactor = try Reactor(executor: executor, clock: clock, limits: .clients)
    } catch {
      throw .net(error)
    }
    let members = make(reactor, FineClock(clock))
    self.members = members
    reactor.start(delegate: members)
  }

  /// Asks them something, or has them do it.
  func ask<Value: Sendable>(_ question: @Sendable (Members) -> Value) -> Value {
    guard let members else { preconditionFailure("they have left") }
    return question(members)
  }

  /// Has them do something that takes time, and returns what came of it.
  func wait<Value: Sendable>(
    _ task: @Sendable (Members, @escaping (Result<Value, BenchError>) -> Void) -> Void
  ) async throws(BenchError) -> Value {
    guard let members else { preconditionFailure("they have left") }
    let result: Result<Value, BenchError> = await withCheckedContinuation { continuation in
      task(members) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  private func clear() async {
    guard let members else { return }
    self.members = nil
    await withCheckedContinuation { continuation in
      members.leave { continuation.resume() }
    }
  }
}

extension ReactorLimits {
  /// Clients allow a server to say whatever it likes.
  fileprivate static let clients = ReactorLimits(
    lineBytesMax: Wire.serverLineBytesMax, headBytesMax: 8_192, messageBytesMax: 1 << 20,
    burstBytesMax: 1 << 30, bytesPerSecondMax: 1 << 30,
    outboxBytesMax: 1 << 20, connectionsMax: 0, fullReply: [], closeMillisecondsMax: 1_000,
    connectMillisecondsMax: 10_000, lingerMilliseconds: 2)
}
