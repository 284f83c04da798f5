// A picture that holds a match: a PNG (ISO 15948) with one more part, `chRm`, which is the match as
// a file, in a zlib stream. It walks through parts and sums them; it draws nothing and inflates
// nothing.
// Invariant: reading never traps, and takes no memory for what a length claims.

/// Makes a zlib stream (RFC 1950) large again; nil if it is none, is not whole, or holds more bytes
/// than may be.
public typealias Inflate =
  @Sendable (
    _ small: ArraySlice<UInt8>, _ bytesMax: Int
  ) -> [UInt8]?

/// Why a picture holds no match.
public enum PictureFault: Error, Hashable, Sendable {
  /// A part, counted from 1, is not whole, not what it was, or not where it belongs.
  case part(Int)
  /// All parts are whole, and none holds a match.
  case empty
}

/// Reads and writes the parts of a PNG.
public enum RecordPicture {
  /// What the part is called: ancillary, private, and safe to copy.
  public static let part = "chRm"

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// A part's length, name and sum.
  private static let frameByteCount = 12

  /// Whether bytes claim to be a PNG.
  public static func begins(_ file: [UInt8]) -> Bool { file.starts(with: signature) }

  /// Whether bytes claim to be a JPEG, a GIF, a WebP or an AVIF, which is what chats make of a PNG.
  public static func isOfAnotherKind(_ file: [UInt8]) -> Bool {
    let begins = { (start: Int, bytes: String) in file.dropFirst(start).starts(with: bytes.utf8) }
    return file.starts(with: [0xff, 0xd8, 0xff]) || begins(0, "GIF8")
      || begins(0, "RIFF") && begins(8, "WEBP") || begins(4, "ftypavif")
  }

  /// What the part of a picture holds. What follows the last part is not looked at.
  public static func match(in file: [UInt8]) throws(PictureFault) -> ArraySlice<UInt8> {
    var rest = file.dropFirst(signature.count)
    var found: ArraySlice<UInt8>?
    var number = 1
    while true {
      guard let (name, data) = takePart(&rest) else { throw .part(number) }
      if (name == "IHDR") != (number == 1) { throw .part(number) }
      switch name {
      case part where found != nil: throw .part(number)
      case part: found = data
      case "IEND":
        guard let found else { throw .empty }
        return found
      default: break
      }
      number += 1
    }
  }

  private static func takePart(
    _ rest: inout ArraySlice<UInt8>
  ) -> (name: String, data: ArraySlice<UInt8>)? {
    guard rest.count >= frameByteCount else { return nil }
    let count = number(rest.prefix(4))
    guard count <= rest.count - frameByteCount else { return nil }
    let summed = rest.dropFirst(4).prefix(4 + count)
    guard number(rest.dropFirst(8 + count).prefix(4)) == Int(sum(summed)) else { return nil }
    rest = rest.dropFirst(frameByteCount + count)
    return (String(decoding: summed.prefix(4), as: UTF8.self), summed.dropFirst(4))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A PNG of these parts.
  public static func file(_ parts: [(name: String, data: [UInt8])]) -> [UInt8] {
    let four = { (number: UInt32) in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return parts.reduce(into: signature) { file, part in
      let named = Array(part.name.utf8) + part.data
      file += four(UInt32(part.data.count)) + named + four(sum(named[...]))
    }
  }

  /// CRC-32, as zlib and gzip have it.
  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var rest = ~UInt32(0)
    for byte in bytes { rest = rest >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] }
    return ~rest
  }

  private static let remainders: [UInt32] = (0..<256)
    .map { byte in
      (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xedb8_8320) }
    }
}
