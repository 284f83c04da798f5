// How others get into a server, in words: what they type, and what they open in a browser. It knows
// addresses and no server.

/// The ways to a server; none of them if nobody is to be told.
struct Invitations: Equatable, Sendable {
  /// Where others can reach it, the likeliest address first.
  var addresses: [Address] = []
  /// Where a browser finds it; nil if it shows no page.
  var page: String?

  /// All that others need for a room, a way a line. Of several addresses the likeliest is enough.
  func lines(to room: String) -> [String] {
    guard let address = addresses.first else { return [] }
    let warning = address.fingerprint == nil ? "" : ", unencrypted"
    return ["others join with: chromatch join \(address.invitation(to: room))"]
      + (page.map { ["or in a browser\(warning): \($0)/#\(room)"] } ?? [])
  }

  /// What others have to type, as it stands, if they are to be sure of this server: too long for
  /// the screen that will cover it, to be copied while the job is stopped, or from now on. Of
  /// several addresses the likeliest is enough.
  var linesBeforeScreen: [String] {
    addresses.prefix(1).map { "Others join with: chromatch play \($0.invitation(to: nil))" }
  }
}
