// What happens in a match, as values: everything that players, watchers, records and tests see of
// it. An event says what happened, never to whom it may be shown.

public import Chroma

/// A player in a match: a number that is never used twice while the server runs.
public struct PlayerID: Hashable, Comparable, Sendable {
  /// The number behind the "p" on the wire.
  public let number: Int

  /// The player of that number.
  public init(number: Int) {
    self.number = number
  }

  /// Orders players by number, that is by when they came.
  public static func < (one: PlayerID, other: PlayerID) -> Bool { one.number < other.number }
}

/// A round as it is announced, shortly before it opens.
public struct RoundStart: Hashable, Sendable {
  /// Which round, counted from 1.
  public var round: Int
  /// How many rounds the match has; 0 when it goes on until players are out.
  public var of: Int
  /// When everybody may see the target and move.
  public var opens: Instant
  /// When it shuts, unless the bell rings.
  public var closes: Instant
  /// The color to match; of a gradient, where it begins.
  public var target: Color
  /// Where a gradient to be matched ends.
  public var to: Color?
  /// The color everybody starts at.
  public var start: Color
  /// The colors to choose from, the first of them tile 1; none in modes with sliders.
  public var tiles: [Color]
  /// When the target is to be hidden; nil when it stays.
  public var hides: Instant?
  /// The largest difference that locks in this round, when it is not the level's.
  public var tolerance: Difference?
  /// How many milliseconds later than promised it opens, because the server was late.
  public var late: Int

  /// Describes a round.
  public init(
    round: Int, of: Int, opens: Instant, closes: Instant, target: Color, to: Color? = nil,
    start: Color, tiles: [Color] = [], hides: Instant? = nil, tolerance: Difference? = nil,
    late: Int = 0
  ) {
    self.round = round
    self.of = of
    self.opens = opens
    self.closes = closes
    self.target = target
    self.to = to
    self.start = start
    self.tiles = tiles
    self.hides = hides
    self.tolerance = tolerance
    self.late = late
  }

  /// What is to be matched.
  public var swatch: Swatch { Swatch(target, to: to) }

  /// The same round so many milliseconds later than it was promised, or even later than that.
  public func held(by span: Int) -> RoundStart {
    var start = self
    start.opens = opens + span
    start.closes = closes + span
    start.hides = hides.map { $0 + span }
    start.late = late + span
    return start
  }
}

/// What one player got for one round.
public struct Score: Hashable, Sendable {
  /// Whose.
  public var who: PlayerID
  /// Where the sliders stood.
  public var guess: Guess
  /// How far that was from the target.
  public var difference: Difference
  /// Milliseconds from opening to lock; the round's whole length without one.
  public var elapsed: Int
  /// The round's points, 0…1000.
  public var points: Int
  /// All points of the match so far.
  public var total: Int
  /// How many milliseconds were taken off for lag.
  public var lag: Int
  /// How many locks of the round were too far off.
  public var misses: Int
  /// Whether nobody of several players locked sooner, ties within 10 ms going to the smaller
  /// difference.
  public var isFirst: Bool
  /// Whether the room helped.
  public var isAssisted: Bool
  /// How many lives are left; nil where nobody has any.
  public var lives: Int?

  /// Describes a score.
  public init(
    who: PlayerID, guess: Guess, difference: Difference, elapsed: Int, points: Int, total: Int,
    lag: Int = 0, misses: Int = 0, isFirst: Bool = false, isAssisted: Bool = false,
    lives: Int? = nil
  ) {
    self.who = who
    self.guess = guess
    self.difference = difference
    self.elapsed = elapsed
    self.points = points
    self.total = total
    self.lag = lag
    self.misses = misses
    self.isFirst = isFirst
    self.isAssisted = isAssisted
    self.lives = lives
  }
}

/// Something that happened in a match.
public enum Event: Hashable, Sendable {
  /// A round was announced.
  case round(RoundStart)
  /// A player's lock was taken, `elapsed` milliseconds after the round opened; `lag` of them have
  /// been taken off already.
  case locked(PlayerID, elapsed: Int, lag: Int)
  /// A player's lock was too far off, and is frozen for `Rules.freezeMilliseconds` from then on;
  /// `lag` milliseconds have been taken off already.
  case missed(PlayerID, elapsed: Int, lag: Int)
  /// The first lock was taken: the round closes then, for everybody.
  case bell(closes: Instant)
  /// The match stood still, because the server was gone, and goes on at `until`. A round that is
  /// announced or open, and its bell, are `by` milliseconds later than was told; one that is to
  /// come opens as much later, and says so itself.
  case held(by: Int, until: Instant)
  /// The round is over; the answer is a guess on the grid. `next` is when the next round opens.
  case shut(round: Int, answer: Guess, next: Instant?)
  /// What a player got for the round that was shut.
  case score(Score)
  /// The match is over; places and the seed follow.
  case over
  /// A player's place, counted from 1; equal totals share a place.
  case place(Int, PlayerID, total: Int)
  /// The seed that all targets came from.
  case seed(MatchSeed)
}
