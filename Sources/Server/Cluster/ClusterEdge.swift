// A lane's way to the store and the bus of its cluster, and back. Answers come with the lane's
// other posts. Confined to the lane's queue. It asks nothing again and decides nothing.

import Cluster
import Game
import Measures
import Net
import Rooms
import Synchronization

/// A lane's way to the engines of a cluster.
final class ClusterEdge {
  private let start: NodeStart
  private let index: Int
  private let shared: Lane.Shared
  private let post: ClusterPost
  /// What the lane is in the cluster.
  let node: ClusterLane
  /// From a request to its answer.
  private var requestTimes = Histogram.roundTrip
  /// Looks who is there; nil but on the first lane.
  private var watch: NodeWatch?
  /// Whether a room could open here.
  private var opensRooms = false

  init(
    _ start: NodeStart, of lane: Lane, _ index: Int, _ shared: Lane.Shared,
    _ driver: HallDriver
  ) {
    (self.start, self.index, self.shared) = (start, index, shared)
    let (engines, clock) = (start.node.engines, shared.clock)
    post = ClusterPost(
      address: start.node.address, mayBeat: { start.admission.isGiven },
      say: { engines.bus.say($0, on: $1) },
      ask: { [weak lane] batch in
        let asked = clock.milliseconds()
        engines.store.ask(batch) { [weak lane] answers in
          lane?.post { $0.cluster?.take(answers, to: batch, asked: asked, at: $0.now) }
        }
      })
    node = ClusterLane(
      driver,
      LaneTenures(
        of: start.claimant, lane: index, of: shared.bus.laneCount,
        configuration: start.configuration, at: Instant(clock.milliseconds())),
      start.membership, through: post, reading: shared.nothingRestored)
    if index == 0 { watch = NodeWatch() }
  }

  /// Lets the lane take part.
  func begin(at now: Instant) {
    node.lend(through: post, at: now)
    node.driver.finished()
  }

  /// Takes what the store has answered; nil for nothing.
  private func take(
    _ answers: StoreBatch.Response?, to batch: StoreBatch, asked: Int64, at now: Instant
  ) {
    post.note(answers, of: batch)
    guard let answers else { return }
    requestTimes.observe(nanoseconds: Int(shared.clock.milliseconds() - asked) * 1_000_000)
    node.answered(answers, at: now)
  }

  /// Takes what a lane of another node says of guests, in so many bytes.
  func hear(_ message: NodeMessage, of bytes: Int, at now: Instant) {
    post.count(message, of: bytes, .received)
    node.heard(message, at: now)
  }

  /// What the lane tells of the cluster.
  func snapshot(at now: Instant) -> ClusterMetrics {
    var snapshot = node.snapshot(at: now)
    snapshot.storeRequests = requestTimes
    post.add(to: &snapshot)
    return snapshot
  }

  /// Takes a beat, and looks who is there.
  func hear(_ beat: LaneBeat, at now: Instant) {
    node.heard(beat, at: now)
    for news in watch?.look(at: node, after: beat) ?? [] {
      shared.log.note(news)
      if news.isReplaced { start.node.whenReplaced() }
    }
  }

  /// Notes what coming, going, standing or going on of rooms means for newcomers.
  func saw(_ input: Input?) {
    guard case .placed(let placement, let change)? = input else { return }
    switch change {
    case .elsewhere: return
    case .came(let restoration): shared.log.missing(from: restoration)
    case .went, .stood, .wentOn: break
    }
    if placement.opensRooms == opensRooms { return }
    opensRooms = placement.opensRooms
    shared.whenOpening(index, opensRooms)
  }
}

/// Hears the beats of all nodes, and what they say of guests and of their rooms, and hands each to
/// the lanes that it concerns.
final class BeatDesk: Sendable {
  let start: NodeStart
  /// What waits for a lane, in messages; what comes beyond is lost.
  static let unheardMax = 32_768
  /// The same in bytes: four times what one lane of a node may say in a turn.
  static let unheardBytesMax = 32 << 20

  private let lanes: [Lane]
  /// What waits for each of them.
  private let backlogs: [Backlog]
  private let unreadable = Atomic(0)

  init(_ start: NodeStart, _ lanes: [Lane]) {
    (self.start, self.lanes) = (start, lanes)
    backlogs = lanes.map { _ in
      Backlog(countMax: BeatDesk.unheardMax, bytesMax: BeatDesk.unheardBytesMax)
    }
  }

  /// Listens from now on. The bus does not hold the desk, which knows the bus.
  func listen() async throws(NetError) {
    let bus = start.node.engines.bus
    try await bus.listen(LaneBeat.subjects) { [weak self] in self?.hear(beat: $1, on: $0) }
    try await bus.listen(NodeList.subjects) { [weak self] in self?.hearList($1, on: $0) }
    for subject in NodeMessage.subjects(for: start.claimant.node) {
      try await bus.listen(subject) { [weak self] in self?.hear($1, on: $0) }
    }
  }

  /// How many beats, lists and messages could not be read.
  var unreadableCount: Int { unreadable.load(ordering: .relaxed) }

  /// How many of them came faster than the lanes heard them.
  var unheardCount: Int { backlogs.reduce(0) { $0 + $1.refused } }

  /// Has a lane hear something of so many bytes, unless too much waits for it.
  private func hand(
    _ size: Int, toLane number: Int, _ hear: @escaping @Sendable (LaneEdge) -> Void
  ) {
    let backlog = backlogs[number]
    guard backlog.admit(size) else { return }
    lanes[number]
      .post {
        hear($0)
        backlog.finish(size)
      }
  }

  /// Takes what came on the bus, on any queue.
  private func hear(beat line: [UInt8], on subject: String) {
    guard start.admission.isGiven else { return }
    guard let beat = LaneBeat(line: line, on: subject) else {
      unreadable.add(1, ordering: .relaxed)
      return
    }
    // A node that is configured otherwise concerns all lanes.
    let isOther = beat.configuration != start.configuration
    for number in lanes.indices where isOther || number == beat.lane {
      hand(line.count, toLane: number) {
        $0.cluster?.hear(beat, at: $0.now)
      }
    }
  }

  /// Takes what another node says of guests, on any queue.
  private func hear(_ bytes: [UInt8], on subject: String) {
    guard let message = NodeMessage(bytes: bytes, on: subject),
      lanes.indices.contains(message.lane)
    else {
      unreadable.add(1, ordering: .relaxed)
      return
    }
    hand(bytes.count, toLane: message.lane) {
      $0.cluster?.hear(message, of: bytes.count, at: $0.now)
    }
  }

  /// Takes what a node says of its rooms, on any queue.
  private func hearList(_ bytes: [UInt8], on subject: String) {
    guard let list = NodeList(bytes: bytes, on: subject) else {
      unreadable.add(1, ordering: .relaxed)
      return
    }
    // A node that has more lanes does not agree with this one, and its beats say so.
    guard list.sender.node != start.claimant.node, lanes.indices.contains(list.lane) else {
      return
    }
    hand(bytes.count, toLane: list.lane) { $0.cluster?.node.heard(list, at: $0.now) }
  }
}
