// The proof that a match was fair, as anybody can work it out who heard it: the revealed seed is
// the one whose hash was published before, every challenge follows from it and from everybody's
// share of the randomness, and every score, total and place follows from those. It is fed what was
// told and believes none of it; it knows no rooms, lines or screens.
// Invariant: it never holds more than a match of those rules and players can have.

/// What was not as it had been promised.
public enum Flaw: Hashable, Sendable {
  /// The seed is not the one that was promised.
  case commitment
  /// Somebody's share of the randomness is not the one that they gave.
  case nonces
  /// A round was left out, told twice, or told at a moment or with an end that the rules do not
  /// have.
  case round(Int)
  /// What was to be matched in a round, or how it was asked, does not follow from the seed.
  case target(round: Int)
  /// What a player is said to have got for a round, or to have in all after it, is wrong.
  case score(round: Int, PlayerID)
  /// The places do not follow from the scores.
  case places
}

/// Whether a match was fair.
public enum Verdict: Hashable, Sendable {
  /// Everything follows from the seed that was promised before the match.
  case verified
  /// Something does not.
  case mismatch(Flaw)
  /// Everything follows from the seed, but the promise was not heard: the viewer came after it.
  case unknown
}

/// One match as it was told, to be checked when its seed is revealed.
///
/// It works for whoever heard everything, and for whoever came late and was given the room as it
/// is: of rounds that were over by then only the answers and scores.
public struct Audit: Hashable, Sendable {
  /// A round as far as it was told.
  struct Round: Hashable, Sendable {
    /// How it was announced; nil for who came later.
    var start: RoundStart?
    /// Whether it was heard as it happened, so that no lock is unknown.
    var isWhole = false
    /// The locks that were told, in the order in which they arrived.
    var locks: [Lock] = []
    /// When it was said to close once the bell had rung.
    var bell: Instant?
    /// The answer; nil while it is open.
    var answer: Guess?
    /// When the next round was to open; nil when none was to follow.
    var next: Instant?
    var scores: [Score] = []
  }

  /// A lock.
  struct Lock: Hashable, Sendable {
    let player: PlayerID
    /// Milliseconds after the opening.
    let elapsed: Int
    /// What lag had taken off.
    let lag: Int
    /// Whether it was near enough to be taken.
    let isTaken: Bool

    /// When it arrived, in milliseconds after the opening.
    var arrival: Int { elapsed + lag }
  }

  /// A place that was given.
  struct Place: Hashable, Sendable {
    let place: Int
    let player: PlayerID
    let total: Int
  }

  /// How a player's part in the match ended before the match did.
  struct Departure: Hashable, Sendable {
    /// Whether the player was put out, and keeps what they had.
    let isPutOut: Bool
    /// The last round that can be scored for them, 0 before the first.
    let lastRound: Int
  }

  let rules: Rules
  let players: [PlayerID]
  let nonces: [Nonce]
  private let commitment: [UInt8]?
  /// When the round that comes next was promised to open; nil when nobody told it.
  private var promised: Instant?
  /// The rounds from the first on, none left out.
  private(set) var rounds: [Round] = []
  private(set) var places: [Place] = []
  /// How those went who are gone; the first time counts.
  private(set) var departures: [PlayerID: Departure] = [:]
  private var isOver = false
  private var seed: MatchSeed?
  private var flaw: Flaw?

  /// Begins to listen to a match.
  ///
  /// - Parameters:
  ///   - players: everybody who begins it, in seat order.
  ///   - nonces: each one's share of the randomness, as the match is said to use it.
  ///   - commitment: the promised SHA-256 of the seed; nil when nobody told it.
  ///   - opens: when the first round is to open; nil when nobody told it.
  public init(
    rules: Rules, players: [PlayerID], nonces: [Nonce], commitment: [UInt8]?,
    opens: Instant? = nil
  ) {
    promised = opens
    self.rules = rules
    self.players = players
    self.nonces = nonces
    self.commitment = commitment
  }

  /// Finds fault with something that only the viewer can know, such as the share of the randomness
  /// that they gave. The first fault counts.
  public mutating func blame(_ flaw: Flaw) {
    self.flaw = self.flaw ?? flaw
  }

