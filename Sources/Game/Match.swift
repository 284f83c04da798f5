// One match from its countdown to its places, as a pure value. It knows players by number, rules
// and a seed; it does not know rooms, names, sockets or the time of day: every moment is handed in.
// Same seed and same commands at the same moments give the same events, to the byte.
// Invariants: events come in the order of time; a player is scored exactly once in each round that
// is shut while they play; nothing happens after `over`.

import Chroma

/// A match: its rules, its players and how far they are.
public struct Match: Sendable {
  /// What was agreed before it began.
  public let rules: Rules
  /// When something happens next by itself; nil once the match is over.
  public var deadline: Instant? { nextDeadline() }
  /// How long before it opens the next round is announced, kept within `Rules.leadRange`.
  public var lead: Int = Rules.leadRange.lowerBound {
    didSet {
      lead = min(max(lead, Rules.leadRange.lowerBound), Rules.leadRange.upperBound)
    }
  }

  private let seed: MatchSeed
  private let nonces: [Nonce]
  private let hashing: Hashing
  private var phase: Phase
  private var racers: [Racer]
  private var locksInRound = 0

  /// Where a match is.
  private enum Phase: Sendable {
    /// Waiting for round `next` to be announced; it opens then.
    case waiting(next: Int, opens: Instant)
    /// A round is announced or open.
    case racing(RoundStart, target: Guess, closes: Instant)
    case over
  }

  /// One player's part of a match.
  private struct Racer: Sendable {
    let player: PlayerID
    var guess: Guess
    var total = 0
    var lockedAfter: Int?
    var frozenUntil: Instant?
  }

  /// Begins a match; the countdown runs from `start`.
  ///
  /// - Parameters:
  ///   - players: in seat order, at least one.
  ///   - nonces: one for each player, in the same order.
  public init(
    rules: Rules, players: [PlayerID], seed: MatchSeed, nonces: [Nonce], hashing: Hashing,
    start: Instant
  ) {
    precondition(!players.isEmpty && players.count == nonces.count)
    self.rules = rules
    self.seed = seed
    self.nonces = nonces
    self.hashing = hashing
    let guess = rules.mode.start
    racers = players.map { Racer(player: $0, guess: guess) }
    phase = .waiting(next: 1, opens: start + Rules.countdownMilliseconds)
  }

  /// The players who are still in the match, in seat order.
  public var players: [PlayerID] { racers.map(\.player) }

  /// Whether all places are given.
  public var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// When the next round opens; nil while one is announced or open, and once the match is over.
  public var opens: Instant? {
    if case .waiting(_, let opens) = phase { opens } else { nil }
  }

  /// The round that is announced or open, with its present closing time; nil between rounds.
  public var round: (start: RoundStart, target: Guess, closes: Instant)? {
    if case .racing(let start, let target, let closes) = phase {
      (start, target, closes)
    } else {
      nil
    }
  }

  /// Where a player's sliders stand in the present round; nil between rounds and for strangers.
  public func guess(of player: PlayerID) -> Guess? {
    guard round != nil else { return nil }
    return racers.first { $0.player == player }?.guess
  }

  /// How near a player is to the target, 0…100, as others may see it; nil between rounds.
  public func nearness(of player: PlayerID) -> Int? {
    guard let round, let guess = guess(of: player) else { return nil }
    return Accuracy.of(rules.mode.difference(guess, from: round.target)) * 100 / Accuracy.best
  }
}

// What players do.
extension Match {
  /// Takes a player's move at a moment no earlier than any before.
  ///
  /// - Throws: why it was not taken; the match is then as it was.
  public mutating func apply(
    _ command: Command, by player: PlayerID, at now: Instant
  ) throws(Refusal) -> [Event] {
    guard case .racing(let start, let target, let closes) = phase,
      start.opens <= now, now < closes,
      let index = racers.firstIndex(where: { $0.player == player }),
      racers[index].lockedAfter == nil
    else { throw .notNow }
    switch command {
    case .set(let guess):
      guard guess.isOnGrid(of: rules.mode.channels) else { throw .offGrid }
      racers[index].guess = guess
      return []
    case .lock(let guess):
      guard guess.isOnGrid(of: rules.mode.channels) else { throw .offGrid }
      if let until = racers[index].frozenUntil, now < until { throw .frozen }
      racers[index].guess = guess
      let elapsed = now - start.opens
      guard rules.mode.difference(guess, from: target) <= rules.level.tolerance else {
        racers[index].frozenUntil = now + Rules.freezeMilliseconds
        return [.missed(player, elapsed: elapsed)]
      }
      racers[index].lockedAfter = elapsed
      locksInRound += 1
      return [.locked(player, elapsed: elapsed)] + ring(at: now) + shutIfAllLocked(at: now)
    }
  }

