// The bus of a cluster: servers of NATS, over TLS, by its own client. It carries what may be lost
// and repeated, in the order in which one sender sent it, and knows no meaning. Nobody waits for
// it: it calls its listeners on the bus's queue.
// Invariants: what waits while no server is there is bounded, and so is what comes faster than it
// is taken; the rest is lost, and counted. Until it is stopped it looks for a server, whatever its
// client makes of the last one. Where no server lets a node in, or one does not let it say
// something, that is told: nobody else would say so.

#if Cluster
import CNats
import Cluster
@preconcurrency import Dispatch
import Glibc
public import Net

/// Why there is no bus: what its client says.
public struct BusFailure: Error, CustomStringConvertible {
  /// One sentence without its full stop.
  public let description: String

  init(_ status: natsStatus) {
    description = "the bus's client says: \(text(nats.natsStatus_GetText(status)))"
  }
}

/// A text of the client's; none is empty.
private func text(_ words: UnsafePointer<CChar>?) -> String {
  words.map { String(cString: $0) } ?? ""
}

/// What a bus reports to the operator of the node.
public enum BusNews: Equatable, Sendable {
  /// A server is there, at this address.
  case there(server: String)
  /// None is there; the client says why.
  case away(why: String)
  /// A server does not let the node say or hear something.
  case refused(what: String)
}

