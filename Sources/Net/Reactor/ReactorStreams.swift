// Open connections as streams of bytes: reading, writing, and parting without losing the last line.
// What the bytes mean is a conversation (`ReactorConversation.swift`).

import CLinux
import Framing
import Glibc
import HeapModule

extension Reactor {
  // MARK: Events

  func handle(_ event: EpollSet.Event, _ connection: Connection) {
    switch connection.phase {
    case .connecting: connectHasNews(connection)
    case .shakingHands, .open, .flushing, .parting:
      if event.isWritable && connection.isBlocked { becameWritable(connection) }
      if event.isReadable { read(connection, isHungUp: event.isHungUp) }
    case .carried, .doomed: break
    }
  }

  /// One read for one event: the set reports the connection again, behind the others, if there is
  /// more. So a flood waits its turn like everyone, and a quiet line costs one call and not two.
  private func read(_ connection: Connection, isHungUp: Bool) {
    // It may have ended, or gone elsewhere, because it could be written to again.
    if connection.phase == .doomed || connection.phase == .carried { return }
    // A client that waits for an answer is reported only when the stream is broken.
    if !connection.isReading && !isHungUp { return }
    let now = clock.milliseconds()
    let (count, age) = readBuffer.withUnsafeMutableBytes {
      reader.read(connection.descriptor, into: $0)
    }
    if count > 0 {
      bytesReadThisTurn += count
      counts.bytesRead += count
      connection.noteRead(
        at: now, newest: clock.milliseconds(nanosecondsAgo: age),
        isAll: count < Self.readBytesMax)
      let isAllowed = connection.inflow.take(
        count, burst: limits.burstBytesMax, perSecond: limits.bytesPerSecondMax, at: now)
      if !isAllowed {
        connection.dropsUnsent = true
        doom(connection, .flooded)
      } else if let tls = connection.tls {
        unseal(readBuffer[..<count], from: connection, tls)
      } else {
        take(readBuffer[..<count], from: connection)
      }
    } else if count == 0 {
      ended(connection, isHungUp: isHungUp)
    } else if errno != EAGAIN && errno != EINTR {
      doom(connection, .lost(code: errno))
    }
  }

