// Boards: what a row of one says, and who comes on one. A board does not know who looks at it.

public import Game

/// A row of a board.
public struct BoardRow: Hashable, Sendable {
  /// The place; who has the same value shares it.
  public var place: Int
  /// Who, and how they last looked.
  public var profile: PlayerProfile
  /// Points, or the rating as it is shown.
  public var value: Int
  /// The index of the match; nil for a rating, which comes of many, and for a match of which
  /// the asker may not know who sat there.
  public var match: Int?
  /// How far from a rating one deviation reaches; nil for points.
  public var margin: Int?
  /// The colors of the guesses, on the board of a day.
  public var colors: [Int]

  /// Describes a row.
  public init(
    place: Int, profile: PlayerProfile, value: Int, match: Int?, margin: Int? = nil, colors: [Int]
  ) {
    self.place = place
    self.profile = profile
    self.value = value
    self.match = match
    self.margin = margin
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
    let row = BoardRow(
      place: 0, profile: profile, value: rating.shown, match: nil, margin: rating.margin,
      colors: [])
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
