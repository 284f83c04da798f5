// Fetches something from a server's archive: a connection of its own, the lines of a request both
// ways, and an end to patience. What is said and what it means is the request's. Confined to the
// queue of the caller that waits for it, like the reactor that calls it.

import ClientCore
import Framing
import Game
import Glibc
import Net
import Server
import TerminalUI
import Wire

/// Something on its way from an archive.
final class ArchiveFetch: ReactorDelegate {
  /// What a request is made of, once there is a connection.
  typealias Making = (Hello, Prover?, Binding, ServerKeys) -> any ArchiveRequest

  /// A server that says nothing for so long says nothing more.
  private static let patienceMilliseconds: Int64 = 10_000

  private let make: Making
  private var route: Route
  private let prover: Prover?
  private let habits: Habits
  private let reactor: Reactor
  private let clock: Clock
  private var request: (any ArchiveRequest)?
  private var socket: SocketID?
  private var later: (message: ClientMessage, at: Int64)?
  private var heardAt: Int64 = 0
  private var result: Result<[UInt8], Failure>?
  private var whenOver: (Result<[UInt8], Failure>) -> Void = { _ in }

  init(
    by route: Route, as prover: Prover?, habits: Habits, reactor: Reactor, clock: Clock,
    _ make: @escaping Making
  ) {
    (self.make, self.route, self.prover, self.habits) = (make, route, prover, habits)
    (self.reactor, self.clock) = (reactor, clock)
  }

  /// Begins. `whenOver` is called once, with what was told, when all is closed.
  func start(whenOver: @escaping (Result<[UInt8], Failure>) -> Void) {
    self.whenOver = whenOver
    heardAt = clock.milliseconds()
    reactor.start(delegate: self)
    socket = reactor.connect(by: route)
    wake()
  }

  private func end(_ result: Result<[UInt8], Failure>) {
    if self.result == nil { self.result = result }
    if let socket { reactor.close(socket) }
    socket = nil
    if reactor.connectionCount == 0 { reactor.stop() }
  }

  private func fail(_ sentence: String) { end(.failure(Failure(sentence))) }

  private func say(_ message: ClientMessage) {
    if let socket { reactor.send(message, to: socket) }
  }

  /// Comes back when there is something to say, or nothing was heard for too long.
  private func wake() {
    let silence = heardAt + Self.patienceMilliseconds
    reactor.wake(atMilliseconds: later.map { min($0.at, silence) } ?? silence)
  }

  private func take(_ step: ArchiveStep) {
    switch step {
    case .wait: break
    case .say(let message): say(message)
    case .sayLater(let message):
      later = (message, clock.milliseconds() + Int64(archivePauseMilliseconds))
    case .whole(let bytes): end(.success(bytes))
    case .failed(let sentence): fail(sentence)
    }
  }

  // MARK: ReactorDelegate

  func connected(_ id: SocketID) {
    do throws(Failure) {
      if let remark = try route.trust.connected() {
        write(["chromatch: \(remark)"], to: STDERR_FILENO)
      }
    } catch {
      return fail(error.description)
    }
    let hello = Hello(app: "chromatch/\(Configuration.version)")
    let mayProve = reactor.consent(on: id, by: route, habits, canAsk: false) == .given
    let request = make(
      hello, mayProve ? prover : nil, reactor.binding(of: id),
      habits.serverKeys(at: route.address))
    self.request = request
    say(request.greeting)
  }

  func failed(_ id: SocketID, _ error: NetError) {
    socket = nil
    if case .insecure(_, let failure) = error {
      do throws(Failure) {
        switch try route.trust.refused(failure) {
        case .askAgain:
          socket = reactor.connect(by: route)
          return
        case .giveUp(let warning): return fail(warning)
        case .unrelated: break
        }
      } catch {
        return fail(error.description)
      }
    }
    fail(error.advice)
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    guard id == socket, result == nil, var request else { return }
    heardAt = clock.milliseconds()
    let step = request.take(line)
    self.request = request
    take(step)
  }

  func refused(_ error: FramingError, from id: SocketID) {
    fail(Words["The server there does not speak this game's protocol."])
  }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    if id == socket { socket = nil }
    fail(Words["The server hung up; it may be starting or stopping. Try again."])
  }

  func overflowed(_ id: SocketID) { fail(Words["The server does not answer."]) }

  func woke() {}

  func turnEnded() {
    if result != nil { return }
    let now = clock.milliseconds()
    if let later, later.at <= now {
      self.later = nil
      say(later.message)
    }
    if heardAt + Self.patienceMilliseconds <= now {
      return fail(Words["The server does not answer."])
    }
    wake()
  }

  func stopped() { if let result { whenOver(result) } }
}
