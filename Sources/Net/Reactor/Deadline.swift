// What a reactor has promised itself to do later: give up on a peer, listen again. Nothing is ever
// taken out early; a deadline that has lost its meaning finds nothing to do when its time comes.

import HeapModule

/// A deadline; what is due at the same time comes in any order.
struct Deadline: Comparable {
  /// What is due.
  enum Purpose {
    /// To give up on connecting to, or on parting politely from, this peer.
    case giveUp(SocketID)
    /// To look whether there are descriptors again for those who wait to be accepted.
    case listenAgain
  }

  /// When, in milliseconds of the reactor's clock.
  let milliseconds: Int64
  let purpose: Purpose

  static func == (one: Deadline, other: Deadline) -> Bool { one.milliseconds == other.milliseconds }
  static func < (one: Deadline, other: Deadline) -> Bool { one.milliseconds < other.milliseconds }
}

extension Heap<Deadline> {
  /// Takes out the earliest deadline if it is due at `now`.
  mutating func popDue(at now: Int64) -> Deadline.Purpose? {
    guard let min, min.milliseconds <= now else { return nil }
    return removeMin().purpose
  }
}
