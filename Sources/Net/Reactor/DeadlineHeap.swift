// What a reactor has promised itself to do later: give up on a peer, listen again. Nothing is ever
// taken out early; an entry that has lost its meaning finds nothing to do when its time comes.

import HeapModule

/// Deadlines, the earliest first.
struct DeadlineHeap {
  /// What is due.
  enum Purpose {
    /// To give up on connecting to, or on parting politely from, this peer.
    case giveUp(SocketID)
    /// To look whether there are descriptors again for those who wait to be accepted.
    case listenAgain
  }

  /// A deadline; what is due at the same time comes in any order.
  private struct Entry: Comparable {
    let milliseconds: Int64
    let purpose: Purpose

    static func == (one: Entry, other: Entry) -> Bool { one.milliseconds == other.milliseconds }
    static func < (one: Entry, other: Entry) -> Bool { one.milliseconds < other.milliseconds }
  }

  private var entries = Heap<Entry>()

  /// The earliest deadline, in milliseconds of the reactor's clock.
  var earliest: Int64? { entries.min?.milliseconds }

  mutating func insert(_ purpose: Purpose, atMilliseconds milliseconds: Int64) {
    entries.insert(Entry(milliseconds: milliseconds, purpose: purpose))
  }

  /// Takes out the earliest entry if it is due at `now`.
  mutating func popDue(at now: Int64) -> Purpose? {
    guard let earliest, earliest <= now else { return nil }
    return entries.removeMin().purpose
  }
}
