// What a player has come to in one family of modes, from match to match and day to day. It does not
// know who the player is. Invariant: playing on several days in a row costs no certainty, and what
// is shown on a day does not depend on who asks.

/// A player's rating with what is needed to go on from it.
public struct Career: Hashable, Sendable {
  /// The rating right after the newest match.
  public let rating: Rating
  /// How many rated matches led to it.
  public let matches: Int
  /// The day of the newest of them: days of UTC since 1970.
  public let day: Int

  /// A career of those numbers.
  public init(rating: Rating, matches: Int, day: Int) {
    self.rating = rating
    self.matches = matches
    self.day = day
  }

  /// Who plays a first rated match on a day.
  public static func newcomer(on day: Int) -> Career {
    Career(rating: .newcomer, matches: 0, day: day)
  }

  /// Under ten matches a rating says little: it is shown as `?` and is on no board. The deviation
  /// would be no measure of that, since it shrinks with each match of two much faster than with
  /// one of eight.
  public var isProvisional: Bool { matchesMissing > 0 }

  /// How many rated matches are missing until it is on a board.
  public var matchesMissing: Int { max(0, Self.matchesMin - matches) }

  /// How many rated matches lead to a board.
  public static let matchesMin = 10

  /// The rating on a day: each whole day since the newest match, without one, cost certainty. The
  /// day itself does not count, since it is not over.
  public func rating(on day: Int) -> Rating {
    let (days, isBeyondAll) = day.subtractingReportingOverflow(self.day)
    return isBeyondAll ? rating : rating.rested(days: max(0, days - 1))
  }

  /// The career after one more match.
  public func after(_ rating: Rating, on day: Int) -> Career {
    Career(rating: rating, matches: matches + 1, day: max(self.day, day))
  }
}
