// Where a cluster's store or bus is, and with what a node proves to it who it is. It opens nothing.

#if Cluster
/// The servers of a store or a bus, and the files of a node's certificate.
public struct EngineAddress: Hashable, Sendable {
  /// Each server, as `https://HOST:PORT` for a store and `tls://HOST:PORT` for a bus; at least one.
  public let servers: [String]
  /// The file with the certificate of the authority of servers and nodes, as PEM.
  public let authority: String
  /// The file with the node's certificate, as PEM.
  public let certificate: String
  /// The file with its key, as PEM.
  public let key: String

  /// Servers that are asked with a certificate.
  public init(_ servers: [String], authority: String, certificate: String, key: String) {
    precondition(!servers.isEmpty, "a store or a bus has a server")
    self.servers = servers
    self.authority = authority
    self.certificate = certificate
    self.key = key
  }
}
#endif
