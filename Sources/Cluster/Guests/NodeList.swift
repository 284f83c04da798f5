// What a lane tells the lanes of the same number at other nodes of its listed rooms, once a second.
// It is all of them anew, so one that is lost, or comes twice, harms nobody. How it is carried is
// not known here.

public import Rooms

/// What a lane tells of its rooms.
public struct NodeList: Equatable, Sendable {
  /// From one to the next, in milliseconds.
  static let everyMilliseconds = 1_000

  /// Who says it.
  public let sender: Claimant
  /// The lane, here as there.
  public let lane: Int
  /// The rooms, `ListedRoom.toldMax` of them at the most.
  public let rooms: [ListedRoom]

  /// A list.
  public init(from sender: Claimant, lane: Int, _ rooms: [ListedRoom]) {
    (self.sender, self.lane, self.rooms) = (sender, lane, rooms)
  }
}
