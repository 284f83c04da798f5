// What leaves a lane at the end of a turn: whole turns of parcels for other lanes, and news for the
// door. Between two lanes everything arrives in its order; nothing is said of the order between
// others.

public import Game

/// Something on its way to another lane.
public enum Parcel: Sendable {
  /// Somebody who goes there, and the connection; nil if it was lost on the way.
  case handoff((any CarriedConnection)?, Handoff)
  /// Something that the hall there is told.
  case bulletin(Bulletin)
}

/// The lanes of a server, for one another, and its door.
public protocol Bus {
  /// How many lanes there are.
  var laneCount: Int { get }

  /// Hands parcels over; the lane takes them in a later turn.
  func deliver(_ parcels: [Parcel], from sender: Int, to recipient: Int)

  /// Tells the door.
  func tell(_ news: LaneNews)
}

/// What became of those who were let in to a lane, by their tickets.
public struct LaneNews: Sendable {
  /// Who has said HELLO.
  public internal(set) var greeted: [UInt64] = []
  /// Who has gone to which other lane.
  public internal(set) var moved: [(ticket: UInt64, lane: Int)] = []
  /// Who has gone.
  public internal(set) var departed: [UInt64] = []

  var isEmpty: Bool { greeted.isEmpty && moved.isEmpty && departed.isEmpty }
}

/// Observes what a hall is told and what it wants: a log and counters, or a test.
public protocol Witness: AnyObject {
  /// The hall was told something, or that time has passed; this is what it wants, and nothing of it
  /// has been done.
  func saw(_ input: Input?, _ effects: ArraySlice<Effect>, at now: Instant)
}
