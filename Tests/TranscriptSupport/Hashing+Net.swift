// The hash functions that tests of whole sessions use: the same library's as the server's.

public import Game
import Net

extension Hashing {
  /// SHA-256 and HMAC-SHA-256 from the library that Net wraps.
  public static let genuine = Hashing(
    sha256: { Net.sha256($0) }, hmac: { Net.hmacSHA256(key: $0, message: $1) })
}
