// What a reactor has promised itself to do later: give up on a peer, listen again. Nothing is ever
// taken out early; an entry that has lost its meaning finds nothing to do when its time comes.

/// A binary heap of deadlines, the earliest first.
struct DeadlineHeap {
  /// What is due.
  enum Purpose: Equatable {
    /// To give up on connecting to, or on parting politely from, this peer.
    case giveUp(SocketID)
    /// To look whether there are descriptors again for those who wait to be accepted.
    case listenAgain
  }

  private var entries: [(milliseconds: Int64, purpose: Purpose)] = []

  /// The earliest deadline, in milliseconds of the reactor's clock.
  var earliest: Int64? { entries.first?.milliseconds }

  mutating func insert(_ purpose: Purpose, atMilliseconds milliseconds: Int64) {
    entries.append((milliseconds, purpose))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if entries[parent].milliseconds <= entries[child].milliseconds { break }
      entries.swapAt(parent, child)
      child = parent
    }
  }

  /// Takes out the earliest entry if it is due at `now`.
  mutating func popDue(at now: Int64) -> Purpose? {
    guard let first = entries.first, first.milliseconds <= now else { return nil }
    let last = entries.removeLast()
    if entries.isEmpty { return first.purpose }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].milliseconds < entries[least].milliseconds { least = child }
      }
      if least == parent { break }
      entries.swapAt(parent, least)
      parent = least
    }
    return first.purpose
  }
}
