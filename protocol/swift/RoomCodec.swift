// What happens in a room, as fields of a line and back. The number `n` in front is the message's.

import Chroma
import Game

extension RoomEvent {
  private enum Form {
    static let seat = fields(required("who", .player), Profile.fields)
    static let away = fields(required("who", .player), required("until", .instant))
    static let who = required("who", .player)
    static let gone = fields(required("who", .player), required("why", .departure))
    static let readied = fields(required("who", .player), required("on", .flag), Share.fields)
    static let commit = fields(required("match", .count), required("hash", .hex(bytes: 32)))
    static let reveal = fields(required("match", .count), required("players", list(.player)))
    static let countdown = fields(
      required("match", .count), required("opens", .instant),
      fields(
        required("players", list(.player)), required("nonces", list(.seatNonce)), mark("ranked")))
  }

  func write(to line: inout LineWriter) {
    switch self {
    case .settings(let view): RoomView.fields.write(view, to: &line)
    case .seat(let who, let profile): Form.seat.write((who, profile), to: &line)
    case .away(let who, let until): Form.away.write((who, until), to: &line)
    case .back(let who), .hosted(let who): Form.who.write(who, to: &line)
    case .gone(let who, let why): Form.gone.write((who, why), to: &line)
    case .readied(let who, let isReady, let share):
      Form.readied.write((who, isReady, share), to: &line)
    case .commit(let match, let hash): Form.commit.write((match, hash), to: &line)
    case .reveal(let match, let players): Form.reveal.write((match, players), to: &line)
    case .countdown(let match, let opens, let players, let nonces, let isRanked):
      Form.countdown.write((match, opens, (players, nonces, isRanked)), to: &line)
    }
  }

  /// Reads the fields of a room's verb; nil when the verb is not one of a room's.
  init?(_ verb: ServerVerb, _ line: LineReader) throws(RefusalLine) {
    switch verb {
    case .settings: self = .settings(try RoomView.fields.read(line))
    case .seat: self = try Form.seat.read(line, RoomEvent.seat)
    case .away: self = try Form.away.read(line, RoomEvent.away)
    case .back: self = .back(try Form.who.read(line))
    case .gone: self = try Form.gone.read(line, RoomEvent.gone)
    case .hosted: self = .hosted(try Form.who.read(line))
    case .readied: self = try Form.readied.read(line, RoomEvent.readied)
    case .commit: self = try Form.commit.read(line, RoomEvent.commit)
    case .reveal: self = try Form.reveal.read(line, RoomEvent.reveal)
    case .countdown:
      let (match, opens, (players, nonces, isRanked)) = try Form.countdown.read(line)
      guard players.count == nonces.count else {
        throw line.refusal("nonces are as many as players")
      }
      self = .countdown(
        match: match, opens: opens, players: players, nonces: nonces, isRanked: isRanked)
    default: return nil
    }
  }
}

extension RoomView: Described {
  init(_ line: inout some FieldCoder<RoomView>) throws(RefusalLine) {
    let name = try line(required("name", .roomName)) { $0.name }
    let mode = try line(required("mode", .mode)) { $0.rules.mode }
    let rounds = try line(required("rounds", .int(in: Rules.roundsRange))) { $0.rules.rounds }
    let seconds = try line(required("time", .int(in: Rules.secondsRange))) { $0.rules.seconds }
    let level = try line(required("level", .level)) { $0.rules.level }
    let seats = try line(required("seats", .int(in: Rules.seatsRange))) { $0.seats }
    let isListed = try line(required("listed", .flag)) { $0.isListed }
    let hasPassword = try line(mark("pass")) { $0.hasPassword }
    let isRated = try line(mark("rated")) { $0.isRated }
    let isAssisted = try line(mark("assist")) { $0.rules.isAssisted }
    let delay = try line(some("delay", .int(in: RoomSettings.delayRange))) { $0.delay }
    let isExact = try line(mark("exact")) { $0.isExact }
    let isKnownOnly = try line(mark("known")) { $0.isKnownOnly }
    let rules = Rules(
      checkedMode: mode, rounds: rounds, seconds: seconds, level: level, isAssisted: isAssisted)
    guard let rules else {
      throw RefusalLine(
        code: .badField, verb: ServerVerb.settings.rawValue,
        text: "rounds or time are not those of the mode")
    }
    self.init(
      name: name, rules: rules, seats: seats, isListed: isListed, hasPassword: hasPassword,
      isRated: isRated, delay: delay, isExact: isExact, isKnownOnly: isKnownOnly)
  }
}

extension Profile: Described {
  init(_ line: inout some FieldCoder<Profile>) throws(RefusalLine) {
    self.init(
      name: try line(required("name", .playerName)) { $0.name },
      icon: try line(required("icon", .shownIcon)) { $0.icon },
      color: try line(required("color", .color)) { $0.color },
      isBot: try line(mark("bot")) { $0.isBot },
      identity: try line(optional("id", .keyID)) { $0.identity })
  }
}
