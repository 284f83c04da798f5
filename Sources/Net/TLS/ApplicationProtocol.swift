// What is spoken inside TLS, by its names for ALPN (RFC 7301).

/// A protocol that a client asks for and a server chooses, during the handshake.
enum ApplicationProtocol: String, CaseIterable {
  /// Lines of the game, and nothing before them.
  case lines = "chromatch/1"
  /// HTTP, and WebSocket after it.
  case http = "http/1.1"

  /// The protocol as ALPN lists it: its length, then its name.
  var listed: [UInt8] { [UInt8(rawValue.utf8.count)] + Array(rawValue.utf8) }

  /// All protocols as ALPN lists them, best first; static, because OpenSSL keeps a pointer into the
  /// list for a while.
  static let list: StaticString = "\u{b}chromatch/1\u{8}http/1.1"
}
