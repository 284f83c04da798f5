// Where a request was sent to: a host and perhaps a port, as in a `Host` field or an origin
// (RFC 3986, section 3.2). Nothing is looked up; a name is compared as it stands.

/// A host and perhaps a port.
public struct Authority: Hashable, Sendable {
  /// A name or an address in lower case; an IPv6 address in its brackets.
  public let host: String
  /// The port, if it is said.
  public let port: UInt16?

  /// Reads `host` or `host:port`; nil if it is neither. A host may not be empty, and nobody may be
  /// named in front of it (RFC 9110, sections 4.2.1 and 4.2.4).
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)[...]
    let hostEnd: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let address = bytes[1..<bracket]
      guard address.contains(UInt8(ascii: ":")), address.allSatisfy(Self.isOfAddress) else {
        return nil
      }
      hostEnd = bracket + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard bytes[..<hostEnd].allSatisfy(Self.isOfName) else { return nil }
    }
    if hostEnd == 0 { return nil }
    host = String(decoding: bytes[..<hostEnd].map(\.lowercasedASCII), as: UTF8.self)
    if hostEnd == bytes.endIndex || bytes[hostEnd...].elementsEqual(":".utf8) {
      port = nil
    } else {
      let digits = bytes[hostEnd...].dropFirst()
      guard bytes[hostEnd] == UInt8(ascii: ":"), digits.count <= 5,
        digits.allSatisfy(\.isDigit),
        let number = UInt16(String(decoding: digits, as: UTF8.self))
      else { return nil }
      port = number
    }
  }

  /// What a name may hold (RFC 3986, section 3.2.2), but for percent signs, which nobody uses
  /// there.
  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~!$&'()*+,;=".utf8.contains(byte)
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte.hexadecimalValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }
}
