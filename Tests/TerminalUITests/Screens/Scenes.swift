// The states that screens are tested in, each a stage with its script: a home screen, a room of
// five, and one match of theirs in every mode from its countdown to its places.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

extension Stage {
  static let players = (1...5).map { PlayerID(number: $0) }
  static let mira = players[0], oskar = players[1], jun = players[3], lou = players[4]

  static let profiles = [
    Profile(name: "mira", icon: .diamond, color: Profile.palette[7], isBot: false),
    Profile(name: "oskar", icon: .triangle, color: Profile.palette[5], isBot: false),
    Profile(name: "ada", icon: .star, color: Profile.palette[6], isBot: false),
    Profile(name: "jun", icon: .club, color: Profile.palette[8], isBot: false),
    Profile(name: "lou", icon: .moon, color: Profile.palette[10], isBot: true),
  ]

  static func rules(_ mode: Mode) throws -> Rules {
    try #require(Rules(checkedMode: mode, rounds: 5, seconds: 20, level: .normal))
  }

  // MARK: Home

  static func listing(
    _ code: String, _ name: String, _ mode: String, of seats: Int, round: Int = 0,
    password: Bool = false, _ icons: Icon...
  ) throws -> ServerMessage {
    .listed(
      Listing(
        code: try #require(RoomCode(code)), name: name, mode: mode, seats: seats,
        taken: icons.count, watchers: 1, state: round > 0 ? .playing : .waiting, round: round,
        of: 8, hasPassword: password, icons: icons))
  }

  mutating func openHome() throws {
    connect()
    hear([
      try Stage.listing("AZUR", "sunday race", "hsb", of: 8, .diamond, .triangle, .club, .moon),
      try Stage.listing("WXYZ", "night owls", "rgb", of: 4, password: true, .star, .sun),
      try Stage.listing("QRST", "slow practice", "cmyk", of: 6, .moon),
      try Stage.listing(
        "ABCD", "ams vs oslo", "hsb", of: 4, round: 5, .diamond, .triangle, .star, .club),
      try Stage.listing("EFGH", "color school", "rgb", of: 2, round: 2, .flower, .note),
      .end(of: "LIST", count: 5),
    ])
  }

  // MARK: A room

  /// In a room with four others, who are there before.
  mutating func enterRoom(
    _ mode: Mode = .hsb, _ role: Role = .player, host: PlayerID = Stage.mira, count: Int = 5
  ) throws {
    connect()
    let code = try #require(RoomCode("AZUR"))
    hear(
      .entered(code, role, n: 0),
      .room(
        n: nil,
        .settings(
          RoomView(
            name: "sunday race", rules: try Stage.rules(mode), seats: max(1, count),
            isListed: true, hasPassword: false))))
    for (player, profile) in zip(Stage.players, Stage.profiles)
    where player == Stage.me ? role == .player : count > 1 {
      hear(.room(n: nil, .seat(player, profile)))
    }
    hear(.room(n: nil, .hosted(host)), .watchers(2))
    happen(.commit(match: 1, hash: seed.commitment(hashing)))
    for player in racers where player != Stage.oskar && player != Stage.me {
      happen(.readied(player, true, nil))
    }
  }

  var racers: [PlayerID] { session.room?.seats.map(\.player) ?? [] }

  // MARK: A match

  var seed: MatchSeed {
    guard let seed = MatchSeed(bytes: secret("stage")) else { preconditionFailure("32 bytes") }
    return seed
  }

  mutating func countDown() {
    happen(
      .countdown(
        match: 1, opens: now + Rules.countdownMilliseconds, players: racers,
        nonces: racers.map { _ in .none }))
  }

  func target(_ round: Int) -> Guess {
    var draw = Draw(
      seed: seed, round: round, nonces: racers.map { _ in .none }, hashing: hashing)
    return (session.room?.match?.rules.mode ?? .rgb).target(&draw)
  }

  var mode: Mode { session.room?.match?.rules.mode ?? .rgb }

  func color(_ guess: Guess) -> Color { mode.color(of: guess) ?? Mode.startColor }

  /// A guess that is so far off the target in every channel.
  func guess(_ round: Int, off: Int) -> Guess {
    let target = target(round)
    return Guess(
      zip(target.values, mode.channels)
        .map { value, channel in
          channel.grid.contains(value + off)
            ? value + off : max(channel.grid.lowerBound, value - off)
        })
  }

  /// Announces a round that opens in half a second.
  mutating func announce(_ round: Int) {
    let opens = now + 500
    happen(
      .round(
        RoundStart(
          round: round, of: 5, opens: opens, closes: opens + 20_000, target: color(target(round)),
          start: color(mode.start))))
  }

