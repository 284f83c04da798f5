// A lane's edge in a cluster: its driver is told what the store answered and who beats, the
// operator who comes and goes, and `/readyz` whether a room could open here.

import Driving
import Game
import Logging
import Rooms

extension LaneEdge {
  /// Takes part in a cluster from now on.
  ///
  /// - Parameter nothing: what journals are read into.
  func join(
    _ start: NodeStart, of laneCount: Int, through port: ClusterEdge,
    reading nothing: Restoration
  ) {
    cluster = port
    let tenures = LaneTenures(
      of: start.claimant, lane: lane, shards: NodeStart.shards(ofLane: lane, of: laneCount),
      configuration: start.configuration, at: now)
    driver.join(tenures, through: port, reading: nothing)
    driver.lend(through: port, at: now)
    driver.finished()
  }

  func heard(_ beat: LaneBeat) {
    cluster?.addresses[beat.claimant.node] = beat.address
    driver.heard(beat, at: now)
    look()
  }

  func heard(_ message: NodeMessage, of bytes: Int) {
    cluster?.count(message, of: bytes, .received)
    driver.heard(message, at: now)
  }

  func heard(_ list: NodeList) { driver.heard(list, at: now) }

  func storeAnswered(
    _ answers: [(shard: Int, input: Tenure.Input)]?, asked: Int64, reads: Bool
  ) {
    cluster?.observe(answers, asked: asked, reads: reads)
    if let answers { driver.answered(answers, at: now) }
  }

  /// Lets go of all shards.
  func leave() { driver.leave(at: now) }

  /// Whether no shard is this lane's any more.
  var hasLeft: Bool { driver.hasLeft }

  /// Notes what a shard's coming, going, standing or going on means for newcomers.
  func noteShards(_ input: Input?) {
    if case .gained(_, let restoration)? = input { log.missing(from: restoration) }
    switch input {
    case .gained?, .forsook?, .stood?, .wentOn?:
      let opens = driver.hall.opensRooms
      if opens == opensRooms { return }
      opensRooms = opens
      whenOpening(opens)
    default: break
    }
  }

  /// Looks who is there, and tells the operator; the first lane does, for all.
  private func look() {
    guard let cluster, lane == 0 else { return }
    if driver.isReplaced, !cluster.isReplaced {
      log.error("another process is this node")
      cluster.replaced()
    }
    let (heard, differing) = (driver.nodesHeard, driver.nodesDiffering)
    for node in heard where !cluster.nodesHeard.contains(node) {
      log.info(
        "a node is here",
        metadata: ["node": "\(node)", "address": "\(cluster.addresses[node] ?? "")"])
    }
    for node in cluster.nodesHeard where !heard.contains(node) {
      log.warning("a node is gone", metadata: ["node": "\(node)"])
      cluster.addresses[node] = nil
    }
    for node in differing where !cluster.nodesDiffering.contains(node) {
      log.error(
        "a node has other rules, limits or lanes; no shard is claimed beside it",
        metadata: ["node": "\(node)", "address": "\(cluster.addresses[node] ?? "")"])
    }
    (cluster.nodesHeard, cluster.nodesDiffering) = (heard, differing)
    lookAtClocks(cluster)
  }

  private func lookAtClocks(_ cluster: ClusterEdge) {
    let astray = driver.clocksAstray
    for (node, ahead) in astray.sorted(by: { $0.key < $1.key })
    where !cluster.clocksAstray.contains(node) {
      log.error(
        "the clock of a node differs from this one's",
        metadata: [
          "node": "\(node)", "address": "\(cluster.addresses[node] ?? "")",
          "milliseconds_ahead": "\(ahead)",
        ])
    }
    if driver.isClockAstray, !cluster.isClockAstray {
      log.error("this node's clock differs from those of most; no shard is claimed")
    }
    (cluster.clocksAstray, cluster.isClockAstray) = (Set(astray.keys), driver.isClockAstray)
  }
}
