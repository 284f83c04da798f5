// A server that somebody may go to, as it stands in a list.

/// A server that can be gone to.
package struct ServerChoice: Hashable, Sendable {
  /// What the player reads.
  package var name: String
  /// What the program is told, as one would type it.
  package var address: String
  /// What is going on there; nil for a server of which that is not known.
  package var news: String?

  /// A name and an address, which may be the same.
  package init(name: String, address: String, news: String? = nil) {
    self.name = name
    self.address = address
    self.news = news
  }
}
