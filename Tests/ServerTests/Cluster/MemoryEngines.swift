// The engines of a cluster in memory, for servers of one process: the simulation's store, which
// compares as the real one does, and a bus that brings everything at once, in order.

import ClusterWire
import Dispatch
import Net
import Rooms
import Server
import Synchronization
import TenureSupport

/// A store and a bus that all nodes of a test share.
final class MemoryEngines: ClusterEngines {
  private struct State {
    var stores: [Int: ShardStore] = [:]
    var listeners: [(subjects: [Substring], hear: @Sendable (String, [UInt8]) -> Void)] = []
    var figures = EngineFigures()
    var isAway = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "engines")

  /// Whether the store answers nothing, as one without a majority.
  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  /// Whose a shard is.
  func owner(of shard: Int) -> Claimant? {
    state.withLock { $0.stores[shard]?.owner?.claimant }
  }

  func ask(
    _ batch: StoreBatch,
    answered: @escaping @Sendable ([(shard: Int, input: Tenure.Input)]?) -> Void
  ) {
    queue.async { answered(self.carryOut(batch)) }
  }

  private func carryOut(_ batch: StoreBatch) -> [(shard: Int, input: Tenure.Input)]? {
    state.withLock { state in
      if state.isAway {
        state.figures.unanswered += 1
        return nil
      }
      state.figures.answered += 1
      return batch.questions.compactMap { question in
        state.stores[
          question.shard, default: ShardStore(pageMax: StoreBatch.pageEntriesMax, keepsPast: false)
        ]
        .carryOut(question.request).map { (question.shard, $0) }
      }
    }
  }

  func say(_ bytes: [UInt8], on subject: String) {
    let words = subject.split(separator: ".")
    queue.async {
      for (subjects, hear) in self.state.withLock({ $0.listeners })
      where subjects.count == words.count
        && zip(subjects, words).allSatisfy({ $0 == "*" || $0 == $1 })
      {
        hear(subject, bytes)
      }
    }
  }

  func listen(
    _ subject: String, _ hear: @escaping @Sendable (String, [UInt8]) -> Void
  ) async throws(NetError) {
    state.withLock { $0.listeners.append((subject.split(separator: "."), hear)) }
  }

  func figures() async -> EngineFigures { state.withLock { $0.figures } }

  func flush() async { queue.sync {} }

  func stop() async {}
}