  /// Opens a round and plays 8.4 seconds of it.
  mutating func playRound(_ round: Int) {
    announce(round)
    look(after: 500)
    for (index, player) in racers.enumerated() where player != Stage.me {
      hear(
        .move(
          Move(who: player, near: 96 - 9 * index, color: color(guess(round, off: 4 + 9 * index)))))
    }
    look(after: 8_400)
  }

  /// Shuts a round; everybody is a little farther off than the one before.
  mutating func shut(_ round: Int) {
    let isLast = round == 5
    var totals: [PlayerID: Int] = [:]
    for player in racers { totals[player] = session.room?.match?.total(of: player) ?? 0 }
    happen(
      .shut(
        round: round, answer: target(round),
        next: isLast ? nil : now + Rules.intervalMilliseconds))
    for (index, player) in racers.enumerated() {
      let guess = guess(round, off: 2 + (index + round) % 5 * 6)
      let difference = mode.difference(guess, from: target(round))
      let elapsed = difference <= Level.normal.tolerance ? 4_200 : 20_000
      let points = Points.of(difference, after: elapsed, of: 20_000)
      totals[player, default: 0] += points
      happen(
        .score(
          Score(
            who: player, guess: guess, difference: difference, elapsed: elapsed, points: points,
            total: totals[player, default: 0])))
    }
  }

  /// Plays the rounds up to one, which is shut.
  mutating func playRounds(through last: Int) {
    countDown()
    for round in 1...last {
      playRound(round)
      shut(round)
    }
  }

  /// Places and the seed.
  mutating func finish() {
    guard let match = session.room?.match else { return }
    let standings = match.standings
    happen(.over)
    for standing in standings {
      happen(.place(standing.place, standing.who, total: standing.total))
    }
    happen(.seed(seed))
  }
}

/// Everything that a player may find on the screen, by name.
enum Scene: String, CaseIterable, Sendable {
  case connecting, home, homeEmpty, newRoom, code, help, room, hosting, countdown
  case raceRGB, raceHSB, raceCMYK, locked, bell, missed, alone
  case results, final, watch, lost
  case numbers, numberResults, palette256

  func stage(columns: Int, rows: Int) throws -> Stage {
    var stage = Stage(
      intent, depth: depth, columns: columns, rows: rows,
      addresses: self == .hosting ? ["192.168.1.5", "10.0.0.7:4242"] : [])
    try play(&stage)
    return stage
  }

  private var depth: ColorDepth {
    switch self {
    case .numbers, .numberResults: .monochrome
    case .palette256: .palette256
    default: .truecolor
    }
  }

  var intent: Intent {
    switch self {
    case .connecting, .home, .homeEmpty, .newRoom, .code, .help: .browse
    case .watch: RoomCode("AZUR").map { .watch($0, password: nil) } ?? .browse
    default: RoomCode("AZUR").map { .join($0, password: nil) } ?? .browse
    }
  }

  func play(_ stage: inout Stage) throws {
    switch self {
    case .connecting: break
    case .homeEmpty:
      stage.connect()
      stage.hear(.end(of: "LIST", count: 0))
    case .home, .newRoom, .code, .help:
      try stage.openHome()
      if self == .newRoom { stage.type("n") }
      if self == .code { stage.type("AZ") }
      if self == .help { stage.press(.function(1)) }
    case .room: try stage.enterRoom()
    case .hosting: try stage.enterRoom(host: Stage.me)
    case .countdown:
      try stage.enterRoom()
      stage.countDown()
    default: try race(&stage)
    }
  }

  private func race(_ stage: inout Stage) throws {
    let mode: Mode = self == .raceRGB ? .rgb : self == .raceCMYK ? .cmyk : .hsb
    try stage.enterRoom(mode, self == .watch ? .watcher : .player, count: self == .alone ? 1 : 5)
    stage.playRounds(through: self == .final ? 5 : 3)
    switch self {
    case .results, .numberResults: return
    case .final: return stage.finish()
    default: stage.playRound(4)
    }
    if self != .watch { stage.act(.set(stage.guess(4, off: 7))) }
    switch self {
    case .locked:
      stage.happen(.locked(Stage.me, elapsed: 8_400))
      stage.happen(.bell(closes: stage.now + 3_000))
    case .bell, .watch:
      stage.happen(.locked(Stage.mira, elapsed: 8_400))
      stage.happen(.bell(closes: stage.now + 3_000))
      stage.look(after: 700)
    case .missed:
      stage.happen(.missed(Stage.me, elapsed: 8_400))
      stage.look(after: 300)
    case .lost: stage.tell(.lost("connection reset"))
    default: break
    }
    stage.look(after: 200)
  }
}
