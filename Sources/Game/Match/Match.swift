// One match from its countdown to its places, as a pure value. It knows players by number, rules
// and a seed; it does not know rooms, names, sockets or the time of day: every moment is handed in.
// Same seed and same commands at the same moments give the same events, to the byte.
// Invariants: events come in the order of time; a player is scored exactly once in each round that
// is shut while they play; nothing happens after `over`.

import Chroma

/// A match: its rules, its players and how far they are.
public struct Match: Sendable {
  // What every move asks for comes first. It is worked out when the phase changes, or when somebody
  // locks or goes, and told in place, by methods that say that they may change it though they do
  // not: what is only read of something large is read from a copy of all of it.

  /// When something happens next by itself; nil once the match is over. A round shuts when all that
  /// was done in time can have arrived.
  public private(set) var deadline: Instant?
  /// When the round that is announced or open opens and closes; nil between rounds.
  private var window: (opens: Instant, closes: Instant)?
  /// What that round asks.
  private var challenge: Challenge?
  var racers: [Racer]
  /// What was agreed before it began.
  public let rules: Rules
  let seed: MatchSeed
  private let nonces: [Nonce]
  /// What it takes from the match that it copies.
  private let copied: Copied
  private let hashing: Hashing
  var phase: Phase { didSet { setDeadline() } }
  /// How many began it: alone one races on, of several one is left.
  private let starters: Int
  private var streak = 0
  /// Whether the bell of this round has rung; it does so once.
  private var hasRung = false
  /// How much later than promised the next round opens at the least, because the match was held.
  private var heldBy = 0 { didSet { setDeadline() } }
  /// Until when nothing is taken, and how long the present round had been open by then.
  private var resumes: (at: Instant, elapsed: Int)?
  /// Until when it last stood still.
  private var heldUntil = Instant(milliseconds: 0)

  /// Where a match is.
  enum Phase: Sendable {
    /// Waiting for round `next` to be announced. It opens as promised, or that long after it was
    /// announced if that is later; both are settled when it is promised.
    case waiting(next: Int, opens: Instant, lead: Int)
    /// A round is announced or open. It is apart: to ask whether there is a match then takes three
    /// instructions, not sixteen.
    indirect case racing(RoundStart, closes: Instant)
    case over
  }

  /// Begins a match; the countdown runs from `start`.
  ///
  /// - Parameters:
  ///   - rules: what it is played by.
  ///   - players: in seat order; none for an open floor, where only a crowd plays.
  ///   - seed: what its targets follow from.
  ///   - nonces: one for each player, in the same order.
  ///   - hashing: gives the hashes.
  ///   - start: when the countdown begins.
  ///   - roundTrips: what `measure` would tell, as far as it is known.
  ///   - copied: what it takes from the match that it copies, if it does.
  public init(
    rules: Rules, players: [PlayerID], seed: MatchSeed, nonces: [Nonce], hashing: Hashing,
    start: Instant, roundTrips: [PlayerID: Int] = [:], copied: Copied = .none
  ) {
    precondition(players.count == nonces.count)
    self.rules = rules
    self.seed = seed
    self.nonces = nonces
    self.copied = copied
    self.hashing = hashing
    starters = players.count
    racers = players.map { Racer(player: $0, mode: rules.mode) }
    phase = .over
    for (player, roundTrip) in roundTrips { measure(player, roundTrip: roundTrip) }
    phase = .waiting(next: 1, opens: start + Rules.countdownMilliseconds, lead: lead)
    setDeadline()
  }

  /// The players who still race, in seat order: not those who are gone or out of lives.
  public var players: [PlayerID] { racers.lazy.filter(\.isRacing).map(\.player) }

  /// Whether all places are given.
  public var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// When the next round opens; nil while one is announced or open, and once the match is over.
  public var opens: Instant? {
    if case .waiting(_, let opens, _) = phase { opens + heldBy } else { nil }
  }

  /// The number of the round that comes next; nil while one is announced or open, and after the
  /// match.
  public var nextRound: Int? { if case .waiting(let next, _, _) = phase { next } else { nil } }

