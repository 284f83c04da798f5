// A reactor in an actor, as the server has it, with a delegate that writes down all it hears.
// Tests wait here for what they expect to hear, never for time to pass. A wait has no deadline.

import Dispatch
import Framing
import Net

/// A server's limits, made small where a test wants to reach them.
extension ReactorLimits {
  static let tests = ReactorLimits(
    lineBytesMax: 1024, headBytesMax: 8192, messageBytesMax: 65_536, burstBytesMax: .max,
    bytesPerSecondMax: .max, outboxBytesMax: 256 * 1024, connectionsMax: 10_000,
    fullReply: Array("NO code=server-full\n".utf8), closeMillisecondsMax: 86_400_000,
    connectMillisecondsMax: 86_400_000, lingerMilliseconds: 5)

  func with(_ change: (inout ReactorLimits) -> Void) -> ReactorLimits {
    var copy = self
    change(&copy)
    return copy
  }
}

/// What a delegate hears, in words.
enum Heard: Equatable, Sendable {
  case accepted(SocketID)
  case connected(SocketID)
  case failed(SocketID, NetError)
  case line(SocketID, String)
  case message(SocketID, WebSocketMessage)
  case request(SocketID, RequestHead)
  case badRequest(SocketID, HTTPStatus)
  case refused(SocketID, FramingError)
  case overflowed(SocketID)
  case drained(SocketID)
  case closed(SocketID, CloseReason)
  case woke
  case stopped
}

/// Writes down what it hears, then answers as the test wants.
final class Probe: ReactorDelegate {
  typealias Answer = @Sendable (Reactor, Heard) -> Void

  private(set) var heard: [Heard] = []
  private(set) var peers: [Endpoint] = []
  /// How those who turned out to speak in lines or messages came, in order.
  private(set) var transports: [Transport] = []
  private(set) var turns = 0
  /// When each line arrived.
  private(set) var arrivals: [ClosedRange<Int64>] = []
  /// For each line, how many turns had ended before it was heard.
  private(set) var turnsOfLines: [Int] = []
  fileprivate let reactor: Reactor
  private let answer: Answer
  /// Where those go who say MOVE; they are handed over when the turn ends, not before.
  fileprivate var otherLane: TestLane?
  private var carried: [CarriedSocket?] = []
  fileprivate var waiting: [(isMet: (Probe) -> Bool, resume: () -> Void)] = []

  init(_ reactor: Reactor, answer: @escaping Answer) {
    self.reactor = reactor
    self.answer = answer
  }

  func accepted(_ id: SocketID, from peer: Endpoint) {
    peers.append(peer)
    hear(.accepted(id))
  }

  func opened(_ id: SocketID, over transport: Transport) { transports.append(transport) }

  func requested(_ request: Result<RequestHead, HTTPRefusal>, from id: SocketID) {
    switch request {
    case .success(let head): hear(.request(id, head))
    case .failure(let refusal): hear(.badRequest(id, refusal.status))
    }
  }

  func received(_ message: WebSocketMessage, from id: SocketID) { hear(.message(id, message)) }

  func connected(_ id: SocketID) { hear(.connected(id)) }
  func failed(_ id: SocketID, _ error: NetError) { hear(.failed(id, error)) }

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    turnsOfLines.append(turns)
    arrivals.append(reactor.lineArrival)
    if otherLane != nil, line.elementsEqual("MOVE".utf8) {
      carried.append(reactor.carry(id))
      return
    }
    hear(.line(id, String(decoding: line, as: UTF8.self)))
  }

  func refused(_ error: FramingError, from id: SocketID) { hear(.refused(id, error)) }
  func overflowed(_ id: SocketID) { hear(.overflowed(id)) }
  func drained(_ id: SocketID) { hear(.drained(id)) }
  func closed(_ id: SocketID, _ reason: CloseReason) { hear(.closed(id, reason)) }
  func woke() { hear(.woke) }
  func turnEnded() {
    turns += 1
    guard let otherLane else { return }
    for socket in carried {
      otherLane.executor.post { otherLane.assumeIsolated { $0.adopt(socket) } }
    }
    carried = []
  }
  func stopped() { hear(.stopped) }

  private func hear(_ event: Heard) {
    heard.append(event)
    answer(reactor, event)
    while let met = waiting.firstIndex(where: { $0.isMet(self) }) {
      waiting.remove(at: met).resume()
    }
  }

  // MARK: Questions

  var ids: [SocketID] {
    heard.compactMap {
      switch $0 {
      case .accepted(let id), .connected(let id): id
      default: nil
      }
    }
  }

  var lines: [String] {
    heard.compactMap { if case .line(_, let line) = $0 { line } else { nil } }
  }

  func count(_ isWanted: (Heard) -> Bool) -> Int { heard.count(where: isWanted) }

  var closedCount: Int { count { if case .closed = $0 { true } else { false } } }
}

