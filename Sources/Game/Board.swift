// Boards: which there are, and over what time. A board does not know who is on it.

/// A list of the best.
public enum Board: Hashable, Sendable {
  /// The best players of a family of modes, by rating.
  case rating(family: String)
  /// The best matches of a mode under its usual rules, by points.
  case best(mode: String)
  /// Everybody's ranked try of a day, by points.
  case daily

  /// How many rows a board shows.
  public static let rowsMax = 100

  /// Every board there is: that of the day, one for each family, one for each mode.
  public static let all: [Board] =
    [.daily] + Mode.families.map { .rating(family: $0) }
    + Mode.all.filter { !$0.isDaily }.map { .best(mode: $0.name) }

  /// The board of that name, such as `best-rgb`.
  public init?(name: String) {
    guard let board = Board.all.first(where: { $0.name == name }) else { return nil }
    self = board
  }

  /// Whether it is one of ratings.
  public var isOfRatings: Bool { if case .rating = self { true } else { false } }

  /// Its name.
  public var name: String {
    switch self {
    case .rating(let family): "rating-\(family)"
    case .best(let mode): "best-\(mode)"
    case .daily: "daily"
    }
  }
}

/// How long a time a board of matches looks at.
public enum BoardTime: String, CaseIterable, Sendable {
  case always, week, day
}

/// The time that a board looks at.
public enum Span: Hashable, Sendable {
  case always
  case day(Day)
  /// A week by ISO 8601, from Monday to Sunday: weeks since the one that holds 1 January 1970.
  case week(Int)

  /// The time of a board that somebody means by a day. A daily board is of one day, and a rating is
  /// of all matches.
  public init(_ time: BoardTime, of board: Board, on day: Day) {
    switch (board, time) {
    case (.daily, _), (.best, .day): self = .day(day)
    case (.best, .week): self = .week(of: day)
    case (.best, .always), (.rating, _): self = .always
    }
  }

  /// The week of a day.
  public static func week(of day: Day) -> Span {
    // That day was a Thursday.
    let days = day.number + 3
    return .week(days >= 0 ? days / 7 : (days + 1) / 7 - 1)
  }

  /// A number for each span, as it is stored.
  public var number: Int {
    switch self {
    case .always: 0
    case .day(let day): day.number
    case .week(let week): 1_000_000 + week
    }
  }
}
