// UTF-8 a byte at a time. What is not UTF-8 (Unicode 16, table 3-7) is skipped and never comes out
// as anything. Knows nothing of keys or control sequences.

/// Unicode scalars from bytes.
struct ScalarDecoder: Sendable {
  private var value: UInt32 = 0
  /// Continuation bytes still to come.
  private var missing = 0
  /// What the next byte has to lie in: narrower after some first bytes, against overlong forms.
  /// Surrogates and values past U+10FFFF are refused at the end, by `Unicode.Scalar`.
  private var next: ClosedRange<UInt8> = 0x80...0xbf

  /// Whether a scalar has begun and not ended.
  var isUnfinished: Bool { missing > 0 }

  /// Takes one byte, and gives the scalar that it ends.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if missing > 0 && next.contains(byte) {
      value = value << 6 | UInt32(byte & 0x3f)
      missing -= 1
      next = 0x80...0xbf
      return missing == 0 ? Unicode.Scalar(value) : nil
    }
    // Whatever came before it is lost, but not this byte: it may begin something.
    (missing, next) = (0, 0x80...0xbf)
    switch byte {
    case 0x00...0x7f: return Unicode.Scalar(byte)
    case 0xc2...0xdf: begin(byte & 0x1f, missing: 1)
    case 0xe0...0xef: begin(byte & 0x0f, missing: 2)
    case 0xf0...0xf4: begin(byte & 0x07, missing: 3)
    default: break
    }
    switch byte {
    case 0xe0: next = 0xa0...0xbf
    case 0xf0: next = 0x90...0xbf
    default: break
    }
    return nil
  }

  private mutating func begin(_ bits: UInt8, missing: Int) {
    value = UInt32(bits)
    self.missing = missing
  }
}
