// Is this still UTF-8? A validator is asked about one piece of a text after the other and remembers
// three bytes between them, so a message needs no copy of itself to be judged. It keeps no text and
// names the first byte that cannot follow, not the end of the line or of the message it is in.

/// Judges text that comes in pieces, by the table of well-formed sequences (Unicode 16, table 3-7).
///
/// That table has no overlong forms, no surrogates and nothing above U+10FFFF, and neither has
/// UTF-8 on a WebSocket (RFC 6455, section 8.1; RFC 3629).
public struct UTF8Validator: Sendable {
  /// How many bytes the sequence under way still needs.
  private var missingCount: UInt8 = 0
  /// The least and the greatest value that its next byte may have.
  private var least: UInt8 = 0x80
  private var greatest: UInt8 = 0xbf

  /// A validator at the start of a text.
  public init() {}

  /// Whether a text may end here: no sequence has begun without ending.
  public var isComplete: Bool { missingCount == 0 }

  /// How many bytes of the next piece may stand in a text: all of them, or those before the first
  /// that cannot. The validator is of no use after that.
  public mutating func validCount(of piece: ArraySlice<UInt8>) -> Int {
    piece.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        if missingCount == 0 {
          // Nearly all that is said here is ASCII, so this is what judging costs.
          index = ByteScan.endOfASCII(in: bytes, from: index)
          if index == bytes.count { break }
        }
        guard accepts(bytes[index]) else { return index }
        index += 1
      }
      return bytes.count
    }
  }

  /// Takes one byte, unless it cannot follow the ones before.
  private mutating func accepts(_ byte: UInt8) -> Bool {
    if missingCount > 0 {
      guard (least...greatest).contains(byte) else { return false }
      (least, greatest) = (0x80, 0xbf)
      missingCount -= 1
      return true
    }
    switch byte {
    case 0x00...0x7f: break
    case 0xc2...0xdf: missingCount = 1
    case 0xe0: (missingCount, least) = (2, 0xa0)
    case 0xe1...0xec, 0xee...0xef: missingCount = 2
    case 0xed: (missingCount, greatest) = (2, 0x9f)
    case 0xf0: (missingCount, least) = (3, 0x90)
    case 0xf1...0xf3: missingCount = 3
    case 0xf4: (missingCount, greatest) = (3, 0x8f)
    default: return false
    }
    return true
  }
}
