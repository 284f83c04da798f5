// How many connections the descriptors of this process allow. Some are set aside, so that whoever
// operates a full server can still ask it for its health. It counts nothing itself. Invariant:
// those inside, those who are just being told that there is no room, and what is set aside fit
// together.

import Net

/// What becomes of the descriptors that are free when a server starts.
struct DescriptorBudget: Equatable {
  /// How many connections there may be.
  let connections: Int
  /// How many of those turned away may still be reading why.
  let turnedAway: Int

  /// - Parameter free: how many descriptors can still be opened.
  /// - Returns: nil if there is not room for a single connection.
  init?(free: Int, limits: ServerLimits) {
    let available = free - limits.spareDescriptors
    turnedAway = max(0, min(Reactor.turnedAwayMax, available / 4))
    // One more has to be accepted before anything can be said about it.
    connections = min(limits.connectionsMax, available - turnedAway - 1)
    if connections < 1 { return nil }
  }
}
