// A proof holds for one connection: the one that it is given on, as either end sees it. A relay in
// between that passes a proof on has another connection, and it is worth nothing there.

/// What one end sees of a connection that nobody between the ends has in common with it.
public enum Binding: Hashable, Sendable {
  /// Keying material that both ends of a TLS connection share and nobody else: 32 bytes of the
  /// exporter `EXPORTER-Channel-Binding` (RFC 9266).
  case tls([UInt8])
  /// The page in a browser that speaks, as its `Origin`: browsers show pages nothing of TLS.
  case web(origin: String)
  /// Nothing: over plain TCP anybody between the ends can pass everything on.
  case open

  /// The kinds of binding, as PROVE names them.
  public enum Kind: String, CaseIterable, Sendable {
    case tls, web, open
  }

  /// Which kind it is.
  public var kind: Kind {
    switch self {
    case .tls: .tls
    case .web: .web
    case .open: .open
    }
  }
}
