// What an operator is told of the other nodes of a cluster: who comes, who goes, who differs, and
// whose clock is astray. The first lane of a node looks, for all. It decides nothing: `LaneTenures`
// has decided by then, and it writes no log. Invariant: a change is told once.

/// Something that an operator should know of a node.
public struct NodeNews: Sendable {
  /// How bad it is.
  public enum Weight: Sendable {
    /// It is as it should be, it may be meant, or somebody has to do something.
    case info, warning, error
  }

  /// How bad it is.
  public let weight: Weight
  /// What has happened.
  public let text: String
  /// Of which node, and how much.
  public let facts: [String: String]
  /// Whether another process is this node: this one is to stop.
  public let isReplaced: Bool

  init(_ weight: Weight, _ text: String, _ facts: [String: String] = [:], isReplaced: Bool = false)
  {
    (self.weight, self.text, self.facts, self.isReplaced) = (weight, text, facts, isReplaced)
  }
}

/// Tells which nodes are there.
public struct NodeWatch {
  /// Where nodes say that they are.
  private var addresses: [Int: String] = [:]
  private var nodesHeard: [Int] = []
  private var nodesDiffering: [Int] = []
  private var clocksAstray: Set<Int> = []
  private var isClockAstray = false
  private var isReplaced = false

  /// Has seen nobody.
  public init() {}

  /// Looks who is there, after a beat.
  ///
  /// - Returns: what has changed.
  public mutating func look(
    at lane: ClusterLane, after beat: LaneBeat
  ) -> [NodeNews] {
    let tenures = lane.tenures
    var news: [NodeNews] = []
    addresses[beat.claimant.node] = beat.address
    if tenures.isReplaced, !isReplaced {
      isReplaced = true
      news.append(NodeNews(.error, "another process is this node", isReplaced: true))
    }
    let (heard, differing) = (tenures.nodesHeard, tenures.nodesDiffering)
    for node in heard where !nodesHeard.contains(node) {
      news.append(NodeNews(.info, "a node is here", facts(of: node)))
    }
    for node in nodesHeard where !heard.contains(node) {
      news.append(NodeNews(.warning, "a node is gone", ["node": "\(node)"]))
      addresses[node] = nil
    }
    for node in differing where !nodesDiffering.contains(node) {
      let text = "a node has other rules, limits or lanes; no shard is claimed beside it"
      news.append(NodeNews(.error, text, facts(of: node)))
    }
    (nodesHeard, nodesDiffering) = (heard, differing)
    lookAtClocks(of: tenures, &news)
    return news
  }

  private mutating func lookAtClocks(of tenures: LaneTenures, _ news: inout [NodeNews]) {
    let (astray, isAstray) = (tenures.clocksAstray, tenures.isClockAstray)
    for (node, ahead) in astray.sorted(by: { $0.key < $1.key }) where !clocksAstray.contains(node) {
      let facts = facts(of: node).merging(["milliseconds_ahead": "\(ahead)"]) { $1 }
      news.append(NodeNews(.error, "the clock of a node differs from this one's", facts))
    }
    if isAstray, !isClockAstray {
      let text = "this node's clock differs from those of most; no shard is claimed"
      news.append(NodeNews(.error, text))
    }
    (clocksAstray, isClockAstray) = (Set(astray.keys), isAstray)
  }

  private func facts(of node: Int) -> [String: String] {
    ["node": "\(node)", "address": "\(addresses[node] ?? "")"]
  }
}
