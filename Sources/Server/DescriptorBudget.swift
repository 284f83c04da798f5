// How many connections the descriptors of this process allow. Some are set aside, so that the
// operator of a full server can still ask it for its health. It counts nothing itself. One reserve
// descriptor that is opened and closed on need would race with the door.
// Invariant: those inside, those who can only come back to a seat, and what is set aside fit
// together.

/// What becomes of the descriptors that are free when a server starts.
struct DescriptorBudget: Equatable {
  /// How many connections there may be.
  let connections: Int
  /// How many more there may be to come back to a seat.
  let returning: Int

  /// - Parameter free: how many descriptors can still be opened.
  /// - Returns: nil if there is not room for a single connection.
  init?(free: Int, limits: ServerLimits) {
    let available = free - limits.spareDescriptors
    returning = max(0, min(limits.connectionsReturningMax, available / 4))
    // One more has to be accepted before the oldest of those can go for it.
    connections = min(limits.connectionsMax, available - returning - 1)
    if connections < 1 { return nil }
  }
}
