// What a node counts of its cluster's store and bus. It knows neither.

/// How requests to a store and messages to a bus have fared so far.
public struct EngineFigures: Equatable, Sendable {
  /// Requests that were answered, whatever the answer was.
  public var answered = 0
  /// Requests that a member declined, because it has no leader or no room.
  public var declined = 0
  /// Requests that nobody answered in time.
  public var unanswered = 0
  /// Requests whose answer could not be read.
  public var unreadable = 0
  /// Requests that were let go, because too many were under way.
  public var overflowed = 0
  /// Messages that the bus did not take.
  public var lost = 0
  /// What a server of the bus did not let this node say or hear.
  public var refused = 0
  /// Messages that came faster than they were heard.
  public var unheard = 0
  /// Whether a server of the bus is there.
  public var isBusThere = false
  /// Whether each member of the store and each server of the bus answers, by its address.
  public var engines: [String: Bool] = [:]

  /// Nothing was asked or said.
  public init() {}
}
