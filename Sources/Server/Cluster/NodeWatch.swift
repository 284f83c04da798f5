// What an operator is told of the other nodes of a cluster: who comes, who goes, who differs, and
// whose clock is astray. The first lane of a node looks, for all. It decides nothing: `LaneTenures`
// has decided by then. Invariant: a change is told once.

import Cluster
import Driving
import Logging
import Rooms

/// Tells the log which nodes are there.
struct NodeWatch {
  private let log: Logger
  /// Called, once, when another process is this node.
  private let whenReplaced: () -> Void
  /// Where nodes say that they are.
  private var addresses: [Int: String] = [:]
  private var nodesHeard: [Int] = []
  private var nodesDiffering: [Int] = []
  private var clocksAstray: Set<Int> = []
  private var isClockAstray = false
  private var isReplaced = false

  init(_ log: Logger, whenReplaced: @escaping () -> Void) {
    (self.log, self.whenReplaced) = (log, whenReplaced)
  }

  /// Looks who is there, after a beat.
  mutating func look(at tenures: LaneTenures, after beat: LaneBeat) {
    addresses[beat.claimant.node] = beat.address
    if tenures.isReplaced, !isReplaced {
      log.error("another process is this node")
      isReplaced = true
      whenReplaced()
    }
    let (heard, differing) = (tenures.nodesHeard, tenures.nodesDiffering)
    for node in heard where !nodesHeard.contains(node) {
      log.info("a node is here", metadata: metadata(of: node))
    }
    for node in nodesHeard where !heard.contains(node) {
      log.warning("a node is gone", metadata: ["node": "\(node)"])
      addresses[node] = nil
    }
    for node in differing where !nodesDiffering.contains(node) {
      log.error(
        "a node has other rules, limits or lanes; no shard is claimed beside it",
        metadata: metadata(of: node))
    }
    (nodesHeard, nodesDiffering) = (heard, differing)
    lookAtClocks(of: tenures)
  }

  private mutating func lookAtClocks(of tenures: LaneTenures) {
    let (astray, isAstray) = (tenures.clocksAstray, tenures.isClockAstray)
    for (node, ahead) in astray.sorted(by: { $0.key < $1.key }) where !clocksAstray.contains(node) {
      log.error(
        "the clock of a node differs from this one's",
        metadata: metadata(of: node).merging(["milliseconds_ahead": "\(ahead)"]) { $1 })
    }
    if isAstray, !isClockAstray {
      log.error("this node's clock differs from those of most; no shard is claimed")
    }
    (clocksAstray, isClockAstray) = (Set(astray.keys), isAstray)
  }

  private func metadata(of node: Int) -> Logger.Metadata {
    ["node": "\(node)", "address": "\(addresses[node] ?? "")"]
  }
}