  /// Takes a player out of the match for good: no more rounds are scored for them, and they get no
  /// place. When nobody is left the match is over without places.
  public mutating func withdraw(_ player: PlayerID, at now: Instant) -> [Event] {
    racers.removeAll { $0.player == player }
    guard !racers.isEmpty else {
      if isOver { return [] }
      phase = .over
      return [.over, .seed(seed)]
    }
    return shutIfAllLocked(at: now)
  }

  /// The first lock of a round rings: everybody else has the grace that is left.
  private mutating func ring(at now: Instant) -> [Event] {
    guard locksInRound == 1, racers.contains(where: { $0.lockedAfter == nil }),
      case .racing(let start, let target, let closes) = phase
    else { return [] }
    let sooner = min(closes, now + Rules.graceMilliseconds)
    phase = .racing(start, target: target, closes: sooner)
    return [.bell(closes: sooner)]
  }

  private mutating func shutIfAllLocked(at now: Instant) -> [Event] {
    guard case .racing(let start, let target, _) = phase,
      racers.allSatisfy({ $0.lockedAfter != nil })
    else { return [] }
    return shut(start, target: target, at: now)
  }
}

// What happens by itself.
extension Match {
  /// Lets everything happen that is due at `now` or earlier, each at its own moment.
  public mutating func advance(to now: Instant) -> [Event] {
    var events: [Event] = []
    while let deadline, deadline <= now {
      switch phase {
      case .waiting(let next, let opens):
        events.append(announce(next, opens: max(opens, now + lead)))
      case .racing(let start, let target, let closes):
        events += shut(start, target: target, at: closes)
      case .over:
        break
      }
    }
    return events
  }

  private func nextDeadline() -> Instant? {
    switch phase {
    case .waiting(_, let opens): opens - lead
    case .racing(_, _, let closes): closes
    case .over: nil
    }
  }

  private mutating func announce(_ round: Int, opens: Instant) -> Event {
    var draw = Draw(seed: seed, round: round, nonces: nonces, hashing: hashing)
    let mode = rules.mode
    let target = mode.target(&draw)
    let start = RoundStart(
      round: round, of: rules.rounds, opens: opens, closes: opens + rules.seconds * 1_000,
      target: mode.color(onGrid: target), start: mode.color(onGrid: mode.start))
    let guess = mode.start
    for index in racers.indices {
      racers[index].guess = guess
      racers[index].lockedAfter = nil
      racers[index].frozenUntil = nil
    }
    locksInRound = 0
    phase = .racing(start, target: target, closes: start.closes)
    return .round(start)
  }

  private mutating func shut(_ start: RoundStart, target: Guess, at now: Instant) -> [Event] {
    let isLast = start.round == rules.rounds
    let opens = now + Rules.intervalMilliseconds
    var events: [Event] = [.shut(round: start.round, answer: target, next: isLast ? nil : opens)]
    let length = rules.seconds * 1_000
    for index in racers.indices {
      let racer = racers[index]
      let difference = rules.mode.difference(racer.guess, from: target)
      let elapsed = racer.lockedAfter ?? length
      let points = Points.of(difference, after: elapsed, of: length)
      racers[index].total += points
      events.append(
        .score(
          Score(
            who: racer.player, guess: racer.guess, difference: difference, elapsed: elapsed,
            points: points, total: racers[index].total)))
    }
    phase = isLast ? .over : .waiting(next: start.round + 1, opens: opens)
    return isLast ? events + places() : events
  }

  /// Places by total, equal totals sharing one; in seat order within a place.
  private func places() -> [Event] {
    let ranked = racers.enumerated()
      .sorted { one, other in
        one.element.total == other.element.total
          ? one.offset < other.offset : one.element.total > other.element.total
      }
    let places = ranked.map { racer -> Event in
      let better = racers.count { $0.total > racer.element.total }
      return .place(better + 1, racer.element.player, total: racer.element.total)
    }
    return [.over] + places + [.seed(seed)]
  }
}
