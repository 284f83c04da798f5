// What a lane of a cluster asks and says, as requests to the store and messages on the bus: what a
// turn asks goes in as few requests as it fits in. It carries nothing itself, asks nothing again
// and decides nothing.

import Measures

/// A lane's post.
public final class ClusterPost: ClusterPort, NodePort {
  private let address: String
  private let mayBeat: () -> Bool
  private let say: (_ bytes: [UInt8], _ subject: String) -> Void
  private let ask: (StoreBatch) -> Void
  private var pace = ReadingPace()
  private var parcels = Tally<TrafficWay>()
  private var parcelBytes = Tally<TrafficWay>()

  /// A lane's post.
  ///
  /// - Parameters:
  ///   - address: where players reach the node, as HOST:PORT.
  ///   - mayBeat: whether the node may take part.
  ///   - say: sends bytes to all listeners of a subject.
  ///   - ask: asks the store; it is told `answered`.
  public init(
    address: String, mayBeat: @escaping () -> Bool,
    say: @escaping (_ bytes: [UInt8], _ subject: String) -> Void,
    ask: @escaping (StoreBatch) -> Void
  ) {
    (self.address, self.mayBeat, self.say, self.ask) = (address, mayBeat, say, ask)
  }

  /// Asks the store.
  public func ask(_ questions: [(shard: Int, request: ShardRequest)]) {
    var waiting = questions.map { ShardQuestion(shard: $0.shard, $0.request) }
    while let batch = StoreBatch.takeFirst(of: &waiting, at: pace) { ask(batch) }
  }

  /// Notes what a request has been answered; nil for nothing.
  public func note(_ answers: StoreBatch.Response?, of batch: StoreBatch) {
    if batch.reads { pace.note(answers?.reduce(0) { $0 + $1.input.bytesRead }) }
  }

  /// Tells all lanes.
  public func say(_ beat: LaneBeat) {
    guard mayBeat() else { return }
    var beat = beat
    beat.address = address
    say(beat.line, beat.subject)
  }

  /// Carries messages to other nodes.
  public func carry(_ messages: [NodeMessage]) {
    for message in messages {
      // One that is too long is lost, which the other end notices.
      guard let bytes = message.bytes else { continue }
      say(bytes, message.subject)
      count(message, of: bytes.count, .sent)
    }
  }

  /// Tells all other nodes.
  public func tell(_ list: NodeList) { say(list.bytes, list.subject) }

  /// Counts what a lane of another node has said of guests, or was told.
  package func count(_ message: NodeMessage, of bytes: Int, _ way: TrafficWay) {
    parcels[way] += message.parcels.count
    parcelBytes[way] += bytes
  }

  /// Adds what was counted.
  package func add(to snapshot: inout ClusterMetrics) {
    (snapshot.parcels, snapshot.parcelBytes) = (parcels, parcelBytes)
  }
}

extension Tenure.Input {
  /// The bytes of the entries of a page that was read.
  fileprivate var bytesRead: Int {
    if case .page(let page, _) = self { page.entries.reduce(0) { $0 + $1.frame.count } } else { 0 }
  }
}