  /// The peer has ended its half of the stream.
  func ended(_ connection: Connection, isHungUp: Bool) {
    connection.peerEnded = true
    if let code = connection.writeError { return doom(connection, .lost(code: code)) }
    switch connection.phase {
    case .connecting, .carried, .doomed: break
    case .shakingHands: failHandshake(of: connection)
    case .parting: doom(connection, .peerClosed)
    case .open, .flushing:
      if isHungUp {
        doom(connection, .peerClosed)
      } else if connection.phase == .open {
        beginClosing(connection, .peerClosed)
      } else {
        touch(connection)
      }
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
    table.setOutlet(nil, of: connection.id)
    touched.append(connection)
    scheduleFinish()
  }

  /// Writes what waits, moves a closing connection on, and tells the epoll set what matters now.
  func flush(_ connection: Connection) {
    connection.isTouched = false
    switch connection.phase {
    case .shakingHands, .open, .flushing: write(connection)
    case .connecting, .parting, .carried, .doomed: break
    }
    if connection.phase == .flushing && connection.isEmptied { part(connection) }
    if connection.isAnswering && connection.isEmptied && connection.output == .flowing {
      connection.isAnswering = false
      resumed.append(connection)
    }
    watch(connection)
    if let outlet = connection.outlet { table.setOutlet(outlet, of: connection.id) }
  }

  /// Has what was queued written at the end of the turn, or at once if it is too much.
  func queued(to connection: Connection) {
    if connection.conversation.outbox.isOverfull { relieve(connection) }
    touch(connection)
  }

  /// An outbox has run over: writes at once, and if that does not help gives the queue up.
  private func relieve(_ connection: Connection) {
    if connection.phase == .open { write(connection) }
    if !connection.conversation.outbox.isOverfull { return }
    connection.conversation.outbox.dropWholeLines()
    connection.output = .overflowed
    overflowed.append(connection)
  }

  /// One write of all that waits.
  func write(_ connection: Connection) {
    if connection.isBlocked || connection.output == .broken { return }
    if let tls = connection.tls { return writeSealed(connection, tls) }
    if connection.conversation.outbox.isEmpty { return }
    let count = connection.conversation.outbox.withWaitingBytes { put($0, into: connection) }
    if connection.output == .broken {
      connection.conversation.outbox = Outbox(bytesMax: limits.outboxBytesMax)
    } else {
      connection.conversation.outbox.consumed(count)
      connection.isBlocked = !connection.conversation.outbox.isEmpty
    }
  }

  /// Gives bytes to the kernel.
  ///
  /// - Returns: how many it took; fewer than all mean that the peer has to read first, or is gone.
  func put(_ bytes: UnsafeRawBufferPointer, into connection: Connection) -> Int {
    let count = deliver(bytes, to: connection.descriptor)
    if count < 0 { failedToWrite(errno, to: connection) }
    return max(0, count)
  }

  /// Gives bytes to the kernel, and counts them.
  ///
  /// - Returns: how many it took; below 0 if that went wrong.
  func deliver(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    counts.writes += 1
    counts.bytesWritten += max(0, count)
    return count
  }

  /// Takes note of why the kernel took nothing.
  func failedToWrite(_ code: Int32, to connection: Connection) {
    if code == EAGAIN || code == EINTR { return }
    // The peer is gone, but what it said before that can still be read.
    connection.output = .broken
    // The kernel tells an error once: to us, so the read that comes to the end hears of none.
    if code != EPIPE { connection.writeError = code }
  }

  private func watch(_ connection: Connection) {
    if connection.descriptor < 0 { return }
    var interest: UInt32 = 0
    if connection.phase == .connecting || connection.isBlocked { interest |= clinux_writable }
    if connection.isReading { interest |= clinux_readable }
    if interest == connection.interest { return }
    connection.interest = interest
    epoll.modify(connection.descriptor, interest: interest, tag: connection.id.rawValue)
  }

  // MARK: Endings

  /// Nothing more is taken from or for this connection; what is queued still goes out, and behind
  /// it the last word of what carries it.
  func beginClosing(
    _ connection: Connection, _ reason: CloseReason,
    saying code: WebSocketCloseCode = .normal
  ) {
    connection.conversation.close(code)
    connection.phase = .flushing
    connection.reason = reason
    setDeadline(of: connection, in: limits.closeMillisecondsMax)
    touch(connection)
  }

  /// Ends our half of the stream and waits for the peer to end its own.
  private func part(_ connection: Connection) {
    if let tls = connection.tls, connection.output != .broken {
      tls.sayGoodbye()
      writeSealed(connection, tls)
      if tls.hasSealed && connection.output != .broken { return }
    }
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
    case .shakingHands: handshakeTimedOut(connection)
    case .flushing, .parting: doom(connection, .closedHere)
    case .open, .carried, .doomed: break
    }
  }

  func setDeadline(of connection: Connection, in milliseconds: Int64) {
    connection.deadline = clock.milliseconds() + milliseconds
    deadlines.insert(
      Deadline(milliseconds: connection.deadline, purpose: .giveUp(connection.id)))
  }

  /// Closes the descriptor. The reason stands only if none was settled before.
  func doom(_ connection: Connection, _ reason: CloseReason?) {
    if connection.phase == .doomed { return }
    connection.phase = .doomed
    table.setOutlet(nil, of: connection.id)
    connection.reason = connection.reason ?? reason
    if connection.descriptor >= 0 {
      // What a peer did not take in time, the kernel would go on holding for it.
      if connection.dropsUnsent || !connection.isEmptied {
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