/// The bus of a cluster.
public actor BusNATS {
  /// After a server is gone, the next is tried after so many milliseconds.
  static let reconnectMilliseconds: Int64 = 10
  /// A server that answers nothing is given up after two of these, in milliseconds.
  static let pingMilliseconds: Int64 = 500
  /// Both, of a client that only watches a server.
  static let watchMilliseconds: Int64 = 2_000
  /// A server is tried for so long, in milliseconds.
  static let connectMilliseconds: Int64 = 500
  /// Where the client gives up for good, another one begins after so many milliseconds.
  static let renewMilliseconds = 500
  /// So many different things that a server refuses are told, and reasons why none is there.
  static let refusalsToldMax = 32
  /// No address of a server is longer, in bytes.
  static let urlBytesMax = 512

  nonisolated let executor = QueueExecutor(label: "chromatch.bus")
  /// Runs the actor on its queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// What could not be sent, in messages.
  public private(set) var lost = 0
  /// What a server did not let this node say or hear, in messages and subjects.
  public private(set) var refused = 0
  private var refusalsTold: Set<String> = []
  private let tell: @Sendable (BusNews) -> Void
  /// The server that was told last; nil after it was told that none is there.
  private var serverTold: String?
  /// Why none is there, as it was told since one was: a client that is refused gives two reasons by
  /// turns, and so does the next one.
  private var whysTold: Set<String> = []
  private let options: Options
  private var connection: OpaquePointer?
  private var listeners: [Listener] = []
  private var subscriptions: [OpaquePointer] = []
  private var isStopped = false

  /// A listener to a subject.
  private final class Listener: Sendable {
    let subject: String
    let executor: QueueExecutor
    let backlog = Backlog(
      countMax: EngineLimits.unheardMax, bytesMax: EngineLimits.unheardBytesMax)
    let hear: @Sendable (String, [UInt8]) -> Void

    init(
      _ subject: String, _ executor: QueueExecutor,
      _ hear: @escaping @Sendable (String, [UInt8]) -> Void
    ) {
      (self.subject, self.executor, self.hear) = (subject, executor, hear)
    }

    /// Takes a message on a thread of the client's.
    func take(_ message: OpaquePointer) {
      let size = Int(nats.natsMsg_GetDataLength(message))
      guard backlog.admit(size) else { return }
      let subject = text(nats.natsMsg_GetSubject(message))
      let bytes = Array(UnsafeRawBufferPointer(start: nats.natsMsg_GetData(message), count: size))
      executor.post {
        self.hear(subject, bytes)
        self.backlog.finish(size)
      }
    }
  }

  /// Options or a connection of the client's, which counts them and guards each by a lock.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  /// What each connection is made with.
  private final class Options: Sendable {
    let handle: Handle

    init(_ address: EngineAddress, isWatch: Bool) throws(BusFailure) {
      var options: OpaquePointer?
      try BusNATS.check(nats.natsOptions_Create(&options))
      handle = Handle(pointer: options)
      try BusNATS.set(address, isWatch: isWatch, options)
    }

    deinit { nats.natsOptions_Destroy(handle.pointer) }
  }

  /// A bus that goes on looking for a server until there is one, and again when it is gone.
  ///
  /// - Parameters:
  ///   - isWatch: whether it only looks if a server is there: it goes to no other one that servers
  ///     tell of, and asks less often.
  ///   - tell: is told what an operator should know, on the bus's queue.
  /// - Throws: that a file cannot be used, or an address is none.
  public init(
    _ address: EngineAddress, isWatch: Bool = false,
    tell: @escaping @Sendable (BusNews) -> Void = { _ in }
  ) throws(BusFailure) {
    options = try Options(address, isWatch: isWatch)
    self.tell = tell
    // It stays in memory: a thread of the client's may be on its way to it.
    BusNATS.report(options.handle.pointer, to: Unmanaged.passRetained(self).toOpaque())
    executor.post { self.assumeIsolated { $0.connect() } }
  }

  private static func set(
    _ address: EngineAddress, isWatch: Bool, _ options: OpaquePointer?
  ) throws(BusFailure) {
    let again = isWatch ? watchMilliseconds : reconnectMilliseconds
    var servers = address.servers.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
    try check(nats.natsOptions_SetServers(options, &servers, Int32(servers.count)))
    try check(nats.natsOptions_SetSecure(options, true))
    try check(nats.natsOptions_LoadCATrustedCertificates(options, address.authority))
    try check(nats.natsOptions_LoadCertificatesChain(options, address.certificate, address.key))
    try check(nats.natsOptions_SetMaxReconnect(options, -1))
    try check(nats.natsOptions_SetReconnectWait(options, again))
    try check(nats.natsOptions_SetIgnoreDiscoveredServers(options, isWatch))
    try check(
      nats.natsOptions_SetReconnectJitter(options, reconnectMilliseconds, reconnectMilliseconds))
    try check(nats.natsOptions_SetReconnectBufSize(options, Int32(EngineLimits.waitingBytesMax)))
    try check(nats.natsOptions_SetTimeout(options, connectMilliseconds))
    try check(
      nats.natsOptions_SetPingInterval(options, isWatch ? watchMilliseconds : pingMilliseconds))
    try check(nats.natsOptions_SetMaxPingsOut(options, 2))
    try check(nats.natsOptions_SetWriteDeadline(options, Int64(EngineLimits.writeMilliseconds)))
    // Messages leave at once, and one thread of the client's delivers them to the listeners.
    try check(nats.natsOptions_SetSendAsap(options, true))
    try check(nats.natsOptions_UseGlobalMessageDelivery(options, true))
    try check(nats.nats_SetMessageDeliveryPoolSize(1))
  }

  private static func check(_ status: natsStatus) throws(BusFailure) {
    if status != NATS_OK { throw BusFailure(status) }
  }

  /// Sends bytes to all listeners of a subject, from any thread.
  public nonisolated func say(_ bytes: [UInt8], on subject: String) {
    executor.post {
      self.assumeIsolated { bus in
        let status = bus.connection
          .map { nats.natsConnection_Publish($0, subject, bytes, Int32(bytes.count)) }
        if status != NATS_OK { bus.lost += 1 }
      }
    }
  }

  /// Listens to subjects from now on; `*` stands for any word. What one sender says comes in order,
  /// on the bus's queue; our own is heard, too.
  ///
  /// - Throws: why nothing will ever be heard.
  public func listen(
    _ subject: String, _ hear: @escaping @Sendable (_ subject: String, _ bytes: [UInt8]) -> Void
  ) throws(NetError) {
    let listener = Listener(subject, executor, hear)
    do throws(BusFailure) {
      if let connection { try subscribe(listener, on: connection) }
    } catch {
      throw NetError.failed(call: "natsConnection_Subscribe: \(error)", code: EIO)
    }
    listeners.append(listener)
  }

  /// Tells a server what somebody listens to, or the next one that is found.
  private func subscribe(
    _ listener: Listener, on connection: OpaquePointer
  ) throws(BusFailure) {
    // The bus keeps its listeners, and stays in memory itself.
    let context = Unmanaged.passUnretained(listener)
    var subscription: OpaquePointer?
    let status = nats.natsConnection_Subscribe(
      &subscription, connection, listener.subject,
      { _, _, message, context in
        guard let message, let context else { return }
        defer { nats.natsMsg_Destroy(message) }
        Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().take(message)
      }, context.toOpaque())
    guard status == NATS_OK, let subscription else {
      // The client gave up; the next one listens to the same.
      if status == NATS_CONNECTION_CLOSED { return }
      throw BusFailure(status)
    }
    subscriptions.append(subscription)
  }

  /// What came faster than it was heard, in messages.
  public var unheard: Int { listeners.reduce(0) { $0 + $1.backlog.refused } }

  /// Whether a server is there.
  public var isConnected: Bool {
    connection.map { nats.natsConnection_Status($0) == NATS_CONN_STATUS_CONNECTED } ?? false
  }

  /// Waits until a server has everything that was said, half a second at the most; for a node that
  /// is about to stop.
  public func flush() {
    if let connection {
      _ = nats.natsConnection_FlushTimeout(connection, BusNATS.connectMilliseconds)
    }
  }

  /// Ends everything. Listeners stay in memory: the client's thread may be on its way to one.
  public func stop() {
    isStopped = true
    if let connection { nats.natsConnection_Close(connection) }
    drop()
  }
}

