// One socket as its reactor sees it. A connection holds state and decides nothing; it costs a few
// hundred bytes and keeps no buffer while nothing is half read or half written.

import Framing

/// One connection of a reactor, confined to its queue.
final class Connection {
  /// How far a connection is in its life. It only ever moves down this list.
  enum Life {
    /// An address is being looked up, or has not answered yet.
    case connecting
    /// The peer has answered; TLS and the WebSocket are being agreed on.
    case shakingHands
    /// Bytes go both ways.
    case open
    /// It is to be closed: the outbox empties, what comes in is thrown away.
    case flushing
    /// All is written and our end of the stream is closed. Closing the socket with unread bytes in
    /// it would send a reset, which can overtake our last line: so we read until the peer ends too.
    case parting
    /// It is on its way to another reactor, which will open it again.
    case carried
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
    /// Another reactor accepted it; the server, which counts it there, is told when it goes.
    case adopted
    case outgoing
    /// Came when the house was full; the delegate has never heard of it.
    case turnedAway
  }

  // What every write looks at comes first and lies together: with a thousand watchers, memory is
  // what takes time.

  /// Changes when another reactor adopts the connection.
  var id: SocketID
  /// -1 while there is no socket yet.
  var descriptor: Int32
  /// What the epoll set watches this descriptor for.
  var interest: UInt32 = 0
  var phase: Life
  var output = Output.flowing
  /// Listed to be flushed at the end of this turn.
  var isTouched = false
  /// The last write found no room; the epoll set says when there is some.
  var isBlocked = false
  /// A response has been queued: nothing more is heard before the peer has taken all of it, so that
  /// one who asks and does not read makes nothing wait but one response.
  var isAnswering = false
  /// The peer has ended its half of the stream.
  var peerEnded = false
  /// TLS is being agreed on elsewhere; nothing is read until that is told.
  private var isHandshakeAway = false
  /// TLS, if the peer speaks it; nil while a handshake is done elsewhere.
  var tls: TLSSession?
  /// What is said and heard, with TLS taken off.
  var conversation: Conversation

  let origin: Origin
  /// Which limit it counts for.
  var addressGroup: AddressGroup
  /// The trusted proxy that it comes from, which may speak for others; nil for everybody else.
  var proxy: AddressGroup?
  /// The number that its acceptor gave it; the same wherever it is carried.
  var ticket: UInt64 = 0
  /// TLS that a peer has begun, until it stands.
  var handshake: (work: Handshake, isAway: Bool)? {
    didSet { isHandshakeAway = handshake?.isAway ?? false }
  }
  /// When what was read last arrived: its last line at the end, those before it no later.
  private var arrival: ClosedRange<Int64> = 0...0
  /// When all that had come was read last, and whether that was the last read.
  private var emptiedAt: Int64 = 0
  private var isReadEmpty = true
  /// How much it may still send us.
  var inflow = Allowance()
  /// Closing it also takes back what the kernel has not sent yet.
  var dropsUnsent = false
  /// What a write was told went wrong with the connection.
  var writeError: Int32?
  /// Why it ends, once that is settled.
  var reason: CloseReason?
  /// When to give up on connecting or on parting, in milliseconds of the reactor's clock.
  var deadline = Int64.max
  /// The connect under way, for an outgoing connection that is not open yet.
  var attempt: ConnectAttempt?

  init(
    id: SocketID, origin: Origin, addressGroup: AddressGroup, isFromProxy: Bool = false,
    descriptor: Int32, phase: Life, limits: ReactorLimits
  ) {
    self.id = id
    self.origin = origin
    self.addressGroup = addressGroup
    proxy = isFromProxy ? addressGroup : nil
    self.descriptor = descriptor
    self.phase = phase
    let limits = limits.conversation
    conversation =
      origin == .outgoing
      ? Conversation(toServer: limits) : Conversation(limits: limits, isFromProxy: isFromProxy)
  }

  /// How it came, as far as that is known.
  var transport: Transport {
    switch (tls == nil, conversation.isWebSocket) {
    case (true, false): .tcp
    case (false, false): .tls
    case (true, true): .ws
    case (false, true): .wss
    }
  }

  /// Whether `send` has any effect.
  var takesOutput: Bool {
    if conversation.isOpened { return phase == .open && output == .flowing }
    guard output == .flowing else { return false }
    switch phase {
    case .connecting, .shakingHands: return true
    case .open:
      return handshake == nil && tls?.isEstablished ?? true && conversation.takesLines
    case .flushing, .parting, .carried, .doomed: return false
    }
  }

  /// Where lines for it go at once, if nothing is in their way.
  var outlet: Outlet? {
    guard phase == .open, output == .flowing, !isBlocked, tls == nil else { return nil }
    return conversation.envelope.map { Outlet(descriptor: descriptor, envelope: $0) }
  }

  /// Whether what comes is to be read now. Between a request and its answer the peer has to wait.
  var isReading: Bool {
    !peerEnded && phase != .connecting
      && !((conversation.awaitsAnswer || isAnswering || isHandshakeAway) && phase == .open)
  }

  /// Notes what a read brought: when it began, when the newest byte of it came, and whether
  /// nothing is left. Of pieces that came while nobody read, the kernel keeps the last one's time.
  func noteRead(at now: Int64, newest: Int64, isAll: Bool) {
    let earliest = max(emptiedAt, arrival.upperBound)
    arrival = earliest...max(earliest, newest)
    isReadEmpty = isAll
    if isAll { emptiedAt = now }
  }

  /// When the line that was taken out last arrived, in milliseconds of the reactor's clock: at the
  /// end of the range, if it is the last that was read; others may have come before.
  var lineArrival: ClosedRange<Int64> {
    let isLast = isReadEmpty && conversation.isEmpty && tls?.hasUnopened != true
    return isLast ? arrival.upperBound...arrival.upperBound : arrival
  }

  /// Whether nothing is left to be written.
  var isEmptied: Bool {
    output == .broken || (conversation.outbox.isEmpty && tls?.hasSealed != true)
  }
}

/// How a stream came: what it is wrapped in.
public enum Transport: String, CaseIterable, Sendable {
  /// Lines over TCP.
  case tcp
  /// Lines over TLS.
  case tls
  /// A WebSocket over TCP.
  case ws
  /// A WebSocket over TLS.
  case wss
}

/// A connect under way: the addresses of its host, tried one after the other.
final class ConnectAttempt {
  let endpoint: Endpoint
  /// What to agree on once an address has answered.
  let carriage: Carriage
  /// The addresses not tried yet.
  var race = AddressRace()
  /// What is on its way to those that are.
  var sockets: [RacingSocket] = []
  /// What the last address tried came to.
  var failure: NetError

  init(_ endpoint: Endpoint, _ carriage: Carriage) {
    self.endpoint = endpoint
    self.carriage = carriage
    failure = .cannotResolve(endpoint.host, why: "it has no address")
  }
}
