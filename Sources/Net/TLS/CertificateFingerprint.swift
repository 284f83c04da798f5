// A certificate's name for people and for pins. It is made of the whole certificate, so a renewed
// certificate has another one, even around the same key.

import COpenSSL

/// The SHA-256 digest of a certificate in DER.
///
/// In writing: `SHA256:` and 64 lowercase hexadecimal digits. These are the digits that
/// `openssl x509 -fingerprint -sha256` and browsers show, and they need no escaping in an address.
public struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
  private let digest: [UInt8]

  /// The fingerprint of a certificate in DER.
  public init(ofDER certificate: [UInt8]) {
    digest = sha256(certificate)
  }

  /// Reads a fingerprint: `SHA256:` in any case, which may be missing, and 64 hexadecimal digits in
  /// any case, with a colon between each two or without. Nil if `text` is anything else.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    let prefix = rest.prefix(Self.prefix.utf8.count)
    if String(decoding: prefix, as: UTF8.self).uppercased() == Self.prefix {
      rest = rest.dropFirst(prefix.count)
    }
    let hasColons = rest.contains(UInt8(ascii: ":"))
    var digest: [UInt8] = []
    while digest.count < Self.byteCount {
      if hasColons, !digest.isEmpty, rest.popFirst() != UInt8(ascii: ":") { return nil }
      guard let high = rest.popFirst().flatMap(Self.value(ofDigit:)),
        let low = rest.popFirst().flatMap(Self.value(ofDigit:))
      else { return nil }
      digest.append(high << 4 | low)
    }
    if !rest.isEmpty { return nil }
    self.digest = digest
  }

  init(of certificate: Certificate) {
    self.init(ofDER: certificate.der)
  }

  /// `SHA256:` and 64 lowercase hexadecimal digits.
  public var description: String {
    let digits = digest.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
    return Self.prefix + String(decoding: digits, as: UTF8.self)
  }

  private static let prefix = "SHA256:"
  private static let byteCount = 32
  private static let digits = Array("0123456789abcdef".utf8)

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
