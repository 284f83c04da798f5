// Keeps one hall by one reactor: lines become inputs, effects become bytes. It holds no rule of the
// game and decides nothing; it only carries, and it encodes a message once however many hear it.
// Confined to the lane's queue, like the reactor that calls it.

import Framing
import Game
import Logging
import Net
import Rooms
import Wire

/// Runs a hall.
final class Keeper: ReactorDelegate {
  private let reactor: Reactor
  private let clock: Clock
  private let log: Logger
  private let whenStopped: () -> Void
  private var hall: Hall
  private var effects: [Effect] = []
  private var isStopping = false

  init(
    reactor: Reactor, clock: Clock, hall: Hall, log: Logger, whenStopped: @escaping () -> Void
  ) {
    self.reactor = reactor
    self.clock = clock
    self.hall = hall
    self.log = log
    self.whenStopped = whenStopped
  }

  /// Tells everyone that the server stops; the reactor stops when the last connection is closed.
  func stop() {
    isStopping = true
    reactor.stopListening()
    handle(.stop)
    stopWhenAlone()
  }

  private func handle(_ input: Input) {
    hall.handle(input, at: now, effects: &effects)
    carryOut()
  }

  private var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  /// Does what the hall wants, in order. Messages to the same connections go out as one piece.
  private func carryOut() {
    var lines: [UInt8] = []
    var audience: [ConnectionID] = []
    for effect in effects {
      if case .send(let message, let connections) = effect {
        if connections != audience {
          send(&lines, to: audience)
          audience = connections
        }
        message.encode(into: &lines)
        continue
      }
      send(&lines, to: audience)
      switch effect {
      case .send: break
      case .conflate(let id): reactor.conflate(SocketID(id))
      case .close(let id): reactor.close(SocketID(id))
      case .note(let note): log.note(note)
      }
    }
    send(&lines, to: audience)
    effects.removeAll(keepingCapacity: true)
  }

  private func send(_ lines: inout [UInt8], to audience: [ConnectionID]) {
    if lines.isEmpty { return }
    for id in audience { reactor.send(lines, to: SocketID(id)) }
    lines = []
  }

  private func stopWhenAlone() {
    if isStopping && reactor.connectionCount == 0 { reactor.stop() }
  }

  func accepted(_ id: SocketID, from peer: Endpoint) {
    log.debug("connected", metadata: ["connection": "\(id)", "peer": "\(peer)"])
    handle(.connected(ConnectionID(id)))
  }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    // A person who presses Enter twice says nothing by it.
    if line.isEmpty { return }
    let connection = ConnectionID(id)
    do throws(RefusalLine) {
      handle(.said(connection, try ClientMessage.decode(line)))
    } catch {
      handle(.garbled(connection, error))
    }
  }

  func refused(_ error: FramingError, from id: SocketID) {
    handle(.garbled(ConnectionID(id), RefusalLine(error)))
  }

  func overflowed(_ id: SocketID) { handle(.overflowed(ConnectionID(id))) }

  func drained(_ id: SocketID) { handle(.drained(ConnectionID(id))) }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    log.debug("disconnected", metadata: ["connection": "\(id)", "reason": "\(reason)"])
    handle(.disconnected(ConnectionID(id)))
    stopWhenAlone()
  }

  func woke() {
    hall.advance(to: now, effects: &effects)
    carryOut()
  }

  func turnEnded() {
    reactor.wake(atMilliseconds: hall.deadline.map { Int64($0.milliseconds) })
  }

  func stopped() { whenStopped() }

  // A server makes no connections of its own.
  func connected(_ id: SocketID) {}
  func failed(_ id: SocketID, _ error: NetError) {}
}

extension SocketID {
  fileprivate init(_ id: ConnectionID) { self.init(rawValue: id.number) }
}

extension ConnectionID {
  fileprivate init(_ id: SocketID) { self.init(number: id.rawValue) }
}

extension RefusalLine {
  fileprivate init(_ error: FramingError) {
    let text =
      switch error {
      case .tooLong: "a line has at most \(Wire.clientLineBytesMax) bytes"
      case .notUTF8: "a line is UTF-8"
      case .containsNUL: "a line has no NUL"
      }
    self.init(code: .badLine, text: text)
  }
}
