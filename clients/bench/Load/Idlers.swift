// Players who have come and do nothing: they say who they are, answer PING, and wait. When they are
// asked to, all of them come to watch a room at once in which players move.

import Game
import Net
import Wire

/// The idle connections of one server.
class Idlers: Clients {
  /// What came of watching a room all at once.
  struct Arrival: Sendable {
    /// From the moment at which all were told to, until each was shown a move: then it has the
    /// whole picture.
    var pictures = Tally.spans()
    var refusals = 0
    var lost = 0
  }

  private let house: House
  /// All connections, in the order in which they came.
  private(set) final var idlers: [SocketID] = []
  private var wanted = 0
  private var welcomed = 0
  /// Those who were told to watch and have seen nothing yet.
  final var awaited: Set<SocketID> = []
  private var began: Int64 = 0
  private var arrival = Arrival()
  private var whenGrown: ((Result<Void, BenchError>) -> Void)?
  private var whenArrived: ((Result<Arrival, BenchError>) -> Void)?

  init(_ reactor: Reactor, _ clock: FineClock, at house: House) {
    self.house = house
    super.init(reactor, clock)
  }

  /// Has more come until there are so many, and tells when all of them have been welcomed, or that
  /// one was not.
  func grow(to count: Int, whenGrown: @escaping (Result<Void, BenchError>) -> Void) {
    self.whenGrown = whenGrown
    wanted = count
    reactor.wake(atMilliseconds: clock.milliseconds + Idlers.growingMilliseconds)
    letIn()
  }

  /// Has all watch a room at once, and tells what came of it.
  func watch(_ code: RoomCode, whenArrived: @escaping (Result<Arrival, BenchError>) -> Void) {
    self.whenArrived = whenArrived
    awaited = Set(idlers)
    reactor.wake(atMilliseconds: clock.milliseconds + Idlers.watchingMilliseconds)
    began = clock.nanoseconds
    for idler in idlers { say(.watch(code, password: nil, since: nil), to: idler) }
  }

  private func letIn() {
    while idlers.count < wanted, idlers.count - welcomed < Idlers.arrivingMax {
      idlers.append(come(to: house, way: idlers.count))
    }
  }

  override func heard(_ message: ServerMessage, from id: SocketID) {
    switch message {
    case .welcome: wasWelcomed()
    case .move:
      guard awaited.remove(id) != nil else { return }
      arrival.pictures.record(nanoseconds: clock.nanoseconds - began)
      endArrivalIfComplete()
    case .no(let refusal):
      grown(.failure(.refused(refusal)))
      arrival.refusals += 1
      endArrivalIfComplete()
    default: break
    }
  }

  /// One more has come in.
  final func wasWelcomed() {
    welcomed += 1
    letIn()
    if welcomed == wanted { grown(.success(())) }
  }

  override func lost(_ id: SocketID, _ error: BenchError) {
    if isLeaving { return }
    grown(.failure(error))
    arrival.lost += awaited.remove(id) == nil ? 0 : 1
    endArrivalIfComplete()
  }

  override func woke() {
    grown(.failure(.incomplete(inside: welcomed, of: wanted)))
    arrival.lost += awaited.count - arrival.refusals
    arrived()
  }

  private func grown(_ result: Result<Void, BenchError>) {
    whenGrown?(result)
    whenGrown = nil
  }

  private func endArrivalIfComplete() {
    if awaited.count <= arrival.refusals { arrived() }
  }

  private func arrived() {
    whenArrived?(.success(arrival))
    whenArrived = nil
  }

  /// How many may be on their way in at a time.
  private static let arrivingMax = 128
  /// How long all may take to come in, and to be shown a move, in milliseconds.
  private static let growingMilliseconds: Int64 = 120_000
  private static let watchingMilliseconds: Int64 = 60_000
}

extension Stage where Members: Idlers {
  /// Has more come until there are so many, and returns when all have been welcomed.
  func grow(to count: Int) async throws(BenchError) {
    try await wait { $0.grow(to: count, whenGrown: $1) }
  }
}
