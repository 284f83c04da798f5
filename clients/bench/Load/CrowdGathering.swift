// How rooms fill: hosts first, then everyone else, a bounded number on their way at a time so that
// the server's backlog is not what is measured. When all are in, the players get ready at once, and
// their rounds open together.

import Game
import Net
import Server
import Wire

extension Crowd {
  /// Brings everyone into their rooms and starts the matches.
  ///
  /// - Parameter whenRacing: told once, when every room is in a round or that has failed.
  func gather(whenRacing: @escaping (Result<Void, LoadError>) -> Void) {
    self.whenRacing = whenRacing
    let seats = (0..<scenario.players).map(Int?.some)
    let places = seats + [Int?](repeating: nil, count: scenario.watchers)
    guests = (0..<scenario.rooms)
      .flatMap { room in
        places.map { Guest(room: room, seat: $0, players: scenario.players) }
      }
    waiting = guests.filter(\.isHost).reversed()
    reactor.wake(atMilliseconds: clock.milliseconds + Crowd.gatheringMilliseconds)
    letIn()
  }

  private func letIn() {
    while arriving < Crowd.arrivingMax, let guest = waiting.popLast() {
      arriving += 1
      let socket = reactor.connect(host: endpoint.host, port: endpoint.port)
      guest.socket = socket
      guestOf[socket] = guest
      let name = guest.seat == nil ? "watcher" : "player"
      let app = "chromatch-bench/\(Configuration.version)"
      say(.hello(Hello(name: name, isBot: true, app: app)), as: guest)
    }
  }

  func wasWelcomed(_ guest: Guest, _ welcome: Welcome) {
    if let seat = guest.seat { rooms[guest.room].players[seat] = welcome.me }
    if guest.isHost {
      rooms[guest.room].skew = clock.milliseconds - Int64(welcome.now.milliseconds)
      // As long as can be: a match is over only after 40 minutes.
      let wishes = RoomWishes(
        mode: .rgb, rounds: Rules.roundsRange.upperBound, seconds: Rules.secondsRange.upperBound,
        seats: scenario.players, name: "bench \(guest.room + 1)")
      say(.create(wishes), as: guest)
    } else if let code = rooms[guest.room].code, guest.seat != nil {
      say(.join(code, password: nil), as: guest)
    } else if let code = rooms[guest.room].code {
      say(.watch(code, password: nil, since: nil), as: guest)
    }
  }

  func cameIn(_ guest: Guest, _ code: RoomCode) {
    rooms[guest.room].code = code
    arriving -= 1
    inside += 1
    if inside == scenario.rooms { waiting = guests.filter { !$0.isHost }.reversed() }
    letIn()
    if inside == scenario.connections {
      phase = .starting
      for guest in guests where guest.seat != nil { say(.ready(true, nil), as: guest) }
    }
  }

  func roundIsAnnounced(_ start: RoundStart, _ room: Int) {
    rooms[room].opens = Int64(start.opens.milliseconds) + rooms[room].skew
    rooms[room].closes =
      Int64(start.closes.milliseconds) + rooms[room].skew - BenchRoom.closingMilliseconds
    guard phase == .starting else { return }
    roomsRacing += 1
    if roomsRacing == scenario.rooms { startMoving() }
  }

  private func startMoving() {
    phase = .moving
    firstTickAt = max(clock.milliseconds, rooms.map(\.opens).max() ?? 0) + 1
    nextTick = schedule.tick(after: -1)
    reactor.wake(atMilliseconds: firstTickAt + Int64(nextTick))
    whenRacing?(.success(()))
    whenRacing = nil
  }

  /// How many may be on their way into their rooms at a time.
  private static let arrivingMax = 128
  /// How long it may take until all rooms race, in milliseconds.
  private static let gatheringMilliseconds: Int64 = 60_000
}
