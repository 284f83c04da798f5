// The hash functions and signatures that tests of whole sessions use: the same library's as the
// server's.

public import Game
public import Identity
import Net
public import Records

extension Hashing {
  /// SHA-256 and HMAC-SHA-256 from the library that Net wraps.
  public static let genuine = Hashing(
    sha256: { Net.sha256($0) }, hmac: { Net.hmacSHA256(key: $0, message: $1) })
}

extension RecordVerifier {
  /// Checks as servers and clients do.
  public static let genuine = RecordVerifier(
    hashing: .genuine, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
}

extension Verifying {
  /// Ed25519 and P-256 from the same library.
  public static let genuine = Verifying { message, signature, key in
    switch key.kind {
    case .ed25519: isEd25519Signature(signature, of: message, key: key.bytes)
    case .p256: isP256Signature(signature, of: message, key: key.bytes)
    }
  }
}
