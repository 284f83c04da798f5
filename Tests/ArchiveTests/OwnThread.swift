// Where tests run that wait for another process: a thread of their own, one after another, because
// blocking the shared pool would hold up everybody else's tests.

import Net

/// The thread of tests that block.
@globalActor
actor OwnThread {
  static let shared = OwnThread()
  private let executor = QueueExecutor(label: "chromatch.tests.archive")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
