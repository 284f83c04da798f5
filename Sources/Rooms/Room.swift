// A room is one match and everyone looking at it. It knows who sits where and who watches; it does
// not know sockets, encodings or the time of day. Every change is numbered, so that a watcher who
// returns can ask for what came after number n and get either that or a fresh picture. Invariants:
// a connection is seated, watching, or neither, never two of them; `members` are exactly the
// connections that hear of the room; numbers never repeat or skip.

import Game
import Wire

/// One room.
struct Room: Sendable {
  let code: RoomCode
  private(set) var settings: RoomSettings
  /// Taken seats, the longest-seated first.
  var seats: [Seat] = []
  private(set) var watchers = 0
  /// Everyone who hears what happens, in the order they came.
  private(set) var members: [ConnectionID] = []
  private(set) var host: PlayerID?
  var match: Match?
  /// The number of the next match, or of the one that is running.
  private(set) var matchNumber = 1
  private(set) var history: History
  /// When the next batch of MOVEs may go out.
  var movesDue: Instant?
  private var movesSent: Instant
  private var watcherCountDue: Instant?
  private var watcherCountSent: Instant
  private var emptyUntil: Instant?
  private var seed: MatchSeed
  private(set) var isClosed = false
  var secrets: Secrets
  let limits: Limits
  private var departed: [PlayerID] = []
  /// What the hall's agenda holds for this room.
  var reminders = Reminders()

  init(code: RoomCode, settings: RoomSettings, secrets: Secrets, limits: Limits, at now: Instant) {
    self.code = code
    self.settings = settings
    self.secrets = secrets
    self.limits = limits
    history = History(limit: limits.historyEventsMax)
    movesSent = now
    watcherCountSent = now
    emptyUntil = now + limits.emptyRoomMilliseconds
    seed = self.secrets.seed()
    _ = history.record(commitment)
  }

  /// The hash of the next match's seed, or of the one that is running.
  var commitment: RoomEvent {
    .commit(match: matchNumber, hash: seed.commitment(secrets.hashing))
  }
}

// Telling.
extension Room {
  /// Tells everyone in the room, as the next numbered event.
  mutating func tell(_ event: RoomEvent, _ effects: inout [Effect]) {
    let message = history.record(event)
    if !members.isEmpty { effects.append(.send(message, to: members)) }
  }

  /// Tells everyone in the room, as the next numbered event.
  mutating func tell(_ event: Event, _ effects: inout [Effect]) {
    let message = history.record(event)
    if !members.isEmpty { effects.append(.send(message, to: members)) }
  }
}

// Coming and going.
extension Room {
  var hasFreeSeat: Bool { seats.count < settings.seats }
  var isPlaying: Bool { match != nil }

  /// Seats a person and shows them the room; the caller has made sure that a seat is free.
  mutating func sit(
    _ player: PlayerID, _ profile: Profile, on connection: ConnectionID,
    _ effects: inout [Effect], at now: Instant
  ) {
    let profile = distinct(profile)
    seats.append(Seat(player: player, profile: profile, connection: connection))
    tell(.seat(player, profile), &effects)
    if host == nil { appoint(player, &effects) }
    members.append(connection)
    show(to: connection, as: .player, &effects)
    settle(at: now)
  }

  /// Seats a bot; the caller has made sure that a seat is free.
  mutating func seatBot(
    _ player: PlayerID, _ profile: Profile, skill: Skill, _ effects: inout [Effect]
  ) {
    let profile = distinct(profile)
    seats.append(Seat(bot: player, profile: profile, skill: skill))
    tell(.seat(player, profile), &effects)
    readyBot(seats.count - 1, &effects)
  }

  /// Lets a connection look on: everything after event `since` when that is remembered, else the
  /// room as it is.
  mutating func watch(
    _ connection: ConnectionID, since: Int?, _ effects: inout [Effect], at now: Instant
  ) {
    members.append(connection)
    watchers += 1
    // Whoever has seen nothing yet needs the settings too, and only the picture has those.
    if let since, since > 0, let missed = history.messages(since: since) {
      effects.append(.send(.entered(code, .watcher, n: since), to: [connection]))
      for message in missed + present { effects.append(.send(message, to: [connection])) }
    } else {
      show(to: connection, as: .watcher, &effects)
    }
    noteWatchers(at: now)
    settle(at: now)
  }

  /// Takes a watcher out.
  mutating func unwatch(_ connection: ConnectionID, at now: Instant) {
    members.removeAll { $0 == connection }
    watchers -= 1
    noteWatchers(at: now)
    settle(at: now)
  }

  /// Stops telling a watcher who cannot keep up; `refresh` begins again.
  mutating func mute(_ connection: ConnectionID) {
    members.removeAll { $0 == connection }
  }

  /// Shows a watcher who was muted the room as it is now.
  mutating func refresh(_ connection: ConnectionID, _ effects: inout [Effect]) {
    members.append(connection)
    show(to: connection, as: .watcher, &effects)
  }