// From one client to the next. The client goes on by itself after most of what can happen to a
// connection; but it gives up for good when the last server that it tries at first is there and
// says nothing, as one does that is about to start, and when one refuses it twice.
extension BusNATS {
  /// Begins with a client, away from the queue: it tries every server before it returns.
  private func connect() {
    if isStopped { return }
    let options = options
    DispatchQueue.global(qos: .userInitiated)
      .async { [self] in
        var connection: OpaquePointer?
        _ = nats.natsConnection_Connect(&connection, options.handle.pointer)
        let made = Handle(pointer: connection)
        executor.post { self.assumeIsolated { $0.take(made) } }
      }
  }

  /// Goes on with a client; nil where none could be made.
  private func take(_ made: Handle) {
    connection = made.pointer
    refusalsTold = []
    tellWhetherThere()
    if isStopped { return stop() }
    guard let made = connection, nats.natsConnection_Status(made) != NATS_CONN_STATUS_CLOSED else {
      return renew()
    }
    do throws(BusFailure) {
      for listener in listeners { try subscribe(listener, on: made) }
    } catch {
      renew()
    }
  }

  /// A client says that it has given up. If it is none of ours any more, or not yet, that has been
  /// seen to, or will be.
  private func clientGaveUp(_ closed: Handle) {
    if let connection, connection == closed.pointer, !isStopped { renew() }
  }

  /// Begins with another client, after a while.
  private func renew() {
    drop()
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(BusNATS.renewMilliseconds)) {
      self.assumeIsolated { $0.connect() }
    }
  }

  /// Forgets the client.
  private func drop() {
    for subscription in subscriptions { nats.natsSubscription_Destroy(subscription) }
    if let connection { nats.natsConnection_Destroy(connection) }
    (subscriptions, connection) = ([], nil)
  }
}

// What the client reports from a thread of its own, and what of it an operator is told.
extension BusNATS {
  /// Has a client report to a bus.
  private static func report(_ options: OpaquePointer?, to context: UnsafeMutableRawPointer) {
    _ = nats.natsOptions_SetClosedCB(
      options, { client, bus in BusNATS.post(client, to: bus) { $0.clientGaveUp($1) } }, context)
    _ = nats.natsOptions_SetRetryOnFailedConnect(
      options, true, { client, bus in BusNATS.post(client, to: bus) { $0.clientChanged($1) } },
      context)
    _ = nats.natsOptions_SetDisconnectedCB(
      options, { client, bus in BusNATS.post(client, to: bus) { $0.clientChanged($1) } }, context)
    _ = nats.natsOptions_SetReconnectedCB(
      options, { client, bus in BusNATS.post(client, to: bus) { $0.clientChanged($1) } }, context)
    _ = nats.natsOptions_SetErrorHandler(
      options,
      { client, _, status, bus in
        // What comes faster than it is heard is counted elsewhere.
        guard status == NATS_NOT_PERMITTED else { return }
        let what = BusNATS.lastError(of: client)
        BusNATS.post(client, to: bus) { bus, _ in bus.refuse(what) }
      }, context)
  }

  private static func post(
    _ client: OpaquePointer?, to context: UnsafeMutableRawPointer?,
    _ body: @escaping @Sendable (isolated BusNATS, Handle) -> Void
  ) {
    guard let context else { return }
    let client = Handle(pointer: client)
    let bus = Unmanaged<BusNATS>.fromOpaque(context).takeUnretainedValue()
    bus.executor.post { bus.assumeIsolated { body($0, client) } }
  }

  /// What a client says of the last thing that went wrong. It keeps one text, which ends where it
  /// keeps it, so of two that come at once the later one may be read twice.
  private static func lastError(of client: OpaquePointer?) -> String {
    var words: UnsafePointer<CChar>?
    let status = nats.natsConnection_GetLastError(client, &words)
    let said = text(words)
    if !said.isEmpty { return said }
    return status == NATS_OK
      ? "none of the servers answers" : text(nats.natsStatus_GetText(status))
  }

  /// A client has lost its server, or found one.
  private func clientChanged(_ changed: Handle) {
    if let connection, connection == changed.pointer, !isStopped { tellWhetherThere() }
  }

  private func tellWhetherThere() {
    if isStopped { return }
    guard isConnected else {
      serverTold = nil
      let why = BusNATS.lastError(of: connection)
      if whysTold.count < BusNATS.refusalsToldMax, whysTold.insert(why).inserted {
        tell(.away(why: why))
      }
      return
    }
    whysTold = []
    var url = [CChar](repeating: 0, count: BusNATS.urlBytesMax)
    _ = nats.natsConnection_GetConnectedUrl(connection, &url, url.count)
    let bytes = url.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let server = String(decoding: bytes, as: UTF8.self)
    if server == serverTold { return }
    serverTold = server
    tell(.there(server: server))
  }

  private func refuse(_ what: String) {
    refused += 1
    guard refusalsTold.count < BusNATS.refusalsToldMax, refusalsTold.insert(what).inserted else {
      return
    }
    tell(.refused(what: what))
  }
}
#endif
