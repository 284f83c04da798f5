// Which node has which room, as a lane has heard it: so whoever wants a room of another node can be
// lent there. It may be out of date by a beat, and is never what decides: whoever has the room
// answers, and whoever has it no more gives people back.

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
  /// Whoever was lent so often for one line, and given back, is told that the room is elsewhere.
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
    // Whoever has lent them looks again, and has heard more by then.
    if connection.isGuest { return Journey(back: .ask(message)) }
    guard let node = places.homes[code.shard], connection.lends < Hall.lendsMax else { return nil }
    return Journey(toNode: node, .ask(message))
  }

  /// Where to ask next for a token that nobody knew so far: on each lane first the other nodes,
  /// then the next lane; a guest goes back. Nobody has missed it if each node has what it is
  /// believed to have when it is asked, and nothing has moved until the last of them was.
  ///
  /// - Returns: nil when all have been asked.
  func nextPlace(
    for hello: Hello, on id: ConnectionID, _ search: inout TokenSearch
  ) -> Journey? {
    if let places = membership?.places {
      if connections[id]?.isGuest == true {
        search.isWhole = search.isWhole && search.belief == places.own.sum
        return Journey(back: .resume(hello, search))
      }
      let isStill = search.node == nil || search.stamp == places.stamp
      search.isWhole = search.isWhole && places.isWhole && isStill
      if let node = places.nodes.first(where: { $0 > search.node ?? -1 }) {
        (search.node, search.stamp) = (node, places.stamp)
        search.belief = places.others[node]?.sum ?? 0
        return Journey(toNode: node, .resume(hello, search))
      }
    }
    (search.lanes, search.node) = (search.lanes + 1, nil)
    guard search.lanes < laneCount else { return nil }
    return Journey(to: (lane + 1) % laneCount, .resume(hello, search))
  }
}
