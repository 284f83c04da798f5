// Who is in the middle of a TLS handshake, and who has to give way when there are too many. A
// session that gets nowhere takes forty times what a quiet connection does, so there may be only so
// many. It knows names and neighborhoods and closes nothing itself.

/// The TLS handshakes of one reactor that have begun.
struct HandshakesUnderWay {
  /// The oldest first. Those that are over may still be among them until one more is too many.
  private var entries: [(id: SocketID, from: Neighborhood)] = []

  /// Notes one more.
  ///
  /// - Parameters:
  ///   - max: how many there may be, this one included.
  ///   - isUnderWay: whether an earlier one is neither done nor gone.
  /// - Returns: who has to give way, if there are too many: an honest handshake is over in a
  ///   moment, so it is the oldest, and of the neighborhood that has the most.
  mutating func begin(
    _ id: SocketID, from neighborhood: Neighborhood, max: Int, isUnderWay: (SocketID) -> Bool
  ) -> SocketID? {
    defer { entries.append((id, neighborhood)) }
    if entries.count < max { return nil }
    entries.removeAll { !isUnderWay($0.id) }
    if entries.count < max { return nil }
    let counts = entries.reduce(into: [:]) { $0[$1.from, default: 0] += 1 }
    let most = counts.values.max()
    return entries.firstIndex { counts[$0.from] == most }.map { entries.remove(at: $0).id }
  }
}
