// News of a room outside the rounds: coming in, who sits down, is ready, reacts, is lost and comes
// back or is put out, who is the host, how the room is set, when a match begins. Told by comparing
// the room as it was told with the room as it is.

import ClientCore
import Game
import Wire

extension PlainNarrator {
  mutating func tellRoom(of session: Session, at now: Instant, _ lines: inout [String]) {
    guard let room = session.room else {
      if let told { lines.append(Words["out of room \(told.code.text)"]) }
      told = nil
      toldMatch = ToldMatch()
      return
    }
    let roomTime = session.roomTime(at: now)
    if let old = told, old.code == room.code {
      if room.role != old.role { changeRole(to: room, &lines) }
      lines += PlainNarrator.changes(from: old, to: room)
      tellCountdown(from: old, to: room, &lines, at: roomTime)
    } else {
      lines += PlainNarrator.arrival(in: room, at: roomTime)
      toldMatch = ToldMatch(arrivingAt: room.match)
    }
    tellRace(session, room, &lines, at: roomTime)
    // What a match counts for, and when the next begins, comes after its places.
    let known = told?.code == room.code ? told : nil
    lines += PlainNarrator.crowd(from: known ?? room, to: room, guess: session.guess)
    lines += PlainNarrator.series(from: known, to: room)
    lines += PlainNarrator.clock(from: known, to: room, at: roomTime)
    told = room
  }

  /// A player who turns to watching where watchers hear everything later has heard it all before.
  private mutating func changeRole(to room: RoomModel, _ lines: inout [String]) {
    lines.append(
      room.role == .player ? Words["you have a seat now"] : Words["you are watching now"])
    if room.delayMilliseconds > 0 {
      lines.append(
        Words["watchers are \(Phrase.wholeSeconds(room.settings.delay)) behind"])
      toldMatch = ToldMatch(arrivingAt: room.match)
    }
  }

  private static func arrival(in room: RoomModel, at now: Instant) -> [String] {
    let (code, name, settings) = (room.code.text, room.settings.name, room.settings.spoken)
    var lines = [
      room.role == .watcher
        ? Words["watching room \(code), \(name): \(settings)"]
        : Words["room \(code), \(name): \(settings)"],
      players(of: room),
    ]
    lines += today(in: room, at: now)
    if let host = room.host {
      lines.append(
        room.amHost
          ? Words["you are the host"] : Words["\(room.spokenName(of: host)) is the host"])
    }
    guard let match = room.match else { return lines }
    let standings = room.spoken(match.standings, asMe: Words["you"])
    if match.isOver && !match.standings.isEmpty {
      lines.append(Words["the last match: \(standings)"])
    } else if !match.results.isEmpty {
      let rounds = Phrase.rounds(match.results.count)
      lines.append(Words["match \(match.number) is on, \(rounds) over. so far: \(standings)"])
    }
    return lines
  }

  /// Where a day has its own targets, which day that is.
  private static func today(in room: RoomModel, at now: Instant) -> [String] {
    guard room.settings.rules.mode.isDaily else { return [] }
    return [Words["today is \(Day(of: now).text) UTC: everyone has the same targets"]]
  }

  /// "players: mira ready, you not ready".
  static func players(of room: RoomModel) -> String {
    guard !room.seats.isEmpty else { return Words["nobody has a seat"] }
    let players = room.seats.map { seat in
      let tag = seat.profile.identity.map { " \($0.tag)" } ?? ""
      return "\(room.called(seat.player))\(tag) \(state(of: seat, in: room))"
    }
    return Words["players: \(Phrase.list(players))"]
  }

  private static func state(of seat: SeatState, in room: RoomModel) -> String {
    if seat.awayUntil != nil { return Words["away"] }
    if room.isRunning {
      guard let match = room.match, match.isPlaying(seat.player) else {
        return Words["waiting for the next match"]
      }
      return match.isOut(seat.player) ? Words["out"] : Words["playing"]
    }
    return seat.isReady ? Words["ready"] : Words["not ready"]
  }

  private static func changes(from old: RoomModel, to room: RoomModel) -> [String] {
    var lines: [String] = []
    if room.settings != old.settings {
      let name = room.settings.name
      lines.append(Words["the room is now \(name): \(room.settings.spoken)"])
    }
    for seat in old.seats where room.seat(of: seat.player) == nil && seat.player != old.me {
      lines.append(departure(of: seat, from: room))
    }
    for seat in room.seats {
      guard let before = old.seat(of: seat.player) else {
        let name = room.spokenName(of: seat.player)
        lines.append(room.isMe(seat.player) ? Words["you are in"] : Words["\(name) is in"])
        if seat.isReady && !seat.isAlwaysReady { lines.append(readiness(of: seat, in: room)) }
        continue
      }
      lines += changes(from: before, to: seat, in: room, old)
    }
    if room.isDeserted, !old.isDeserted { lines.append(Words["everyone left"]) }
    if let host = room.host, host != old.host {
      lines.append(
        room.amHost
          ? Words["you are the host now"] : Words["\(room.spokenName(of: host)) is the host now"])
    }
    if let change = room.ratings[room.me], old.ratings[room.me] != change {
      lines.append(change.spoken)
    }
    if let audience = room.audience, audience.number != old.audience?.number {
      lines.append(watchers(audience, of: room))
    }
    for seat in room.seats {
      guard let shown = room.reactions[seat.player] else { continue }
      if shown.number > old.reactionsMade {
        lines.append(
          room.isMe(seat.player)
            ? shown.reaction.spokenByYou
            : shown.reaction.spoken(by: room.spokenName(of: seat.player)))
      }
    }
    return lines
  }