  /// Empties a seat for good.
  mutating func vacate(
    _ player: PlayerID, _ why: Departure, _ effects: inout [Effect], at now: Instant
  ) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    let connection = seats.remove(at: index).connection
    departed.append(player)
    members.removeAll { $0 == connection }
    tell(.gone(player, why), &effects)
    if let events = match?.withdraw(player, at: now) { follow(events, &effects, at: now) }
    if host == player { appointNext(&effects) }
    startIfAllReady(&effects, at: now)
    settle(at: now)
  }

  /// Keeps the seat of a player whose connection is lost.
  mutating func lose(_ player: PlayerID, _ effects: inout [Effect], at now: Instant) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    let until = now + limits.seatKeptMilliseconds
    let lost = seats[index].connection
    members.removeAll { $0 == lost }
    seats[index].connection = nil
    seats[index].awayUntil = until
    tell(.away(player, until: until), &effects)
    if !isPlaying && seats[index].isReady { setReady(player, false, nil, &effects, at: now) }
  }

  /// Gives a player who was away, or comes on another connection, the seat back.
  ///
  /// - Returns: the connection that the player had until now, if there still is one.
  mutating func resume(
    _ player: PlayerID, on connection: ConnectionID, _ effects: inout [Effect]
  ) -> ConnectionID? {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return nil }
    let old = seats[index].connection
    members.removeAll { $0 == old }
    seats[index].connection = connection
    seats[index].awayUntil = nil
    tell(.back(player), &effects)
    members.append(connection)
    show(to: connection, as: .player, &effects)
    return old
  }

  /// The players whose seats were emptied since this was asked last.
  mutating func takeDeparted() -> [PlayerID] {
    defer { departed = [] }
    return departed
  }

  private mutating func appoint(_ player: PlayerID, _ effects: inout [Effect]) {
    host = player
    tell(.hosted(player), &effects)
  }

  /// The longest-seated person takes over, one who is there before one who is away.
  private mutating func appointNext(_ effects: inout [Effect]) {
    host = nil
    let people = seats.filter { !$0.isBot }
    guard let next = people.first(where: { $0.connection != nil }) ?? people.first else { return }
    appoint(next.player, &effects)
  }

  /// The same profile under a name that nobody else in the room has.
  private func distinct(_ profile: Profile) -> Profile {
    var result = profile
    var number = 2
    while seats.contains(where: { $0.profile.name == result.name }) {
      let suffix = " \(number)"
      var stem = profile.name.prefix(Profile.nameCharactersMax - suffix.count)
      while stem.utf8.count + suffix.utf8.count > Profile.nameBytesMax { stem.removeLast() }
      result.name = stem + suffix
      number += 1
    }
    return result
  }
}

// Between matches.
extension Room {
  mutating func setReady(
    _ player: PlayerID, _ isReady: Bool, _ nonce: Nonce?, _ effects: inout [Effect],
    at now: Instant
  ) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    seats[index].isReady = isReady
    seats[index].nonce = nonce
    tell(.readied(player, isReady, nonce), &effects)
    startIfAllReady(&effects, at: now)
  }

  /// Begins a match when everyone who sits is ready, and there are enough to race.
  mutating func startIfAllReady(_ effects: inout [Effect], at now: Instant) {
    guard !isPlaying, seats.count >= min(2, settings.seats), seats.allSatisfy(\.isReady),
      seats.contains(where: { !$0.isBot })
    else { return }
    start(&effects, at: now)
  }

  /// Begins a match with everyone who sits; the caller has made sure that somebody does. From then
  /// on nobody is ready any more.
  mutating func start(_ effects: inout [Effect], at now: Instant) {
    let players = seats.map(\.player)
    let nonces = seats.map { $0.nonce ?? .none }
    var match = Match(
      rules: settings.rules, players: players, seed: seed, nonces: nonces,
      hashing: secrets.hashing, start: now)
    match.lead = lead
    let opens = match.opens ?? now
    self.match = match
    for index in seats.indices {
      seats[index].isReady = false
      seats[index].nonce = nil
      seats[index].hasMoved = false
    }
    tell(
      .countdown(match: matchNumber, opens: opens, players: players, nonces: nonces), &effects)
    effects.append(.note(.started(code, match: matchNumber, players: players.count)))
  }

  private mutating func finish(_ effects: inout [Effect]) {
    effects.append(.note(.finished(code, match: matchNumber)))
    match = nil
    matchNumber += 1
    seed = secrets.seed()
    tell(commitment, &effects)
    for index in seats.indices {
      seats[index].hand = nil
      if seats[index].isBot { readyBot(index, &effects) }
    }
  }

  private mutating func readyBot(_ index: Int, _ effects: inout [Effect]) {
    seats[index].isReady = true
    tell(.readied(seats[index].player, true, nil), &effects)
  }
}

