// The players of an archive as its matches show them: since when they have been known, when they
// were there last, and how they looked then.
// Invariant: matches come in the order of the log, so the newest has the last word.

public import Game

/// A player as an archive has one.
public struct PlayerRow: Hashable, Sendable {
  /// How they last looked.
  public var profile: PlayerProfile
  /// The day of the first match since they are known.
  public var first: Day
  /// The day of the newest match.
  public var last: Day

  /// Describes a player.
  public init(profile: PlayerProfile, first: Day, last: Day) {
    self.profile = profile
    self.first = first
    self.last = last
  }
}

/// Who was seen in matches.
public struct Acquaintances: Sendable {
  private struct Sight: Sendable {
    let first: Day
    var last: Day
    var profile: PlayerProfile?
    /// Whether the newest match shows that.
    var isRecent = false
  }

  private var sights: [KeyID: Sight] = [:]

  /// Nobody was seen yet.
  public init() {}

  /// Sees those who were in a match.
  public mutating func see(_ review: MatchReview) {
    let day = review.rows.day
    for player in review.rows.seats.compactMap(\.player) {
      sights[player, default: Sight(first: day, last: day)].last = day
      sights[player]?.isRecent = false
    }
    for profile in review.profiles {
      sights[profile.id]?.profile = profile
      sights[profile.id]?.isRecent = true
    }
  }

  /// Everybody who was seen.
  public var everybody: Set<KeyID> { Set(sights.keys) }

  /// A player as matches have them.
  ///
  /// - Parameter known: as they are kept; how they looked stays where the newest match does not
  ///   show it any more.
  /// - Returns: nil for who was in no match, or was never seen.
  public func row(of player: KeyID, keptAs known: PlayerRow?) -> PlayerRow? {
    guard let sight = sights[player] else { return nil }
    let profile = sight.isRecent ? sight.profile : known?.profile ?? sight.profile
    return profile.map { PlayerRow(profile: $0, first: sight.first, last: sight.last) }
  }
}

extension [KeyID: PlayerRow] {
  /// Whether somebody has been known since a day or longer, and was not forgotten since.
  public func isKnown(_ player: KeyID, since day: Day) -> Bool {
    self[player].map { $0.first.number <= day.number } ?? false
  }
}
