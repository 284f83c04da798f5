// What is told of a crowd: of all together and of the best to everybody, of oneself to each. All of
// it follows from guesses and times, so that a hearer can do the sums. Names are only handed on.

public import Chroma

/// What all guessed together in a round.
public struct Together: Hashable, Sendable {
  /// Which round, counted from 1.
  public var round: Int
  /// How many play along.
  public var of: Int
  /// How many of them had locked.
  public var locked: Int
  /// The mean of all who had moved, on the mode's grid.
  public var guess: Guess
  /// How far that was from the target.
  public var difference: Difference
  /// Milliseconds from the opening to when half of those who had moved had locked; the round's
  /// whole length when they never had.
  public var elapsed: Int
  /// The round's points, 0…1000.
  public var points: Int
  /// All points of the match so far.
  public var total: Int

  /// Describes it.
  public init(
    round: Int, of: Int, locked: Int, guess: Guess, difference: Difference, elapsed: Int,
    points: Int, total: Int
  ) {
    (self.round, self.of, self.locked, self.guess) = (round, of, locked, guess)
    (self.difference, self.elapsed) = (difference, elapsed)
    (self.points, self.total) = (points, total)
  }
}

/// One of the best of a crowd, in a round or in the match.
public struct Best: Hashable, Sendable {
  /// How many of them are told.
  static let countMax = 5

  /// Which round; 0 for the whole match.
  public var round: Int
  /// The number of the cell.
  public var cell: Int
  /// What the person is called; nil where nobody is to know.
  public var name: String?
  /// Where the sliders stood in the round.
  public var guess: Guess?
  /// Milliseconds from the opening to the lock; the round's whole length without one.
  public var elapsed: Int?
  /// The points of the round.
  public var points: Int?
  /// All points of the match so far.
  public var total: Int

  /// Describes it.
  public init(
    round: Int, cell: Int, name: String? = nil, guess: Guess? = nil, elapsed: Int? = nil,
    points: Int? = nil, total: Int
  ) {
    (self.round, self.cell, self.name, self.guess) = (round, cell, name, guess)
    (self.elapsed, self.points, self.total) = (elapsed, points, total)
  }
}

/// What one of a crowd got, for a round or in the match.
public struct Yours: Hashable, Sendable {
  /// Which round; 0 for the whole match.
  public var round: Int
  /// Where the sliders stood in the round.
  public var guess: Guess?
  /// How far that was from the target.
  public var difference: Difference?
  /// Milliseconds from the opening to the lock; the round's whole length without one.
  public var elapsed: Int?
  /// The points of the round.
  public var points: Int?
  /// All points of the match so far.
  public var total: Int
  /// The place in the crowd; equals share one.
  public var place: Int
  /// How many play along.
  public var of: Int
  /// How many milliseconds were taken off for lag.
  public var lag: Int
  /// How many locks of the round were too far off.
  public var misses: Int

  /// Describes it.
  public init(
    round: Int, guess: Guess? = nil, difference: Difference? = nil, elapsed: Int? = nil,
    points: Int? = nil, total: Int, place: Int, of: Int, lag: Int = 0, misses: Int = 0
  ) {
    (self.round, self.guess, self.difference) = (round, guess, difference)
    (self.elapsed, self.points, self.total) = (elapsed, points, total)
    (self.place, self.of, self.lag, self.misses) = (place, of, lag, misses)
  }
}

/// The crowd as a field of cells, or every so many of them.
public struct CrowdField: Hashable, Sendable {
  /// The most cells that are shown.
  public static let countMax = 1_000

  /// The number of the first that is shown.
  public var first: Int
  /// From one that is shown to the next.
  public var step: Int
  /// The greatest number there is.
  public var of: Int

  /// Describes it.
  public init(first: Int, step: Int, of: Int) {
    (self.first, self.step, self.of) = (first, step, of)
  }

  /// The numbers that are shown.
  public var numbers: some Sequence<Int> {
    stride(from: first, through: of, by: max(step, 1)).prefix(Self.countMax)
  }
}
