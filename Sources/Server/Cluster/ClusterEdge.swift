// A lane's way to the store and the bus of its cluster, and back. What a turn asks goes in as few
// requests as it fits in; answers come with the lane's other posts. Confined to the lane's queue.
// It asks nothing again and decides nothing.

import ClusterWire
import Driving
import Net
import Rooms
import Synchronization

/// A lane's way to the engines of a cluster.
final class ClusterEdge: ClusterPort, NodePort {
  private let node: ClusterNode
  private let admission: Admission
  private let clock: Clock
  private weak var lane: Lane?
  /// From a request to its answer.
  private(set) var requestTimes = Histogram.roundTrip
  /// What was said of guests to other nodes, and heard.
  private(set) var parcels = Tally<TrafficWay>()
  /// The same in bytes.
  private(set) var parcelBytes = Tally<TrafficWay>()
  /// The other nodes that were heard when this was looked at last.
  var nodesHeard: [Int] = []
  /// Those that did not agree with this one.
  var nodesDiffering: [Int] = []
  /// Those whose clocks differed from this one's, and whether most did.
  var clocksAstray: Set<Int> = []
  var isClockAstray = false
  /// Where nodes say that they are.
  var addresses: [Int: String] = [:]
  private var pace = ReadingPace()
  /// Whether it was told that another process is this node.
  private(set) var isReplaced = false

  init(_ start: NodeStart, of lane: Lane, clock: Clock) {
    (node, admission) = (start.node, start.admission)
    (self.lane, self.clock) = (lane, clock)
  }

  func ask(_ questions: [(shard: Int, request: ShardRequest)]) {
    var waiting = questions.map { ShardQuestion(shard: $0.shard, $0.request) }
    let asked = clock.milliseconds()
    while let batch = StoreBatch.takeFirst(of: &waiting, at: pace) {
      let reads = batch.reads
      node.engines.ask(batch) { [weak lane] answers in
        guard let lane else { return }
        lane.executor.post {
          lane.assumeIsolated { $0.storeAnswered(answers, asked: asked, reads: reads) }
        }
      }
    }
  }

  func say(_ beat: LaneBeat) {
    guard admission.isGiven else { return }
    var beat = beat
    beat.address = node.address
    node.engines.say(beat.line, on: beat.subject)
  }

  func carry(_ messages: [NodeMessage]) {
    for message in messages {
      // One that is too long is lost, which the other end notices.
      guard let bytes = message.bytes else { continue }
      node.engines.say(bytes, on: message.subject)
      count(message, of: bytes.count, .sent)
    }
  }

  /// Counts what a lane of another node has said of guests, or was told.
  func count(_ message: NodeMessage, of bytes: Int, _ way: TrafficWay) {
    parcels[way] += message.parcels.count
    parcelBytes[way] += bytes
  }

  func tell(_ list: NodeList) { node.engines.say(list.bytes, on: list.subject) }

  /// Notes what a request has been answered; nil for nothing.
  func observe(
    _ answers: [(shard: Int, input: Tenure.Input)]?, asked: Int64, reads: Bool
  ) {
    if reads { pace.note(answers?.reduce(0) { $0 + $1.input.bytesRead }) }
    guard answers != nil else { return }
    requestTimes.observe(nanoseconds: Int(clock.milliseconds() - asked) * 1_000_000)
  }

  /// Says that another process is this node.
  func replaced() {
    isReplaced = true
    node.whenReplaced()
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
    _ size: Int, toLane number: Int, _ hear: @escaping @Sendable (isolated Lane) -> Void
  ) {
    let (lane, backlog) = (lanes[number], backlogs[number])
    guard backlog.admit(size) else { return }
    lane.executor.post {
      lane.assumeIsolated { hear($0) }
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
      hand(line.count, toLane: number) { $0.heard(beat) }
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
    hand(bytes.count, toLane: message.lane) { $0.heard(message, of: bytes.count) }
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
    hand(bytes.count, toLane: list.lane) { $0.heard(list) }
  }
}
