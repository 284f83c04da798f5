// A node's part in a cluster, as the halls of its lanes go by it: which shards of rooms a lane has,
// which of them stand, where all others are as far as beats say, and what other nodes tell of their
// rooms there. A tenure decides who may have a shard; the lane's driver notes it here and tells the
// hall. Invariants: whether a room is where somebody tells of it is for beats to say, so two nodes
// that tell of one room never have it listed twice; no number of a player is given twice.

public import Game
public import Rooms
public import Wire

/// A lane's part in a cluster.
public struct Membership: Placement {
  /// Nodes of a cluster have numbers below this.
  public static let nodesMax = 64
  /// While rooms change hands other nodes are asked with one look in so many, since a look takes as
  /// long as the slowest of them answers; the lanes of this node are asked with each.
  static let searchesPerNodeSearch = 2

  private let node: Int
  /// How many players each of its lanes counts as made before it began.
  public let playersBefore: Int
  /// The shards that it has.
  private var shards: Set<Int> = []
  /// Those whose rooms stand.
  private var standing: [Int: Halt] = [:]
  /// Where all others are; nil where nobody can be lent to another node.
  public private(set) var places: Places?
  /// What each node has told last.
  private var told: [Int: [ListedRoom]] = [:]

  /// Has no shard yet.
  ///
  /// - Parameters:
  ///   - node: the number of its node, less than `nodesMax`.
  ///   - playersBefore: a count that no earlier start of the node has come to, so that no number of
  ///     a player is given twice. Rooms outlive a start, and so do their players.
  public init(node: Int, playersBefore: Int) {
    precondition((0..<Membership.nodesMax).contains(node), "a node's number is below the most")
    self.node = node
    self.playersBefore = playersBefore
  }
}

// What is noted.
extension Membership {
  /// Has a shard from now on.
  public mutating func gain(_ shard: Int) { shards.insert(shard) }

  /// Has a shard no more.
  public mutating func forsake(_ shard: Int) {
    shards.remove(shard)
    standing[shard] = nil
  }

  /// Lets the rooms of a shard stand.
  public mutating func stand(_ shard: Int, _ why: Tenure.Standstill, at now: Instant) {
    guard shards.contains(shard), standing[shard] == nil else { return }
    standing[shard] = Halt(since: now, why.refusal, isTold: why != .leaving)
  }

  /// Lets the rooms of a shard go on.
  public mutating func goOn(_ shard: Int) { standing[shard] = nil }

  /// Takes where the shards of the lane are, as beats say. Nodes that are not heard have no rooms.
  public mutating func note(_ places: Places) {
    self.places = places
    told = told.filter { places.nodes.contains($0.key) }
  }

  /// Takes the whole list of a node. A list replaces the one before, so a lost one costs a second.
  public mutating func note(_ rooms: [ListedRoom], of node: Int) {
    told[node] = Array(rooms.prefix(ListedRoom.toldMax))
  }
}

// What is asked.
extension Membership {
  /// Whose the room of a code is.
  public func whose(_ code: RoomCode, on lane: Int, of laneCount: Int) -> Whose {
    let shard = code.shard
    if shard % laneCount != lane { return .here(lane: shard % laneCount) }
    if let standing = standing[shard] { return .standing(standing) }
    if shards.contains(shard) { return .here(lane: lane) }
    return places?.homes[shard].map(Whose.node) ?? .nobody
  }

  /// Whether any room may open.
  public var opensRooms: Bool { shards.contains { standing[$0] == nil } }

  /// Whether any room stands.
  public var isAnyStanding: Bool { !standing.isEmpty }

  /// The rooms of other nodes.
  public func listed(on lane: Int, of laneCount: Int) -> [ListedRoom] {
    told.flatMap { node, rooms in
      rooms.filter { whose($0.code, on: lane, of: laneCount) == .node(node) }
    }
  }

  /// The number of a player.
  public func number(ofPlayer made: Int) -> Int { made * Membership.nodesMax + node }

  /// How many players may have been made.
  public func made(by number: Int, lanes: Int) -> Int { number / Membership.nodesMax / lanes + 1 }

  /// A number to call a player by.
  public func shortNumber(of player: PlayerID, made: Int) -> Int { made % 100_000 }

  /// Whether other nodes can be asked for a seat.
  public var asksOthers: Bool { places != nil }

  /// On each lane first the other nodes are asked. Nobody has missed a token if each node has what
  /// it is believed to have when it is asked, and nothing has moved until the last of them was. As
  /// long as rooms are nobody's, the node that opens them is busy, and may be this one.
  public func nextNode(_ search: inout TokenSearch) -> Int? {
    guard let places else { return nil }
    let isStill = search.node == nil || search.stamp == places.stamp
    let asksNodes =
      search.rounds == 0
      ? places.isWhole : search.rounds % Membership.searchesPerNodeSearch == 1
    search.isWhole = search.isWhole && places.isWhole && isStill && asksNodes
    guard asksNodes, let node = places.nodes.first(where: { $0 > search.node ?? -1 }) else {
      return nil
    }
    (search.node, search.stamp) = (node, places.stamp)
    search.belief = places.others[node]?.sum ?? 0
    return node
  }

  /// Notes whether the node that asks is right.
  public func judge(_ search: inout TokenSearch) {
    guard let places else { return }
    search.isWhole = search.isWhole && search.belief == places.own.sum
  }
}

extension RoomCode {
  /// The shard that a room of this code is in, wherever rooms are in shards.
  public var shard: Int { spread % LaneTenures.shardCount }
}

extension Tenure.Standstill {
  /// The refusal for players in a room that stands, and for those who want something of it.
  fileprivate var refusal: RefusalLine {
    switch self {
    case .storeIsSilent:
      RefusalLine(code: .notNow, text: "the room stands until the cluster's store answers")
    case .leaving:
      RefusalLine(code: .notNow, text: "the room is about to go on at another server")
    }
  }
}

extension Tenure.Resignation {
  /// What those are told last whose room was in the shard.
  public var refusal: RefusalLine {
    switch self {
    case .superseded, .handedOver: .movedOn
    case .storeAway:
      RefusalLine(
        code: .moved, text: "the room goes on once the cluster's store answers; connect again")
    case .damaged:
      RefusalLine(code: .moved, text: "what the cluster's store has of the room cannot be read")
    }
  }
}
