// One player's part of a match: where the sliders stand, what was locked, what it came to, and how
// much lag may still take off. It judges nothing; the match does.

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
  mutating func book(_ points: Int, inRound round: Int) {
    total += points
    lastRound = round
    if let left = lives, lockedAfter == nil { lives = left - 1 }
  }

  /// Locks, with what lag took off.
  mutating func lock(after elapsed: Int, lag taken: Int) {
    lockedAfter = elapsed
    lagOfLock = taken
    lag.spend(taken)
  }

  /// Locks too far off. What lag took off is spent all the same: the freeze ends sooner by it.
  mutating func miss(after elapsed: Int, lag taken: Int) {
    misses += 1
    frozenUntil = elapsed + Rules.freezeMilliseconds
    lag.spend(taken)
  }
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
