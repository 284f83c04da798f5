// The engines of a cluster in memory, for servers of one process: the simulation's store, which
// compares as the real one does, and a bus that brings everything at once, in order.

import Cluster
import Dispatch
import Net
import Rooms
import Server
import Synchronization
import TranscriptSupport

/// A store and a bus that all nodes of a test share.
@dynamicMemberLookup
final class MemoryEngines: ClusterEngines, ClusterStore, ClusterBus {
  struct State {
    var stores: [Int: ShardStore] = [:]
    /// By which rules the rooms in the store are played; nil before anybody has said so.
    var rules: [UInt8]?
    /// The bans of all nodes; nil before anybody has said so.
    var bans: [UInt8]?
    var archive = ArchiveStore(pageMax: ArchiveQuestion.pageEntriesMax)
    var listeners: [(subjects: [Substring], hear: @Sendable (String, [UInt8]) -> Void)] = []
    var figures = EngineFigures()
    var listenersToNews: [AsyncStream<EngineNews>.Continuation] = []
    /// Whether the store answers nothing, as one without a majority.
    var isAway = false
    /// So many journals may be read in one request; if more are, the answer is too long.
    var readsMax = Int.max
    /// How often somebody has asked for the rules.
    var rulesAsked = 0

    mutating func answer(to question: RulesQuestion) -> [UInt8] {
      rulesAsked += 1
      let found = rules ?? question.rules
      rules = found
      return found
    }

    mutating func answer(to question: BansQuestion) -> [[UInt8]] {
      if let lines = question.lines, question.known == bans { bans = lines }
      return bans.map { [$0] } ?? []
    }

    mutating func answers(to batch: StoreBatch) -> [(shard: Int, input: Tenure.Input)] {
      batch.questions.compactMap { question in
        stores[question.shard, default: ShardStore(keepsPast: false)].pageMax = batch.pageEntries
        return stores[question.shard]?.carryOut(question.request).map { (question.shard, $0) }
      }
    }
  }

  var store: MemoryEngines { self }
  var bus: MemoryEngines { self }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "engines")

  subscript<Value: Sendable>(dynamicMember path: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }

  /// Whose a shard is.
  func owner(of shard: Int) -> Claimant? {
    state.withLock { $0.stores[shard]?.owner?.claimant }
  }

  func ask<Request: StoreRequest>(
    _ request: Request, answered: @escaping @Sendable (Request.Response?) -> Void
  ) {
    queue.async { answered(self.carryOut(request)) }
  }

  private func carryOut<Request: StoreRequest>(_ request: Request) -> Request.Response? {
    state.withLock { state in
      let reads = (request as? StoreBatch)?.questions
        .count { if case .read = $0.request { true } else { false } }
      if state.isAway || reads ?? 0 > state.readsMax {
        state.figures.unanswered += 1
        return nil
      }
      state.figures.answered += 1
      let answer: Any =
        switch request {
        case let batch as StoreBatch: state.answers(to: batch)
        case let question as RulesQuestion: state.answer(to: question)
        case let question as BansQuestion: state.answer(to: question)
        case let question as ArchiveQuestion: state.archive.carryOut(question.request)
        default: preconditionFailure("a test's store knows all requests")
        }
      return answer as? Request.Response
    }
  }

  /// Lets the archives' journal begin at a place.
  func drop(before place: UInt64) {
    state.withLock { _ = $0.archive.carryOut(.drop(before: place)) }
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

  var news: AsyncStream<EngineNews> {
    let (news, teller) = AsyncStream.makeStream(of: EngineNews.self)
    state.withLock { $0.listenersToNews.append(teller) }
    return news
  }

  /// Tells the nodes something of their engines, as it is from now on.
  func report(_ news: EngineNews, _ change: (inout EngineFigures) -> Void) {
    for teller in state.withLock({ state in
      change(&state.figures)
      return state.listenersToNews
    }) { teller.yield(news) }
  }

  func figures() async -> EngineFigures { state.withLock { $0.figures } }

  func flush() async { queue.sync {} }

  func stop() async {}
}