  /// Of more people who look on it is only said how many they are: nobody listens to a hundred.
  private static let watchersSpokenMax = 20

  /// "watchers: mira, you, 12 more".
  private static func watchers(_ audience: OnlookerList, of room: RoomModel) -> String {
    guard audience.isTold else { return Words["this server tells only the host who watches"] }
    var names = audience.onlookers.prefix(watchersSpokenMax)
      .map { onlooker in
        onlooker.player == room.me ? Words["you"] : onlooker.profile.spoken
      }
    guard !names.isEmpty else { return Words["nobody watches"] }
    let more = audience.onlookers.count - names.count + room.watchersUntold
    if more > 0 { names.append(Words["\(more) more"]) }
    return Words["watchers: \(Phrase.list(names))"]
  }

  private static func departure(of seat: SeatState, from room: RoomModel) -> String {
    let name = seat.profile.spoken
    switch room.departure(of: seat.player) {
    case .kicked: return Words["the host removed \(name), who may come back"]
    case .banned: return Words["\(name) was banned by the host"]
    case .watching: return Words["\(name) gave up the seat to watch"]
    case .lost: return Words["\(name) did not come back"]
    case .left, .closed: return Words["\(name) has left"]
    case nil:
      return seat.awayUntil == nil ? Words["\(name) has left"] : Words["\(name) did not come back"]
    }
  }

  private static func changes(
    from before: SeatState, to seat: SeatState, in room: RoomModel, _ old: RoomModel
  ) -> [String] {
    var lines: [String] = []
    if before.awayUntil == nil, seat.awayUntil != nil {
      lines.append(Words["\(seat.profile.spoken) lost the connection"])
    } else if before.awayUntil != nil, seat.awayUntil == nil {
      let name = room.spokenName(of: seat.player)
      lines.append(room.isMe(seat.player) ? Words["you are back"] : Words["\(name) is back"])
    }
    let (oldName, name) = (before.profile.spoken, seat.profile.spoken)
    if name != oldName {
      lines.append(
        room.isMe(seat.player)
          ? Words["you are called \(name) now"] : Words["\(oldName) is called \(name) now"])
    }
    if seat.isIdle, !before.isIdle, !room.isMe(seat.player) {
      lines.append(Words["\(name) has said nothing for a minute"])
    }
    // When a match begins everybody stops being ready: that is no news.
    guard before.isReady != seat.isReady, room.match?.number == old.match?.number,
      !seat.isAlwaysReady
    else { return lines }
    lines.append(readiness(of: seat, in: room))
    return lines
  }

  /// "you are ready", "mira is not ready".
  private static func readiness(of seat: SeatState, in room: RoomModel) -> String {
    if room.isMe(seat.player) {
      return seat.isReady ? Words["you are ready"] : Words["you are not ready"]
    }
    let name = room.spokenName(of: seat.player)
    return seat.isReady ? Words["\(name) is ready"] : Words["\(name) is not ready"]
  }

  private mutating func tellCountdown(
    from old: RoomModel, to room: RoomModel, _ lines: inout [String], at now: Instant
  ) {
    guard let match = room.match, match.number != toldMatch.number else { return }
    toldMatch = ToldMatch(number: match.number)
    guard match.results.isEmpty, let opens = match.opens else { return }
    // On an open floor nobody is asked.
    let isEverybodyReady =
      !match.players.isEmpty
      && old.seats.allSatisfy { $0.isReady || $0.awayUntil != nil }
    let seconds = Phrase.seconds(opens - now)
    lines.append(
      isEverybodyReady
        ? Words["all ready, starting in \(seconds)"] : Words["starting in \(seconds)"])
  }
}

extension SeatState {
  /// Whether it is one of the room's own bots, as far as can be told: they never say a nonce.
  fileprivate var isAlwaysReady: Bool { profile.isBot && isReady && share == .none }
}

extension RoomModel {
  /// Whether that is the reader of these lines.
  func isMe(_ player: PlayerID) -> Bool { role == .player && player == me }

  /// A player's name, or "you".
  func called(_ player: PlayerID) -> String {
    isMe(player) ? Words["you"] : spokenName(of: player)
  }

  /// A player's name, with the word in front of it for those who are programs.
  func spokenName(of player: PlayerID) -> String {
    profile(of: player)?.spoken ?? name(of: player)
  }

  /// "1 mira 2810, 2 you 2655".
  func spoken(_ standings: [Standing], asMe: String?) -> String {
    Phrase.list(
      standings.map { standing in
        let name = role == .player && standing.who == me ? asMe : nil
        return "\(standing.place) \(name ?? spokenName(of: standing.who)) \(standing.total)"
      })
  }
}

extension Profile {
  /// The name; bots and ghosts say that they are.
  var spoken: String {
    isGhost ? Words["ghost \(name)"] : isBot ? Words["bot \(name)"] : name
  }
}
