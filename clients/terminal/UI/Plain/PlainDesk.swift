// Answers commands: what each means in the session as it is, or why it means nothing just now. It
// changes nothing itself. Here are rooms and the people in them; playing is in
// `PlainPlaying.swift`, and what can be typed in `PlainHelp.swift`.

import ClientCore
import Game
import Wire

/// A session at one moment, and what can be said about it.
struct PlainDesk {
  let session: Session
  /// The servers that one can go to from here.
  let servers: [ServerChoice]
  let now: Instant

  func reply(to command: PlainCommand) -> PlainReply {
    switch command {
    case .sliders(let moves): move(moves)
    case .pick(let tile): pick(tile)
    case .lock: lock()
    case .hint: say(hint)
    case .time: say(time)
    case .target: say(target)
    case .yours: say(yours)
    case .players: say(players)
    case .watchers: room == nil ? say(noRoom) : PlainReply(actions: [.who])
    case .standings: say(standings)
    case .rooms: PlainReply(lines: PlainNarrator.rooms(session))
    case .help(let topic): PlainReply(lines: help(on: topic))
    case .ready(let isReady): onSeat(.ready(isReady))
    case .start: onSeat(.start)
    case .next: onSeat(.next)
    case .end: onSeat(.end)
    case .bot(let level): onSeat(.addBot(level: level))
    case .react(let reaction): onSeat(.react(reaction))
    case .name(let name): rename(name)
    case .settings: say(room.map { Words["the room: \($0.settings.spoken)"] } ?? noRoom)
    case .config(let settings): onSeat(.config(settings.wishes, opens: settings.opens))
    case .host(let name): onSomebody(called: name, amongWatchers: false) { .host($0) }
    case .kick(let name): onSomebody(called: name, amongWatchers: true) { .kick($0) }
    case .ban(let name): onSomebody(called: name, amongWatchers: true) { .ban($0) }
    case .lookUp(let lookup):
      room == nil ? PlainReply(actions: [.lookUp(lookup)]) : say(Words["leave the room first"])
    case .playAlong: playAlong()
    case .join, .watch, .quick, .create, .race, .sit, .leave, .server, .quit: go(command)
    }
  }

  func say(_ line: String) -> PlainReply { PlainReply(lines: [line]) }

  var room: RoomModel? { session.room }
  var match: MatchState? { room?.match }
  /// The moment that the room is seen at.
  var roomTime: Instant { session.roomTime(at: now) }
  /// The round, once it is open.
  var openRound: RoundState? {
    match?.round.flatMap { $0.start.opens <= roomTime ? $0 : nil }
  }

  var noRoom: String { Words["you are in no room. rooms lists them, join CODE joins one"] }
  var noRound: String { Words["no round is running"] }
  var noSeat: String { Words["you are watching, without a seat"] }
}

// Coming and going.
extension PlainDesk {
  private func go(_ command: PlainCommand) -> PlainReply {
    switch command {
    case .join(let code, let password): PlainReply(actions: [.join(code, password: password)])
    case .watch(nil, _) where room?.role == .player: PlainReply(actions: [.lookOn])
    case .watch(nil, _) where room?.role == .watcher: say(Words["you are watching already"])
    case .watch(let code, let password): PlainReply(actions: [.watch(code, password: password)])
    case .quick(let mode):
      PlainReply(
        lines: [Words["looking for a match\(mode.map { Words[" of \($0.name)"] } ?? "")"]],
        actions: [.quick(mode)])
    case .create(let wishes): PlainReply(actions: [.create(wishes, bots: [])])
    case .race(let index): PlainReply(actions: [.race(index)])
    case .sit: sit()
    case .leave: room == nil ? say(noRoom) : PlainReply(actions: [.leave])
    case .server(let wish): server(wish)
    case .quit: PlainReply(actions: [.quit])
    default: PlainReply()
    }
  }

  private func sit() -> PlainReply {
    guard let room else { return say(noRoom) }
    return room.role == .player ? say(Words["you have a seat"]) : PlainReply(actions: [.sit])
  }

