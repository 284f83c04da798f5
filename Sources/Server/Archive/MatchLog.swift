// The log that a server's finished matches are in: its name, and the key that signs its head. The
// key is made once and stays in the state directory. Its holder can sign another history, and
// without it there is only another log, under another name: the name follows from the key.

public import Archive
import Game
import Net

/// Who signs what a server keeps.
public struct MatchLog: Sendable {
  /// What records say which log they are in, such as "chromatch/e38d6c2b32a6b2c4".
  public let name: String
  /// The Ed25519 key that its signatures are checked with.
  public let key: [UInt8]
  private let seed: [UInt8]

  /// The log of a state directory.
  public init(in state: StateDirectory) throws(FileFailure) {
    self.init(seed: try state.secret("log-key", byteCount: ed25519SeedBytes))
  }

  /// The log of all nodes of a cluster that have this secret: they sign alike.
  ///
  /// - Parameter secret: nobody else knows it, 32 bytes.
  public init(sharedBy secret: [UInt8]) {
    self.init(seed: Hashing.openSSL.hmac(secret, Array("log-key".utf8)))
  }

  private init(seed: [UInt8]) {
    guard let key = ed25519PublicKey(ofSeed: seed) else {
      preconditionFailure("every seed has a public key")
    }
    (self.seed, self.key) = (seed, key)
    name = "chromatch/\(String(hex: sha256(key).prefix(8)))"
  }

  /// Signs the tree as it is.
  public func signature(of tree: MerkleTree) -> [UInt8] {
    let head = Checkpoint(log: name, size: tree.size, root: tree.root(of: tree.size))
    guard let signature = ed25519Signature(of: head.text, seed: seed) else {
      preconditionFailure("every seed signs")
    }
    return signature
  }
}
