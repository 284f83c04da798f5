// Where all end-to-end tests run: one thread of their own, one after another. They start real
// processes and wait for them in poll(2), which would hold up other tests on the shared pool; and
// the machine is small, so two matches at once would only disturb each other's clocks.

import Dispatch
import Glibc
import Net
import TestSupport
import Testing

/// The thread of the end-to-end tests.
@globalActor
actor Stage {
  static let shared = Stage()
  private let executor = QueueExecutor(label: "chromatch.tests.stage")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}

/// Something on the stage that has to be listened to while a test waits.
@Stage
protocol Listener: AnyObject {
  /// The descriptors that it reads from now.
  var descriptors: [Int32] { get }
  /// Takes what has come on them. Called often; finding nothing is fine.
  func listen()
}

/// Waits until something holds, listening to everyone meanwhile.
///
/// - Throws: when it does not hold in time; `scene` says what there was instead.
@Stage
func wait(
  for what: String, hearing listeners: [any Listener], seconds: Int = 30,
  scene: () -> String = { "" }, until holds: () -> Bool
) throws {
  let deadline = Clock().milliseconds() + Int64(1_000 * seconds * patienceFactor)
  let clock = Clock()
  for listener in listeners { listener.listen() }
  while !holds() {
    if clock.milliseconds() >= deadline {
      throw Missed(description: "\(what): not within \(seconds * patienceFactor) s\n\(scene())")
    }
    var ready = listeners.flatMap(\.descriptors)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Short, because some of what is waited for shows on no descriptor.
    poll(&ready, nfds_t(ready.count), 20)
    for listener in listeners { listener.listen() }
  }
}

/// What was waited for did not come.
struct Missed: Error, CustomStringConvertible {
  let description: String
}
