// A key with both halves, for the players of tests. Anybody can make it, so it protects nothing.

public import Identity
import Net

extension Binding {
  /// What connections in memory are bound to, as they would be on one machine.
  public static var inMemory: Binding { .address("127.0.0.1:7313") }
}

/// What somebody owns who can prove who they are.
public struct KeyPair: Sendable {
  /// The half that everybody may see.
  public let key: PublicKey
  private let seed: [UInt8]

  /// The pair that follows from 32 times that byte.
  public init(seed byte: UInt8) {
    seed = [UInt8](repeating: byte, count: SecretKey.byteCount)
    guard let key = ed25519PublicKey(ofSeed: seed).flatMap({ PublicKey(bytes: $0) }) else {
      preconditionFailure("every 32 bytes are the seed of a key")
    }
    self.key = key
  }

  /// Who its owner is.
  public var id: KeyID { KeyID(of: key, hashing: .genuine) }

  /// The signature of a proof.
  public func sign(_ text: ProofText) -> [UInt8] {
    ed25519Signature(of: text.bytes, seed: seed) ?? []
  }
}
