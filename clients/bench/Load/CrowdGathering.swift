// How rooms fill: hosts first, then everyone else, a bounded number on their way at a time so that
// the server's backlog is not what is measured. When all are in, the players get ready at once, and
// their rounds open together.

import CBenchFloor
import Game
import Net
import Wire

extension Crowd {
  /// Brings everyone into their rooms and starts the matches.
  ///
  /// - Parameter whenRacing: told once, when every room is in a round or that has failed.
  func gather(whenRacing: @escaping (Result<Void, BenchError>) -> Void) {
    self.whenRacing = whenRacing
    let players = scenario.players
    for room in 0..<scenario.rooms {
      for seat in 0..<players { add(room: room, seat: seat) }
      movers += guests.suffix(players).map(Mover.init)
      for _ in 0..<scenario.sampled(inRoom: room) {
        add(room: room, seat: nil)
      }
    }
    waiting = guests.filter(\.isHost).reversed()
    gatheringEnds = clock.milliseconds + Crowd.gatheringMilliseconds
    goOnGathering()
  }

  private func add(room: Int, seat: Int?) {
    guests.append(
      Guest(room: room, seat: seat, way: guests.count, players: scenario.players))
  }

  /// Looks again in a moment whether more can come in, until there is no more time for that.
  func goOnGathering() {
    let now = clock.milliseconds
    if now >= gatheringEnds {
      let inTime = phase == .filling ? inside : roomsRacing * scenario.players
      fail(.incomplete(inside: inTime + Int(lean?.seen.inside ?? 0), of: scenario.connections))
      return
    }
    reactor.wake(atMilliseconds: min(gatheringEnds, now + Crowd.lookingMilliseconds))
    letIn()
    if phase == .filling && inside == scenario.readers { startWhenAllAreIn() }
  }

  private func letIn() {
    while arriving < Crowd.arrivingMax, inside + arriving < admittedMax,
      let guest = waiting.popLast()
    {
      arriving += 1
      let endpoint = house.endpoint(of: guest)
      let socket = reactor.connect(
        host: endpoint.host, port: endpoint.port, over: house.carriage(of: guest.way))
      guest.socket = socket
      guestOf[socket] = guest
      reactor.send(house.greeting(guest), to: socket)
    }
  }

  /// How many of those who read at once may have come by now. They come in among the lean watchers,
  /// evenly: a client that is admitted later may be written to later.
  private var admittedMax: Int {
    guard scenario.lean > 0 else { return scenario.readers }
    let share = scenario.sampled * Int(lean?.seen.inside ?? 0) / scenario.lean
    return scenario.rooms * scenario.players + share
  }

  func wasWelcomed(_ guest: Guest, _ welcome: Welcome) {
    if let seat = guest.seat { rooms[guest.room].players[seat] = welcome.me }
    if guest.isHost {
      rooms[guest.room].skew = clock.milliseconds - Int64(welcome.now.milliseconds)
      let wishes = RoomWishes(
        mode: .rgb, rounds: scenario.rounds, seconds: scenario.roundSeconds,
        seats: scenario.players, name: "bench \(guest.room + 1)")
      say(.create(wishes), as: guest)
    } else if let code = rooms[guest.room].code, guest.seat != nil {
      say(.join(code, password: nil), as: guest)
    } else if let code = rooms[guest.room].code {
      let isScreen = guest.way < scenario.players + scenario.screens
      say(.watch(code, password: nil, since: nil, field: isScreen), as: guest)
    }
  }

  /// A guest is in its room, which has a code if it is a server's.
  func cameIn(_ guest: Guest, _ code: RoomCode?) {
    rooms[guest.room].code = code
    arriving -= 1
    inside += 1
    if inside == scenario.rooms {
      waiting = guests.filter { !$0.isHost }.reversed()
      if scenario.lean > 0 { letLeanWatchersIn() }
    }
    letIn()
    if inside == scenario.readers { startWhenAllAreIn() }
  }

  private func letLeanWatchersIn() {
    let watched = rooms.indices.filter { scenario.sampled(inRoom: $0) < scenario.watchers }
    do throws(BenchError) {
      lean = try LeanWatchers(
        scenario.lean, at: house, rooms: watched.map { (rooms[$0].code, $0) })
    } catch {
      fail(error)
    }
  }

  private func startWhenAllAreIn() {
    if scenario.lean > 0 && Int(lean?.seen.inside ?? 0) != scenario.lean { return }
    phase = .starting
    switch house.side {
    case .server:
      for guest in guests where guest.seat != nil { say(guest.getReady(), as: guest) }
    case .floor:
      for room in rooms.indices { openOnFloor(room) }
      startMoving()
    }
  }

  /// On a floor a room is always open, and players are numbered as they sit.
  private func openOnFloor(_ room: Int) {
    rooms[room].opens = 0
    rooms[room].closes = .max
    for seat in 0..<scenario.players {
      rooms[room].players[seat] = PlayerID(number: room * scenario.players + seat + 1)
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
  /// How often the gathering looks how far it is, in milliseconds.
  private static let lookingMilliseconds: Int64 = 10
}
