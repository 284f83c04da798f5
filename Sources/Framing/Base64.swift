// Base64 (RFC 4648, section 4), for a WebSocket's handshake and for the heads of logs. It is strict
// about length, alphabet and padding.

private let alphabet = Array(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

/// Bytes in base64, padded.
public func base64(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start...].prefix(3)
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for position in 0..<4 {
      let isPadding = position > group.count
      let digit = alphabet[bits >> (18 - 6 * position) & 0x3f]
      text.append(isPadding ? UInt8(ascii: "=") : digit)
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// The bytes that a text in base64 stands for; nil if it is none. Bits that padding leaves over do
/// not count.
func decodedBase64(_ text: String) -> [UInt8]? {
  let characters = Array(text.utf8)
  let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
  let digits = characters.dropLast(padding).compactMap(alphabet.firstIndex(of:))
  guard characters.count % 4 == 0, digits.count + padding == characters.count else { return nil }
  var bytes: [UInt8] = []
  for start in stride(from: 0, to: digits.count, by: 4) {
    let group = digits[start...].prefix(4)
    let bits = group.reduce(0) { $0 << 6 | $1 } << (6 * (4 - group.count))
    for position in 0..<(group.count - 1) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * position)))
    }
  }
  return bytes
}