// Playing.
extension Room {
  /// Takes a player's move.
  ///
  /// - Throws: why the match did not take it.
  mutating func play(
    _ command: Command, by player: PlayerID, _ effects: inout [Effect], at now: Instant
  ) throws(Refusal) {
    guard let events = try match?.apply(command, by: player, at: now) else { throw .notNow }
    if let index = seats.firstIndex(where: { $0.player == player }) {
      seats[index].hasMoved = true
      movesDue = movesDue ?? max(now, movesSent + limits.moveMilliseconds)
    }
    follow(events, &effects, at: now)
    if let movesDue, movesDue <= now { sendMoves(&effects, at: now) }
  }

  /// Tells what happened in the match and does what follows from it.
  private mutating func follow(_ events: [Event], _ effects: inout [Effect], at now: Instant) {
    for event in events {
      if case .shut = event { endRound() }
      tell(event, &effects)
      if case .round(let start) = event { planHands(start) }
    }
    if match?.isOver == true { finish(&effects) }
  }

  private mutating func planHands(_ start: RoundStart) {
    guard let match, let target = match.round?.target else { return }
    for index in seats.indices {
      guard let skill = seats[index].skill, match.players.contains(seats[index].player) else {
        continue
      }
      var draw = secrets.draw("hand")
      seats[index].hand = Hand(
        skill: skill, mode: match.rules.mode, target: target, opens: start.opens,
        tolerance: match.rules.level.tolerance, draw: &draw)
    }
  }

  private mutating func endRound() {
    for index in seats.indices { seats[index].hand = nil }
    // Only now: later in the wait, the next announcement might already be overdue by it.
    let lead = lead
    match?.lead = lead
  }

  private mutating func sendMoves(_ effects: inout [Effect], at now: Instant) {
    movesDue = nil
    movesSent = now
    guard let match else { return }
    for index in seats.indices where seats[index].hasMoved {
      seats[index].hasMoved = false
      if let move = match.move(of: seats[index].player), !members.isEmpty {
        effects.append(.send(.move(move), to: members))
      }
    }
  }
}

// Time.
extension Room {
  /// When something happens next by itself; nil while nothing will.
  var deadline: Instant? {
    var next = match?.deadline
    func consider(_ moment: Instant?) {
      if let moment { next = min(next ?? moment, moment) }
    }
    for seat in seats {
      consider(seat.hand?.deadline)
      consider(seat.awayUntil)
    }
    consider(movesDue)
    consider(watcherCountDue)
    consider(emptyUntil)
    return next
  }

  /// Lets everything happen that is due at `now` or earlier, in the order of time.
  mutating func advance(to now: Instant, _ effects: inout [Effect]) {
    while !isClosed, let due = deadline, due <= now {
      if match?.deadline == due {
        // However late this is called, a round is announced before it opens.
        let moment = match?.opens == nil ? due : now
        follow(match?.advance(to: moment) ?? [], &effects, at: moment)
      } else if let index = seats.firstIndex(where: { $0.hand?.deadline == due }) {
        moveHand(index, &effects, at: due)
      } else if let index = seats.firstIndex(where: { $0.awayUntil == due }) {
        vacate(seats[index].player, .lost, &effects, at: due)
      } else if movesDue == due {
        sendMoves(&effects, at: due)
      } else if watcherCountDue == due {
        sendWatcherCount(&effects, at: due)
      } else {
        isClosed = true
        effects.append(.note(.closed(code)))
      }
    }
  }

  private mutating func moveHand(_ index: Int, _ effects: inout [Effect], at now: Instant) {
    let player = seats[index].player
    for command in seats[index].hand?.act(at: now) ?? [] {
      // A bot's move can come too late, as anybody's can; then it was in vain.
      do { try play(command, by: player, &effects, at: now) } catch { continue }
    }
  }

  /// How long before it opens a round has to be announced so that everyone has it in time: half of
  /// the slowest round trip and a margin.
  private var lead: Int {
    (seats.map(\.roundTrip).max() ?? 0) / 2 + Rules.leadRange.lowerBound
  }

  /// Remembers a player's round trip.
  mutating func measure(_ player: PlayerID, roundTrip: Int) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    seats[index].roundTrip = roundTrip
  }

  private mutating func noteWatchers(at now: Instant) {
    let due = max(now, watcherCountSent + limits.watcherCountMilliseconds)
    watcherCountDue = watcherCountDue ?? due
  }

  private mutating func sendWatcherCount(_ effects: inout [Effect], at now: Instant) {
    watcherCountDue = nil
    watcherCountSent = now
    if !members.isEmpty { effects.append(.send(.watchers(watchers), to: members)) }
  }

  /// Starts or stops the clock of an empty room: nobody watches and no person has a seat.
  private mutating func settle(at now: Instant) {
    let isEmpty = watchers == 0 && seats.allSatisfy(\.isBot)
    emptyUntil = isEmpty ? emptyUntil ?? now + limits.emptyRoomMilliseconds : nil
  }
}
