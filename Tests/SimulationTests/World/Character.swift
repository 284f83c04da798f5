// What the people of a world are like, drawn from its seed before anything happens: how well they
// play, how honest they are with the server, how they read, and how often they are up to no good.

import Rooms
import TestSupport
import TranscriptSupport

struct Character: Sendable {
  enum Answering: CaseIterable, Sendable {
    case atOnce
    case never
    /// To seem far away.
    case late
    /// With nonces that were not asked for, once too often, or in the wrong order.
    case forged
  }

  enum Claiming: CaseIterable, Sendable {
    case honestly
    case nothing
    /// As if it had been at the opening.
    case zero
    /// As if it were long after.
    case nonsense
  }

  /// How good a hand is, 1…4; nil for those whose hand just jumps about.
  let level: Int?
  /// Locks on the answer rather than somewhere.
  let skill: Int
  let answering: Answering
  let claiming: Claiming
  /// Watches rather than plays.
  let shyness: Int
  /// Stops reading while watching.
  let sloth: Int
  /// Loses connections, stalls, sends nonsense and floods.
  let trouble: Int
  /// Goes to another hall.
  let wanderlust: Int
  /// Uses what only a host may.
  let bossiness: Int
  /// Milliseconds from one thought to the next.
  let pace: ClosedRange<Int>

  init(_ draw: inout SplitMix64) {
    level = draw.chance(30) ? draw.number(in: 1...4) : nil
    skill = draw.number(in: 0...90)
    answering = draw.chance(60) ? .atOnce : draw.pick(Answering.allCases) ?? .atOnce
    claiming = draw.chance(50) ? .honestly : draw.pick(Claiming.allCases) ?? .nothing
    shyness = draw.number(in: 0...100)
    sloth = draw.pick([0, 30, 70]) ?? 0
    trouble = draw.pick([0, 2, 5, 12]) ?? 0
    wanderlust = draw.pick([0, 1, 4]) ?? 0
    bossiness = draw.number(in: 0...60)
    let slowest = draw.number(in: 600...4_000)
    pace = (slowest / 8)...slowest
  }

  /// A person's clock: most are set by somebody, none runs quite right.
  static func clock(_ draw: inout SplitMix64) -> PersonalClock {
    let offset = draw.chance(70) ? draw.number(in: -400...400) : draw.number(in: -90_000...90_000)
    return PersonalClock(offset: offset, drift: draw.number(in: -200...200))
  }

  /// A person's way to the halls, from next door to the other side of the world.
  static func path(_ draw: inout SplitMix64) -> Path {
    let delay = draw.pick([0, 1, 5, 20, 40, 75, 75, 150, 300]) ?? 0
    let jitter = draw.pick([0, 0, 3, 10, 60]) ?? 0
    let seed = draw.next()
    return Path(delay: delay, jitter: jitter, seed: seed, isCut: seed & 1 == 1)
  }
}

extension Path {
  /// The way from a lane to another: mostly next door, sometimes through a queue.
  static func road(_ draw: inout SplitMix64) -> Path {
    let delay = draw.pick([0, 0, 1, 5, 40]) ?? 0
    let jitter = draw.pick([0, 2, 20, 300]) ?? 0
    return Path(delay: delay, jitter: jitter, seed: draw.next())
  }
}

extension House.Setup {
  /// Small limits, so that a short run meets all of them.
  static func tight(_ draw: inout SplitMix64) -> House.Setup {
    var limits = Limits()
    limits.helloMilliseconds = 5_000
    limits.idleMilliseconds = 20_000
    limits.idleInRoomMilliseconds = 40_000
    limits.pingMilliseconds = draw.pick([2_000, 5_000]) ?? 0
    limits.seatKeptMilliseconds = 8_000
    limits.emptyRoomMilliseconds = 5_000
    let laneCount = draw.number(in: 1...3)
    limits.roomsMax = 3
    limits.addressRoomsMax = 2
    limits.siteShare = 1
    limits.missesMax = 4
    limits.missMilliseconds = 10_000
    limits.addressLineBurst = 240
    limits.addressLinesPerSecond = 100
    limits.accountsMax = 4
    limits.watchersAtHomeMax = draw.pick([0, 0, 1]) ?? 0
    limits.listedRoomsMax = 2
    limits.historyEventsMax = 80
    limits.delayedMessagesMax = draw.pick([30, 16_384]) ?? 0
    limits.bansMax = 2
    limits.recordBytesMax = 3_000
    limits.patienceMilliseconds = 4_000
    limits.rematchMilliseconds = 3_000
    limits.quietMilliseconds = 6_000
    limits.proofMilliseconds = 2_000
    limits.heldLinesMax = 6
    limits.lineBurst = 72
    limits.linesPerSecond = 36
    let secret = (0..<32).map { _ in UInt8(draw.number(in: 0...255)) }
    var setup = House.Setup(
      secret: secret, limits: limits, outboxBytesMax: draw.pick([2_800, 3_600]) ?? 0,
      windowBytes: draw.pick([300, 800]) ?? 0, laneCount: laneCount, road: .road(&draw))
    setup.log = "memory.example/chromatch"
    return setup
  }
}
