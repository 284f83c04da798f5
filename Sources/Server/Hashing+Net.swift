// The core's hash functions and its check of signatures, from the library that Net wraps. Programs
// and tests use the same ones.

public import Game
import Net

extension Hashing {
  /// SHA-256 and HMAC-SHA-256 by OpenSSL.
  public static let openSSL = Hashing(
    sha256: { Net.sha256($0) }, hmac: { Net.hmacSHA256(key: $0, message: $1) })
}

extension Verifying {
  /// Ed25519 and P-256 by OpenSSL.
  public static let openSSL = Verifying { message, signature, key in
    switch key.scheme {
    case .ed25519: isEd25519Signature(signature, of: message, key: key.bytes)
    case .p256: isP256Signature(signature, of: message, key: key.bytes)
    }
  }
}
