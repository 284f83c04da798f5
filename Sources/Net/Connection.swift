// One socket as its reactor sees it. A connection holds state and decides nothing; it costs a few
// hundred bytes and keeps no buffer while nothing is half read or half written.

import Framing

/// One connection of a reactor, confined to its queue.
final class Connection {
  /// How far a connection is in its life. It only ever moves down this list.
  enum Phase {
    /// An address is being looked up, or has not answered yet.
    case connecting
    /// Lines go both ways.
    case open
    /// It is to be closed: the outbox empties, what comes in is thrown away.
    case flushing
    /// All is written and our end of the stream is closed. Closing the socket with unread bytes in
    /// it would send a reset, which can overtake our last line: so we read until the peer ends too.
    case parting
    /// Its descriptor is closed; the delegate hears of it at the end of this turn.
    case doomed
  }

  /// Whether what is sent is queued.
  enum Output {
    case flowing
    /// The outbox ran over and was dropped; the delegate will be told at the end of the turn.
    case overflowed
    /// The delegate has chosen to wait until the peer can take a whole picture.
    case conflated
    /// A write failed for good. Reading goes on, until the error or the end shows there.
    case broken
  }

  /// Where it comes from, and so what the delegate knows about it.
  enum Origin {
    case accepted
    case outgoing
    /// Came when the house was full; the delegate has never heard of it.
    case turnedAway
  }

  let id: SocketID
  let origin: Origin
  /// -1 while there is no socket yet.
  var descriptor: Int32
  var phase: Phase
  var output = Output.flowing
  var framer: LineFramer
  var outbox: Outbox
  /// What the epoll set watches this descriptor for.
  var interest: UInt32 = 0
  /// The last write found no room; the epoll set says when there is some.
  var isBlocked = false
  /// Listed to be flushed at the end of this turn.
  var isTouched = false
  /// The delegate knows that its bytes are no lines.
  var isRefused = false
  /// The peer has ended its half of the stream.
  var peerEnded = false
  /// Closing it also takes back what the kernel has not sent yet.
  var dropsUnsent = false
  /// Why it ends, once that is settled.
  var reason: CloseReason?
  /// When to give up on connecting or on parting, in milliseconds of the reactor's clock.
  var deadline = Int64.max
  /// The connect under way, for an outgoing connection that is not open yet.
  var attempt: ConnectAttempt?

  init(
    id: SocketID, origin: Origin, descriptor: Int32, phase: Phase, limits: ReactorLimits
  ) {
    self.id = id
    self.origin = origin
    self.descriptor = descriptor
    self.phase = phase
    framer = LineFramer(lineBytesMax: limits.lineBytesMax)
    outbox = Outbox(bytesMax: limits.outboxBytesMax)
  }

  /// Whether `send` has any effect.
  var takesOutput: Bool { output == .flowing && (phase == .open || phase == .connecting) }
}

/// A connect under way: the addresses of its host, tried one after the other.
final class ConnectAttempt {
  let endpoint: Endpoint
  /// The addresses not tried yet, the next one last.
  var remaining: [SocketAddress] = []
  /// What the last address tried came to.
  var failure: NetError

  init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    failure = .cannotResolve(endpoint.host, why: "it has no address")
  }
}
