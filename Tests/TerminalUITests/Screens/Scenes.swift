// What scenes are made of: a home screen with rooms, boards, games nearby and remembered matches; a
// room of five, and one match of theirs in any mode, played from its countdown to its places; a
// wall.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
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

  static func rules(_ mode: Mode, isAssisted: Bool = false) throws -> Rules {
    guard !mode.isFixed else { return .usual(of: mode) }
    return try require(
      Rules(checkedMode: mode, rounds: 5, seconds: 20, level: .normal, isAssisted: isAssisted))
  }

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

  mutating func enterRoom(
    _ rules: Rules, _ role: Role = .player, host: PlayerID = Stage.mira, count: Int = 5,
    seats: Int? = nil, delay: Int = 0, password: Bool = false, promise: MatchSeed? = nil,
    code: String = "AZUR", company: Int = 5, series: Int = 0,
    isPresented: Bool = false
  ) throws {
    connect()
    let code = try require(RoomCode(code))
    var settings = RoomSettings(
      name: "sunday race", rules: rules, seats: seats ?? max(1, count), isListed: true,
      password: password ? RoomSettings.untold : nil, delay: delay)
    settings.series = series
    settings.isPresented = isPresented
    hear(.entered(code, role, n: 0), .room(n: nil, .settings(settings)))
    for (player, profile) in zip(Stage.players.prefix(company), Stage.profiles)
    where player == Stage.me ? role == .player : count > 1 {
      hear(.room(n: nil, .seat(player, profile)))
    }
    hear(.room(n: nil, .hosted(host)), .watchers(2))
    happen(.commit(match: 1, hash: (promise ?? seed).commitment(hashing)))
    for player in racers where player != Stage.oskar && player != Stage.me {
      happen(.readied(player, true, .none))
    }
  }

  /// How a series stands after two matches; that of five goes on by itself.
  mutating func tellSeries(hostedBy host: PlayerID? = nil) {
    if let host { happen(.hosted(host)) }
    happen(
      .series(
        Series(
          played: 2, players: [Stage.jun, Stage.me, Stage.mira, Stage.oskar, Stage.lou],
          wins: [2, 1, 0, 0, 0], points: [8_412, 7_950, 6_020, 5_481, 3_377])))
    if session.room?.champions == nil { happen(.starts(at: now + 12_400)) }
  }

  /// Who looks on, as the answer to WHO; `total` where there are more than it tells.
  mutating func tellAudience(
    _ names: [String], of total: Int? = nil, bot: Int? = nil
  ) {
    let onlookers = names.enumerated()
      .map { index, name in
        ServerMessage.watcher(
          PlayerID(number: 21 + index),
          Profile(
            name: name, icon: Icon.allCases[index % Icon.allCases.count],
            color: Profile.palette[(5 * index + 1) % Profile.palette.count], isBot: index == bot))
      }
    hear([.watchers(total ?? names.count)] + onlookers + [.end(of: "WHO", count: names.count)])
  }

  /// Three of the players are ghosts.
  mutating func tellGhosts() {
    for (player, off) in [(Stage.mira, 9), (Stage.oskar, 40), (Stage.lou, 3)] {
      var profile = Stage.profiles[player.number - 1]
      (profile.isBot, profile.isGhost) = (true, true)
      happen(.seat(player, profile))
      play(.set(guess(off: off)), by: player)
    }
  }

  var racers: [PlayerID] { session.room?.seats.map(\.player) ?? [] }

  var seed: MatchSeed {
    guard let seed = MatchSeed(bytes: secret(seedName)) else { preconditionFailure("32 bytes") }
    return seed
  }

  mutating func countDown() throws { begin(try require(session.room?.settings.rules), seed: seed) }

  var mode: Mode { match?.rules.mode ?? .rgb }
  var challenge: Challenge {
    match?.round?.challenge ?? Challenge(answer: mode.start, target: Swatch(Mode.startColor))
  }
  var round: Int { match?.round?.start.round ?? 0 }

  func guess(off: Int) -> Guess {
    Guess(
      zip(challenge.answer.values, mode.channels)
        .map { value, channel in
          channel.grid.contains(value + off)
            ? value + off : max(channel.grid.lowerBound, value - off)
        })
  }

  func tile(off: Int) -> Guess {
    let count = challenge.tiles.count
    return Guess([(challenge.answer.values[0] - 1 + off) % count + 1])
  }

  /// How far down the row of those who play well a player is in this round, from 0.
  func rank(_ player: PlayerID) -> Int {
    ((racers.firstIndex(of: player) ?? 0) + round) % max(1, racers.count)
  }

  mutating func announce() {
    guard let due = match?.deadline else { return }
    play(for: due - now)
  }

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

  mutating func playRounds(_ count: Int, locksMine: Bool = true) throws {
    try countDown()
    measurePlayers()
    for _ in 0..<count {
      openRound()
      finishRound(locksMine: locksMine)
    }
  }
}

