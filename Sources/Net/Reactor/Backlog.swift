// Counts what was handed to another queue and has not been handled there. It holds nothing and
// knows no queue: a sender has each item admitted, and the receiver says when it has handled it.
// Invariant: what is admitted and not finished never exceeds either bound.

import Synchronization

/// A bound on what waits for a queue, from any thread.
public final class Backlog: Sendable {
  private let countMax: Int
  private let bytesMax: Int
  private let count = Atomic(0)
  private let bytes = Atomic(0)
  private let refusals = Atomic(0)

  /// A bound in messages and in bytes of all of them.
  public init(countMax: Int, bytesMax: Int) {
    (self.countMax, self.bytesMax) = (countMax, bytesMax)
  }

  /// How many messages wait.
  public var waiting: Int { count.load(ordering: .relaxed) }

  /// How many messages were not admitted.
  public var refused: Int { refusals.load(ordering: .relaxed) }

  /// Asks whether a message may wait, too.
  ///
  /// - Parameter size: its bytes.
  /// - Returns: false when it has to be dropped; if it is true, `finish` is called once.
  public func admit(_ size: Int) -> Bool {
    // Counted before it is judged, so that of two at once both cannot have the last place.
    let count = count.add(1, ordering: .relaxed).newValue
    let bytes = bytes.add(size, ordering: .relaxed).newValue
    if count <= countMax, bytes <= bytesMax { return true }
    finish(size)
    refusals.add(1, ordering: .relaxed)
    return false
  }

  /// Says that a message that was admitted has been handled.
  public func finish(_ size: Int) {
    count.subtract(1, ordering: .relaxed)
    bytes.subtract(size, ordering: .relaxed)
  }
}
