// How a room's seats and its places for watchers are taken and given up. Whether somebody may come
// in at all is the hall's to say; what it means for the match is told the match.

import Game
import Wire

// Sitting.
extension Room {
  var hasFreeSeat: Bool { seats.count < settings.seats }

  /// Seats a person and shows them the room; the caller has made sure that a seat is free.
  mutating func sit(
    _ player: PlayerID, _ profile: Profile, on connection: ConnectionID,
    of household: UInt64? = nil, _ turn: inout Turn
  ) {
    let profile = distinct(shown(profile))
    seats.append(
      Seat(
        player: player, profile: profile, connection: connection, household: household,
        at: turn.now))
    tell(.seat(player, profile), &turn)
    if host == nil, !settings.isPresented { appoint(player, &turn) }
    members.append(connection)
    show(to: connection, as: .player, &turn)
    reconsiderStart(&turn)
    settle(at: turn.now)
  }

  /// Seats a bot; the caller has made sure that a seat is free.
  mutating func seatBot(_ bot: NewBot, _ turn: inout Turn) {
    let profile = distinct(.bot(bot.number, beside: seats.map(\.profile)))
    seats.append(Seat(bot: bot.player, profile: profile, skill: bot.skill, at: turn.now))
    tell(.seat(bot.player, profile), &turn)
    readyBot(seats.count - 1, &turn)
  }

  /// Empties a seat for good.
  mutating func vacate(_ player: PlayerID, _ why: Departure, _ turn: inout Turn) {
    if isPresenter(player) { return losePresenter(why, &turn) }
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    if why.isPutOut { heed(host, &turn) }
    if why.isPutOut, standIn?.player == player { standIn = nil }
    let seat = seats.remove(at: index)
    departed.append(player)
    members.removeAll { $0 == seat.connection }
    tell(.gone(player, why), &turn)
    record?.gone(player, why, number: history.last, at: turn.now)
    let events =
      why.isPutOut ? match?.putOut(player, at: turn.now) : match?.withdraw(player, at: turn.now)
    tell(events ?? [], &turn)
    if host == player { appointNext(&turn) }
    dismissBots(&turn)
    callOff(without: player, &turn)
    reconsiderStart(&turn)
    settle(at: turn.now)
    if why != .watching, !seat.isBot { forsake(&turn) }
  }

  /// Keeps the seat of a player whose connection is lost.
  mutating func lose(_ player: PlayerID, _ turn: inout Turn) {
    if isPresenter(player) { presenterAway = turn.now + limits.seatKeptMilliseconds }
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    let until = turn.now + limits.seatKeptMilliseconds
    let lost = seats[index].connection
    members.removeAll { $0 == lost }
    (seats[index].connection, seats[index].isIdle) = (nil, false)
    seats[index].awayUntil = until
    tell(.away(player, until: until), &turn)
    // A try that is being written down begins, and waits; otherwise it would be lost.
    if claiming == nil { callOff(without: player, &turn) }
    if !isPlaying, claiming == nil, seats[index].isReady { setReady(player, false, .none, &turn) }
    reconsiderStart(&turn)
  }

  /// Gives a player who was away, or comes on another connection, the seat back.
  ///
  /// - Returns: the connection that the player had until now, if there still is one.
  mutating func resume(
    _ player: PlayerID, on connection: ConnectionID, of household: UInt64? = nil,
    _ turn: inout Turn
  ) -> ConnectionID? {
    if isPresenter(player) { presenterAway = nil }
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return nil }
    let old = seats[index].connection
    members.removeAll { $0 == old }
    seats[index].connection = connection
    seats[index].household = household
    if isTry, seats[index].awayUntil != nil { tryRests = turn.now + limits.pauseMilliseconds }
    seats[index].awayUntil = nil
    heed(index, &turn)
    tell(.back(player), &turn)
    members.append(connection)
    show(to: connection, as: .player, &turn)
    reconsiderStart(&turn)
    return old
  }

  /// Another player here who connected from the same household; the journal names that player.
  func housemate(of player: PlayerID, from household: UInt64?) -> PlayerID? {
    guard let household else { return nil }
    return seats.first { $0.household == household && $0.player != player }?.player
  }

  /// The players whose seats were emptied since this was asked last.
  mutating func takeDeparted() -> [PlayerID] {
    if departed.isEmpty { return [] }
    defer { departed = [] }
    return departed
  }

  /// The same profile under a name that cannot be taken for that of anybody else in the room.
  func distinct(_ profile: Profile, except player: PlayerID? = nil) -> Profile {
    let taken = seats.filter { $0.player != player && !$0.profile.isGhost }
      .map { Looks(of: $0.profile.name) }
    var result = profile
    var number = 2
    while taken.contains(where: Looks(of: result.name).isLike) {
      let suffix = " \(number)"
      var stem = profile.name.prefix(Profile.nameCharactersMax - suffix.count)
      while stem.last == " " || stem.utf8.count + suffix.utf8.count > Profile.nameBytesMax {
        stem.removeLast()
      }
      result.name = stem + suffix
      number += 1
    }
    return result
  }
}

