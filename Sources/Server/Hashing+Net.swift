// The core's hash functions, from the library that Net wraps. Programs and tests use the same ones.

public import Game
import Net

extension Hashing {
  /// SHA-256 and HMAC-SHA-256 by OpenSSL.
  public static let openSSL = Hashing(
    sha256: { Net.sha256($0) }, hmac: { Net.hmacSHA256(key: $0, message: $1) })
}
