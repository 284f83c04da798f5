// A server that somebody may go to, as it stands in a list.

/// A server that can be gone to.
public struct ServerChoice: Hashable, Sendable {
  /// What the player reads.
  public var name: String
  /// What the program is told, as one would type it.
  public var address: String

  /// A name and an address, which may be the same.
  public init(name: String, address: String) {
    self.name = name
    self.address = address
  }
}
