// A reactor is the sockets of one lane: those that listen, those that are connected, one timer and
// one bell, in one epoll set, driven by one read source on one serial queue. It knows lines, not
// what they mean; it never decides who is slow, late or unwelcome, it only says so.
//
// A turn: take everything that is ready, tell the delegate, then what is due, and only then write,
// once for each connection that was sent something. Invariants: the delegate is called from a turn,
// and never from within a method that it has called itself; what arrived before something was due
// is told before it, unless that takes longer than `timersWaitMillisecondsMax`.

import Dispatch
public import Framing
import Glibc
import HeapModule

/// Listens, connects, reads lines and writes lines on one serial queue.
///
/// Not Sendable: make it, and call all of it, on the executor's queue. Other threads reach it with
/// `QueueExecutor.post`. Once started it lives until `stop`.
public final class Reactor {
  let executor: QueueExecutor
  let clock: Clock
  let limits: ReactorLimits
  let epoll: EpollSet
  var timer: WakeTimer
  var delegate: (any ReactorDelegate)?

  var table = ConnectionTable()
  var listeners: [Listener] = []
  /// How many connections in the table were accepted, and how many were turned away.
  var acceptedCount = 0
  var turnedAwayCount = 0
  var departed: [UInt64] = []
  /// Accepting found no descriptor; the listeners are not watched until one may have come free.
  var isAcceptingPaused = false
  var holdsAccepting = false

  /// Connections with something to write or a change of interest, in the order it came up.
  var touched: [Connection] = []
  var overflowed: [Connection] = []
  /// Connections of which something may have come already that nobody has looked at.
  var resumed: [Connection] = []
  var doomed: [Connection] = []
  var deadlines = Heap<Deadline>()
  var wakeAt = Int64.max
  var proved = ProvedAddresses()

  /// Where every read of every connection goes. Lines are handed out as slices of it.
  var readBuffer = [UInt8](repeating: 0, count: Reactor.readBytesMax)
  /// Where everything is unsealed; then lines are handed out as slices of this.
  var openBuffer = [UInt8](repeating: 0, count: Reactor.readBytesMax)
  let reader = TimedReader()
  let tlsMemory = TLSMemory()
  var bytesReadThisTurn = 0
  /// How many events were reported since `horizon` was set, and whether that is all there were.
  var eventsSinceHorizon = 0
  var isHorizonReached = true
  /// When the turn under way began, on the monotonic clock in nanoseconds.
  var turnBegan: Int64 = 0
  var isInTurn = false
  var isFinishScheduled = false
  var isStopping = false
  /// All is closed, and only the source has not let go yet. What was closed once may be somebody
  /// else's by now.
  private(set) var isClosed = false
  private var source: (any DispatchSourceRead)?

  /// How much is read from one connection before the others have had their turn. Small enough that
  /// a flood of the shortest lines is a matter of milliseconds.
  static let readBytesMax = 16 * 1024
  /// How much is read in one turn before output is written, whatever else is ready.
  static let turnBytesMax = 64 * 1024
  /// How long what is due waits at most for what had arrived by then, in milliseconds. A flood that
  /// nobody can read in that time holds up no timer for longer.
  static let timersWaitMillisecondsMax: Int64 = 1_000
  /// How long one visit to the queue lasts, in milliseconds, before other blocks get theirs. Each
  /// visit is two thread switches, after which a lane may find itself on another core: so a lane
  /// that lingers has the queue `lingersPerVisit` times as long.
  static let visitMilliseconds: Int64 = 20
  static let lingersPerVisit: Int64 = 4
  /// How many connections one listener may hand over at once.
  public static let acceptsPerEventMax = 64
  /// How many of those turned away may still be reading why; more are closed without a word.
  public static let turnedAwayMax = 64
  /// How long to wait when accepting found no descriptor, in milliseconds.
  static let acceptPauseMilliseconds: Int64 = 100

  /// Opens the reactor's own descriptors; nothing happens until `start`.
  ///
  /// - Parameters:
  ///   - executor: the queue to live on. An executor serves one reactor.
  ///   - clock: what all its times refer to.
  /// - Throws: when the system has no descriptors left.
  public init(executor: QueueExecutor, clock: Clock, limits: ReactorLimits) throws(NetError) {
    let epoll = try EpollSet()
    let timer = try WakeTimer(clock: clock)
    let bell: Int32
    do {
      bell = try executor.mailbox.open()
    } catch {
      Glibc.close(timer.descriptor)
      throw error
    }
    self.executor = executor
    self.clock = clock
    self.limits = limits
    self.epoll = epoll
    self.timer = timer
    let isWatched =
      epoll.add(bell, interest: Tag.readable, tag: Tag.bell)
      && epoll.add(timer.descriptor, interest: Tag.readable, tag: Tag.timer)
    if !isWatched { throw NetError.failed(call: "epoll_ctl", code: errno) }
  }

  deinit {
    // A started reactor is held by its source, so it gets here only after `stop`.
    if source == nil && !isStopping { closeDescriptors() }
  }

  /// Starts to tell `delegate` what happens. The delegate is held until the reactor has stopped.
  public func start(delegate: any ReactorDelegate) {
    dispatchPrecondition(condition: .onQueue(executor.queue))
    precondition(source == nil && !isStopping, "a reactor is started once")
    self.delegate = delegate
    let source = DispatchSource.makeReadSource(
      fileDescriptor: epoll.descriptor, queue: executor.queue)
    let reactor = Confined(self, to: executor.queue)
    source.setEventHandler { @Sendable in reactor.use { $0.turn() } }
    source.setCancelHandler { @Sendable in reactor.use { $0.sourceIsGone() } }
    source.activate()
    self.source = source
    scheduleFinish()
  }

