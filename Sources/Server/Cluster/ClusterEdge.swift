// A lane's way to the store and the bus of its cluster, and back. What a turn asks goes in as few
// requests as it fits in; answers come with the lane's other posts. Confined to the lane's queue.
// It asks nothing again and decides nothing.

import Cluster
import Driving
import Game
import Logging
import Net
import Rooms
import Synchronization

/// A lane's way to the engines of a cluster.
final class ClusterEdge: ClusterPort, NodePort {
  private let start: NodeStart
  private let index: Int
  private let shared: Lane.Shared
  private weak var lane: Lane?
  private let driver: HallDriver<Switchboard<ReactorSockets>>
  /// What the lane is in the cluster.
  private(set) lazy var node = ClusterLane(
    driver,
    LaneTenures(
      of: start.claimant, lane: index,
      shards: NodeStart.shards(ofLane: index, of: shared.bus.laneCount),
      configuration: start.configuration, at: Instant(shared.clock.milliseconds())),
    start.membership, through: self, reading: shared.nothingRestored)
  /// From a request to its answer.
  private(set) var requestTimes = Histogram.roundTrip
  /// What was said of guests to other nodes, and heard.
  private(set) var parcels = Tally<TrafficWay>()
  /// The same in bytes.
  private(set) var parcelBytes = Tally<TrafficWay>()
  private var pace = ReadingPace()
  /// Tells the operator of other nodes; nil but on the first lane.
  private var watch: NodeWatch?
  /// Whether a room could open here, as the shards allow.
  private var opensRooms = false

  init(
    _ start: NodeStart, of lane: Lane, _ index: Int, _ shared: Lane.Shared,
    _ driver: HallDriver<Switchboard<ReactorSockets>>
  ) {
    (self.start, self.lane, self.index, self.shared) = (start, lane, index, shared)
    self.driver = driver
    if index == 0 { watch = NodeWatch(shared.log, whenReplaced: start.node.whenReplaced) }
  }

  /// Lets the lane take part.
  func begin(at now: Instant) {
    node.lend(through: self, at: now)
    driver.finished()
  }

  func ask(_ questions: [(shard: Int, request: ShardRequest)]) {
    var waiting = questions.map { ShardQuestion(shard: $0.shard, $0.request) }
    let asked = shared.clock.milliseconds()
    while let batch = StoreBatch.takeFirst(of: &waiting, at: pace) {
      let reads = batch.reads
      start.node.engines.ask(batch) { [weak lane] answers in
        lane?
          .post {
            $0.cluster?.observe(answers, asked: asked, reads: reads)
            if let answers { $0.cluster?.node.answered(answers, at: $0.now) }
          }
      }
    }
  }

  func say(_ beat: LaneBeat) {
    guard start.admission.isGiven else { return }
    var beat = beat
    beat.address = start.node.address
    start.node.engines.say(beat.line, on: beat.subject)
  }

  func carry(_ messages: [NodeMessage]) {
    for message in messages {
      // One that is too long is lost, which the other end notices.
      guard let bytes = message.bytes else { continue }
      start.node.engines.say(bytes, on: message.subject)
      count(message, of: bytes.count, .sent)
    }
  }

  /// Counts what a lane of another node has said of guests, or was told.
  func count(_ message: NodeMessage, of bytes: Int, _ way: TrafficWay) {
    parcels[way] += message.parcels.count
    parcelBytes[way] += bytes
  }

  func tell(_ list: NodeList) { start.node.engines.say(list.bytes, on: list.subject) }

  /// Notes what a request has been answered; nil for nothing.
  func observe(
    _ answers: [(shard: Int, input: Tenure.Input)]?, asked: Int64, reads: Bool
  ) {
    if reads { pace.note(answers?.reduce(0) { $0 + $1.input.bytesRead }) }
    guard answers != nil else { return }
    requestTimes.observe(nanoseconds: Int(shared.clock.milliseconds() - asked) * 1_000_000)
  }

  /// Takes a beat, and looks who is there.
  func hear(_ beat: LaneBeat, at now: Instant) {
    node.heard(beat, at: now)
    watch?.look(at: node.tenures, after: beat)
  }

  /// Notes what a shard's coming, going, standing or going on means for newcomers.
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

extension Tenure.Input {
  /// The bytes of the entries of a page that was read.
  fileprivate var bytesRead: Int {
    if case .page(let page, _) = self { page.entries.reduce(0) { $0 + $1.frame.count } } else { 0 }
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

  /// Listens from now on.
  func listen() async throws(NetError) {
    try await start.node.engines.listen(LaneBeat.subjects) { [self] subject, line in
      hear(beat: line, on: subject)
    }
    try await start.node.engines.listen(NodeList.subjects) { [self] subject, bytes in
      hearList(bytes, on: subject)
    }
    for subject in NodeMessage.subjects(for: start.claimant.node) {
      try await start.node.engines.listen(subject) { [self] subject, bytes in
        hear(bytes, on: subject)
      }
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
      $0.cluster?.count(message, of: bytes.count, .received)
      $0.cluster?.node.heard(message, at: $0.now)
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
