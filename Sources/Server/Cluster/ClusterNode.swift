// A server as a node of a cluster: which one it is, and one start of it. Numbers of players and of
// starts are made of the time, so that a start never repeats what an earlier one has given away;
// what all nodes have to agree on is a hash, which their beats say.

import Cluster
import Game
import Rooms
import Wire

/// A server's part in a cluster.
public struct ClusterNode: Sendable {
  /// How long a match still stands, in milliseconds, once another node has its room. Those whose
  /// connections are at nodes that live are back by then; a server by itself waits for everybody.
  public static let pauseMilliseconds = 100

  /// The number of the node.
  public let number: Int
  /// Where others reach it, as HOST:PORT.
  let address: String
  let engines: any ClusterEngines
  /// Called, once, when another process is this node by now; the server is to be stopped then.
  public var whenReplaced: @Sendable () -> Void = {}
  /// How long its rooms may take to be let go of when it stops, in milliseconds.
  public var leaveMilliseconds = ClusterNode.leaveMillisecondsMax

  /// A node.
  ///
  /// - Parameters:
  ///   - number: less than `Membership.nodesMax`; no other node has it.
  ///   - address: where players and other nodes reach it, as HOST:PORT.
  public init(number: Int, address: String, over engines: any ClusterEngines) {
    (self.number, self.address, self.engines) = (number, address, engines)
  }

  /// When a node stops, its rooms are let go of within so many milliseconds, or others claim them
  /// because it is silent.
  public static let leaveMillisecondsMax: Int64 = 3_000
  /// How often it is looked whether they are.
  static let leavePollMilliseconds = 10
}

/// One start of a node.
struct NodeStart: Sendable {
  let node: ClusterNode
  let claimant: Claimant
  /// See `Membership`.
  let playersBefore: Int
  /// A hash of what all nodes have to agree on.
  let configuration: UInt64
  /// By which rules the rooms in the store are played, as the head of a journal says it.
  let rules: [UInt8]
  /// Whether it may take part.
  let admission = Admission()

  /// What each hall is.
  var membership: Membership {
    Membership(node: claimant.node, playersBefore: playersBefore)
  }

  /// 2026, in milliseconds of Unix time. Counted from then, numbers of players stay below 2^53
  /// until 2043 on 256 lanes, and far longer on fewer.
  static let epochMilliseconds: Int64 = 1_767_225_600_000

  /// - Parameters:
  ///   - moment: in milliseconds of Unix time.
  ///   - draw: two bytes, so that two processes that start at once are not taken for one.
  init(
    _ node: ClusterNode, _ configuration: Configuration, daily: [UInt8], at moment: Int64,
    draw: [UInt8]
  ) {
    self.node = node
    claimant = Claimant(node, at: moment, draw: draw)
    // A start reaches the next one's numbers only by a thousand players a second, all its life.
    playersBefore = Int(max(0, moment - NodeStart.epochMilliseconds))
    let word = JournalSegment.rules(daily: daily, .openSSL)
    rules = JournalSegment.head(rules: word).dropLast()
    self.configuration = NodeStart.hash(configuration, rules: word)
  }

  /// What nodes have to agree on, or the same journal would be other rooms to them: rules, the
  /// secret of daily targets, the limits of rooms, and how many lanes the rooms are spread over;
  /// and what they say to each other.
  static func hash(_ configuration: Configuration, rules: String) -> UInt64 {
    let text = "\(NodeWire.version) \(rules) \(configuration.lanes) \(configuration.limits.halls)"
    let hash = Hashing.openSSL.sha256(Array(text.utf8))
    return hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Claimant {
  /// One start of a node.
  ///
  /// - Parameters:
  ///   - moment: in milliseconds of Unix time.
  ///   - draw: two bytes, so that two processes that start at once are not taken for one.
  init(_ node: ClusterNode, at moment: Int64, draw: [UInt8]) {
    // Of two starts the later one counts.
    let start = draw.prefix(2).reduce(UInt64(max(0, moment))) { $0 << 8 | UInt64($1) }
    self.init(node: node.number, start: start)
  }
}
