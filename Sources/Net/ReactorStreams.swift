// Open connections: reading lines, writing outboxes, and parting without losing the last line.

import CLinux
import Framing
import Glibc

extension Reactor {
  // MARK: Events

  func handle(_ event: EpollSet.Event, _ connection: Connection) {
    switch connection.phase {
    case .connecting: connectHasNews(connection)
    case .open, .flushing, .parting:
      if event.isWritable && connection.isBlocked { becameWritable(connection) }
      if event.isReadable { read(connection, isHungUp: event.isHungUp) }
    case .doomed: break
    }
  }

  /// One read for one event: the set reports the connection again, behind the others, if there is
  /// more. So a flood waits its turn like everyone, and a quiet line costs one call and not two.
  private func read(_ connection: Connection, isHungUp: Bool) {
    if connection.phase == .doomed { return }
    let count = readBuffer.withUnsafeMutableBytes {
      Glibc.read(connection.descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 {
      bytesReadThisTurn += count
      if connection.phase == .open { deliver(readBuffer[..<count], from: connection) }
    } else if count == 0 {
      ended(connection, isHungUp: isHungUp)
    } else if errno != EAGAIN && errno != EINTR {
      doom(connection, .lost(code: errno))
    }
  }

  private func deliver(_ bytes: ArraySlice<UInt8>, from connection: Connection) {
    connection.framer.receive(bytes)
    do {
      while connection.phase == .open, !isStopping, let line = try connection.framer.next() {
        delegate?.received(line, from: connection.id)
      }
    } catch {
      if !connection.isRefused {
        connection.isRefused = true
        delegate?.refused(error, from: connection.id)
      }
    }
  }

  private func ended(_ connection: Connection, isHungUp: Bool) {
    connection.peerEnded = true
    if isHungUp || connection.phase == .parting {
      doom(connection, .peerClosed)
    } else if connection.phase == .open {
      beginClosing(connection, .peerClosed)
    } else {
      touch(connection)
    }
  }

  private func becameWritable(_ connection: Connection) {
    connection.isBlocked = false
    write(connection)
    touch(connection)
    if connection.output == .conflated && connection.phase == .open && !connection.isBlocked {
      connection.output = .flowing
      delegate?.drained(connection.id)
    }
  }

  // MARK: Output

  /// Has the connection flushed at the end of the turn.
  func touch(_ connection: Connection) {
    if connection.isTouched { return }
    connection.isTouched = true
    touched.append(connection)
    scheduleFinish()
  }

  /// Writes what waits, moves a closing connection on, and tells the epoll set what matters now.
  func flush(_ connection: Connection) {
    connection.isTouched = false
    if connection.phase == .open || connection.phase == .flushing { write(connection) }
    if connection.phase == .flushing && connection.outbox.isEmpty { part(connection) }
    watch(connection)
  }

  /// An outbox has run over: writes at once, and if that does not help gives the queue up.
  func relieve(_ connection: Connection) {
    if connection.phase == .open { write(connection) }
    if !connection.outbox.isOverfull { return }
    connection.outbox.dropWholeLines()
    connection.output = .overflowed
    overflowed.append(connection)
  }

  /// One write of all that waits.
  private func write(_ connection: Connection) {
    if connection.isBlocked || connection.outbox.isEmpty { return }
    let count = connection.outbox.withWaitingBytes {
      Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 {
      connection.outbox.consumed(count)
      connection.isBlocked = !connection.outbox.isEmpty
    } else if errno == EAGAIN || errno == EINTR {
      connection.isBlocked = true
    } else {
      // The peer is gone, but what it said before that can still be read.
      connection.output = .broken
      connection.outbox = Outbox(bytesMax: limits.outboxBytesMax)
    }
  }

  private func watch(_ connection: Connection) {
    if connection.descriptor < 0 { return }
    var interest: UInt32 = 0
    if connection.phase == .connecting || connection.isBlocked { interest |= clinux_writable }
    if connection.phase != .connecting && !connection.peerEnded { interest |= clinux_readable }
    if interest == connection.interest { return }
    connection.interest = interest
    epoll.modify(connection.descriptor, interest: interest, tag: connection.id.rawValue)
  }

  // MARK: Endings

  /// Nothing more is taken from or for this connection; what is queued still goes out.
  func beginClosing(_ connection: Connection, _ reason: CloseReason) {
    connection.phase = .flushing
    connection.reason = reason
    connection.framer = LineFramer(lineBytesMax: limits.lineBytesMax)
    setDeadline(of: connection, in: limits.closeMillisecondsMax)
    touch(connection)
  }

  /// Ends our half of the stream and waits for the peer to end its own.
  private func part(_ connection: Connection) {
    if connection.peerEnded || connection.output == .broken
      || shutdown(connection.descriptor, Int32(SHUT_WR)) != 0
    {
      doom(connection, .peerClosed)
    } else {
      connection.phase = .parting
      connection.isBlocked = false
    }
  }

  /// A deadline has passed: the peer did not answer, or did not take its last lines, in time.
  func giveUp(_ connection: Connection) {
    switch connection.phase {
    case .connecting: connectTimedOut(connection)
    case .flushing, .parting: doom(connection, .closedHere)
    case .open, .doomed: break
    }
  }

  func setDeadline(of connection: Connection, in milliseconds: Int64) {
    connection.deadline = clock.milliseconds() + milliseconds
    deadlines.insert(.giveUp(connection.id), atMilliseconds: connection.deadline)
  }

  /// Closes the descriptor. The reason stands only if none was settled before.
  func doom(_ connection: Connection, _ reason: CloseReason?) {
    if connection.phase == .doomed { return }
    connection.phase = .doomed
    connection.reason = connection.reason ?? reason
    if connection.descriptor >= 0 {
      // What a peer did not take in time, the kernel would go on holding for it.
      if connection.dropsUnsent || !connection.outbox.isEmpty {
        reset(connection.descriptor)
      } else {
        Glibc.close(connection.descriptor)
      }
    }
    connection.descriptor = -1
    doomed.append(connection)
    scheduleFinish()
  }
}
