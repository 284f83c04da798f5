// The way back to the server that a player left for another one. It is there until the other one
// has said WELCOME: what answers at an address may be a web server, or have another certificate. It
// opens no connection.

package import ClientCore

/// Where a player goes back to who cannot stay at an address.
package struct WayBack<Place> {
  private var place: Place?

  /// There is none yet.
  package init() {}

  /// Whether there is one.
  package var isThere: Bool { place != nil }

  /// The player leaves a place for another one.
  package mutating func begin(at place: Place) { self.place = place }

  /// Looks how the session stands where the player went; a welcome ends the way back.
  ///
  /// - Returns: why the player has to take the way back; nil where they do not, or there is none.
  package mutating func failure(in state: SessionState) -> String? {
    if state == .online { place = nil }
    guard isThere, case .ended(.failed(let sentence)) = state else { return nil }
    return sentence
  }

  /// The player takes the way back, which is gone then; nil where there is none.
  package mutating func take() -> Place? {
    defer { place = nil }
    return place
  }
}
