// A room as its server would tell of it: five seats, one match, and what happens in it, in the
// server's own messages. The match is a real one; nobody but the clock and `move` plays it. It
// knows neither who listens nor what becomes of it.

import Chroma
import Game
import Server
import Wire

/// A room with a match in it.
struct DrawRoom {
  /// Who sits there.
  static let players = (1...5).map { PlayerID(number: $0) }
  /// The seat of the client that listens, where it plays.
  static let me = players[2]

  let code: RoomCode
  let rules: Rules
  private var match: Match
  private var count = 0
  private let seed: MatchSeed
  private let begin: Instant

  /// A room whose match is counted down from a moment; nil if the mode has other rules.
  init?(_ code: String, _ mode: Mode, at begin: Instant) {
    let seed = MatchSeed(bytes: Hashing.openSSL.sha256(Array(code.utf8)))
    let rules = Rules(
      checkedMode: mode, rounds: 5, seconds: Rules.secondsRange.upperBound, level: .normal,
      isAssisted: false)
    guard let code = RoomCode(code), let seed, let rules else { return nil }
    (self.code, self.rules, self.seed, self.begin) = (code, rules, seed, begin)
    match = Match(
      rules: rules, players: DrawRoom.players, seed: seed, nonces: DrawRoom.nonces,
      hashing: .openSSL, start: begin)
  }

  private static var nonces: [Nonce] { players.map { _ in .none } }

  /// The answer to a greeting.
  static func welcome(at now: Instant) -> ServerMessage {
    .welcome(
      Welcome(
        version: Wire.version, me: me, now: now, token: "abcdefgh", app: "bench/1",
        modes: Mode.all.map(\.name)))
  }

  /// What the list of rooms says of this one.
  var listing: ServerMessage {
    .listed(
      Listing(
        code: code, name: "room \(code.text)", mode: rules.mode.name, seats: 8,
        taken: DrawRoom.players.count, watchers: 1, state: .playing, round: 1, of: rules.rounds,
        hasPassword: false, icons: []))
  }

  /// All that somebody hears who comes in before the match.
  mutating func entrance(_ role: Role) -> [ServerMessage] {
    let names = ["mira", "oskar", "ada", "jun", "lou"]
    let view = RoomSettings(
      name: "room \(code.text)", rules: rules, seats: 8, isListed: true, password: nil)
    var messages: [ServerMessage] = [.entered(code, role, n: 0), .room(n: nil, .settings(view))]
    for (index, player) in DrawRoom.players.enumerated() {
      let profile = Profile(
        name: names[index], icon: Icon.allCases[index], color: Profile.palette[2 * index],
        isBot: false)
      messages.append(.room(n: nil, .seat(player, profile)))
    }
    let hash = seed.commitment(.openSSL)
    let countdown = RoomEvent.countdown(
      match: 1, opens: begin + Rules.countdownMilliseconds, players: DrawRoom.players,
      nonces: DrawRoom.nonces)
    return messages + [
      .room(n: nil, .hosted(DrawRoom.players[0])), .room(n: next(), .commit(match: 1, hash: hash)),
      .room(n: next(), countdown),
    ]
  }

  /// What happens in the match up to a moment.
  mutating func play(to now: Instant) -> [ServerMessage] {
    match.advance(to: now).map { .play(n: next(), $0) }
  }

  /// Somebody else moves, to another color with each step.
  func move(_ step: Int) -> ServerMessage {
    let color = Color(
      red: UInt8(truncatingIfNeeded: 40 * step), green: UInt8(truncatingIfNeeded: 90 + step),
      blue: 30)
    return .move(Move(who: DrawRoom.players[0], near: 40 + step % 50, color: color))
  }

  private mutating func next() -> Int {
    count += 1
    return count
  }
}

extension ServerMessage {
  /// The message as a line without its ending.
  var line: [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes.dropLast()
  }
}
