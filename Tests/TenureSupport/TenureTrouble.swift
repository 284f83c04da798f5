// What goes wrong in a world with one shard, mostly for its holder.

import Game
import Rooms
import TestSupport

extension TenureWorld {
  /// Something goes wrong now.
  mutating func trouble() throws {
    guard isTroubled else { return }
    plan(.fault, at: now + draw.number(in: 500...4_500))
    let holder = lanes.indices.first { lanes[$0].holder?.isOpen == true }
    let victim = draw.chance(70) ? holder ?? 0 : draw.number(in: 0...(lanes.count - 1))
    let isQuiet =
      storeAwayUntil <= now && lanes.allSatisfy { $0.isWell(at: now) } && killedAt == nil
    killedAt = nil
    switch draw.number(in: 0...8) {
    case 0, 1:
      count("kills")
      if isQuiet, victim == holder { killedAt = now }
      kill(victim, for: draw.number(in: 500...6_000))
    case 2:
      count("sleeps")
      lanes[victim].asleepUntil = trouble(draw.number(in: 100...4_000))
    case 3:
      count("without store")
      lanes[victim].withoutStoreUntil = trouble(draw.number(in: 100...5_000))
    case 4:
      count("without bus")
      lanes[victim].withoutBusUntil = trouble(draw.number(in: 100...5_000))
    case 5:
      count("without both")
      lanes[victim].withoutBusUntil = trouble(draw.number(in: 100...5_000))
      lanes[victim].withoutStoreUntil = lanes[victim].withoutBusUntil
    case 6:
      count("store away")
      storeAwayUntil = trouble(draw.number(in: 200...(draw.chance(20) ? 70_000 : 6_000)))
    case 7:
      count("bus away")
      let end = trouble(draw.number(in: 200...(draw.chance(20) ? 70_000 : 6_000)))
      for lane in lanes.indices { lanes[lane].withoutBusUntil = end }
    default: try leave(victim)
    }
  }

  /// Trouble lasts so long from now.
  private mutating func trouble(_ span: Int) -> Int {
    calmFrom = max(calmFrom, now + span)
    return now + span
  }

  /// A lane lets go of what it has; then its process ends, and another one begins.
  private mutating func leave(_ lane: Int) throws {
    count("drains")
    try step(lane) { (holder, now) throws in try holder.leave(at: now) }
    kill(lane, for: trouble(1_500) - now)
  }
}

extension TenureWorld.Lane {
  /// Whether nothing is wrong with it.
  fileprivate func isWell(at now: Int) -> Bool {
    holder != nil && max(asleepUntil, withoutStoreUntil, withoutBusUntil) <= now
  }
}
