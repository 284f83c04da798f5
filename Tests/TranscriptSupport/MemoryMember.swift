// A server in memory as a node of a cluster: who it is, and what its lanes ask and say. Somebody
// else carries that.

public import Driving
import Game
public import Rooms

/// What a server in memory is in a cluster.
public struct MemoryMember: Sendable {
  /// Which start of which node.
  public let claimant: Claimant
  /// The shards there are.
  public let shards: [Int]
  /// How many players earlier starts have come to.
  public let playersBefore: Int
  /// Whether people are lent to other nodes, and from there.
  public var lends = true
  /// After so few entries a shard's rooms are written anew.
  static let entriesMax: UInt64 = 24

  /// A node.
  public init(_ claimant: Claimant, shards: [Int], playersBefore: Int) {
    self.claimant = claimant
    self.shards = shards
    self.playersBefore = playersBefore
  }

  var membership: Membership {
    Membership(node: claimant.node, playersBefore: playersBefore)
  }

  func tenures(lane: Int, of laneCount: Int, at now: Instant) -> LaneTenures {
    LaneTenures(
      of: claimant, lane: lane, shards: shards.filter { $0 % laneCount == lane }, at: now)
  }
}

/// What a lane asks and says, until somebody carries it.
public final class MemoryPort: ClusterPort, NodePort {
  private var questions: [(shard: Int, request: ShardRequest)] = []
  private var beats: [LaneBeat] = []
  private var messages: [NodeMessage] = []
  private var lists: [NodeList] = []

  /// Asks the store.
  public func ask(_ questions: [(shard: Int, request: ShardRequest)]) {
    self.questions += questions
  }

  /// Tells all lanes.
  public func say(_ beat: LaneBeat) { beats.append(beat) }

  /// What was asked since this was taken last.
  public func takeQuestions() -> [(shard: Int, request: ShardRequest)] {
    defer { questions = [] }
    return questions
  }

  /// Carries messages to other nodes.
  public func carry(_ messages: [NodeMessage]) { self.messages += messages }

  /// Tells other nodes of rooms.
  public func tell(_ list: NodeList) { lists.append(list) }

  /// What other nodes were to be told of rooms since this was taken last.
  public func takeLists() -> [NodeList] {
    defer { lists = [] }
    return lists
  }

  /// What was to be carried since this was taken last.
  public func takeMessages() -> [NodeMessage] {
    defer { messages = [] }
    return messages
  }

  /// What was said since this was taken last.
  public func takeBeats() -> [LaneBeat] {
    defer { beats = [] }
    return beats
  }
}
