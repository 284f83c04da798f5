// Where the tests of this folder run that wait in poll(2): one thread of their own, one after
// another, because blocking the shared pool would hold up everybody else's tests.

import Net

/// The thread of tests that block.
@globalActor
actor OwnThread {
  static let shared = OwnThread()
  private let executor = QueueExecutor(label: "chromatch.tests.net")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
