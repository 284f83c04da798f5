// SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 as something to wait for, for programs that run a
// server.

@preconcurrency import Dispatch
import Glibc

/// What a signal asks for.
enum Demand: Sendable {
  /// To read again what is read from files: SIGHUP, or because a file has changed.
  case reload(why: String)
  /// To stop once the matches are over that run: SIGUSR1.
  case drain
  /// To stop: SIGINT, SIGTERM, or because the matches are over.
  case stop(why: String)
  /// To let the program as it is on the disk by now take over: SIGUSR2.
  case upgrade
  /// To do so for good: it could start. Otherwise, why it could not.
  case becomeAnew(unless: String?)
}

/// Turns signals into values, from its making on. Their default action, which would end the program
/// at once, is switched off then, and not earlier.
final class Signals: Sendable {
  /// What is asked for, one after the other.
  let wishes: AsyncStream<Demand>
  private let continuation: AsyncStream<Demand>.Continuation
  private let sources: [any DispatchSourceSignal]

  /// Begins to listen.
  init() {
    let queue = DispatchQueue(label: "chromatch.signals")
    let (wishes, continuation) = AsyncStream.makeStream(of: Demand.self)
    self.wishes = wishes
    self.continuation = continuation
    let signals: [(Int32, Demand)] = [
      (SIGINT, .stop(why: "SIGINT")), (SIGTERM, .stop(why: "SIGTERM")),
      (SIGHUP, .reload(why: "SIGHUP")), (SIGUSR1, .drain), (SIGUSR2, .upgrade),
    ]
    let registered = DispatchGroup()
    sources = signals.map { number, wish in
      registered.enter()
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in continuation.yield(wish) }
      source.setRegistrationHandler { @Sendable in registered.leave() }
      source.activate()
      return source
    }
    // Before that, a signal would be lost.
    registered.wait()
  }

  /// Asks for the same as a signal would.
  func add(_ wish: Demand) { continuation.yield(wish) }
}
