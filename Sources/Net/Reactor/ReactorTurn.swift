// The turn of a reactor: what is ready comes in, and at its end everything goes out. While there is
// work, the reactor lingers in epoll_wait between turns instead of returning to Dispatch, which
// would cost two thread switches for the next line; it never does so with anything left to write. A
// busy lane keeps its queue for up to 200 ms: with 20 ms it went through Dispatch fifty times a
// second and changed cores 135 times instead of 55, and a write cost 5 to 9 % more.

import CLinux
import Dispatch
import Glibc
import HeapModule

/// The tags of descriptors that are not connections. A connection's tag is its name, whose upper
/// half is never 0.
enum Tag {
  static let bell: UInt64 = 0
  static let timer: UInt64 = 1
  /// The first listener; the others follow.
  static let listeners: UInt64 = 2
  static let firstConnection: UInt64 = 1 << 32

  static let readable: UInt32 = clinux_readable
}

extension Reactor {
  /// Runs turns for as long as there is work, within the limits of one visit to the queue. While it
  /// lingers it looks at the clock itself; only for the time after does it set the timer.
  func turn() {
    if isStopping { return }
    isInTurn = true
    defer { isInTurn = false }
    let lingers = Self.lingersPerVisit * Int64(limits.lingerMilliseconds)
    let visitEnd = clock.milliseconds() + max(Self.visitMilliseconds, lingers)
    var ready = look(forMilliseconds: 0)
    while ready > 0 || nextDue <= horizon {
      bytesReadThisTurn = 0
      turnBegan = clock.nanoseconds()
      // Before any line: its sender may know of what was posted, and the system may tell of the
      // bell last.
      for work in executor.mailbox.take() { work() }
      for index in 0..<ready where !isStopping {
        handle(epoll[index])
        if isStopping { break }
        if bytesReadThisTurn > Self.turnBytesMax { finishTurn() }
        if isStopping { return }
      }
      if isHorizonReached { tellTime() }
      finishTurn()
      let now = clock.milliseconds()
      if isStopping || now >= visitEnd || !executor.mailbox.lingerBegins() { break }
      let untilDue = Int32(clamping: max(0, nextDue - now))
      ready = look(forMilliseconds: min(limits.lingerMilliseconds, untilDue))
      executor.mailbox.lingerEnds()
    }
    setTimer()
  }

  /// Asks what is ready. What is due by the moment before waits for it, because it had arrived.
  private func look(forMilliseconds timeout: Int32) -> Int {
    if isHorizonReached { moveHorizon() }
    let reported = epoll.wait(timeoutMilliseconds: timeout)
    let ready = reported ?? 0
    // Nothing was there when the time was up, so all that had arrived by then has been told.
    if reported == 0 && isHorizonReached { horizon += Int64(timeout) }
    // A reported socket comes behind all others the next time. So none that was ready at the
    // horizon is left out when a report has room for more, or when as many were reported as exist.
    eventsSinceHorizon += ready
    isHorizonReached =
      ready < EpollSet.eventsMax || eventsSinceHorizon > table.count + listeners.count
      || clock.milliseconds() - horizon > Self.timersWaitMillisecondsMax
    return ready
  }

  private func moveHorizon() {
    horizon = clock.milliseconds()
    eventsSinceHorizon = 0
  }

  /// When something has to be done next, in milliseconds of the clock.
  private var nextDue: Int64 { min(wakeAt, deadlines.min?.milliseconds ?? .max) }

  private func setTimer() {
    if !isStopping && nextDue < .max { timer.arm(atMilliseconds: nextDue) }
  }

  private func handle(_ event: EpollSet.Event) {
    switch event.tag {
    case Tag.bell:
      // It was answered at the beginning of the turn.
      break
    case Tag.timer:
      timer.fired()
    case Tag.firstConnection...:
      if let connection = table[SocketID(rawValue: event.tag)] { handle(event, connection) }
    default:
      accept(from: Int(event.tag - Tag.listeners))
    }
  }

  /// Does what is due by the horizon.
  private func tellTime() {
    if isStopping { return }
    while let purpose = deadlines.popDue(at: horizon) {
      switch purpose {
      case .listenAgain: resumeAccepting()
      case .giveUp(let id):
        if let connection = table[id], connection.deadline <= horizon { giveUp(connection) }
      }
    }
    if wakeAt <= horizon {
      wakeAt = .max
      delegate?.woke()
    }
  }

  /// Writes what has been sent and tells what came of it, until nothing is left to write or tell.
  private func finishTurn() {
    if isClosed { return }
    bytesReadThisTurn = 0
    delegate?.turnEnded()
    let flushBegan = clock.nanoseconds()
    while !(touched.isEmpty && overflowed.isEmpty && resumed.isEmpty && doomed.isEmpty) {
      resumeWhoWaits()
      for connection in touched { flush(connection) }
      touched.removeAll(keepingCapacity: true)
      tellOverflows()
      releaseDoomed()
    }
    let now = clock.nanoseconds()
    delegate?.finished(TurnTimes(turn: now - turnBegan, flush: now - flushBegan))
    turnBegan = now
    if isStopping { tearDown() }
  }

  /// Makes sure that a turn ends soon, after something was asked for outside of one.
  func scheduleFinish() {
    if isInTurn || isFinishScheduled || delegate == nil { return }
    isFinishScheduled = true
    let reactor = Confined(self, to: executor.queue)
    executor.queue.async { reactor.use { $0.finishOutsideTurn() } }
  }

  private func finishOutsideTurn() {
    isFinishScheduled = false
    if isInTurn || delegate == nil { return }
    isInTurn = true
    defer { isInTurn = false }
    turnBegan = clock.nanoseconds()
    finishTurn()
    setTimer()
  }

  private func resumeWhoWaits() {
    if resumed.isEmpty { return }
    let waiting = resumed
    resumed = []
    for connection in waiting where connection.phase == .open { readOn(connection) }
    // What they said is part of the turn.
    delegate?.turnEnded()
  }

  private func tellOverflows() {
    if overflowed.isEmpty { return }
    let slow = overflowed
    overflowed = []
    for connection in slow where connection.output == .overflowed {
      connection.output = .flowing
      if connection.takesOutput { delegate?.overflowed(connection.id) }
    }
  }

  private func releaseDoomed() {
    if doomed.isEmpty { return }
    let gone = doomed
    doomed = []
    for connection in gone {
      forget(connection)
      tellEnd(of: connection)
    }
    if isAcceptingPaused { resumeAccepting() }
  }

  private func forget(_ connection: Connection) {
    table.remove(connection.id)
    switch connection.origin {
    case .accepted: acceptedCount -= 1
    case .adopted:
      acceptedCount -= 1
      departed.append(connection.ticket)
    case .turnedAway: turnedAwayCount -= 1
    case .outgoing: break
    }
  }

  private func tellEnd(of connection: Connection) {
    if connection.origin == .turnedAway { return }
    if let attempt = connection.attempt, connection.reason == nil {
      delegate?.failed(connection.id, attempt.failure)
    } else {
      delegate?.closed(connection.id, connection.reason ?? .stopped)
    }
  }

  private func tearDown() {
    let connections = table.all
    for connection in connections {
      doom(connection, .stopped)
      forget(connection)
    }
    doomed = []
    closeDescriptors()
    for connection in connections { tellEnd(of: connection) }
  }
}
