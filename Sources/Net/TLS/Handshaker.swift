// TLS handshakes, on a thread of their own that gives way to every lane: a handshake takes as long
// as a thousand moves. Lanes read and write the bytes of those who shake hands, and hand the
// session back and forth; it knows neither sockets nor what is said once a handshake is done.
// Invariants: a handshake is worked on by its lane or by this thread, never by both; whatever
// becomes of one, it is counted as over when nobody has it any more.

import Glibc

/// Does the handshakes of all lanes of a server. Its thread lives as long as it does.
public final class Handshaker: Sendable {
  fileprivate let desk: HandshakeDesk

  /// Starts the thread.
  ///
  /// - Throws: when the system has no descriptor or no thread left.
  public init(_ limits: HandshakeLimits, clock: Clock) throws(NetError) {
    desk = try HandshakeDesk(limits, clock)
    try desk.start()
  }

  deinit { desk.stop() }
}

/// What a reactor answers those with who begin TLS.
public struct TLSService: Sendable {
  /// The certificate, and how to choose what to speak.
  public var server: TLSServer
  /// Who does the handshakes.
  public let handshaker: Handshaker

  /// A server's TLS.
  public init(_ server: TLSServer, by handshaker: Handshaker) {
    self.server = server
    self.handshaker = handshaker
  }
}

/// The thread, its mailbox, and what only the thread touches.
private final class HandshakeDesk: @unchecked Sendable {
  private let mailbox = Mailbox()
  private let bell: Int32
  private let clock: Clock
  // Everything below is touched only on the thread.
  private var budget: HandshakeBudget
  /// How those are cut off that are under way, by their tickets.
  private var cutOffs: [UInt64: @Sendable () -> Void] = [:]
  private var room = [UInt8](repeating: 0, count: Reactor.readBytesMax)
  private var isStopping = false

  /// How much less the thread counts than a lane's when both want a processor (nice(2)): about a
  /// tenth.
  private static let niceness: Int32 = 10

  init(_ limits: HandshakeLimits, _ clock: Clock) throws(NetError) {
    budget = HandshakeBudget(limits)
    self.clock = clock
    bell = try mailbox.open()
  }

  func start() throws(NetError) {
    var thread = pthread_t()
    let itself = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<HandshakeDesk>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, itself.toOpaque())
    if code != 0 {
      itself.release()
      throw NetError.failed(call: "pthread_create", code: code)
    }
    pthread_detach(thread)
  }

  func stop() { post { $0.isStopping = true } }

  /// Has something done on the thread; nothing once it has ended.
  func post(_ work: @escaping @Sendable (HandshakeDesk) -> Void) {
    _ = mailbox.post { [self] in work(self) }
  }

  private func run() {
    // On Linux this is the thread's alone (setpriority(2)).
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    while !isStopping {
      var poller = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
      poll(&poller, 1, -1)
      for work in mailbox.take() { work() }
    }
    // Work that still waits is done, and answers a lane that may be there no more.
    for work in mailbox.close() { work() }
  }

  /// Lets a handshake begin and returns its ticket, or does not. `cutOff` is called when it has to
  /// give way to another one.
  func begin(_ addressGroup: AddressGroup, cutOff: @escaping @Sendable () -> Void) -> UInt64? {
    guard let begun = budget.begin(addressGroup, at: clock.milliseconds()) else { return nil }
    if let displaced = begun.displaced { cutOffs.removeValue(forKey: displaced)?() }
    cutOffs[begun.ticket] = cutOff
    return begun.ticket
  }

  func end(_ ticket: UInt64) {
    budget.end(ticket)
    cutOffs[ticket] = nil
  }

  /// Opens all that a session has received; what is opened after the handshake is returned.
  func open(_ session: TLSSession) -> Handshake.Outcome {
    var plain: [UInt8] = []
    while true {
      switch room.withUnsafeMutableBytes({ session.open(into: $0) }) {
      case .bytes(let count): plain += room[..<count]
      case .failed(let failure) where !session.isEstablished: return .failed(failure)
      // The next caller to open finds an end after the handshake.
      case .wantsMore, .ended, .failed:
        return session.isEstablished ? .established(plain) : .underWay
      }
    }
  }
}

/// One handshake with a client.
final class Handshake: @unchecked Sendable {
  /// What came of the bytes that were handed in.
  enum Outcome: Sendable {
    /// The peer has to say more, once it has been told what is sealed.
    case underWay
    /// It is done, and so much was said behind it.
    case established([UInt8])
    case failed(TLSFailure)
    /// It was not begun: there are too many.
    case refused
  }

  private let desk: HandshakeDesk
  private let server: TLSServer
  private let addressGroup: AddressGroup
  private let cutOff: @Sendable () -> Void
  private var ticket: UInt64?
  /// Its own until it is done, because two threads take turns.
  private let memory = TLSMemory()
  /// nil until it is begun.
  private(set) var session: TLSSession?

  /// - Parameter cutOff: called on the other thread when the handshake has to give way to another.
  init(
    _ service: TLSService, with addressGroup: AddressGroup,
    cutOff: @escaping @Sendable () -> Void
  ) {
    self.cutOff = cutOff
    desk = service.handshaker.desk
    server = service.server
    self.addressGroup = addressGroup
  }

  deinit {
    if let ticket { desk.post { $0.end(ticket) } }
  }

  /// Goes on with what the peer has said; begins with the first of it.
  ///
  /// - Parameter tell: told the outcome, on the other thread. Until then the session is not to be
  ///   touched.
  func goOn(with sealed: [UInt8], tell: @escaping @Sendable (Outcome) -> Void) {
    desk.post { [self] desk in
      if session == nil {
        ticket = desk.begin(addressGroup, cutOff: cutOff)
        guard ticket != nil else { return tell(.refused) }
        session = TLSSession(server: server, memory: memory)
      }
      guard let session else { return }
      sealed.withUnsafeBytes { session.receive($0) }
      tell(desk.open(session))
    }
  }
}
