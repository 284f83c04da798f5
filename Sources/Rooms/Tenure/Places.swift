// Which node has which room, as a lane has heard it: so a client that wants a room of another node
// can be lent there. It may be out of date by a beat, and never decides: the node that has the room
// answers, and one that has it no more gives people back.

import Wire

/// Where the shards of a lane are.
public struct Places: Hashable, Sendable {
  /// Shards in their epochs, as one number: two sets of them hardly ever have the same.
  public struct Mark: Hashable, Sendable {
    var sum: UInt64 = 0

    /// Adds a shard.
    mutating func add(_ shard: Int, _ epoch: UInt64) {
      sum &+= LaneTenures.mixed(epoch &* UInt64(LaneTenures.shardCount) &+ UInt64(shard))
    }
  }

  /// The nodes of those shards that others say they have.
  public let homes: [Int: Int]
  /// All other nodes that are heard, by their numbers.
  public let nodes: [Int]
  /// Whether each shard of the lane is somebody's, as far as is heard.
  public let isWhole: Bool
  /// What this lane has open.
  let own: Mark
  /// What each other node has, as it says.
  let others: [Int: Mark]

  /// What was heard.
  init(
    homes: [Int: Int], nodes: [Int], isWhole: Bool, own: Mark = Mark(), others: [Int: Mark] = [:]
  ) {
    (self.homes, self.nodes, self.isWhole) = (homes, nodes, isWhole)
    (self.own, self.others) = (own, others)
  }

  /// All of it as one number.
  var stamp: UInt64 { others.values.reduce(own.sum) { $0 &+ $1.sum } }
}

extension Hall {
  /// A client lent so often for one line, and given back, is told that the room is elsewhere.
  static let lendsMax = 3

  /// Whether somebody is connected to another node.
  func isGuest(_ id: ConnectionID) -> Bool {
    membership != nil && connections[id]?.isGuest == true
  }

  /// The way to the node that has a room of this lane's shards; nil when it is this one, or none
  /// is heard to have it.
  func lending(_ message: ClientMessage, about code: RoomCode, _ caller: Caller) -> Journey? {
    guard isElsewhere(code), let places = membership?.places,
      let connection = connections[caller.id]
    else { return nil }
    // The node that lent them looks again, and has heard more by then.
    if connection.isGuest { return Journey(back: .ask(message)) }
    guard let node = places.homes[code.shard], connection.lends < Hall.lendsMax else { return nil }
    return Journey(toNode: node, .ask(message))
  }
}
