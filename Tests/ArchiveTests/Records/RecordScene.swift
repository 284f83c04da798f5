// A record in the making: a real match, told what its players do and when, and every line of it
// written down in the order of a record. It decides nothing.

import Archive
import Chroma
import Game
import TestSupport
import Testing
import Wire

/// A match that is played and written down.
struct RecordScene {
  /// Somebody who plays.
  struct Player {
    var player: PlayerID
    var name: String
    var icon = Icon.star
    var color = Profile.palette[0]
    var roundTrip = 0
    var share = Share.none
    var id: KeyID?
    /// A room's own bot, whose name is no secret.
    var isBot = false
  }

  private(set) var lines: [RecordLine] = []
  private(set) var persons: [Person] = []
  private(set) var match: Match
  private let began: Instant
  private var number = 7

  init(
    _ rules: Rules, log: String = "play.example/chromatch", room: String = "NEU9",
    began: Instant = Instant(milliseconds: 1_767_225_600_500), seed: MatchSeed,
    players: [Player]
  ) throws {
    let code = try require(RoomCode(room))
    let ids = players.map(\.player)
    let nonces = players.map { $0.share.nonce ?? .none }
    self.began = began
    match = Match(
      rules: rules, players: ids, seed: seed, nonces: nonces, hashing: .openSSL, start: began,
      roundTrips: Dictionary(uniqueKeysWithValues: players.map { ($0.player, $0.roundTrip) }))
    lines.append(
      .title(RecordTitle(log: log, room: code, match: 1, began: began, rules: nil)))
    tell(
      .settings(
        RoomSettings(
          name: code.text, rules: rules, seats: rules.mode.seats.upperBound, isListed: true,
          password: nil, isRated: true)))
    for player in players { sit(player) }
    tell(.commit(match: 1, hash: seed.commitment(.openSSL)))
    for player in players where player.share != .none {
      tell(.readied(player.player, true, player.share))
    }
    if players.contains(where: { $0.share.seal != nil }) { tell(.reveal(match: 1, players: ids)) }
    let opens = began + Rules.countdownMilliseconds
    lines.append(
      .told(.room(n: 7, .countdown(match: 1, opens: opens, players: ids, nonces: nonces))))
  }

  private mutating func tell(_ event: RoomEvent) { lines.append(.told(.room(n: nil, event))) }

  private mutating func sit(_ player: Player) {
    let salt = Hashing.openSSL.sha256(Array("salt \(player.name)".utf8)).prefix(16)
    let person = Person(
      player: player.player, salt: Array(salt), name: player.name, id: player.id)
    if !player.isBot { persons.append(person) }
    lines.append(
      .seat(
        RecordedSeat(
          player: player.player,
          profile: Profile(
            name: player.isBot ? player.name : RecordedSeat.nameless, icon: player.icon,
            color: player.color, isBot: player.isBot),
          roundTrip: player.roundTrip, seal: player.isBot ? nil : person.seal(.openSSL))))
  }

  /// The record, once the match is over.
  func record() throws -> MatchRecord { try MatchRecord(lines) }

  /// Lets everything happen that is due by then; a round is announced `late` milliseconds late.
  mutating func pass(to at: Int, late: Int = 0) {
    while let due = match.deadline, due <= began + at {
      if match.opens == nil {
        tell(match.advance(to: due))
      } else {
        lines.append(.tick(at: due - began + late))
        tell(match.advance(to: due + late))
      }
    }
  }

  /// A player says a line then, such as "LOCK v=1,2,3 t=900"; false when it is refused.
  @discardableResult
  mutating func say(_ line: String, by player: PlayerID, at: Int) throws -> Bool {
    let message = try ClientMessage.decode(Array(line.utf8)[...])
    guard case .play(let command) = message else { throw RecordFault.line(0) }
    return play(command, by: player, at: at)
  }

