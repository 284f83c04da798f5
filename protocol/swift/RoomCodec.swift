// What happens in a room, as fields of a line and back. The number `n` in front is the message's.

import Chroma
import Game

extension RoomEvent {
  var verb: ServerVerb {
    switch self {
    case .settings: .settings
    case .seat: .seat
    case .away: .away
    case .back: .back
    case .gone: .gone
    case .hosted: .hosted
    case .readied: .readied
    case .commit: .commit
    case .reveal: .reveal
    case .countdown: .countdown
    }
  }

  func write(_ line: inout LineWriter) {
    switch self {
    case .settings(let view):
      line.text("name", view.name)
      line.word("mode", view.rules.mode.name)
      line.int("rounds", view.rules.rounds)
      line.int("time", view.rules.seconds)
      line.word("level", view.rules.level.rawValue)
      line.int("seats", view.seats)
      line.flag("listed", view.isListed)
      line.mark("pass", view.hasPassword)
      line.mark("rated", view.isRated)
      line.mark("assist", view.rules.isAssisted)
      line.int("delay", view.delay == 0 ? nil : view.delay)
      line.mark("exact", view.isExact)
    case .seat(let who, let profile):
      line.player("who", who)
      profile.write(&line)
    case .away(let who, let until):
      line.player("who", who)
      line.instant("until", until)
    case .back(let who), .hosted(let who):
      line.player("who", who)
    case .gone(let who, let why):
      line.player("who", who)
      line.word("why", why.rawValue)
    case .readied(let who, let isReady, let share):
      line.player("who", who)
      line.flag("on", isReady)
      share.write(&line)
    case .commit(let match, let hash):
      line.int("match", match)
      line.hexBytes("hash", hash)
    case .reveal(let match, let players):
      line.int("match", match)
      line.list("players", players.map(\.wire))
    case .countdown(let match, let opens, let players, let nonces):
      line.int("match", match)
      line.instant("opens", opens)
      line.list("players", players.map(\.wire))
      line.list("nonces", nonces.map(\.text))
    }
  }

  /// Reads the fields of a room's verb; nil when the verb is not one of a room's.
  init?(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) {
    switch verb {
    case .settings: self = .settings(try RoomView(line))
    case .seat: self = .seat(try line.required("who", .player), try Profile(line))
    case .away:
      self = .away(
        try line.required("who", .player), until: try line.required("until", .instant))
    case .back: self = .back(try line.required("who", .player))
    case .hosted: self = .hosted(try line.required("who", .player))
    case .gone:
      self = .gone(
        try line.required("who", .player), try line.required("why", .departure))
    case .readied:
      self = .readied(
        try line.required("who", .player), try line.required("on", .flag), try Share(line))
    case .commit:
      self = .commit(
        match: try line.required("match", .count),
        hash: try line.required("hash", .hex(bytes: 32)))
    case .reveal:
      self = .reveal(
        match: try line.required("match", .count),
        players: try line.required("players", .list(.player)))
    case .countdown:
      let players = try line.required("players", .list(.player))
      let nonces = try line.required("nonces", .list(.seatNonce))
      guard players.count == nonces.count else {
        throw line.refusal("nonces are as many as players")
      }
      self = .countdown(
        match: try line.required("match", .count), opens: try line.required("opens", .instant),
        players: players, nonces: nonces)
    default: return nil
    }
  }
}

extension RoomView {
  fileprivate init(_ line: LineReader) throws(RefusalLine) {
    let rules = Rules(
      checkedMode: try line.required("mode", .mode),
      rounds: try line.required("rounds", .int(in: Rules.roundsRange)),
      seconds: try line.required("time", .int(in: Rules.secondsRange)),
      level: try line.required("level", .level),
      isAssisted: try line.optional("assist", .flag) ?? false)
    guard let rules else { throw line.refusal("rounds or time are not those of the mode") }
    self.init(
      name: try line.required("name", .roomName),
      rules: rules,
      seats: try line.required("seats", .int(in: Rules.seatsRange)),
      isListed: try line.required("listed", .flag),
      hasPassword: try line.optional("pass", .flag) ?? false,
      isRated: try line.optional("rated", .flag) ?? false,
      delay: try line.optional("delay", .int(in: RoomSettings.delayRange)) ?? 0,
      isExact: try line.optional("exact", .flag) ?? false)
  }
}

extension Profile {
  func write(_ line: inout LineWriter) {
    line.text("name", name)
    line.word("icon", icon.rawValue)
    line.color("color", color)
    line.mark("bot", isBot)
  }

  init(_ line: LineReader) throws(RefusalLine) {
    self.init(
      name: try line.required("name", .playerName),
      icon: try line.required("icon", .shownIcon),
      color: try line.required("color", .color),
      isBot: try line.optional("bot", .flag) ?? false)
  }
}