  /// The round that is announced or open, with its present closing time; nil between rounds.
  public var round: (start: RoundStart, challenge: Challenge, closes: Instant)? {
    if case .racing(let start, let closes) = phase, let challenge {
      (start, challenge, closes)
    } else {
      nil
    }
  }

  /// What a player's guess looks like in the present round, and how near it is, 0…100; nil between
  /// rounds and for those who do not race.
  public mutating func progress(of player: PlayerID) -> (swatch: Swatch, near: Int)? {
    guard window != nil, let challenge,
      let index = racers.firstIndex(where: { $0.player == player }), racers[index].isRacing,
      let swatch = rules.mode.swatch(onGrid: racers[index].guess, among: challenge.tiles)
    else { return nil }
    return (swatch, rules.mode.nearness(of: challenge.difference(of: swatch)))
  }
}

// What players do.
extension Match {
  /// Takes a player's move. It is judged by when it arrived, however late it is handed in, as long
  /// as the match has not been told since that time has passed.
  ///
  /// - Parameters:
  ///   - command: the move.
  ///   - player: who makes it.
  ///   - arrived: when it came. A move that may have come before the round closed has; for its
  ///     time the end of the range counts, as far as that is before the close.
  /// - Throws: why it was not taken; the match is then as it was.
  public mutating func apply(
    _ command: Command, by player: PlayerID, arrived: ClosedRange<Instant>
  ) throws(Refusal) -> [Event] {
    guard let window, isTaking(arrived),
      let index = racers.firstIndex(where: { $0.player == player }), racers[index].mayMove
    else { throw .notNow }
    let now = moment(of: arrived)
    switch command {
    case .set(let guess):
      try racers[index].set(guess, at: now, closing: window.closes, rules.mode)
      return []
    case .lock(let guess, let claim):
      guard let trial else { throw .notNow }
      defer { setDeadline() }
      let lock = try racers[index].lock(guess, claim: claim, at: now, in: trial)
      if !lock.isTaken { return [.missed(player, elapsed: lock.elapsed, lag: lock.lag)] }
      return [.locked(player, elapsed: lock.elapsed, lag: lock.lag)] + ring(by: player, at: now)
        + shutIfAllLocked(at: now)
    }
  }

  /// Judges a move of somebody who plays along beside the match, by the rules of those who race in
  /// it. The match stays as it is.
  ///
  /// - Returns: the lock; nil for a move of sliders.
  /// - Throws: why it was not taken; the racer is then as before.
  mutating func judge(
    _ command: Command, of racer: inout Racer, arrived: ClosedRange<Instant>
  ) throws(Refusal) -> Lock? {
    guard isTaking(arrived), racer.mayMove, let trial else { throw .notNow }
    let now = moment(of: arrived)
    switch command {
    case .set(let guess):
      try racer.set(guess, at: now, closing: trial.closes, rules.mode)
      return nil
    case .lock(let guess, let claim):
      return try racer.lock(guess, claim: claim, at: now, in: trial)
    }
  }

  /// Whether moves are taken that arrived then, as far as that says.
  private mutating func isTaking(_ arrived: ClosedRange<Instant>) -> Bool {
    guard let window else { return false }
    return max(window.opens, resumes?.at ?? window.opens) <= arrived.upperBound
  }

  /// What a lock is judged by; nil between rounds.
  private var trial: Trial? {
    guard let (start, challenge, closes) = round else { return nil }
    return Trial(
      opens: start.opens, closes: closes, resumedAfter: resumes?.elapsed ?? 0,
      challenge: challenge, tolerance: rules.tolerance(inRound: start.round), mode: rules.mode)
  }

  /// The moment that counts for a move of which only a range is known: its end, or if it may have
  /// come before the round closed, the last moment before that.
  public mutating func moment(of arrived: ClosedRange<Instant>) -> Instant {
    guard let closes = window?.closes, arrived.lowerBound < closes, closes <= arrived.upperBound
    else { return arrived.upperBound }
    return closes - 1
  }

