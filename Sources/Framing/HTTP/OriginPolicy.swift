// Which web pages may speak to this server. A browser lets any page open a WebSocket to anywhere
// and only says, truthfully, which page it was (RFC 6455, section 10.2; RFC 6454): so it is for the
// server to look. Programs that are no browsers say nothing, and could say anything.

/// Which origins may open a WebSocket.
public struct OriginPolicy: Equatable, Sendable {
  /// A scheme, a host and a port that is always said.
  private struct Origin: Hashable {
    let scheme: String
    let host: String
    let port: UInt16

    /// Reads `https://host` or `https://host:port`; nil if it is neither, `null` for one.
    init?(_ text: String) {
      for (scheme, defaultPort) in [("http", 80), ("https", 443)] as [(String, UInt16)] {
        let start = scheme + "://"
        guard isSameWord(String(text.prefix(start.count)), start) else { continue }
        guard let authority = Authority(text.dropFirst(start.count)) else { return nil }
        self.scheme = scheme
        host = authority.host
        port = authority.port ?? defaultPort
        return
      }
      return nil
    }

    /// Whether a page of this origin came from that host. A port that is not said is the scheme's.
    func isSameHost(as authority: Authority) -> Bool {
      let defaultPort: UInt16 = scheme == "https" ? 443 : 80
      return host == authority.host && port == authority.port ?? defaultPort
    }
  }

  private let allowed: [Origin]

  /// Pages of the host that they speak to may always do so.
  /// - Parameter allowed: other origins that may, such as `https://play.example`; nil if one of
  ///   them is no origin.
  public init?(allowing allowed: [String]) {
    self.allowed = allowed.compactMap(Origin.init)
    if self.allowed.count != allowed.count { return nil }
  }

  /// Only pages of the host that they speak to.
  public static let sameHost = Self()

  private init() { allowed = [] }

  /// - Throws: 403 when the request comes from a page that may not.
  public func check(_ head: RequestHead) throws(HTTPRefusal) {
    let origins = head.fields["Origin"]
    if origins.isEmpty { return }
    guard origins.count == 1, let origin = Origin(origins[0]) else {
      throw HTTPRefusal(.forbidden, "this origin may not play here")
    }
    if allowed.contains(origin) { return }
    if let authority = head.authority, origin.isSameHost(as: authority) { return }
    throw HTTPRefusal(.forbidden, "this origin may not play here")
  }
}
