// Boards: which there are, over what time, and what a row of one says. A board does not know who
// looks at it.

public import Game
import Identity
public import Ratings

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

  /// The board of that name, such as `best-rgb`.
  public init?(name: String) {
    if name == "daily" {
      self = .daily
    } else if name.hasPrefix("rating-"), name.utf8.count > 7 {
      self = .rating(family: String(name.dropFirst(7)))
    } else if name.hasPrefix("best-"), name.utf8.count > 5 {
      self = .best(mode: String(name.dropFirst(5)))
    } else {
      return nil
    }
  }

  /// Its name.
  public var name: String {
    switch self {
    case .rating(let family): "rating-\(family)"
    case .best(let mode): "best-\(mode)"
    case .daily: "daily"
    }
  }
}

/// The time that a board looks at.
public enum Span: Hashable, Sendable {
  case always
  case day(Day)
  /// A week by ISO 8601, from Monday to Sunday: weeks since the one that holds 1 January 1970.
  case week(Int)

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

/// A row of a board.
public struct BoardRow: Hashable, Sendable {
  /// The place; who has the same value shares it.
  public var place: Int
  /// Who, and how they last looked.
  public var profile: PlayerProfile
  /// Points, or the rating as it is shown.
  public var value: Int
  /// The index of the match; nil for a rating, which comes of many.
  public var match: Int?
  /// The colors of the guesses, on the board of a day.
  public var colors: [Int]

  /// Describes a row.
  public init(place: Int, profile: PlayerProfile, value: Int, match: Int?, colors: [Int]) {
    self.place = place
    self.profile = profile
    self.value = value
    self.match = match
    self.colors = colors
  }
}

extension Array<BoardRow> {
  /// Gives rows that are in order their places.
  public func placed() -> [BoardRow] {
    var rows = self
    for index in rows.indices {
      let isTied = index > 0 && rows[index - 1].value == rows[index].value
      rows[index].place = isTied ? rows[index - 1].place : index + 1
    }
    return rows
  }
}

/// The best of a family while all of its careers pass by, the ones with the highest ratings at
/// the time of their last match first. Idle days only ever lower what is shown, so once enough
/// have passed that are better than the next could be, nobody else can come in.
public struct RatingBoard {
  private let day: Day
  private var best: [(conservative: Int, row: BoardRow)] = []

  /// A board as it is on a day.
  public init(on day: Day) { self.day = day }

  /// Whether somebody of that rating, however long ago, could still come in.
  public func isOpen(to rating: Rating) -> Bool {
    guard best.count == Board.rowsMax, let last = best.last else { return true }
    return rating.conservative >= last.conservative
  }

  /// Takes a career, unless it is provisional.
  public mutating func add(_ profile: PlayerProfile, _ career: Career) {
    if career.isProvisional { return }
    let rating = career.rating(on: day.number)
    let row = BoardRow(place: 0, profile: profile, value: rating.shown, match: nil, colors: [])
    let index =
      best.firstIndex { other in
        if rating.conservative != other.conservative {
          return rating.conservative > other.conservative
        }
        return profile.id.bytes.lexicographicallyPrecedes(other.row.profile.id.bytes)
      } ?? best.endIndex
    best.insert((rating.conservative, row), at: index)
    if best.count > Board.rowsMax { best.removeLast() }
  }

  /// Its rows.
  public var rows: [BoardRow] { best.map(\.row).placed() }
}
