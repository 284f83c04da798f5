// What follows from the table of a series ("best of 5"), the same for servers and clients: whose
// row is where, who leads, whether it is decided. When its matches begin it does not know.
// Invariant: whatever lists a peer sends, there is a row only where all three have an item.

public import Game

extension Series {
  /// What a player has won so far.
  public struct Row: Hashable, Sendable {
    /// Counted from 1; equals share one.
    public var place = 0
    /// Who.
    public let player: PlayerID
    /// How many matches they have won.
    public let wins: Int
    /// All their points in it.
    public let points: Int

    fileprivate init(_ player: PlayerID, wins: Int, points: Int) {
      (self.player, self.wins, self.points) = (player, wins, points)
    }

    fileprivate func isBetter(than other: Row) -> Bool {
      (wins, points) > (other.wins, other.points)
    }
  }

  /// The table, the best first.
  public var rows: [Row] {
    let rows = unranked
    return rows.map { row in
      var row = row
      row.place = 1 + rows.count { $0.isBetter(than: row) }
      return row
    }
  }

  private var unranked: [Row] {
    zip(players, zip(wins, points)).map { Row($0, wins: $1.0, points: $1.1) }
  }

  /// Whether the best of so many matches is known: somebody has won more than half of them, or all
  /// were played.
  public func isDecided(of matches: Int) -> Bool {
    played >= matches || (wins.max() ?? 0) > matches / 2
  }

  /// The table after one more match.
  ///
  /// - Parameters:
  ///   - places: those of the match; each player of the first one has won it.
  ///   - before: the table so far; nil for none.
  public static func adding(_ places: [Standing], to before: Series?) -> Series {
    var rows = before?.unranked ?? []
    for place in places {
      let old = rows.first { $0.player == place.who }
      rows.removeAll { $0.player == place.who }
      rows.append(
        Row(
          place.who, wins: (old?.wins ?? 0) + (place.place == 1 ? 1 : 0),
          points: (old?.points ?? 0) + place.total))
    }
    // Equals stand as in the match.
    let order = rows.indices.sorted { one, other in
      rows[one].isBetter(than: rows[other])
        || (!rows[other].isBetter(than: rows[one]) && one < other)
    }
    return Series(played: (before?.played ?? 0) + 1, order.map { rows[$0] }, isStopped: false)
  }

  /// The table without a player; nil when nobody is left.
  func without(_ player: PlayerID) -> Series? {
    let rows = unranked.filter { $0.player != player }
    return rows.isEmpty ? nil : Series(played: played, rows, isStopped: isStopped)
  }

  private init(played: Int, _ rows: [Row], isStopped: Bool) {
    self.init(
      played: played, players: rows.map(\.player), wins: rows.map(\.wins),
      points: rows.map(\.points), isStopped: isStopped)
  }
}
