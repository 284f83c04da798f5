// What scenes are made of: a home screen with rooms, a room of five, and one match of theirs in any
// mode, played by a real match from its countdown to its places.

import Chroma
import Game
import TestSupport
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

  /// The same people, in scripts of their own.
  static let profilesInScripts = zip(
    profiles, ["李小龍", "שרה", "علي é 2", "👩‍👩‍👧 ｆｕｌｌ", "สวัสดี"]
  )
  .map { profile, name in
    Profile(name: name, icon: profile.icon, color: profile.color, isBot: profile.isBot)
  }

  static func rules(_ mode: Mode, isAssisted: Bool = false) throws -> Rules {
    guard !mode.isFixed else { return .usual(of: mode) }
    return try require(
      Rules(checkedMode: mode, rounds: 5, seconds: 20, level: .normal, isAssisted: isAssisted))
  }

  // MARK: Home

  static func listing(
    _ code: String, _ name: String, _ mode: Mode, of seats: Int, round: Int = 0,
    password: Bool = false, isRated: Bool = false, isExact: Bool = false, _ icons: Icon...
  ) throws -> ServerMessage {
    .listed(
      Listing(
        code: try require(RoomCode(code)), name: name, mode: mode.name, seats: seats,
        taken: icons.count, watchers: 1, state: round > 0 ? .playing : .waiting, round: round,
        of: mode.isEndless ? 0 : 8, hasPassword: password, icons: icons, isRated: isRated,
        isExact: isExact))
  }

  mutating func openHome() throws {
    connect()
    hear([
      try Stage.listing("AZUR", "sunday race", .hsb, of: 8, .diamond, .triangle, .club, .moon),
      try Stage.listing("WXYZ", "night owls", .rgb, of: 4, password: true, .star, .sun),
      try Stage.listing("QRST", "slow practice", .cmyk, of: 6, .moon),
      try Stage.listing("GRAD", "gradients only", .gradient, of: 4, isRated: true, .heart),
      try Stage.listing(
        "ABCD", "ams vs oslo", .hsb, of: 4, round: 5, .diamond, .triangle, .star, .club),
      try Stage.listing("EFGH", "last one standing", .arcade, of: 2, round: 12, .flower, .note),
      try Stage.listing("EYES", "sharp eyes", .tiles, of: 6, isExact: true, .flag),
      .end(of: "LIST", count: 7),
    ])
  }

  // MARK: A room

  /// In a room with four others, who are there before.
  mutating func enterRoom(
    _ rules: Rules, _ role: Role = .player, host: PlayerID = Stage.mira, count: Int = 5,
    seats: Int? = nil, delay: Int = 0, password: Bool = false, promise: MatchSeed? = nil,
    code: String = "AZUR", company: Int = 5
  ) throws {
    connect()
    let code = try require(RoomCode(code))
    hear(
      .entered(code, role, n: 0),
      .room(
        n: nil,
        .settings(
          RoomView(
            name: roomName, rules: rules, seats: seats ?? max(1, count), isListed: true,
            hasPassword: password, delay: delay))))
    for (player, profile) in zip(Stage.players.prefix(company), profiles)
    where player == Stage.me ? role == .player : count > 1 {
      hear(.room(n: nil, .seat(player, profile)))
    }
    hear(.room(n: nil, .hosted(host)), .watchers(2))
    happen(.commit(match: 1, hash: (promise ?? seed).commitment(hashing)))
    for player in racers where player != Stage.oskar && player != Stage.me {
      happen(.readied(player, true, .none))
    }
  }

  /// Who looks on, as the answer to WHO; `total` where there are more than it tells.
  mutating func tellAudience(
    _ names: [String], of total: Int? = nil, me: Int? = nil, bot: Int? = nil
  ) {
    let onlookers = names.enumerated()
      .map { index, name in
        ServerMessage.watcher(
          index == me ? Stage.me : PlayerID(number: 21 + index),
          Profile(
            name: name, icon: Icon.allCases[index % Icon.allCases.count],
            color: Profile.palette[(5 * index + 1) % Profile.palette.count], isBot: index == bot))
      }
    hear([.watchers(total ?? names.count)] + onlookers + [.end(of: "WHO", count: names.count)])
  }

  var racers: [PlayerID] { session.room?.seats.map(\.player) ?? [] }

  // MARK: A match

  var seed: MatchSeed {
    guard let seed = MatchSeed(bytes: secret(seedName)) else { preconditionFailure("32 bytes") }
    return seed
  }

  mutating func countDown() throws { begin(try require(session.room?.settings.rules), seed: seed) }

  var mode: Mode { match?.rules.mode ?? .rgb }
  /// What the round that is announced or open asks.
  var challenge: Challenge {
    match?.round?.challenge ?? Challenge(answer: mode.start, target: Swatch(Mode.startColor))
  }
  var round: Int { match?.round?.start.round ?? 0 }

  /// A guess that is so far off the answer in every channel.
  func guess(off: Int) -> Guess {
    Guess(
      zip(challenge.answer.values, mode.channels)
        .map { value, channel in
          channel.grid.contains(value + off)
            ? value + off : max(channel.grid.lowerBound, value - off)
        })
  }

  /// A tile that is so many places after the right one.
  func tile(off: Int) -> Guess {
    let count = challenge.tiles.count
    return Guess([(challenge.answer.values[0] - 1 + off) % count + 1])
  }

  /// How far down the row of those who play well a player is in this round, from 0.
  func rank(_ player: PlayerID) -> Int {
    ((racers.firstIndex(of: player) ?? 0) + round) % max(1, racers.count)
  }

  /// Goes on to when the next round is announced, some time before it opens.
  mutating func announce() {
    guard let due = match?.deadline else { return }
    play(for: due - now)
  }

  /// How long it takes until the round that is announced opens.
  var millisecondsToOpen: Int { match?.round.map { $0.start.opens - now } ?? 0 }

  /// Opens the next round; everybody but the viewer moves, and 8.4 seconds of it pass.
  mutating func openRound(for milliseconds: Int = 8_400) {
    announce()
    play(for: millisecondsToOpen)
    for (index, player) in racers.enumerated() where player != Stage.me && mode.answer == .sliders {
      if match?.players.contains(player) == true {
        play(.set(guess(off: 4 + 9 * index)), by: player)
      }
    }
    play(for: milliseconds)
  }

  /// Plays the round to its end: the best lock, each a little later than the one before, the others
  /// are farther off. The viewer may be told not to lock.
  mutating func finishRound(locksMine: Bool = true) {
    let racing = racers.filter { match?.players.contains($0) == true }
    for player in racing.sorted(by: { rank($0) < rank($1) }) {
      let mayLock = player == Stage.me ? locksMine : true
      switch mode.answer {
      case .sliders: slide(player, mayLock: mayLock)
      case .tiles: pick(player)
      }
      play(for: 300)
    }
    while match?.round != nil, let due = match?.deadline { play(for: max(0, due - now)) }
  }

  private mutating func slide(_ player: PlayerID, mayLock: Bool) {
    let guess = guess(off: mode.isEndless ? rank(player) / 3 * 20 : 2 + rank(player) * 6)
    play(.set(guess), by: player)
    let tolerance = match?.rules.tolerance(inRound: round) ?? .zero
    let difference = mode.difference(guess, in: challenge) ?? .zero
    guard mayLock, difference <= tolerance, let start = match?.round?.start else { return }
    // Every second player is a long way from the server.
    let lag = player.number % 2 == 0 ? 75 : 0
    play(.lock(guess, claim: now - start.opens - lag), by: player)
  }

  private mutating func pick(_ player: PlayerID) {
    switch rank(player) {
    case 0, 2: play(.lock(challenge.answer, claim: nil), by: player)
    case 1, 3: play(.lock(tile(off: 1), claim: nil), by: player)
    default: break
    }
  }

  /// Plays so many rounds to their ends.
  mutating func playRounds(_ count: Int, locksMine: Bool = true) throws {
    try countDown()
    for player in racers where player.number % 2 == 0 { measure(player, roundTrip: 150) }
    for _ in 0..<count {
      openRound()
      finishRound(locksMine: locksMine)
    }
  }
}