extension Stage {
  /// The identity of the player of that number; the viewer has number 3.
  static func identity(_ number: Int) throws -> KeyID {
    try require(KeyID(bytes: [UInt8](repeating: UInt8(number), count: KeyID.byteCount)))
  }

  private static func row(_ number: Int, value: Int) throws -> BoardLine {
    let names = ["mira", "oskar", "ada", "王小明的朋友們都在看這一場", "שרה", "WWWWWWWWWWWWWWWW"]
    let id = try identity(number)
    return BoardLine(
      place: number, id: id, tag: id.tag, name: names[(number - 1) % names.count],
      icon: Icon.allCases[number % 16], color: Profile.palette[number % 12], value: value)
  }

  mutating func tellBoard() throws {
    hear(.proved(try Stage.identity(3), tag: try Stage.identity(3).tag))
    var rows: [ServerMessage] = []
    for number in 1...30 {
      var row = try Stage.row(number, value: 4_711 - 37 * number)
      row.match = number
      row.colors = (0..<5)
        .compactMap {
          HSB(hue: (72 * $0 + 3 * number) % 360, saturation: 70, brightness: 80)?.color
        }
      rows.append(.topped(row))
    }
    hear(rows + [.end(of: "TOP", count: rows.count)])
  }

  mutating func tellRatings() throws {
    hear(.proved(try Stage.identity(3), tag: try Stage.identity(3).tag))
    hear(.end(of: "TOP", count: 0))
    var rows: [ServerMessage] = []
    for number in 1...4 {
      var row = try Stage.row(number, value: 1_500 - 90 * number)
      row.margin = 60 + 17 * number
      rows.append(.topped(row))
    }
    hear(rows + [.end(of: "TOP", count: rows.count)])
  }

  /// What the home screen asks for by itself.
  mutating func tellOwn() throws {
    model.setup.friends.toggle("0810-40G2", "oskar")
    hear(.proved(try Stage.identity(3), tag: try Stage.identity(3).tag))
    tellMatches(["rgb", "hsb", "daily"])
    var friend = try Stage.row(2, value: 4_637)
    friend.match = 2
    hear([.topped(friend), .end(of: "TOP", count: 1)])
    var own = try Stage.row(3, value: 1_230)
    own.margin = 111
    hear([.topped(own), .end(of: "TOP", count: 1)])
  }

  mutating func tellPast() {
    hear(.end(of: "TOP", count: 0))
    tellMatches(["rgb", "hsb", "tiles"])
  }

  private mutating func tellMatches(_ modes: [String]) {
    let matches = (0..<20)
      .map { number in
        ServerMessage.played(
          PlayedMatch(
            index: 90 - number, mode: modes[number % 3], place: number == 2 ? nil : 1 + number % 4,
            of: number == 5 ? 1 : 4, total: 4_000 - 100 * number,
            began: Stage.start - 40_000_000 * number))
      }
    hear(matches + [.end(of: "PAST", count: matches.count)])
  }
}

struct WallRoom: Sendable {
  let code: String
  let name: String
  let mode: Mode
  /// How many rounds are over; nil before the first match.
  let rounds: Int?
  /// How long the present round is open, in milliseconds; nil between rounds.
  var open: Int?
  var company = 5
  var hasRung = false

  static let all = [
    WallRoom(code: "AZUR", name: "sunday race", mode: .hsb, rounds: 1, open: 8_400),
    WallRoom(
      code: "ABCD", name: "ams vs oslo", mode: .rgb, rounds: 2, open: 4_400, company: 2,
      hasRung: true),
    WallRoom(code: "WXYZ", name: "night owls", mode: .cmyk, rounds: 3),
    WallRoom(code: "GRAD", name: "gradients only", mode: .gradient, rounds: 0, open: 6_100),
    WallRoom(code: "EYES", name: "tiles, easy", mode: .tiles, rounds: 1, open: 3_300),
    WallRoom(code: "REMM", name: "by heart", mode: .memory, rounds: 1, open: 5_000),
    WallRoom(code: "PAST", name: "last one standing", mode: .arcade, rounds: 2, open: 2_000),
    WallRoom(code: "QRST", name: "slow practice", mode: .hsb, rounds: nil, company: 4),
    WallRoom(code: "ENDS", name: "bots, all night", mode: .rgb, rounds: 5),
  ]

  var isPlaying: Bool { rounds.map { $0 < 5 } ?? false }
  /// How many sit there: everybody but the viewer.
  var taken: Int { company > 2 ? company - 1 : company }

  func listing() throws -> Listing {
    Listing(
      code: try require(RoomCode(code)), name: name, mode: mode.name, seats: 6, taken: taken,
      watchers: 3, state: isPlaying ? .playing : .waiting,
      round: isPlaying ? (rounds ?? 0) + 1 : 0, of: mode.isEndless ? 0 : 5, hasPassword: false,
      icons: [])
  }