  /// Takes a player out who gave up: no more rounds are scored for them, and they get no place,
  /// unless they had been put out before. When nobody is left to race the match is over, and so is
  /// one that needs two when between rounds only one is left.
  public mutating func withdraw(_ player: PlayerID, at now: Instant) -> [Event] {
    guard !isOver, let index = racers.firstIndex(where: { $0.player == player }),
      !racers[index].isPutOut
    else { return [] }
    let now = momentOfLeaving(now)
    racers.remove(at: index)
    setDeadline()
    if window != nil, racers.contains(where: \.isInRound) {
      return shutIfAllLocked(at: now)
    }
    return isDecided ? finish() : []
  }

  /// Takes a player out whom somebody else wants gone. They keep what they have: all points so far,
  /// those of the open round as they stand in it, and a place. Where that leaves one of several the
  /// open round is shut and the match is over, so that nobody wins by being the last one there.
  public mutating func putOut(_ player: PlayerID, at now: Instant) -> [Event] {
    guard !isOver, let index = racers.firstIndex(where: { $0.player == player }),
      !racers[index].isPutOut
    else { return [] }
    let now = momentOfLeaving(now)
    racers[index].isPutOut = true
    setDeadline()
    guard let (start, challenge, _) = round else { return isDecided ? finish() : [] }
    return isDecided ? shut(start, challenge, at: now) : shutIfAllLocked(at: now)
  }

  /// When a round is shut because somebody goes: no later than it was due, and not before the match
  /// goes on, since the locks in it came by as much later.
  private func momentOfLeaving(_ now: Instant) -> Instant {
    max(heldUntil, min(now, deadline ?? now))
  }

  /// Tells the match a player's shortest round trip so far, in milliseconds: half of it is what a
  /// claim can take off from the next round on.
  public mutating func measure(_ player: PlayerID, roundTrip: Int) {
    guard let index = racers.firstIndex(where: { $0.player == player }) else { return }
    racers[index].lag.roundTrip = max(0, roundTrip)
  }

  /// The first lock of a round rings, in a ghost race that of a ghost: everybody else has the grace
  /// that is left.
  private mutating func ring(by player: PlayerID, at now: Instant) -> [Event] {
    guard rules.mode.ringsBell, !hasRung, copied.rings(player), racers.contains(where: \.mayMove),
      case .racing(let start, let closes) = phase
    else { return [] }
    hasRung = true
    let sooner = min(closes, now + Rules.graceMilliseconds)
    phase = .racing(start, closes: sooner)
    return [.bell(closes: sooner)]
  }

  private mutating func shutIfAllLocked(at now: Instant) -> [Event] {
    guard let (start, challenge, _) = round, !racers.contains(where: \.mayMove) else { return [] }
    // A server that is late may read a lock, or hear of a departure, after a lock that came later.
    let last = racers.lazy.compactMap(\.arrivalOfLock).max() ?? 0
    return shut(start, challenge, at: max(now, start.opens + last))
  }
}

// What happens by itself.
extension Match {
  /// Lets everything happen that is due at `now` or earlier, each at its own moment.
  public mutating func advance(to now: Instant) -> [Event] {
    var events: [Event] = []
    while let deadline, deadline <= now {
      switch phase {
      case .waiting(let next, let opens, let lead):
        events.append(announce(next, opens: opens, late: max(heldBy, now + lead - opens)))
      case .racing:
        guard let (start, challenge, _) = round else { return events }
        events += shut(start, challenge, at: deadline)
      case .over: return events
      }
    }
    return events
  }

  /// How long before it opens a round has to be announced so that all who race have it in time:
  /// half of the longest round trip, as far as that can be trusted, and a margin.
  private var lead: Int {
    let range = Rules.leadRange
    if starters == 0 { return range.upperBound }
    let slowest = racers.lazy.filter(\.isRacing).map(\.lag.roundTrip).max() ?? 0
    return min(slowest / 2 + range.lowerBound, range.upperBound)
  }

