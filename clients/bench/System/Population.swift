// The clients of a measurement that live on one reactor: how their reactor is made, how they leave,
// and what none of them minds. It knows nothing of what they do. Invariant: a caller that waits for
// them to be gone is told once.

import Net
import Wire

/// Clients that share a reactor.
protocol Population: ReactorDelegate {
  var reactor: Reactor { get }
  /// Told once, when the reactor has stopped.
  var whenGone: (() -> Void)? { get set }

  /// Has all leave, and tells when the reactor has stopped.
  func leave(whenGone: @escaping () -> Void)
}

extension Population {
  func leave(whenGone: @escaping () -> Void) {
    self.whenGone = whenGone
    reactor.stop()
  }

  func stopped() {
    whenGone?()
    whenGone = nil
  }

  /// A server that stops reading is not told what it would not hear.
  func overflowed(_ id: SocketID) { reactor.conflate(id) }
}

/// The queue that clients live on, and the way to them from async code.
protocol Crowded: Sendable {
  /// Has all hang up, and returns when they are gone.
  func clear() async
}

extension Crowded {
  /// Does something with those who are there, and has them leave whatever comes of it.
  func cleared<Value>(_ body: (Self) async throws -> Value) async throws -> Value {
    do {
      let answer = try await body(self)
      await clear()
      return answer
    } catch {
      await clear()
      throw error
    }
  }
}

extension Reactor {
  /// A reactor for clients that allow a server to say whatever it likes.
  static func forClients(
    on executor: QueueExecutor, clock: Clock
  ) throws(BenchError) -> Reactor {
    do throws(NetError) {
      return try Reactor(executor: executor, clock: clock, limits: .clients)
    } catch {
      throw .net(error)
    }
  }
}

extension ReactorLimits {
  /// What the bench's own clients allow.
  fileprivate static let clients = ReactorLimits(
    lineBytesMax: Wire.serverLineBytesMax, headBytesMax: 8_192, messageBytesMax: 1 << 20,
    burstBytesMax: 1 << 30, bytesPerSecondMax: 1 << 30,
    outboxBytesMax: 1 << 20, connectionsMax: 0, fullReply: [], closeMillisecondsMax: 1_000,
    connectMillisecondsMax: 10_000, lingerMilliseconds: 2)
}
