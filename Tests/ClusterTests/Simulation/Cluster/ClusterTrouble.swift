// What goes wrong in a simulated cluster, and how long it lasts.

import Game
import TestSupport
import TranscriptSupport

@testable import Rooms

/// What a seed came to.
struct ClusterRun {
  var tally: [String: Int] = [:]
  /// What is wrong; nil when nothing is.
  var violation: String?

  /// Runs a seed.
  ///
  /// - Parameters:
  ///   - slip: what nodes do wrong.
  ///   - laxities: what the stores leave out.
  init(seed: UInt64, slip: ClusterSlip? = nil, laxities: Set<ShardStore.Laxity> = []) {
    let world = ClusterWorld(seed: seed, slip: slip, laxities: laxities)
    do {
      try world.live()
    } catch {
      violation = "\(error), at \(world.now) ms"
    }
    tally = world.tally
  }
}

extension ClusterWorld {
  /// Something goes wrong now.
  func trouble() {
    guard isTroubled else { return }
    plan(.fault, at: now + draw.number(in: 300...2_500))
    let node = nodes[draw.number(in: 0...(nodes.count - 1))]
    guard let number = nodes.firstIndex(where: { $0 === node }) else { return }
    switch draw.number(in: 0...8) {
    case 0, 1:
      count("kills")
      kill(number, for: draw.number(in: 500...5_000))
    case 2:
      count("sleeps")
      node.asleepUntil = trouble(draw.number(in: 100...4_000))
    case 3:
      count("without store")
      node.withoutStoreUntil = trouble(draw.number(in: 100...4_000))
    case 4:
      count("without bus")
      node.withoutBusUntil = trouble(draw.number(in: 100...4_000))
    case 5:
      count("without both")
      node.withoutBusUntil = trouble(draw.number(in: 100...4_000))
      node.withoutStoreUntil = node.withoutBusUntil
    case 6:
      count("store away")
      storeAwayUntil = trouble(draw.number(in: 200...4_000))
    case 7:
      count("bus away")
      let end = trouble(draw.number(in: 200...6_000))
      for node in nodes { node.withoutBusUntil = end }
    default:
      count("drains")
      step(number) { server in for lane in server.lanes { lane.leave() } }
      kill(number, for: trouble(1_500) - now)
    }
  }

  /// Trouble lasts so long from now.
  func trouble(_ span: Int) -> Int {
    calmFrom = max(calmFrom, now + span)
    return now + span
  }
}