  @discardableResult
  mutating func play(_ command: Command, by player: PlayerID, at: Int) -> Bool {
    let now = began + at
    guard let events = try? match.apply(command, by: player, arrived: now...now) else {
      return false
    }
    lines.append(.moved(command, by: player, at: at))
    tell(events)
    return true
  }

  mutating func measure(_ player: PlayerID, _ milliseconds: Int) {
    match.measure(player, roundTrip: milliseconds)
    lines.append(.measured(by: player, milliseconds: milliseconds))
  }

  mutating func quit(_ player: PlayerID, _ why: Departure, at: Int) {
    lines.append(.quit(by: player, at: at))
    number += 1
    lines.append(.told(.room(n: number, .gone(player, why))))
    let now = began + at
    tell(why.isPutOut ? match.putOut(player, at: now) : match.withdraw(player, at: now))
  }

  /// Something else is told that is no part of the record.
  mutating func skipNumber() { number += 1 }

  private mutating func tell(_ events: [Event]) {
    for event in events {
      number += 1
      lines.append(.told(.play(n: number, event)))
    }
  }
}

extension RecordScene {
  /// A whole match of a mode whose players do anything at any time, and now and then leave.
  static func random(_ mode: Mode, seed: Int) throws -> RecordScene {
    var generator = SplitMix64(seed: UInt64(seed))
    let short = Rules(
      checkedMode: mode, rounds: generator.int(1...4), seconds: generator.int(5...20),
      level: Level.allCases[generator.int(0...2)], isAssisted: generator.int(0...1) == 1)
    let rules = mode.isFixed ? Rules.usual(of: mode) : try require(short)
    let players = (1...min(generator.int(1...5), mode.seats.upperBound))
      .map { number in
        var player = Player(
          player: PlayerID(number: 3 * number), name: "P\(number)",
          roundTrip: generator.int(0...300), isBot: generator.int(0...3) == 0)
        let nonce = Nonce(hex: "ab0\(number)")
        if player.isBot { player.roundTrip = 0 }
        if mode.isDaily || player.isBot { return player }
        switch generator.int(0...3) {
        case 0: player.share = Share(nonce: nonce)
        case 1: player.share = Share(nonce: nonce, seal: nonce?.seal(.openSSL))
        case 2: player.share = Share(seal: nonce?.seal(.openSSL))
        default: break
        }
        return player
      }
    let secret = try require(MatchSeed(bytes: sha(seed)))
    var scene = try RecordScene(rules, seed: secret, players: players)
    try scene.run(players.map(\.player), &generator)
    return scene
  }

  private static func sha(_ seed: Int) -> [UInt8] {
    Hashing.openSSL.sha256(Array("record \(seed)".utf8))
  }

  private mutating func run(_ players: [PlayerID], _ generator: inout SplitMix64) throws {
    var now = 0
    var left: [PlayerID] = []
    while !match.isOver {
      now += generator.int(0...700)
      pass(to: now, late: max(0, generator.int(-300...400)))
      let player = players[generator.int(0...players.count - 1)]
      switch generator.int(0...199) {
      case 0 where !left.contains(player) && !match.isOver:
        left.append(player)
        quit(player, [.left, .kicked, .lost, .banned, .watching][generator.int(0...4)], at: now)
      case 1...6: if !match.isOver { measure(player, generator.int(0...300)) }
      case 7...12: skipNumber()
      case 13...120: play(.set(guess(&generator)), by: player, at: now)
      default:
        let arrival = match.round.map { began + now - $0.start.opens } ?? 0
        let claim = generator.int(0...2) == 0 ? nil : max(0, arrival - generator.int(-20...200))
        play(.lock(guess(&generator), claim: claim), by: player, at: now)
      }
    }
  }

  /// Near the target or anywhere.
  private func guess(_ generator: inout SplitMix64) -> Guess {
    let answer = match.round?.challenge.answer
    if generator.int(0...2) == 0, let answer { return answer }
    return Guess(match.rules.mode.channels.map { generator.int($0.grid) })
  }
}
