// Who of a finished match is rated, and at which place. Only players who can be told apart for good
// count; guests and bots are left out as if they had not been there. It does not know the rules of
// the room: whether a match is rated at all is for the caller to say.

/// A seat at the end of a match.
public struct Finish<Player: Hashable & Sendable>: Hashable, Sendable {
  /// Who sat there; nil for guests and bots.
  public let player: Player?
  /// The place in the match; nil for who left before its end.
  public let place: Int?

  /// A seat of that player which ended at that place.
  public init(player: Player?, place: Int?) {
    self.player = player
    self.place = place
  }
}

/// The places among those who are rated, for each seat; nil for seats that are not. Players who
/// left share the last place. Nobody is rated alone, nor in a match in which somebody had two
/// seats: they would race themselves.
public func ratedPlaces<Player>(_ seats: [Finish<Player>]) -> [Int?] {
  let rated = seats.filter { $0.player != nil }
  guard rated.count >= 2, Set(rated.map(\.player)).count == rated.count else {
    return seats.map { _ in nil }
  }
  return seats.map { seat in
    guard seat.player != nil else { return nil }
    return 1 + rated.count { ($0.place ?? .max) < (seat.place ?? .max) }
  }
}
