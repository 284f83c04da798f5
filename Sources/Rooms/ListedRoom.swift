// A listed room as those see it who are not on its lane: what LIST shows of it, and what orders it
// among others. It knows nothing that those who look on there do not know.

public import Wire

/// A room that is listed elsewhere.
public struct ListedRoom: Hashable, Sendable {
  /// A lane tells other nodes of so many rooms, the best first.
  package static let bestMax = 100
  /// It tells of so many besides to which QUICK leads.
  package static let openMax = 100
  /// It tells of no more rooms at once.
  public static let toldMax = bestMax + openMax

  /// What LIST shows.
  public let listing: Listing
  /// How many people sit there and are not away; bots are none.
  public let people: Int

  /// A room with so many people.
  public init(_ listing: Listing, people: Int) { (self.listing, self.people) = (listing, people) }

  /// Its code.
  public var code: RoomCode { listing.code }
}