  /// Works out when something happens next. A round is announced early enough for a server that is
  /// late, and shuts as much later as lag reaches at the most of those who may still move.
  private mutating func setDeadline() {
    window = nil
    switch phase {
    case .waiting(_, let opens, let lead):
      deadline = opens - lead - Rules.slackMilliseconds + heldBy
    case .racing(let start, let closes):
      window = (start.opens, closes)
      let reach = racers.lazy.filter(\.mayMove).map(\.lag.reach).max() ?? 0
      deadline = closes + (starters == 0 ? Rules.lagQuotaMax : reach)
    case .over: deadline = nil
    }
  }

  /// Stands still from a moment on, as if there had been no time until another: what was to come is
  /// as much later, and until then nothing is taken. While it stands still already, only what that
  /// adds counts. It must not have been told of any time after the first.
  ///
  /// - Returns: what is to be told; nothing once the match is over.
  public mutating func hold(since stopped: Instant, until: Instant) -> [Event] {
    let stopped = max(stopped, heldUntil)
    let until = max(until, stopped)
    let span = until - stopped
    switch phase {
    case .waiting: heldBy += span
    case .racing(let start, let closes):
      phase = .racing(start.held(by: span), closes: closes + span)
      resumes = (until, max(0, stopped - start.opens))
    case .over: return []
    }
    heldUntil = until
    return [.held(by: span, until: until)]
  }

  private mutating func announce(_ round: Int, opens promised: Instant, late: Int) -> Event {
    let nonces = copied.nonces(beside: nonces)
    let streak = copied.streak(before: round, beside: streak)
    var draw = RandomStream(seed: seed, round: round, nonces: nonces, hashing: hashing)
    let challenge = rules.mode.challenge(
      &draw, Course(round: round, streak: streak, level: rules.level))
    let start = RoundStart(challenge, round: round, of: rules, opens: promised + late, late: late)
    for index in racers.indices { racers[index].begin(rules.mode) }
    (hasRung, heldBy, resumes) = (false, 0, nil)
    self.challenge = challenge
    phase = .racing(start, closes: start.closes)
    return .round(start)
  }

  private mutating func shut(
    _ start: RoundStart, _ challenge: Challenge, at now: Instant
  ) -> [Event] {
    let scores = judge(challenge, inRound: start.round)
    streak = Course.streak(streak, after: scores)
    let isLast = isDecided || start.round == copied.roundsMax(rules)
    let opens = now + Rules.intervalMilliseconds
    let shut = Event.shut(
      round: start.round, answer: challenge.answer, next: isLast ? nil : opens)
    self.challenge = nil
    phase = .waiting(next: start.round + 1, opens: opens, lead: lead)
    return [shut] + scores.map(Event.score) + (isLast ? finish() : [])
  }

  /// Whether no further round is needed: nobody is left to race, or only one of several in a match
  /// without a last round or of which somebody was put out.
  private var isDecided: Bool {
    let needsRivals = rules.mode.isEndless || racers.contains(where: \.isPutOut)
    return players.count < min(starters, needsRivals ? 2 : 1)
  }

  /// Whether nobody sits there: then no promise of time is made to anybody.
  public var isOpenFloor: Bool { starters == 0 }

  /// Ends the round of an open floor that is announced or open, or between rounds the match.
  public mutating func end(at now: Instant) -> [Event] {
    guard isOpenFloor, !isOver else { return [] }
    guard let (start, challenge, _) = round else { return finish() }
    return shut(start, challenge, at: max(heldUntil, now))
  }

  /// Has the next round of an open floor open at once.
  ///
  /// - Returns: whether one was to come later.
  public mutating func hurry(at now: Instant) -> Bool {
    guard isOpenFloor, case .waiting(let next, let opens, let lead) = phase,
      now + lead < opens + heldBy
    else { return false }
    (phase, heldBy) = (.waiting(next: next, opens: now + lead, lead: lead), 0)
    return true
  }

  private mutating func finish() -> [Event] {
    phase = .over
    return [.over] + places() + [.seed(seed)]
  }
}
