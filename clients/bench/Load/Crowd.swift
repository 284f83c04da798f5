// Everyone who takes part in one run, on one reactor: it connects them, has them play, and keeps
// the tally. What is heard is sorted here; how rooms fill is in `CrowdGathering.swift`, how moves
// are made and recognized in `CrowdMoving.swift`. Confined to the queue of its reactor.

import CBenchFloor
import Framing
import Game
import Net
import Wire

/// The guests of one run.
final class Crowd: Clients {
  /// How far the run is. It only moves down this list.
  enum RunPhase {
    /// Hosts open rooms, then the others come in.
    case filling
    /// All are in and ready; the first rounds are announced.
    case starting
    case moving
    case leaving
  }

  let scenario: Scenario
  let house: House
  let schedule: Schedule

  var phase = RunPhase.filling
  var guests: [Guest] = []
  var guestOf: [SocketID: Guest] = [:]
  var rooms: [BenchRoom]
  /// By room, then by seat.
  var movers: [Mover] = []
  var tally = Tally()

  /// Those who wait to be let in, the next one last, and how many are on their way.
  var waiting: [Guest] = []
  var arriving = 0
  /// The watchers who only take in what comes; nil before they begin, or when there are none.
  var lean: LeanWatchers?
  /// When it is too late for all to be racing, in milliseconds of the clock.
  var gatheringEnds = Int64.max
  /// How many are in their rooms, and in how many rooms a round is announced.
  var inside = 0
  var roomsRacing = 0
  /// Told once, when all are racing or that has failed.
  var whenRacing: ((Result<Void, BenchError>) -> Void)?

  /// The millisecond of tick 0, and the next tick at which anybody moves.
  var firstTickAt: Int64 = 0
  var nextTick = 0
  /// The ticks whose moves are measured.
  var measured = 0..<0

  init(_ reactor: Reactor, _ clock: FineClock, _ scenario: Scenario, at house: House) {
    self.scenario = scenario
    self.house = house
    schedule = Schedule(
      movers: scenario.rooms * scenario.players, movesPerSecond: scenario.movesPerSecond)
    rooms = [BenchRoom](
      repeating: BenchRoom(players: [PlayerID?](repeating: nil, count: scenario.players)),
      count: scenario.rooms)
    super.init(reactor, clock)
  }

  func say(_ message: ClientMessage, as guest: Guest) {
    if let socket = guest.socket { say(message, to: socket) }
  }

  /// MOVE lines that have come so far, to everyone.
  var deliveries: Int { tally.deliveries + Int(lean?.seen.moves ?? 0) }

  override func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
    guard let guest = guestOf[id] else { return }
    tally.bytes += line.count + 1
    if let move = MoveLine(line) {
      saw(move, guest)
      return
    }
    if house.side == .floor {
      cameIn(guest, nil)
      return
    }
    do throws(RefusalLine) {
      if let message = try ServerMessage.decode(line) { heard(message, guest) }
    } catch {
      tally.strange += 1
    }
  }

  private func heard(_ message: ServerMessage, _ guest: Guest) {
    switch message {
    case .welcome(let welcome): wasWelcomed(guest, welcome)
    case .entered(let code, _, _): cameIn(guest, code)
    case .ping(let nonce): say(.pong(nonce: nonce), as: guest)
    // The locks of short matches are meant to be.
    case .no(let refusal) where refusal.code != .tooFar: wasRefused(refusal)
    case .move(let move): saw(MoveLine(move), guest)
    case .play(_, .round(let start)) where guest.isHost: roundIsAnnounced(start, guest.room)
    case .play(_, .shut) where guest.isHost: rooms[guest.room].closes = .min
    case .play(_, .seed) where guest.seat != nil: guest.seedAt = clock.nanoseconds
    case .play(_, .over) where guest.seat != nil: matchIsOver(guest)
    case .kept: wasKept(guest)
    case .room(_, .reveal) where guest.seat != nil: say(.reveal(guest.nonce), as: guest)
    default: break
    }
  }

  /// The next one is played.
  private func matchIsOver(_ guest: Guest) {
    if guest.isHost { tally.matches += 1 }
    say(guest.getReady(), as: guest)
  }

  private func wasKept(_ guest: Guest) {
    guard let seedAt = guest.seedAt else { return }
    guest.seedAt = nil
    tally.keeping.record(nanoseconds: clock.nanoseconds - seedAt)
  }

  private func wasRefused(_ refusal: RefusalLine) {
    if phase == .moving {
      tally.refusals[refusal.code, default: 0] += 1
    } else {
      fail(.refused(refusal))
    }
  }

  override func refused(_ error: FramingError, from id: SocketID) {
    tally.strange += 1
    reactor.close(id)
  }

  override func lost(_ id: SocketID, _ error: BenchError) {
    if phase == .moving { tally.lost += 1 }
    guestOf.removeValue(forKey: id)?.socket = nil
    fail(error)
    if phase == .leaving && guestOf.isEmpty { reactor.stop() }
  }

  /// Gives the run up, unless all are racing already.
  func fail(_ error: BenchError) {
    whenRacing?(.failure(error))
    whenRacing = nil
  }

  /// Those left after a moment are cut off.
  override func sayGoodbye() {
    phase = .leaving
    waiting = []
    for guest in guests { say(.bye, as: guest) }
    lean?.leave()
    reactor.wake(atMilliseconds: clock.milliseconds + Crowd.leavingMilliseconds)
    if guestOf.isEmpty { reactor.stop() }
  }

  override func woke() {
    switch phase {
    case .filling, .starting: goOnGathering()
    case .moving: moveWhoIsDue()
    case .leaving: reactor.stop()
    }
  }

  /// While much is coming in, the timer has to queue like everybody; moves should not.
  override func turnEnded() {
    if phase == .moving { moveWhoIsDue() }
  }

  /// How long the server may take to close after everyone's BYE, in milliseconds.
  private static let leavingMilliseconds: Int64 = 3_000
}

extension Stage<Crowd> {
  /// Fills the rooms and returns when every one of them is in a round.
  func gather() async throws(BenchError) { try await wait { $0.gather(whenRacing: $1) } }

  /// What has been seen since the last time this was asked.
  func takeTally() -> Tally {
    ask { crowd in
      crowd.countThoseBehind()
      defer { crowd.tally = Tally() }
      var tally = crowd.tally
      tally.lost += Int(crowd.lean?.seen.ended ?? 0)
      return tally
    }
  }

  /// The codes of the rooms, once they are open.
  func codes() -> [RoomCode] { ask { $0.rooms.compactMap(\.code) } }

  /// Takes a reading, at one moment on the queue.
  func read(_ server: ProcessMeter?, _ bench: ProcessMeter) -> Reading {
    ask {
      Reading(deliveries: $0.deliveries, bytes: $0.tally.bytes, server: server, bench: bench)
    }
  }
}
