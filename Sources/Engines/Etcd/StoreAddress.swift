// Where a cluster's store is, and with what a node proves to it who it is. It opens nothing.

#if Cluster
/// The members of a store, and the files of a node's certificate.
public struct StoreAddress: Hashable, Sendable {
  /// Each member, as `https://HOST:PORT`; at least one.
  public let members: [String]
  /// The file with the certificate of the authority of members and nodes, as PEM.
  public let authority: String
  /// The file with the node's certificate, as PEM.
  public let certificate: String
  /// The file with its key, as PEM.
  public let key: String

  /// Members that are asked with a certificate.
  public init(members: [String], authority: String, certificate: String, key: String) {
    precondition(!members.isEmpty, "a store has a member")
    self.members = members
    self.authority = authority
    self.certificate = certificate
    self.key = key
  }
}
#endif
