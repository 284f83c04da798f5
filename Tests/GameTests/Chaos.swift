// A match with players who do anything at any time, for the laws that hold all the same: one seed
// is one such match.

import Chroma
import Game
import TestSupport
import Testing

/// What is told of a match: an event, or that a player's seat is empty.
enum Told {
  case event(Event)
  case lost(PlayerID, isPutOut: Bool)

  var isLost: Bool {
    if case .lost = self { true } else { false }
  }

  /// Whether it is told no more once the round is shut.
  var isOfOpenRound: Bool {
    switch self {
    case .event(.round), .event(.locked), .event(.bell): true
    default: false
    }
  }
}

extension HeardMatch {
  mutating func hear(_ told: Told, isNews: Bool = true) {
    switch told {
    case .event(let event): hear(event, isNews: isNews)
    case .lost(let player, let isPutOut): lose(player, isPutOut: isPutOut)
    }
  }
}

/// One match of random rules, commands and moments.
struct Chaos {
  private(set) var audit: HeardMatch
  /// What a viewer is told, in order.
  private(set) var told: [Told] = []
  /// The verbs and refusals that came up.
  private(set) var seen: Set<String> = []
  let rules: Rules
  private var generator: SplitMix64
  private let players: [PlayerID]
  /// How often nobody does anything, in percent.
  private let idleness: Int
  private var match: Match
  private var now = Instant(milliseconds: 0)

  init(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let mode = Mode.all[seed % Mode.all.count]
    let rules =
      try mode.isFixed
      ? Rules.usual(of: mode)
      : Rules.checked(
        mode, rounds: generator.int(1...4), seconds: generator.int(5...9),
        level: Level.allCases[generator.int(0...2)], isAssisted: generator.int(0...1) == 1)
    let players = (1...generator.int(1...5)).map(PlayerID.init(number:))
    let nonces = try players.map { player in
      try generator.int(0...1) == 0 ? Nonce.none : .checked("a\(player.number)")
    }
    let secret = try MatchSeed.numbered(seed)
    idleness = mode.isEndless ? 95 : [0, 50, 95][generator.int(0...2)]
    match = Match(
      rules: rules, players: players, seed: secret, nonces: nonces, hashing: .openSSL, start: now)
    audit = HeardMatch(
      rules: rules, players: players, nonces: nonces, commitment: secret.commitment(.openSSL))
    self.rules = rules
    self.players = players
    self.generator = generator
  }

  /// Plays until the match is over, and a little longer.
  mutating func run() {
    var stepsAfterEnd = 0
    while stepsAfterEnd < 10 {
      pass()
      if generator.int(0...99) >= idleness { act() }
      if match.isOver { stepsAfterEnd += 1 }
    }
  }

  /// Lets some time pass: none, a little, or until just before, at or after the next deadline.
  private mutating func pass() {
    switch generator.int(0...9) {
    case 0: break
    case 1:
      if let deadline = match.deadline { now = max(now, deadline + generator.int(-1...1)) }
    default: now = now + generator.int(1...400)
    }
    let before = now
    take(match.advance(to: now))
    expect(match.deadline.map { $0 > before } ?? match.isOver, "what is due has happened")
  }

  private mutating func act() {
    let stranger = PlayerID(number: 99)
    let player = (players + [stranger])[generator.int(0...players.count)]
    switch generator.int(0...399) {
    case 0:
      let isPutOut = generator.int(0...1) == 1
      told.append(.lost(player, isPutOut: isPutOut))
      audit.lose(player, isPutOut: isPutOut)
      take(isPutOut ? match.putOut(player, at: now) : match.withdraw(player, at: now))
    case 1...16: match.measure(player, roundTrip: generator.int(0...500))
    case 17...230: say(.set(guess()), by: player)
    default: say(.lock(guess(), claim: claim()), by: player)
    }
  }

  /// Anything: near the target, anywhere on the grid, or off it.
  private mutating func guess() -> Guess {
    let channels = rules.mode.channels
    var values = Guess.Values(channels.map { generator.int($0.grid) })
    switch generator.int(0...9) {
    case 0: values[0] = channels[0].grid.upperBound + 1
    case 1: values.append(0)
    case 2...5: values = match.round?.challenge.answer.values ?? values
    default: break
    }
    return Guess(values)
  }

  /// None, about right, or any number at all.
  private mutating func claim() -> Int? {
    let arrival = match.round.map { now - $0.start.opens } ?? 0
    return switch generator.int(0...9) {
    case 0...2: nil
    case 3...7: arrival + generator.int(-300...100)
    case 8: generator.int(.min ... .max)
    default: 0
    }
  }

  private mutating func say(_ command: Command, by player: PlayerID) {
    let before = players.map { match.progress(of: $0)?.swatch }
    let deadline = match.deadline
    do throws(Refusal) {
      take(try match.apply(command, by: player, arrived: now...now))
    } catch {
      seen.insert("\(error)")
      expect(players.map { match.progress(of: $0)?.swatch }, equals: before)
      expect(match.deadline, equals: deadline)
    }
  }

  private mutating func take(_ new: [Event]) {
    told += new.map(Told.event)
    for event in new {
      audit.hear(event)
      if case .locked(_, let elapsed, let lag) = event, let opens = match.round?.start.opens {
        expect(opens + elapsed + lag, equals: now, "a lock counts from its arrival, less the lag")
      }
      seen.insert(String(event.line.prefix { $0 != " " }))
    }
  }
}
