// A server in memory as a node of a cluster: who it is, and what its lanes ask and say. Somebody
// else carries that.

package import Cluster
import Game
import Rooms

package struct MemoryMember: Sendable {
  package let claimant: Claimant
  package let shards: [Int]
  /// How many players earlier starts have come to.
  package let playersBefore: Int
  /// Whether people are lent to other nodes, and from there.
  package var lends = true
  /// After so few entries a shard's rooms are written anew.
  static let entriesMax: UInt64 = 24

  package init(_ claimant: Claimant, shards: [Int], playersBefore: Int) {
    self.claimant = claimant
    self.shards = shards
    self.playersBefore = playersBefore
  }

  var membership: Membership { Membership(node: claimant.node, playersBefore: playersBefore) }

  func tenures(lane: Int, of laneCount: Int, at now: Instant) -> LaneTenures {
    LaneTenures(
      of: claimant, lane: lane, shards: shards.filter { $0 % laneCount == lane }, at: now)
  }
}

/// What a lane asks and says, until somebody carries it.
package final class MemoryPort: ClusterPort, NodePort {
  private var questions: [(shard: Int, request: ShardRequest)] = []
  private var beats: [LaneBeat] = []
  private var messages: [NodeMessage] = []
  private var lists: [NodeList] = []

  package func ask(_ questions: [(shard: Int, request: ShardRequest)]) {
    self.questions += questions
  }
  package func say(_ beat: LaneBeat) { beats.append(beat) }
  package func carry(_ messages: [NodeMessage]) { self.messages += messages }
  package func tell(_ list: NodeList) { lists.append(list) }

  // What was asked and said since it was taken last.
  package func takeQuestions() -> [(shard: Int, request: ShardRequest)] { taken(&questions) }
  package func takeLists() -> [NodeList] { taken(&lists) }
  package func takeMessages() -> [NodeMessage] { taken(&messages) }
  package func takeBeats() -> [LaneBeat] { taken(&beats) }

  private func taken<Said>(_ said: inout [Said]) -> [Said] {
    defer { said = [] }
    return said
  }
}