// Looking on.
extension Room {
  /// Lets somebody look on: everything after event `since` when that is remembered, else the room
  /// as it is.
  mutating func watch(
    _ onlooker: Onlooker, on connection: ConnectionID, since: Int?, _ turn: inout Turn
  ) -> Visit {
    let visit = makeVisit()
    audience[visit] = onlooker
    hear(connection)
    if since.map({ show(since: $0, to: connection, &turn) }) != true {
      show(to: connection, as: .watcher, &turn)
    }
    noteWatchers(at: turn.now)
    settle(at: turn.now)
    return visit
  }

  /// Takes a watcher out, if that has not been done; the connection is that of one who hears it
  /// here.
  mutating func unwatch(_ visit: Visit, _ connection: ConnectionID?, _ turn: inout Turn) {
    guard let onlooker = audience.removeValue(forKey: visit) else { return }
    leaveCrowd(onlooker.player)
    if elsewhere.forget(visit) == nil, let connection { mute(connection) }
    noteWatchers(at: turn.now)
    settle(at: turn.now)
  }

  /// Stops telling a watcher who cannot keep up; `hear` begins again.
  mutating func mute(_ connection: ConnectionID) {
    members.removeAll { $0 == connection }
    crowd?.screens.removeAll { $0 == connection }
    delayLine?.watchers.removeAll { $0 == connection }
  }

  /// Tells a watcher what happens from now on.
  mutating func hear(_ connection: ConnectionID) {
    if delayLine == nil {
      members.append(connection)
    } else {
      delayLine?.watchers.append(connection)
    }
  }

  mutating func noteWatchers(at now: Instant) {
    let due = max(now, watcherCountSent + limits.watcherCountMilliseconds)
    watcherCountDue = watcherCountDue ?? due
  }

  /// Starts or stops the clock of an empty room: nobody watches and no person has a seat.
  mutating func settle(at now: Instant) {
    let isEmpty = watchers == 0 && seats.allSatisfy(\.isBot)
    emptyUntil = isEmpty ? emptyUntil ?? now + limits.emptyRoomMilliseconds : nil
  }

  /// Somebody comes in.
  mutating func noteVisit(_ player: PlayerID) {
    if player != opener { wasVisited = true }
  }

  /// Somebody has gone for good: a room in which nobody else ever was closes at once, because no
  /// one misses it.
  mutating func forsake(_ turn: inout Turn) {
    if emptyUntil != nil, !wasVisited, !isClosed, presenterAway == nil { close(&turn) }
  }

  /// Closes for good; the hall forgets the room as soon as this change is done.
  mutating func close(_ turn: inout Turn) {
    isClosed = true
    if presenterAway != nil, let host { departed.append(host) }
    disbandCrowd()
    turn.note(.closed(code))
  }
}

extension Profile {
  /// What a room's own bot is called and looks like, by its number among all players: with an
  /// icon and a color that nobody else has, as long as there are such.
  fileprivate static func bot(_ number: Int, beside others: [Profile]) -> Profile {
    func free<Value: Equatable>(_ all: [Value], _ part: (Profile) -> Value) -> Value {
      let own = number % all.count
      let taken = others.map(part)
      return (all[own...] + all[..<own]).first { !taken.contains($0) } ?? all[own]
    }
    let names = ["Umber", "Sienna", "Ochre", "Indigo", "Cobalt", "Sepia", "Viridian", "Madder"]
    return Profile(
      name: names[number % names.count], icon: free(Icon.allCases, \.icon),
      color: free(Profile.palette, \.color), isBot: true)
  }
}
