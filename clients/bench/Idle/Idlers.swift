// Players who have come and do nothing: they say who they are, answer PING, and wait. When they are
// asked to, all of them come to watch one room at once. Confined to the queue of its reactor.

import Framing
import Game
import Histogram
import Net
import Wire

/// The idle connections of one server.
final class Idlers: Population {
  /// What came of watching a room all at once.
  struct Arrival: Sendable {
    /// From the moment at which all were told to, until each had its whole picture.
    var pictures = Histogram<UInt64>(
      highestTrackableValue: 600_000_000, numberOfSignificantValueDigits: .three)
    var refusals = 0
    var lost = 0
  }

  private enum IdlersPhase { case idling, watching, leaving }

  let reactor: Reactor
  private let clock: FineClock
  private let house: House
  private var phase = IdlersPhase.idling
  /// All connections, in the order in which they came.
  private var idlers: [SocketID] = []
  private var wanted = 0
  private var welcomed = 0
  private var lost = 0
  private var began: Int64 = 0
  /// Those who were told to watch and have seen nothing yet, and whether only a move counts.
  private var awaited: Set<SocketID> = []
  private var awaitsMove = false
  private var arrival = Arrival()
  private var whenGrown: ((BenchError?) -> Void)?
  private var whenOpened: ((Result<RoomCode, BenchError>) -> Void)?
  private var whenArrived: ((Arrival) -> Void)?
  var whenGone: (() -> Void)?

  init(reactor: Reactor, clock: FineClock, house: House) {
    self.reactor = reactor
    self.clock = clock
    self.house = house
  }

  /// Has more come until there are so many, and tells when all of them have been welcomed, or that
  /// one was not.
  func grow(to count: Int, whenGrown: @escaping (BenchError?) -> Void) {
    self.whenGrown = whenGrown
    wanted = count
    reactor.wake(atMilliseconds: clock.milliseconds + Idlers.growingMilliseconds)
    letIn()
  }

  /// Has the first of them open a room.
  func openRoom(whenOpened: @escaping (Result<RoomCode, BenchError>) -> Void) {
    self.whenOpened = whenOpened
    let wishes = RoomWishes(
      mode: .rgb, rounds: Rules.roundsRange.lowerBound, seconds: Rules.secondsRange.upperBound,
      seats: 2, name: "bench")
    if let host = idlers.first { say(.create(wishes), to: host) }
  }

  /// Has all watch a room at once, or all but the first, and tells what came of it.
  ///
  /// - Parameter isRacing: whether moves are made there, so that an idler that is shown one has
  ///   the whole picture; else a room before its first match is that.
  func watch(
    _ code: RoomCode, isRacing: Bool, exceptFirst: Bool,
    whenArrived: @escaping (Arrival) -> Void
  ) {
    self.whenArrived = whenArrived
    phase = .watching
    lost = 0
    awaitsMove = isRacing
    let comers = idlers.dropFirst(exceptFirst ? 1 : 0)
    awaited = Set(comers)
    reactor.wake(atMilliseconds: clock.milliseconds + Idlers.watchingMilliseconds)
    began = clock.nanoseconds
    for idler in comers { say(.watch(code, password: nil, since: nil), to: idler) }
  }

  /// Has all hang up and tells when the reactor has stopped.
  func leave(whenGone: @escaping () -> Void) {
    self.whenGone = whenGone
    phase = .leaving
    reactor.stop()
  }

  private func say(_ message: ClientMessage, to id: SocketID) {
    var line: [UInt8] = []
    message.encode(into: &line)
    reactor.send(line, to: id)
  }

  private func letIn() {
    let guest = Guest(room: 0, seat: 0, players: 0)
    while idlers.count < wanted, idlers.count - welcomed < Idlers.arrivingMax {
      let id = reactor.connect(
        host: house.endpoint.host, port: house.endpoint.port, over: house.carriage(of: idlers.count)
      )
      idlers.append(id)
      reactor.send(house.greeting(guest), to: id)
    }
  }

  // MARK: What is heard

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    guard let message = try? ServerMessage.decode(line) else { return }
    switch message {
    case .welcome: wasWelcomed()
    case .ping(let nonce): say(.pong(nonce: nonce), to: id)
    case .entered(let code, .player, _): opened(.success(code))
    // The last line of a room as it is, before its first match.
    case .room(n: nil, .hosted) where !awaitsMove: hasPicture(id)
    case .move where awaitsMove: hasPicture(id)
    case .no(let refusal): wasRefused(refusal)
    default: break
    }
  }

  private func wasWelcomed() {
    welcomed += 1
    letIn()
    if welcomed == wanted { grown(nil) }
  }

  private func hasPicture(_ id: SocketID) {
    guard awaited.remove(id) != nil else { return }
    arrival.pictures.record(nanoseconds: clock.nanoseconds - began)
    endArrivalIfComplete()
  }

  private func wasRefused(_ refusal: RefusalLine) {
    grown(.refused(refusal))
    opened(.failure(.refused(refusal)))
    arrival.refusals += 1
    endArrivalIfComplete()
  }

  private func endArrivalIfComplete() {
    if awaited.count <= arrival.refusals + lost { endArrival() }
  }

  private func endArrival() {
    guard phase == .watching, let whenArrived else { return }
    self.whenArrived = nil
    arrival.lost = awaited.count - arrival.refusals
    whenArrived(arrival)
  }

  private func grown(_ error: BenchError?) {
    whenGrown?(error)
    whenGrown = nil
  }

  private func opened(_ result: Result<RoomCode, BenchError>) {
    whenOpened?(result)
    whenOpened = nil
  }

  // MARK: How it ends

  func refused(_ error: FramingError, from id: SocketID) { reactor.close(id) }
  func closed(_ id: SocketID, _ reason: CloseReason) { forget(.lost(reason)) }
  func failed(_ id: SocketID, _ error: NetError) { forget(.net(error)) }

  private func forget(_ error: BenchError) {
    if phase == .leaving { return }
    lost += 1
    grown(error)
    opened(.failure(error))
    if phase == .watching { endArrivalIfComplete() }
  }

  func woke() {
    switch phase {
    case .idling: grown(.incomplete(inside: welcomed, of: wanted))
    case .watching: endArrival()
    case .leaving: break
    }
  }

  /// How many may be on their way in at a time.
  private static let arrivingMax = 128
  /// How long all may take to come in, and to have their pictures, in milliseconds.
  private static let growingMilliseconds: Int64 = 120_000
  private static let watchingMilliseconds: Int64 = 60_000
}
