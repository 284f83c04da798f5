// Those who come and go while others play: they say who they are, open a room, look on or take the
// quickest seat, stay for a moment, and leave with a word or without one. What each does follows
// from its number, so every soak has the same. Confined to the queue of its reactor.

import Framing
import Game
import Net
import Wire

/// People who come, so many a second, and go.
final class Churn: Population {
  /// What has come of it so far.
  struct Count: Sendable {
    var came = 0
    /// Those who were refused something, or never got in.
    var refused = 0
    var failed = 0
  }

  private enum Errand: CaseIterable { case greet, open, watch, quick }

  private struct Visit {
    let errand: Errand
    let leaves: Int64
    let isPolite: Bool
  }

  let reactor: Reactor
  private let clock: Clock
  /// One for each way to come.
  private let houses: [House]
  private let rooms: [RoomCode]
  private let perSecond: Int
  private let began: Int64
  private var visits: [SocketID: Visit] = [:]
  private(set) var count = Count()
  var whenGone: (() -> Void)?

  /// - Parameters:
  ///   - houses: where they come, by turns.
  ///   - rooms: where there is something to watch.
  init(
    reactor: Reactor, clock: Clock, houses: [House], rooms: [RoomCode], perSecond: Int
  ) {
    self.reactor = reactor
    self.clock = clock
    self.houses = houses
    self.rooms = rooms
    self.perSecond = perSecond
    began = clock.milliseconds()
  }

  /// Has the first ones come.
  func begin() { woke() }

  // MARK: Coming and going

  func woke() {
    let now = clock.milliseconds()
    while count.came * 1_000 < Int(now - began) * perSecond { come(at: now) }
    for (id, visit) in visits where visit.leaves <= now { part(id, visit) }
    reactor.wake(atMilliseconds: now + Churn.stepMilliseconds)
  }

  private func come(at now: Int64) {
    let number = count.came
    count.came += 1
    let errands = Errand.allCases
    let errand = errands[number % errands.count]
    let house = houses[number / errands.count % houses.count]
    let turn = number / errands.count / houses.count
    let stay = Churn.stays[turn % Churn.stays.count]
    let id = reactor.connect(
      host: house.endpoint.host, port: house.endpoint.port, over: house.carriage(of: 0))
    visits[id] = Visit(
      errand: errand, leaves: now + stay,
      isPolite: (turn / Churn.stays.count).isMultiple(of: 2))
    reactor.send(house.greeting(Guest(room: 0, seat: 0, players: 0)), to: id)
  }

  private func part(_ id: SocketID, _ visit: Visit) {
    visits[id] = nil
    if visit.isPolite {
      say(.bye, to: id)
      reactor.close(id)
    } else {
      reactor.abort(id)
    }
  }

  private func say(_ message: ClientMessage, to id: SocketID) {
    var line: [UInt8] = []
    message.encode(into: &line)
    reactor.send(line, to: id)
  }

  // MARK: What is heard

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    guard MoveLine(line) == nil, let visit = visits[id],
      let message = try? ServerMessage.decode(line)
    else { return }
    switch message {
    case .welcome(let welcome): beBusy(visit.errand, as: welcome.me, id)
    case .ping(let nonce): say(.pong(nonce: nonce), to: id)
    case .no: count.refused += 1
    default: break
    }
  }

  private func beBusy(_ errand: Errand, as player: PlayerID, _ id: SocketID) {
    switch errand {
    case .greet: break
    case .open: say(.create(RoomWishes(mode: .rgb, seats: 2, name: "soak")), to: id)
    case .watch:
      let room = rooms[player.number % rooms.count]
      say(.watch(room, password: nil, since: nil), to: id)
    case .quick: say(.quick(nil, bot: nil), to: id)
    }
  }

  func refused(_ error: FramingError, from id: SocketID) { reactor.close(id) }

  func failed(_ id: SocketID, _ error: NetError) {
    count.failed += 1
    visits[id] = nil
  }

  func closed(_ id: SocketID, _ reason: CloseReason) {
    // Those who leave are not there any more.
    if visits.removeValue(forKey: id) != nil && whenGone == nil { count.failed += 1 }
  }

  private static let stepMilliseconds: Int64 = 20
  /// How long they stay, in milliseconds, by turns: a glance, a look, and long enough for a bot to
  /// sit down beside those who are alone.
  private static let stays: [Int64] = [200, 1_000, 3_000, 12_000]
}

/// The queue that those who come and go live on, and the way to them from async code.
actor ChurnStage: Crowded {
  nonisolated let executor = QueueExecutor(label: "chromatch.bench.churn")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var churn: Churn?

  /// Has the first ones come.
  func begin(at houses: [House], rooms: [RoomCode], perSecond: Int) throws(BenchError) {
    let clock = Clock()
    let reactor = try Reactor.forClients(on: executor, clock: clock)
    let churn = Churn(
      reactor: reactor, clock: clock, houses: houses, rooms: rooms, perSecond: perSecond)
    reactor.start(delegate: churn)
    self.churn = churn
    churn.begin()
  }

  /// What has come of it so far.
  func count() -> Churn.Count { churn?.count ?? Churn.Count() }

  func clear() async {
    guard let churn else { return }
    self.churn = nil
    await withCheckedContinuation { continuation in
      churn.leave { continuation.resume() }
    }
  }
}