  /// Takes what is told next.
  ///
  /// - Parameter isNews: whether it happens now. Those who come later are not told of every lock.
  public mutating func hear(_ event: Event, isNews: Bool = true) {
    switch event {
    case .round(let start): announce(start, isNews: isNews)
    case .locked(let player, let elapsed, let lag):
      lock(Lock(player: player, elapsed: elapsed, lag: lag, isTaken: true))
    case .missed(let player, let elapsed, let lag):
      lock(Lock(player: player, elapsed: elapsed, lag: lag, isTaken: false))
    case .bell(let closes): ring(closes)
    case .shut(let round, let answer, let next): shut(round, answer, next: next)
    case .score(let score): take(score)
    case .over: finish()
    case .place(let place, let player, let total):
      take(Place(place: place, player: player, total: total))
    case .seed(let seed): reveal(seed)
    }
  }

  /// Takes that a player's seat is empty: given up, or taken by somebody who put the player out.
  public mutating func lose(_ player: PlayerID, isPutOut: Bool) {
    guard !isOver, players.contains(player), departures[player] == nil else { return }
    departures[player] = Departure(isPutOut: isPutOut, lastRound: rounds.count)
  }

  /// Whether the match was fair; nil until its seed was told.
  public func verdict(_ hashing: Hashing) -> Verdict? {
    guard let seed else { return nil }
    if let flaw { return .mismatch(flaw) }
    if let commitment, seed.commitment(hashing) != commitment { return .mismatch(.commitment) }
    var reckoning = Reckoning(self, seed: seed, hashing: hashing)
    if let flaw = reckoning.flaw() { return .mismatch(flaw) }
    return commitment == nil ? .unknown : .verified
  }
}

// Listening. What is told at a moment when it cannot be is a flaw, and is not kept.
extension Audit {
  private var isRoundOpen: Bool { rounds.last.map { $0.answer == nil } ?? false }

  /// Whether a round of that number can be told now.
  private func isNext(_ round: Int) -> Bool {
    !isOver && !isRoundOpen && round == rounds.count + 1 && round <= rules.roundsMax
      && (rounds.isEmpty || rounds.last?.next != nil)
  }

  private mutating func announce(_ start: RoundStart, isNews: Bool) {
    guard isNext(start.round) else { return blame(.round(start.round)) }
    if let promised, start.opens - promised != start.late { blame(.round(start.round)) }
    rounds.append(Round(start: start, isWhole: isNews))
  }

  private mutating func lock(_ lock: Lock) {
    let length = rules.milliseconds(ofRound: rounds.count)
    guard isRoundOpen, !isOver, players.contains(lock.player), departures[lock.player] == nil,
      (0..<length).contains(lock.elapsed), (0...Rules.lagQuotaMax).contains(lock.lag),
      rounds[rounds.count - 1].locks.allSatisfy({ $0.player != lock.player || !$0.isTaken })
    else { return blame(.score(round: rounds.count, lock.player)) }
    rounds[rounds.count - 1].locks.append(lock)
  }

  private mutating func ring(_ closes: Instant) {
    guard isRoundOpen, !isOver, rounds[rounds.count - 1].bell == nil else {
      return blame(.round(rounds.count))
    }
    rounds[rounds.count - 1].bell = closes
  }

  private mutating func shut(_ round: Int, _ answer: Guess, next: Instant?) {
    if isNext(round) { rounds.append(Round()) }
    guard isRoundOpen, !isOver, round == rounds.count else { return blame(.round(round)) }
    rounds[round - 1].answer = answer
    rounds[round - 1].next = next
    promised = next
  }

  private mutating func take(_ score: Score) {
    let told = rounds.last?.scores.map(\.who) ?? []
    guard let seat = players.firstIndex(of: score.who), !rounds.isEmpty, !isRoundOpen, !isOver,
      players[..<seat].count(where: told.contains) == told.count
    else { return blame(.score(round: rounds.count, score.who)) }
    rounds[rounds.count - 1].scores.append(score)
  }

  private mutating func finish() {
    if isOver { blame(.places) }
    isOver = true
  }

  private mutating func take(_ place: Place) {
    guard isOver, seed == nil, players.contains(place.player),
      places.allSatisfy({ $0.player != place.player })
    else { return blame(.places) }
    places.append(place)
  }

  private mutating func reveal(_ seed: MatchSeed) {
    if !isOver || self.seed != nil { blame(.places) }
    self.seed = self.seed ?? seed
  }
}