/// Sends each line back with its ending.
let echo: Probe.Answer = { reactor, heard in
  if case .line(let id, let line) = heard { reactor.send(Array("\(line)\n".utf8), to: id) }
}

/// Holds a lane's queue until `release`.
struct Hold {
  private let gate = DispatchSemaphore(value: 0)

  init(_ lane: TestLane) {
    let busy = DispatchSemaphore(value: 0)
    lane.executor.queue.async { [gate] in
      busy.signal()
      gate.wait()
    }
    busy.wait()
  }

  func release() { gate.signal() }
}

/// A reactor with its probe. Everything in it runs on the reactor's queue.
actor TestLane {
  nonisolated let executor = QueueExecutor(label: "test lane")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated let clock = Clock()
  private let probe: Probe

  init(
    _ limits: ReactorLimits = .tests, tls: TLSServer? = nil,
    handshakesMax: Int = 1_000, movingTo otherLane: TestLane? = nil,
    answer: @escaping Probe.Answer = { _, _ in }
  ) throws {
    let reactor = try Reactor(executor: executor, clock: clock, limits: limits)
    if let tls {
      let handshakes = HandshakeLimits(
        perSecondMax: 1_000, underWayMax: handshakesMax, ofOneGroupMax: 1_000,
        ofOneGroupPerSecondMax: 1_000)
      reactor.tls = TLSService(tls, by: try Handshaker(handshakes, clock: clock))
    }
    probe = Probe(reactor, answer: answer)
    probe.otherLane = otherLane
  }

  /// Starts the reactor, and listens; on a port of the system's choice, unless one is named.
  func listen(
    host: String = "127.0.0.1", port: UInt16 = 0, backlog: Int32 = 1024, on former: Int32? = nil,
    doorkeeper: (@Sendable (AcceptedSocket) -> [UInt8]?)? = nil
  ) throws -> UInt16 {
    probe.reactor.start(delegate: probe)
    return try probe.reactor.listen(
      host: host, port: port, backlog: backlog, on: former, doorkeeper: doorkeeper)
  }

  /// Takes a connection from another lane, or a socket from a door.
  func adopt(_ carried: CarriedSocket?) { _ = probe.reactor.adopt(carried) }
  func adopt(_ socket: AcceptedSocket) { probe.reactor.adopt(socket) }

  func start() { probe.reactor.start(delegate: probe) }

  /// Does something on the queue, outside of any turn.
  func run<Result: Sendable>(
    _ body: @Sendable (Reactor, Probe) throws -> Result
  ) rethrows -> Result {
    try body(probe.reactor, probe)
  }

  /// Waits until what the probe has heard meets the condition, however long that takes.
  func until(_ isMet: @escaping @Sendable (Probe) -> Bool) async {
    if isMet(probe) { return }
    await withCheckedContinuation { continuation in
      probe.waiting.append((isMet, { continuation.resume() }))
    }
  }

  /// Connects to a port and sends lines there.
  @discardableResult
  func call(
    _ port: UInt16, at host: String = "127.0.0.1", over carriage: Carriage = .tcp,
    saying lines: [String] = []
  ) -> SocketID {
    let id = probe.reactor.connect(host: host, port: port, over: carriage)
    for line in lines { probe.reactor.send(Array("\(line)\n".utf8), to: id) }
    return id
  }

  /// Sends a line, and returns when it is out: when the queue comes to its next block.
  func say(_ line: String, to id: SocketID) async {
    probe.reactor.send(Array("\(line)\n".utf8), to: id)
    await withCheckedContinuation { done in executor.queue.async { done.resume() } }
  }

  /// Stops the reactor and waits for its last word.
  func stop() async {
    probe.reactor.stop()
    await until { $0.heard.last == .stopped }
  }
}

/// Where the tests of this folder run that wait in poll(2): one thread of their own, one after
/// another, because blocking the shared pool would hold up everybody else's tests.
@globalActor
actor OwnThread {
  static let shared = OwnThread()
  private let executor = QueueExecutor(label: "chromatch.tests.net")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
