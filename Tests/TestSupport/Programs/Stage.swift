// Where tests of whole programs run: one thread of their own, one after another. They start real
// processes and wait for them in poll(2), which would hold up other tests on the shared pool.

import Glibc
import Net

/// The thread of these tests.
@globalActor
actor Stage {
  static let shared = Stage()
  private let executor = QueueExecutor(label: "chromatch.tests.stage")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Something on the stage that has to be listened to while a test waits.
@Stage
protocol Listener: AnyObject {
  /// The descriptors that it reads from now.
  var descriptors: [Int32] { get }
  /// Whether nothing can come from it any more.
  var isOver: Bool { get }
  /// What a failed test should show of it.
  var scene: String { get }
  /// Takes what has come. Called often; finding nothing is fine.
  func listen()
}

/// Waits until something holds, however long that takes, listening to everyone meanwhile. What it
/// waits for is printed once when that is long, for the log of a run that never ends.
///
/// - Throws: when nobody is left from whom anything could come.
@Stage
func wait(
  for what: String, hearing listeners: [any Listener], until holds: () throws -> Bool
) throws {
  var looks = 0
  while true {
    // Asked first: what ends just now may have said something before.
    let areOver = listeners.allSatisfy(\.isOver)
    for listener in listeners { listener.listen() }
    if try holds() { return }
    let scene = { listeners.map(\.scene).joined(separator: "\n======\n") }
    if areOver { throw Missed(description: "\(what): everybody has ended\n\(scene())") }
    looks += 1
    let patience = 3_000
    if looks == patience { print("still waiting for \(what)\n\(scene())") }
    var ready = listeners.flatMap(\.descriptors)
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // Short, because some of what is waited for shows on no descriptor.
    poll(&ready, nfds_t(ready.count), 20)
  }
}

/// What was waited for cannot come any more.
struct Missed: Error, CustomStringConvertible {
  let description: String
}

/// A program that a test has started.
@Stage
protocol Started: Listener {
  /// Its process.
  var process: pid_t { get }
  /// How it ended; nil while it runs.
  var end: End? { get }
}

extension Started {
  var isOver: Bool { end != nil }

  /// Waits for its end.
  @discardableResult
  func ended(hearing others: [any Listener] = []) throws -> End? {
    try wait(for: "its end", hearing: [self] + others) { end != nil }
    return end
  }

  /// Ends it as a crash does, and waits for that.
  func crash() throws {
    kill(process, SIGKILL)
    try ended()
  }
}
