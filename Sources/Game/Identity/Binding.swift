// What a proof holds for: the one connection that it is given on, as either end sees it. A server
// that passes a proof on has another connection, and the proof is worth nothing there. Plain TCP
// has nothing that only its two ends know, so there the client names the address that it dialed.
// That holds off a server at another address, and not somebody on the way, who can change all that
// is said: so it counts only where both ends are on one machine or network.

/// What one end sees of a connection that nobody between the ends has in common with it.
public enum Binding: Hashable, Sendable {
  /// Keying material that both ends of a TLS connection share and nobody else: 32 bytes of the
  /// exporter `EXPORTER-Channel-Binding` (RFC 9266).
  case tls([UInt8])
  /// The page in a browser that speaks, as its `Origin`: browsers show pages nothing of TLS.
  case web(origin: String)
  /// Plain TCP between ends on one machine or network: the IP address and port of the server that
  /// the client dialed, such as `192.168.1.10:7313`. The server sees it as its own end.
  case address(String)
  /// Nothing: plain TCP over other networks, or through a proxy. It proves nobody.
  case open

  /// The kinds of binding, as PROVE names them.
  public enum Kind: String, CaseIterable, Sendable {
    case tls, web, open
    case address = "addr"
  }

  /// Which kind it is.
  public var kind: Kind {
    switch self {
    case .tls: .tls
    case .web: .web
    case .address: .address
    case .open: .open
    }
  }
}
