// Three lanes that want one shard, in a world where requests, answers and beats are late, lost,
// doubled and overtaken, lanes sleep, are killed, leave and come back, and the store or the bus is
// away, for one of them or for all. Its seed repeats it exactly. A run ends when trouble has ended
// and the shard has one holder again.

import Cluster
import Game
import HeapModule
import Rooms
import TestSupport

package struct TenureRun: Sendable {
  package internal(set) var tally: [String: Int] = [:]
  /// How long it took until somebody was told something again after a holder was killed while
  /// nothing else was wrong, in milliseconds.
  package internal(set) var takeovers: [Int] = []
  package internal(set) var violation: String?
}

package struct TenureWorld {
  static let lanes = 3
  /// Faults begin for so long, in milliseconds.
  static let troubleMilliseconds = 20_000
  /// After the last one the shard is by then with the lane that comes first.
  static let settlingMilliseconds = 12_000
  /// That lane keeps it, and works.
  static let peaceMilliseconds = 3_000
  /// A lane that has not heard its own beat for so long is deaf, and asks for no shard.
  package static let deafMilliseconds = 600

  enum Event {
    case request(lane: Int, life: Int, ShardRequest)
    case answer(lane: Int, life: Int, Tenure.Input)
    case heardBeat(lane: Int, LaneBeat)
    case due(lane: Int)
    case start(lane: Int)
    case visit, fault
  }

  struct Planned: Comparable {
    let at: Int
    let order: Int
    let event: Event

    static func < (one: Planned, other: Planned) -> Bool {
      (one.at, one.order) < (other.at, other.order)
    }

    static func == (one: Planned, other: Planned) -> Bool { one.order == other.order }
  }

  struct Lane {
    var holder: ShardHolder?
    var life = 0
    var claimant: Claimant?
    var asleepUntil = 0, withoutStoreUntil = 0, withoutBusUntil = 0
    /// When it last heard its own beat over the bus.
    var echoedAt: Int?
    /// When it will be told that something is due.
    var dueAt: Int?

    func isWell(at now: Int) -> Bool {
      holder != nil && max(asleepUntil, withoutStoreUntil, withoutBusUntil) <= now
    }
  }

  var draw: SplitMix64
  var now = 0
  var store: ShardStore
  var lanes: [Lane]
  var storeAwayUntil = 0
  /// Everything that was wrong is over by then, late messages included.
  var calmFrom = 0
  var run = TenureRun()
  private var agenda = Heap<Planned>()
  private var planned = 0
  private var told: [UInt16] = []
  private var said: UInt16 = 0
  /// When a holder was killed and nothing else was wrong; nil once it is seen to.
  var killedAt: Int?
  private let slip: Slip?

  private init(seed: UInt64, slip: Slip?, laxities: Set<ShardStore.Laxity>) {
    draw = SplitMix64(seed: seed)
    self.slip = slip
    store = ShardStore(laxities: laxities, pageMax: 20)
    lanes = Array(repeating: Lane(), count: TenureWorld.lanes)
    for lane in lanes.indices { plan(.start(lane: lane), at: draw.number(in: 0...300)) }
    plan(.visit, at: 500)
    plan(.fault, at: draw.number(in: 2_500...4_000))
  }

  /// Runs a seed.
  package static func run(
    seed: UInt64, slip: Slip? = nil, laxities: Set<ShardStore.Laxity> = []
  ) -> TenureRun {
    var world = TenureWorld(seed: seed, slip: slip, laxities: laxities)
    do {
      try world.live()
    } catch {
      world.run.violation = "\(error), at \(world.now) ms"
    }
    return world.run
  }

  private static let first = (0..<lanes)
    .max { LaneTenures.weight(of: $0, for: 0) < LaneTenures.weight(of: $1, for: 0) }

  var isTroubled: Bool { now < TenureWorld.troubleMilliseconds }
  mutating func count(_ name: String) { run.tally[name, default: 0] += 1 }

  mutating func plan(_ event: Event, at moment: Int) {
    planned += 1
    agenda.insert(Planned(at: max(moment, now), order: planned, event: event))
  }

  private mutating func live() throws {
    var holder: Int?
    var toldThen = 0
    let settling = TenureWorld.settlingMilliseconds
    while let next = agenda.popMin() {
      now = next.at
      try take(next.event)
      let open = lanes.indices.filter { lanes[$0].holder?.isOpen == true }
      if open.count > 1 { count("two who believe it is theirs") }
      guard !isTroubled else { continue }
      if holder == nil, now >= calmFrom + settling {
        guard open.count == 1 else { throw TenureViolation("\(open.count) hold it in the end") }
        (holder, toldThen) = (open[0], told.count)
        if holder != TenureWorld.first {
          throw TenureViolation("it is not with the lane that comes first")
        }
      }
      if let holder, open != [holder] { throw TenureViolation("it went on in peace") }
      if now >= calmFrom + settling + TenureWorld.peaceMilliseconds { break }
    }
    guard told.count > toldThen + 10 else { throw TenureViolation("nothing is told any more") }
    guard Set(store.past.values).count == store.past.values.count else {
      throw TenureViolation("something is stored twice")
    }
  }

  private mutating func take(_ event: Event) throws {
    switch event {
    case .request(let lane, let life, let request): try arrive(request, of: lane, life, event)
    case .answer(let lane, let life, let input):
      guard lanes[lane].life == life else { return }
      if now < lanes[lane].asleepUntil { return plan(event, at: lanes[lane].asleepUntil) }
      try step(lane) { (holder, now) throws in try holder.take(input, at: now) }
    case .heardBeat(let lane, let beat):
      if now < lanes[lane].asleepUntil { return plan(event, at: lanes[lane].asleepUntil) }
      if beat.claimant == lanes[lane].claimant { lanes[lane].echoedAt = now }
      try step(lane) { (holder, now) throws in try holder.hear(beat, at: now) }
    case .due(let lane):
      if now < lanes[lane].asleepUntil { return plan(event, at: lanes[lane].asleepUntil) }
      lanes[lane].dueAt = nil
      try step(lane) { (holder, now) throws in try holder.advance(to: now) }
    case .start(let lane): start(lane)
    case .visit: try visit()
    case .fault: try trouble()
    }
  }

  /// A number for a start that is greater than those of all before, as nodes take theirs from
  /// their clocks: of two processes that are one node the later one stays.
  private mutating func laterStart() -> UInt64 { UInt64(now + 1) << 16 | draw.next() >> 48 }

  private mutating func start(_ lane: Int) {
    guard lanes[lane].holder == nil else { return }
    lanes[lane].life += 1
    let claimant = Claimant(node: lane, start: slip == .keepsItsName ? 0 : laterStart())
    (lanes[lane].claimant, lanes[lane].echoedAt) = (claimant, nil)
    lanes[lane].holder = ShardHolder(
      claimant, rank: nil, times: TenureTimes(), slip: slip, at: Instant(milliseconds: now))
    remind(lane)
  }

  mutating func kill(_ lane: Int, for span: Int) {
    lanes[lane].holder = nil
    lanes[lane].life += 1
    plan(.start(lane: lane), at: now + span)
    calmFrom = max(calmFrom, now + span)
  }

  /// Something happens on a lane, and what it wants is carried out.
  mutating func step(
    _ lane: Int, _ body: (inout ShardHolder, Instant) throws -> ShardHolder.Outcome
  ) throws {
    guard var holder = lanes[lane].holder else { return }
    let moment = Instant(milliseconds: now)
    let wasPaused = holder.isPaused
    let outcome = try body(&holder, moment)
    lanes[lane].holder = holder
    if holder.isPaused != wasPaused { count(wasPaused ? "went on" : "paused") }
    for request in outcome.requests {
      // A lane that hears nobody takes the others for dead, so it may not ask for what they have.
      let deafness = lanes[lane].echoedAt.map { now - $0 } ?? .max
      if case .claim = request, deafness > TenureWorld.deafMilliseconds {
        throw TenureViolation("a shard is asked for by a lane that hears nobody")
      }
      ask(request, of: lane)
    }
    for beat in outcome.beats { announce(beat, by: lane) }
    if outcome.hasOpened { count("opened") }
    if let reason = outcome.resignation {
      count("resigned: \(reason)")
      if reason == .damaged { throw TenureViolation("a journal with a hole was read") }
    }
    if let told = outcome.told { try note(told, isNew: outcome.isReleased) }
    remind(lane)
  }

  private mutating func remind(_ lane: Int) {
    guard let deadline = lanes[lane].holder?.deadline?.milliseconds else { return }
    if let dueAt = lanes[lane].dueAt, dueAt <= deadline { return }
    lanes[lane].dueAt = deadline
    plan(.due(lane: lane), at: deadline)
  }

  private mutating func note(_ told: [UInt16], isNew: Bool) throws {
    let (short, long) = told.count < self.told.count ? (told, self.told) : (self.told, told)
    guard long.starts(with: short) else { throw TenureViolation("two pasts were told") }
    guard store.past.values.starts(with: told) else {
      throw TenureViolation("something was told that is not stored")
    }
    self.told = long
    if isNew, let killedAt { run.takeovers.append(now - killedAt) }
    if isNew { killedAt = nil }
  }

  /// Somebody comes to the rooms, wherever they are open, and says something that nobody else says.
  private mutating func visit() throws {
    plan(.visit, at: now + 40)
    for lane in lanes.indices {
      guard now >= lanes[lane].asleepUntil, let holder = lanes[lane].holder, holder.isOpen,
        !holder.isPaused
      else { continue }
      if !holder.hasUnstored, draw.chance(2) {
        count("written down")
        try step(lane) { (holder, now) throws in try holder.writeDown(at: now) }
      } else {
        said += 1
        let value = said
        try step(lane) { (holder, now) throws in try holder.say(value, at: now) }
      }
    }
  }

  private mutating func delay() -> Int {
    if !isTroubled || draw.chance(92) { return draw.number(in: 1...5) }
    let span = draw.chance(80) ? draw.number(in: 1...80) : draw.number(in: 1...4_000)
    calmFrom = max(calmFrom, now + span)
    return span
  }

  /// Sends something, unless it is lost; behind a cut it may wait until that is over.
  private mutating func send(_ event: Event, cutUntil: Int) {
    if now < cutUntil {
      if draw.chance(50) { return count("cut off") }
      return plan(event, at: cutUntil + delay())
    }
    if isTroubled, draw.chance(3) { return count("lost") }
    if isTroubled, draw.chance(3) {
      count("doubled")
      plan(event, at: now + delay())
    }
    plan(event, at: now + delay())
  }

  private mutating func ask(_ request: ShardRequest, of lane: Int) {
    let event = Event.request(lane: lane, life: lanes[lane].life, request)
    send(event, cutUntil: lanes[lane].withoutStoreUntil)
  }

  /// A request is with the store, whatever has become of who sent it.
  private mutating func arrive(
    _ request: ShardRequest, of lane: Int, _ life: Int, _ event: Event
  ) throws {
    if now < storeAwayUntil {
      return draw.chance(50) ? count("lost") : plan(event, at: storeAwayUntil + delay())
    }
    guard let answer = store.carryOut(request) else { return }
    switch answer {
    case .claimed: count("claimed")
    case .contested: count("contested")
    case .refused(let name, _, let lying): count(name == lying ? "stored already" : "refused")
    case .dispossessed: count("dispossessed")
    default: break
    }
    send(
      .answer(lane: lane, life: life, answer), cutUntil: lanes[lane].withoutStoreUntil)
  }

  /// Tells all lanes, the one that says it, too, as far as the bus reaches.
  private mutating func announce(_ beat: LaneBeat, by lane: Int) {
    for other in lanes.indices {
      let cut = max(lanes[lane].withoutBusUntil, lanes[other].withoutBusUntil)
      if now >= cut { send(.heardBeat(lane: other, beat), cutUntil: 0) }
    }
  }

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
