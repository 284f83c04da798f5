// A lane is one serial queue and everything that happens on it: a reactor, a hall and what drives
// it. As an actor on that queue it lets the compiler prove that nothing of it is touched from
// elsewhere. It knows no input by name: others tell its hall one (`tell`), or have something done
// with its edge (`post`, `run`). Invariant: neither waits for the lane on another one's queue.

import Dispatch
import Net
import Rooms

/// One queue with its sockets and rooms.
actor Lane {
  nonisolated let executor: QueueExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  let index: Int
  /// How busy it is, for the door.
  nonisolated let load = LaneLoad()
  /// Nil before the lane has started and after it has stopped.
  private(set) var edge: LaneEdge?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(index: Int) {
    self.index = index
    executor = QueueExecutor(label: "chromatch.lane.\(index)")
  }

  /// Opens the lane.
  ///
  /// - Throws: when the system has no descriptors left.
  func start(_ shared: Shared) throws(NetError) {
    edge = try LaneEdge(of: self, shared)
  }

  /// Tells the lane's hall something, in a later turn.
  nonisolated func tell(_ input: Input) { post { $0.driver.handle(input, at: $0.now) } }

  /// Has something done in a later turn, unless the lane has stopped by then.
  nonisolated func post(_ work: @escaping @Sendable (LaneEdge) -> Void) {
    executor.post { self.assumeIsolated { $0.edge.map(work) } }
  }

  /// Does something and returns what comes of it; nil unless the lane runs.
  @discardableResult
  func run<Result: Sendable>(_ work: @Sendable (LaneEdge) -> Result) -> Result? { edge.map(work) }

  /// What the lane has done and what it holds; nothing unless it runs.
  func snapshot() -> Metrics { edge.map { $0.witness.snapshot(at: $0.now) } ?? Metrics() }

  /// Parts from everyone politely and returns when all is closed, after `withinMilliseconds` at
  /// most.
  func stop(withinMilliseconds: Int) async {
    guard let edge else { return }
    edge.driver.stop(at: edge.now)
    let deadline = DispatchTime.now() + .milliseconds(withinMilliseconds)
    executor.queue.asyncAfter(deadline: deadline) { [weak self] in
      self?.assumeIsolated { $0.edge?.reactor.stop() }
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// The last that its edge tells.
  func reactorStopped() {
    edge = nil
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
