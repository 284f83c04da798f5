// One run of a seed: people act in a world, everything is checked, and at the end what every hall
// was told is told to another one, which has to say the same. The deeds are kept, so that a failure
// can be shown by fewer of them.

import Game
import TranscriptSupport

/// What a seed came to.
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
  /// - Parameters:
  ///   - isPlain: whether no hall is killed, to go on from its journals, and nobody proves who they
  ///     are.
  ///   - tamper: what becomes of the lines of a journal while its hall is gone.
  ///   - tell: hears each deed, and then what halls said; nil when nobody wants to know.
  init(
    seed: UInt64, isPlain: Bool = false, tamper: House.Tampering? = nil,
    tell: ((String) -> Void)? = nil
  ) {
    var cast = Cast(seed: seed, isPlain: isPlain)
    let world = cast.world(tell: tell)
    for house in world.houses { house.tamper = tamper }
    var script = Script()
    do {
      try Simulation.run(&cast, in: world, &script, tell)
      script.end = world.now
      script.isWhole = true
      try Simulation.finish(world)
    } catch {
      script.end = world.now
      failure = Failure(seed: seed, violation: "\(error)", script: script)
    }
    tally = world.tally
    tally.count("skewed clocks", world.people.count { $0.clock.isSkewed })
    for house in world.houses { tally += house.tally }
  }

  /// Lets people act until they have all said good-bye.
  private static func run(
    _ cast: inout Cast, in world: World, _ script: inout Script, _ tell: ((String) -> Void)?
  ) throws(Violation) {
    func perform(_ deed: Deed) throws(Violation) {
      script.deeds.append(deed)
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
    for deed in cast.farewell(at: cast.length) {
      if script.deeds.last.map({ $0.at < deed.at }) ?? false {
        try world.pass(to: deed.at)
        try world.comparePictures()
        try world.checkWatcherCounts()
      }
      try perform(deed)
    }
    try world.pass(to: world.now + aftermathMilliseconds)
  }

  /// What holds when all is over.
  static func finish(_ world: World) throws(Violation) {
    for house in world.houses {
      try house.checkNothingLeft()
      try house.checkDoor()
      try house.checkStopped()
    }
    try world.pass(to: world.now + staleMilliseconds)
    for house in world.houses {
      try house.checkNothingDue()
      for lane in house.formerLanes + house.lanes { try lane.diary.replay(in: lane.first) }
    }
  }
}

/// Everything that was done to a world, and until when it was watched.
struct Script: Sendable {
  var deeds: [Deed] = []
  var end = 0
  /// Whether the world was looked at when all was over, too.
  var isWhole = false

  /// Does it again in the world of a seed.
  ///
  /// - Throws: what does not hold.
  func perform(seed: UInt64) throws(Violation) {
    let world = Cast(seed: seed).world(tell: nil)
    for deed in deeds { try world.perform(deed) }
    try world.pass(to: end)
    try world.comparePictures()
    if isWhole { try Simulation.finish(world) }
  }
}
