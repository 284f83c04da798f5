// Everyone who takes part in one run, on one reactor: it connects them, has them play, and keeps
// the tally. What is heard is sorted here; how rooms fill is in `CrowdGathering.swift`, how moves
// are made and recognized in `CrowdMoving.swift`. Confined to the queue of its reactor.

import Framing
import Game
import Net
import Wire

/// The guests of one run.
final class Crowd: Population {
  /// How far the run is. It only moves down this list.
  enum RunPhase {
    /// Hosts open rooms, then the others come in.
    case filling
    /// All are in and ready; the first rounds are announced.
    case starting
    /// Players move.
    case moving
    /// All say good-bye.
    case leaving
  }

  let reactor: Reactor
  let clock: FineClock
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
  /// Told once, when the reactor has stopped.
  var whenGone: (() -> Void)?

  /// The millisecond of tick 0, and the next tick at which anybody moves.
  var firstTickAt: Int64 = 0
  var nextTick = 0
  /// The ticks whose moves are measured.
  var measured = 0..<0

  init(reactor: Reactor, clock: FineClock, scenario: Scenario, house: House) {
    self.reactor = reactor
    self.clock = clock
    self.scenario = scenario
    self.house = house
    schedule = Schedule(
      movers: scenario.rooms * scenario.players, movesPerSecond: scenario.movesPerSecond)
    rooms = [BenchRoom](
      repeating: BenchRoom(players: [PlayerID?](repeating: nil, count: scenario.players)),
      count: scenario.rooms)
  }

  func say(_ message: ClientMessage, as guest: Guest) {
    guard let socket = guest.socket else { return }
    var line: [UInt8] = []
    message.encode(into: &line)
    reactor.send(line, to: socket)
  }

  /// MOVE lines that have come so far, to everyone.
  var deliveries: Int { tally.deliveries + (lean?.seen.moves ?? 0) }

  // MARK: What is heard

  func received(_ line: ArraySlice<UInt8>, from id: SocketID) {
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
    case .no(let refusal): wasRefused(refusal)
    case .move(let move): saw(MoveLine(move), guest)
    case .play(_, .round(let start)) where guest.isHost: roundIsAnnounced(start, guest.room)
    case .play(_, .shut) where guest.isHost: rooms[guest.room].closes = .min
    // A match is over: play the next one.
    case .play(_, .over) where guest.seat != nil: say(guest.getReady(), as: guest)
    case .room(_, .reveal) where guest.seat != nil: say(.reveal(guest.secret.nonce), as: guest)
    default: break
    }
  }

  private func wasRefused(_ refusal: RefusalLine) {
    if phase == .moving {
      tally.refusals[refusal.code, default: 0] += 1
    } else {
      fail(.refused(refusal))
    }
  }

  func refused(_ error: FramingError, from id: SocketID) {
    tally.strange += 1
    reactor.close(id)
  }

  // MARK: How it ends

  func closed(_ id: SocketID, _ reason: CloseReason) {
    if phase == .moving { tally.lost += 1 }
    forget(id, .lost(reason))
  }

  func failed(_ id: SocketID, _ error: NetError) { forget(id, .net(error)) }

  private func forget(_ id: SocketID, _ error: BenchError) {
    guestOf.removeValue(forKey: id)?.socket = nil
    fail(error)
    if phase == .leaving && guestOf.isEmpty { reactor.stop() }
  }

  /// Gives the run up, unless all are racing already.
  func fail(_ error: BenchError) {
    whenRacing?(.failure(error))
    whenRacing = nil
  }

  /// Has every client say good-bye; those left after a moment are cut off.
  ///
  /// - Parameter whenGone: told once, when the reactor has stopped.
  func leave(whenGone: @escaping () -> Void) {
    self.whenGone = whenGone
    phase = .leaving
    waiting = []
    for guest in guests { say(.bye, as: guest) }
    lean?.leave()
    reactor.wake(atMilliseconds: clock.milliseconds + Crowd.leavingMilliseconds)
    if guestOf.isEmpty { reactor.stop() }
  }

  func woke() {
    switch phase {
    case .filling, .starting: goOnGathering()
    case .moving: moveWhoIsDue()
    case .leaving: reactor.stop()
    }
  }

  /// While much is coming in, the timer has to queue like everybody; moves should not.
  func turnEnded() {
    if phase == .moving { moveWhoIsDue() }
  }

  /// How long the server may take to close after everyone's BYE, in milliseconds.
  private static let leavingMilliseconds: Int64 = 3_000
}