  private func stage(from start: Instant) throws -> Stage {
    let room = try require(RoomCode(code))
    var stage = Stage(.watch(room, password: nil), start: start)
    stage.seedName = name
    try stage.enterRoom(Stage.rules(mode), .watcher, seats: 6, code: code, company: company)
    guard let rounds else { return stage }
    try stage.playRounds(rounds)
    guard let open else {
      stage.look(after: 200)
      return stage
    }
    stage.openRound(for: open)
    if hasRung { stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira) }
    return stage
  }

  func watcher(at now: Instant) throws -> Watcher {
    let length = try stage(from: Stage.start).now - Stage.start
    let session = try stage(from: now - length).session
    return Watcher(room: try require(RoomCode(code)), session: session, fresh: session)
  }
}

extension Stage {
  mutating func openWall(_ rooms: [WallRoom]) throws {
    connect()
    list(try rooms.map { try $0.listing() })
    type("v")
    try watch(rooms)
  }

  mutating func list(_ listings: [Listing]) {
    // The list was asked for when the connection stood, and is again two seconds later.
    if session.listedAt != nil {
      look(after: 2_000)
      tell(.tick)
    }
    hear(listings.map(ServerMessage.listed) + [.end(of: "LIST", count: listings.count)])
  }

  /// Those rooms are looked on in, more than are wanted at one size.
  mutating func watch(_ rooms: [WallRoom]) throws {
    watchers = try rooms.map { try $0.watcher(at: now) }
    look(after: Wall.beatMilliseconds)
  }

  mutating func loseRooms() throws {
    let page = model.watched
    for index in watchers.indices {
      watchers[index].news += 1
      if watchers[index].room == page[1] { watchers[index].refusal = RefusalCode.banned.sentence }
      if watchers[index].room == page[3] {
        _ = watchers[index].session.handle(.lost("connection reset"), at: now)
      }
    }
    watchers.removeAll { $0.room == page[2] }
    look(after: Wall.beatMilliseconds)
  }
}

enum NearbyGames {
  static var choices: [ServerChoice] { neighborhood.games.map { ServerChoice($0) } }

  private static var neighborhood: Neighborhood {
    var neighborhood = Neighborhood()
    add(to: &neighborhood, "Osprey", room("tiles", 2, of: 6, "GHJK"), answers: false)
    let hidden = room("gradient", 8, of: 8, nil, isPlaying: true)
    add(to: &neighborhood, "A Room Of One's Own With A View", hidden)
    add(to: &neighborhood, "Arena", .server(rooms: 12, players: 31))
    add(to: &neighborhood, "Kestrel", room("rgb", 1, of: 8, "WAVE"))
    return neighborhood
  }

  static func room(
    _ mode: String, _ taken: Int, of seats: Int, _ code: String?, isPlaying: Bool = false
  ) -> Announcement.Offer {
    .room(
      Announcement.Room(
        mode: mode, taken: taken, seats: seats, isPlaying: isPlaying,
        code: code.flatMap { RoomCode($0) }))
  }

  static func add(
    to neighborhood: inout Neighborhood, _ name: String, _ offer: Announcement.Offer,
    at host: String? = nil, tls: Bool = true, answers: Bool = true
  ) {
    let place = NearbyPlace(name: name, interface: 2)
    let address = host ?? "192.168.1.\(20 + neighborhood.games.count)"
    neighborhood.found(place)
    let record = Announcement(offer, hasTLS: tls, fingerprint: nil).record
    neighborhood.described(place, host: address, port: 7_313, record: record)
    neighborhood.located(NearbyHost(name: address, interface: 2), at: address, isThere: true)
    neighborhood.tried(place, answered: answers ? address : nil)
  }
}

enum OwnMatches {
  static func match(
    _ mode: Mode, points: Int, rounds: Int = 5, day: String = "2023-11-12",
    difference: Int = 2_134, place: Int = 1, players: Int = 4, isAssisted: Bool = false,
    server: String = "ams-1", pairs: Int? = nil
  ) throws -> OwnMatch {
    let colors = try (0..<(pairs ?? rounds))
      .map { round in
        let hue = (round * 67 + points) % 360
        return OwnMatch.Pair(
          target: try require(HSB(hue: hue, saturation: 70, brightness: 80)).color,
          answer: try require(HSB(hue: (hue + 9) % 360, saturation: 62, brightness: 84)).color)
      }
    return OwnMatch(
      day: day, mode: mode, points: points, rounds: rounds,
      difference: Difference(thousandths: difference), place: place, players: players,
      isAssisted: isAssisted, server: server, pairs: colors)
  }

  static func board() throws -> BestMatches {
    var board = BestMatches()
    board.add(try match(.hsb, points: 4_560, place: 2))
    board.add(try match(.hsb, points: 4_105, day: "2023-10-30", difference: 3_480))
    board.add(try match(.rgb, points: 6_872, rounds: 8, isAssisted: true))
    board.add(
      try match(.arcade, points: 10_250, rounds: 14, difference: 4_020, place: 1, players: 2))
    board.add(try match(.tiles, points: 3_900, difference: 0, players: 6, pairs: 0))
    board.add(
      try match(
        .daily, points: 4_377, day: "2023-11-14", difference: 1_870, players: 1, isAssisted: true))
    return board
  }
}
