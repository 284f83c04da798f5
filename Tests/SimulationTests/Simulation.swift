// One run of a seed: people act in a world, everything is checked, and at the end what every hall
// was told is told to another one, which has to say the same.

import Game
import Rooms
import TranscriptSupport

struct Failure: Sendable, CustomStringConvertible {
  let seed: UInt64
  let violation: String
  let at: Int

  /// The failure in words; of what differs, no more is shown than a person reads.
  var description: String {
    "seed \(seed): \(violation.prefix(500)) at \(at) ms; again: make sim SEED=\(seed)"
  }
}

struct Simulation: Sendable {
  /// Long enough for every seat, room and match to come to its end when everybody has gone.
  static let aftermathMilliseconds = 90_000
  /// After that, halls only keep moments that have become untrue. No rule plans further ahead than
  /// to the end of the longest round, once that is announced.
  static let staleMilliseconds =
    Rules.leadRange.upperBound + Rules.secondsRange.upperBound * 1_000 + Rules.lagQuotaMax
  /// How often everybody is compared with what a newcomer would be shown.
  static let comparisonMilliseconds = 7_000

  private(set) var tally = Tally()
  private(set) var failure: Failure?

  /// Runs a seed.
  ///
  /// - isPlain: whether no hall is killed, to go on from its journals, and nobody proves who they
  ///   are.
  /// - isLong: whether the world lasts twice as long as usual.
  /// - tamper: what becomes of the lines of a journal while its hall is gone.
  /// - tell: hears each deed, and then what halls said; nil when nobody wants to know.
  init(
    seed: UInt64, isPlain: Bool = false, isLong: Bool = false, tamper: House.Tampering? = nil,
    tell: ((String) -> Void)? = nil
  ) {
    var cast = Cast(seed: seed, isPlain: isPlain, isLong: isLong)
    let world = cast.world(tell: tell)
    for house in world.houses { house.tamper = tamper }
    do {
      try Simulation.run(&cast, in: world, tell)
      try Simulation.finish(world)
    } catch {
      failure = Failure(seed: seed, violation: "\(error)", at: world.now)
    }
    tally = world.tally
    tally.count("skewed clocks", world.people.count { $0.clock.isSkewed })
    for house in world.houses { tally += house.tally }
  }

  /// Lets people act until they have all said good-bye.
  private static func run(
    _ cast: inout Cast, in world: World, _ tell: ((String) -> Void)?
  ) throws(Violation) {
    func perform(_ deed: Deed) throws(Violation) {
      tell?("\(deed)")
      try world.perform(deed)
      cast.listen(to: world)
    }
    var comparesAt = comparisonMilliseconds
    while true {
      let theirs = cast.nextMoment
      let next = min(theirs, world.nextMoment())
      if next >= cast.length { break }
      if next < theirs {
        try world.step(to: next)
        cast.listen(to: world)
      } else if let deed = cast.next(in: world) {
        try perform(deed)
      }
      if world.now >= comparesAt {
        comparesAt = world.now + comparisonMilliseconds
        try world.comparePictures()
      }
    }
    var last = Int.min
    for deed in cast.farewell(at: cast.length) {
      if deed.at > last {
        try world.pass(to: deed.at)
        try world.comparePictures()
        try world.checkWatcherCounts()
      }
      last = deed.at
      try perform(deed)
    }
    try world.pass(to: world.now + aftermathMilliseconds)
  }

  private static func finish(_ world: World) throws(Violation) {
    for house in world.houses {
      try house.checkNothingLeft()
      try house.checkDoor()
      try house.checkStopped()
    }
    try world.pass(to: world.now + staleMilliseconds)
    for house in world.houses {
      for hall in house.lanes.map(\.hall) where hall.deadline != nil {
        throw Violation("something is still due")
      }
      for lane in house.formerLanes + house.lanes { try lane.diary.replay(in: lane.first()) }
    }
  }
}
