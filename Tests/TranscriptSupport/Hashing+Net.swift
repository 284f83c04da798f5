// The hash functions and signatures that tests of whole sessions use: the same library's as the
// server's.

package import Archive
package import Game
import Net

extension Hashing {
  /// SHA-256 and HMAC-SHA-256 from the library that Net wraps.
  package static let genuine = Hashing(
    sha256: { Net.sha256($0) }, hmac: { Net.hmacSHA256(key: $0, message: $1) })
}

extension RecordVerifier {
  package static let genuine = RecordVerifier(
    hashing: .genuine, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
}

extension Verifying {
  package static let genuine = Verifying { message, signature, key in
    switch key.scheme {
    case .ed25519: isEd25519Signature(signature, of: message, key: key.bytes)
    case .p256: isP256Signature(signature, of: message, key: key.bytes)
    }
  }
}

extension Binding {
  /// What connections in memory are bound to, as they would be on one machine.
  package static var inMemory: Binding { .address("127.0.0.1:7313") }
}

package struct KeyPair: Sendable {
  package let key: PublicKey
  private let seed: [UInt8]

  /// The pair that follows from 32 times that byte.
  package init(seed byte: UInt8) {
    seed = [UInt8](repeating: byte, count: SecretKey.byteCount)
    guard let key = ed25519PublicKey(ofSeed: seed).flatMap({ PublicKey(bytes: $0) }) else {
      preconditionFailure("every 32 bytes are the seed of a key")
    }
    self.key = key
  }

  package var id: KeyID { KeyID(of: key, hashing: .genuine) }

  package func sign(_ text: ProofText) -> [UInt8] {
    ed25519Signature(of: text.bytes, seed: seed) ?? []
  }
}
