// The two hash functions that fairness rests on, handed in from outside. The core never implements
// cryptography and never imports it; tests, server and clients pass the same library's functions.

/// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104) as values.
public struct Hashing: Sendable {
  /// SHA-256 of the bytes: 32 bytes.
  public let sha256: @Sendable (_ bytes: [UInt8]) -> [UInt8]
  /// HMAC-SHA-256 of the message under the key: 32 bytes.
  public let hmac: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]

  /// Takes the functions of whatever library is at hand.
  public init(
    sha256: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8],
    hmac: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
  ) {
    self.sha256 = sha256
    self.hmac = hmac
  }
}

extension String {
  /// Bytes as lower-case hexadecimal digits, two each.
  public init(hex bytes: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    self.init(decoding: text, as: UTF8.self)
  }
}