  /// Closes everything: nothing more is written or read. Each connection is told to the delegate as
  /// closed at the end of the turn, and `stopped` is the last it hears. To part politely, close the
  /// connections first and stop when the last one is gone.
  public func stop() {
    if isStopping { return }
    isStopping = true
    if source == nil { closeDescriptors() } else { scheduleFinish() }
  }

  /// What it has done so far.
  public internal(set) var counts = ReactorCounts()

  /// Everything that arrived by then has been told when `woke` is called, and no more is due than
  /// was due by then. In milliseconds of the clock.
  public internal(set) var horizon: Int64 = 0

  /// When the line arrived that `received` tells of, in milliseconds of the clock: at the end of
  /// the range. It is wider than a moment only if several lines came while nobody read; then this
  /// one may have come earlier.
  public internal(set) var lineArrival: ClosedRange<Int64> = 0...0

  /// What TLS is answered with; nil if it is not spoken. Those who are connected keep what they
  /// have.
  public var tls: TLSService?

  /// Whose word is taken about whom they connect for.
  public var trustedProxies = TrustedNetworks.none

  /// How many of those turned away may still be reading why, where there are few descriptors.
  public var turnedAwayMax = Reactor.turnedAwayMax

  /// How many connections there are, those that are being closed included.
  public var connectionCount: Int { table.count }

  /// Has the delegate's `woke` called once, at `milliseconds` of the reactor's clock or as soon as
  /// possible after it. Replaces the time given before; nil means never.
  public func wake(atMilliseconds milliseconds: Int64?) {
    wakeAt = milliseconds ?? .max
    scheduleFinish()
  }

  /// Queues whole lines for a peer; they leave at the end of this turn, with all else sent to it.
  /// To a connection that is gone, is being closed or has been conflated, nothing is sent.
  public func send(_ lines: [UInt8], to id: SocketID) {
    if lines.isEmpty { return }
    var batch = LineBatch(lines)
    send(&batch, to: id)
  }

  /// Queues a batch for a peer, as `send` does lines. Peers that take it in the same form share its
  /// bytes.
  public func send(_ batch: inout LineBatch, to id: SocketID) {
    guard let connection = table[id], connection.takesOutput else { return }
    connection.conversation.send(&batch)
    queued(to: connection)
  }

  /// Sends a batch to one of many connections, at once if it has nothing else to hear in this turn:
  /// with a thousand of them, to come back to each costs more than what is left to be done there.
  public func broadcast(_ batch: inout LineBatch, to id: SocketID) {
    if let outlet = table.outlet(of: id) { return pour(&batch, into: outlet, of: id) }
    guard let connection = table[id], connection.takesOutput else { return }
    connection.conversation.send(&batch)
    if connection.phase == .open && !connection.isTouched {
      write(connection)
      if connection.isEmptied { return }
    }
    queued(to: connection)
  }

  /// Writes a batch where nothing waits. The connection is only looked at if not all of it went:
  /// memory is what a write waits for, and a lane has thousands of connections.
  private func pour(_ batch: inout LineBatch, into outlet: Outlet, of id: SocketID) {
    let (count, rest) = batch.withBytes(in: outlet.envelope) { bytes in
      let count = deliver(bytes, to: outlet.descriptor)
      return (count, bytes.count - count)
    }
    if rest == 0 { return }
    let failure = errno
    guard let connection = table[id] else { return }
    if count < 0 { failedToWrite(failure, to: connection) }
    if connection.output == .flowing {
      connection.conversation.send(&batch)
      connection.conversation.outbox.consumed(max(0, count))
    }
    queued(to: connection)
  }

  /// Queues a message for a peer whose WebSocket was opened for messages.
  public func send(_ message: WebSocketMessage, to id: SocketID) {
    guard let connection = table[id], connection.takesOutput,
      connection.conversation.send(message)
    else { return }
    queued(to: connection)
  }

  /// Drops what waits for a slow peer and sends it nothing until it has room again, which `drained`
  /// tells.
  public func conflate(_ id: SocketID) {
    guard let connection = table[id], connection.takesOutput else { return }
    connection.conversation.outbox.dropWholeLines()
    connection.output = .conflated
    // Room is what the epoll set reports; if there is some already, it does so at once.
    connection.isBlocked = true
    touch(connection)
  }

  /// Closes a connection once what has been sent to it is on its way, or `closeMillisecondsMax`
  /// from now. What it still says is thrown away.
  ///
  /// - Parameter code: what a WebSocket is told as the reason; after `refused` that is the
  ///   refusal's own.
  public func close(_ id: SocketID, saying code: WebSocketCloseCode = .normal) {
    guard let connection = table[id] else { return }
    switch connection.phase {
    case .connecting, .shakingHands: doom(connection, .closedHere)
    case .open: beginClosing(connection, .closedHere, saying: code)
    case .flushing, .parting, .carried, .doomed: break
    }
  }

  /// Closes a connection at once and drops what has not arrived.
  public func abort(_ id: SocketID) {
    guard let connection = table[id] else { return }
    connection.dropsUnsent = true
    doom(connection, .closedHere)
  }

  /// The source has let go of the epoll descriptor: the last act of a reactor.
  private func sourceIsGone() {
    epoll.close()
    source = nil
    delegate?.stopped()
    delegate = nil
  }

  /// Closes what has to be closed at `stop`; the epoll descriptor only after its source let go.
  func closeDescriptors() {
    if isClosed { return }
    isClosed = true
    stopListening()
    Glibc.close(timer.descriptor)
    for work in executor.mailbox.close() { executor.queue.async(execute: work) }
    source?.cancel()
  }
}