  private func playAlong() -> PlainReply {
    guard let room else { return say(noRoom) }
    return room.role == .player ? say(Words["you have a seat"]) : PlainReply(actions: [.playAlong])
  }

  /// Goes to another server, by its address or its number in the list; or lists them.
  private func server(_ wish: String?) -> PlainReply {
    guard let wish else {
      let known = servers.enumerated()
        .map { index, server in
          "\(index + 1) \(server.name)" + (server.news.map { " (\($0))" } ?? "")
        }
      let all = known.isEmpty ? "" : Words["servers: \(Phrase.list(known)). "]
      return say(all + Words["server ADDRESS goes to one"])
    }
    guard room == nil else { return say(Words["leave the room first"]) }
    let index = Int(wish).map { $0 - 1 }
    let chosen = index.flatMap { servers.indices.contains($0) ? servers[$0] : nil }
    return PlainReply(server: chosen?.address ?? wish)
  }

  private func onSeat(_ action: UserAction) -> PlainReply {
    guard let room else { return say(noRoom) }
    let isHeard = room.role == .player || room.amHost
    return isHeard ? PlainReply(actions: [action]) : say(noSeat)
  }

  /// In a room everybody is told, and so are we; outside there is nobody to tell.
  private func rename(_ name: String) -> PlainReply {
    let lines = room == nil ? [Words["you are called \(name) now"]] : []
    if room?.role == .watcher { return say(noSeat) }
    return PlainReply(lines: lines, actions: [.rename(name: name)])
  }

  /// Does something about somebody by name: the whole of it, or as much as only one has. Those who
  /// look on are known by name once they have been listed, and are listed again after it.
  private func onSomebody(
    called name: String, amongWatchers: Bool, _ action: (PlayerID) -> UserAction
  ) -> PlainReply {
    guard let room else { return say(noRoom) }
    guard room.role == .player || room.amHost else { return say(noSeat) }
    let watchers = amongWatchers ? room.onlookers.map { (player: $0.player, $0.profile.name) } : []
    let typed = name.lowercased()
    let seats = room.seats.flatMap { seat in
      Set([seat.profile.name, seat.profile.spoken]).map { (player: seat.player, $0) }
    }
    let names = (seats + watchers).map { (player: $0.0, name: $0.1.lowercased()) }
    let exact = names.filter { $0.name == typed }
    let meant = exact.isEmpty ? names.filter { $0.name.hasPrefix(typed) } : exact
    guard let first = meant.first else {
      let hint = amongWatchers && room.watchers > 0 ? Words[". watchers lists who is watching"] : ""
      return say(Words["nobody here is called \(name). \(PlainNarrator.players(of: room))"] + hint)
    }
    let players = Set(meant.map(\.player))
    guard players.count == 1 else {
      let called = players.sorted().map(room.spokenName(of:))
      return say(Words["whom? \(Phrase.list(called))"])
    }
    let isSeated = room.seat(of: first.player) != nil
    return PlainReply(actions: [action(first.player)] + (isSeated ? [] : [.who]))
  }
}

// Telling.
extension PlainDesk {
  private var time: String {
    guard let match else { return noRound }
    if let round = match.round, round.start.opens <= roomTime {
      return Words["\(Phrase.seconds(round.closes - roomTime)) left"]
    }
    guard let opens = match.round?.start.opens ?? match.opens else { return noRound }
    return Words["the next round opens in \(Phrase.seconds(opens - roomTime))"]
  }

  private var players: String {
    guard let room else { return noRoom }
    if let round = openRound {
      return Words["players: \(PlainNarrator.nearness(in: room, round, withLives: true))"]
    }
    return PlainNarrator.players(of: room)
  }

  private var standings: String {
    guard let room, let match, !match.results.isEmpty else { return Words["nothing is scored yet"] }
    let when = match.isOver ? Words["the last match"] : Words["so far"]
    if match.players.isEmpty {
      return (room.crowd.final?.standing ?? room.yoursWords).spokenInside
    }
    return "\(when): \(room.spoken(match.standings, asMe: Words["you"]))"
  }
}
