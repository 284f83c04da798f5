// Which node has which room, as a lane has heard it: so a client that wants a room of another node
// can be lent there. It may be out of date by a beat, and never decides: the node that has the room
// answers, and one that has it no more gives people back.

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
