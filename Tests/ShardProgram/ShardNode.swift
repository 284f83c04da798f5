// A node whose rooms say a value now and then: a lane's tenures over a real store and a real bus.
// It writes what it does to its output, each line with the milliseconds of the machine's clock:
//
//     TIME claim SHARD EPOCH
//     TIME open SHARD
//     TIME told SHARD NUMBER VALUE
//     TIME pause SHARD | TIME resume SHARD | TIME resign SHARD WHY

#if Cluster
import BusNATS
import ClusterWire
@preconcurrency import Dispatch
import Game
import Glibc
import Net
import Rooms
import StoreEtcd

/// A node with one lane.
actor ShardNode {
  /// Something is said in each room so often.
  static let sayMilliseconds = 20
  static let lookMilliseconds = 5

  nonisolated let executor = QueueExecutor(label: "shards")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let me: Claimant
  private let store: StoreEtcd
  private let bus: BusNATS
  private var lane: LaneTenures
  private var rooms: [Int: ShardRooms] = [:]
  private var questions: [ShardQuestion] = []
  private var output: [UInt8] = []
  private var said = 0
  private var saysAt = 0
  private var timer: (any DispatchSourceTimer)?

  init(_ me: Claimant, shards: Int, times: TenureTimes, store: StoreEtcd, bus: BusNATS) {
    (self.me, self.store, self.bus) = (me, store, bus)
    lane = LaneTenures(
      of: me, lane: 0, shards: Array(0..<shards), times: times, at: ShardNode.now)
  }

  private static var now: Instant {
    Instant(milliseconds: Int(DispatchTime.now().uptimeNanoseconds / 1_000_000))
  }

  func start() async throws {
    try await bus.listen(LaneBeat.subjects) { [self] subject, bytes in
      guard let beat = LaneBeat(line: bytes, on: subject) else { return }
      executor.post { self.assumeIsolated { node in node.turn { $0.hear(beat, at: $1, &$2) } } }
    }
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(ShardNode.lookMilliseconds))
    timer.setEventHandler { [self] in assumeIsolated { $0.look() } }
    timer.activate()
    self.timer = timer
  }

  func leave() {
    turn { $0.leave(at: $1, &$2) }
  }

  private func look() {
    let now = ShardNode.now
    if lane.deadline <= now { turn { $0.advance(to: $1, &$2) } }
    if now.milliseconds >= saysAt {
      saysAt = now.milliseconds + ShardNode.sayMilliseconds
      for (shard, room) in rooms where room.isOpen && !room.isPaused && room.isStored {
        said += 1
        let input = rooms[shard]?.say("\(me.node)-\(me.start)-\(said)")
        if let input { turn { $0.take(input, of: shard, at: $1, &$2) } }
      }
    }
    if lane.hasLeft, let timer {
      timer.cancel()
      self.timer = nil
      // What was let go of has to be heard.
      Task { [bus] in
        await bus.flush()
        exit(0)
      }
    }
  }

  /// Tells the lane something, and does what it wants.
  private func turn(_ body: (inout LaneTenures, Instant, inout [LaneTenures.Effect]) -> Void) {
    var effects: [LaneTenures.Effect] = []
    body(&lane, ShardNode.now, &effects)
    for effect in effects {
      switch effect {
      case .beat(let beat): bus.say(beat.line, on: beat.subject)
      case .fellSilent: break
      case .shard(let shard, let wanted): carryOut(wanted, of: shard)
      }
    }
    ask()
    write()
  }

  private func carryOut(_ effect: Tenure.Effect, of shard: Int) {
    switch effect {
    case .look: ask(.look, of: shard)
    case .claim(let owner, let after):
      say("claim \(shard) \(owner.epoch)")
      ask(.claim(owner, after: after), of: shard)
    case .read(let from, let owner): ask(.read(from: from, as: owner), of: shard)
    case .drop(let place, let owner): ask(.drop(before: place, as: owner), of: shard)
    case .append(let append):
      guard let entry = rooms[shard]?.entry(for: append) else { return }
      ask(.append(entry, as: append.owner), of: shard)
    case .replay(let entries, let isLast):
      for entry in entries { rooms[shard, default: ShardRooms()].replay(entry) }
      if isLast { turn { $0.take(.replayed, of: shard, at: $1, &$2) } }
    case .open:
      rooms[shard, default: ShardRooms()].isOpen = true
      say("open \(shard)")
    case .release(let batch, let place):
      guard let (told, isWritten) = rooms[shard]?.release(through: batch) else { return }
      for (number, value) in told { say("told \(shard) \(number) \(value)") }
      if isWritten { turn { $0.take(.written(from: place), of: shard, at: $1, &$2) } }
    case .pause:
      rooms[shard]?.isPaused = true
      say("pause \(shard)")
    case .resume:
      rooms[shard]?.isPaused = false
      say("resume \(shard)")
    case .resign(let why):
      rooms[shard] = nil
      say("resign \(shard) \(why)")
    }
  }

  private func ask(_ request: ShardRequest, of shard: Int) {
    questions.append(ShardQuestion(shard: shard, request))
  }

  /// Everything that a turn asks goes in as few requests as it fits in.
  private func ask() {
    while let batch = StoreBatch.takeFirst(of: &questions) {
      store.ask(batch) { [self] answers in
        executor.post { self.assumeIsolated { $0.hear(answers ?? []) } }
      }
    }
  }

  private func hear(_ answers: [(shard: Int, input: Tenure.Input)]) {
    turn { lane, now, effects in
      for (shard, input) in answers { lane.take(input, of: shard, at: now, &effects) }
    }
  }

  private func say(_ text: String) {
    output += Array("\(ShardNode.now.milliseconds) \(text)\n".utf8)
  }

  private func write() {
    if output.isEmpty { return }
    _ = Glibc.write(1, output, output.count)
    output = []
  }
}
#endif
