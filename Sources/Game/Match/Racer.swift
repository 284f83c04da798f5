// One player's part of a match: where the sliders stand, what was locked, what it came to, and how
// much lag may still take off. It knows nobody else; what follows for others is the match's, or of
// those who play along the crowd's.

import Chroma

/// One player's part of a match.
struct Racer: Sendable {
  let player: PlayerID
  var guess: Guess
  private(set) var total = 0
  private(set) var lockedAfter: Int?
  /// What lag took off the lock of this round.
  private(set) var lagOfLock = 0
  /// Until how many milliseconds after the opening nothing can be locked.
  private(set) var frozenUntil: Int?
  /// Locks of this round that were too far off.
  private(set) var misses = 0
  var lag = Lag()
  /// How many lives are left; nil where nobody has any.
  private(set) var lives: Int?
  /// Whether somebody else wanted the player gone: they move no more and keep what they have.
  var isPutOut = false
  /// Whether the present round is scored for the player, gone or not.
  private(set) var isInRound = false
  /// The last round that was scored.
  private var lastRound = 0

  init(player: PlayerID, mode: Mode) {
    self.player = player
    guess = mode.start
    lives = mode.lives
  }

  /// Somebody who plays along beside a match, where nobody has lives to lose.
  ///
  /// - Parameter former: what they were in the match before.
  init(alongside player: PlayerID, like former: Racer? = nil, _ mode: Mode) {
    self.init(player: player, mode: mode)
    lives = nil
    if let former { lag.roundTrip = former.lag.roundTrip }
  }

  /// Whether all lives are lost.
  var isOut: Bool { lives == 0 }

  /// Whether the player may play the rounds to come.
  var isRacing: Bool { !isOut && !isPutOut }

  /// What places go by: where lives can be lost, the rounds that were survived; then all points.
  var rank: (survived: Int, total: Int) {
    (lives == nil ? 0 : lastRound - (isOut ? 1 : 0), total)
  }

  /// Whether the player may still move in the present round.
  var mayMove: Bool { lockedAfter == nil && isRacing }

  /// When the lock of this round arrived, in milliseconds after the opening; nil without one.
  var arrivalOfLock: Int? { lockedAfter.map { $0 + lagOfLock } }

  /// Starts a round.
  mutating func begin(_ mode: Mode) {
    isInRound = isRacing
    guess = mode.start
    lockedAfter = nil
    lagOfLock = 0
    frozenUntil = nil
    misses = 0
    lag.begin()
  }

  /// Takes the points of a round that is shut; without a lock it costs a life.
  private mutating func book(_ points: Int, inRound round: Int) {
    total += points
    lastRound = round
    if let left = lives, lockedAfter == nil { lives = left - 1 }
  }

  /// Takes where the sliders stand now.
  ///
  /// - Throws: why not; nothing has changed then.
  mutating func set(
    _ guess: Guess, at now: Instant, closing closes: Instant, _ mode: Mode
  ) throws(Refusal) {
    // On its way here the move has aged by the player's lag.
    guard now < closes + lag.reach, mode.answer == .sliders else { throw .notNow }
    guard guess.isOnGrid(of: mode.channels) else { throw .offGrid }
    self.guess = guess
  }

  /// Takes an answer, near enough or not.
  ///
  /// - Throws: why not; nothing has changed then.
  mutating func lock(
    _ guess: Guess, claim: Int?, at now: Instant, in trial: Trial
  ) throws(Refusal) -> Lock {
    let arrival = now - trial.opens
    // Nobody can claim to have locked before the match was held, and lag takes nothing off that.
    let elapsed = max(lag.elapsed(arrival: arrival, claim: claim), trial.resumedAfter)
    guard trial.opens + elapsed < trial.closes else { throw .notNow }
    guard let difference = trial.mode.difference(guess, in: trial.challenge) else {
      throw .offGrid
    }
    if let until = frozenUntil, elapsed < until { throw .frozen }
    self.guess = guess
    let taken = arrival - elapsed
    let isNear = difference <= trial.tolerance
    if isNear {
      (lockedAfter, lagOfLock) = (elapsed, taken)
    } else {
      misses += 1
      frozenUntil = elapsed + Rules.freezeMilliseconds
    }
    // What lag took off is spent also where it was too far off: the freeze ends sooner by it.
    lag.spend(taken)
    return Lock(player: player, elapsed: elapsed, lag: taken, isTaken: isNear)
  }

  /// What the round that is shut came to; an unlocked player is scored where the sliders stand, and
  /// a wrong tile is worth nothing.
  ///
  /// - Parameters:
  ///   - difference: how far the guess is from the target.
  ///   - isFirst: whether nobody locked sooner.
  mutating func score(
    _ difference: Difference, isFirst: Bool = false, inRound round: Int, _ rules: Rules
  ) -> Score {
    let elapsed = lockedAfter ?? rules.milliseconds(ofRound: round)
    let points = rules.points(difference, after: elapsed, inRound: round)
    book(points, inRound: round)
    return Score(
      who: player, guess: guess, difference: difference, elapsed: elapsed, points: points,
      total: total, lag: lagOfLock, misses: misses, isFirst: isFirst,
      isAssisted: rules.isAssisted, lives: lives)
  }

  /// How far the guess is from what the round asks.
  func difference(in challenge: Challenge, _ mode: Mode) -> Difference {
    guard let difference = mode.difference(guess, in: challenge) else {
      preconditionFailure("a guess off the grid")
    }
    return difference
  }
}

/// What a lock is judged by.
struct Trial {
  let opens: Instant
  let closes: Instant
  /// How long the round had been open when the match went on that had stood still; else 0.
  let resumedAfter: Int
  let challenge: Challenge
  let tolerance: Difference
  let mode: Mode
}

/// How far a player's word on time is taken: as far as half of the shortest round trip goes, and no
/// further than a quota that fills slowly, so that a player who pretends to be far gains little.
struct Lag: Sendable {
  /// The shortest round trip that the server has measured, in milliseconds.
  var roundTrip: Int
  /// What may still be taken off.
  private var quota = Rules.lagQuotaMax
  /// What a claim can take off in this round.
  private(set) var reach = 0

  init(roundTrip: Int = 0) {
    self.roundTrip = roundTrip
  }

  /// Starts a round: what is measured later counts from the next on.
  mutating func begin() {
    quota = min(Rules.lagQuotaMax, quota + Rules.lagQuotaRefill)
    reach = min(roundTrip / 2, quota)
  }

  /// `clamp(claim, arrival − reach, arrival)`, never before the opening; the arrival without a
  /// claim. All in milliseconds after the opening.
  func elapsed(arrival: Int, claim: Int?) -> Int {
    guard let claim else { return arrival }
    return min(max(claim, arrival - reach, 0), arrival)
  }

  /// Takes what was taken off from what may be.
  mutating func spend(_ taken: Int) {
    quota -= taken
    reach = min(reach, quota)
  }
}
