// Looking through bytes a word at a time. Every byte that comes in is looked at here once or twice,
// and one at a time that would be most of what a line costs.

/// Searches bytes, eight at a time.
enum ByteScan {
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The index of the first byte from `start` on that is `byte`.
  static func firstIndex(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    let pattern = lowBits &* UInt64(byte)
    var index = start
    while index + 8 <= bytes.count {
      let zeros = zeroBytes(of: word(of: bytes, at: index) ^ pattern)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    // The last word may begin before `start`, and what lies before `index` is none.
    if index < bytes.count, bytes.count - start >= 8 {
      let zeros = zeroBytes(of: word(of: bytes, at: bytes.count - 8) ^ pattern)
      return zeros == 0 ? nil : bytes.count - 8 + zeros.trailingZeroBitCount / 8
    }
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The index of the first byte from `start` on that is not ASCII, or the end.
  static func endOfASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 32 <= bytes.count {
      let first = word(of: bytes, at: index) | word(of: bytes, at: index + 8)
      let second = word(of: bytes, at: index + 16) | word(of: bytes, at: index + 24)
      if (first | second) & highBits != 0 { break }
      index += 32
    }
    while index + 8 <= bytes.count, word(of: bytes, at: index) & highBits == 0 { index += 8 }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// Whether any byte is zero, and whether all are ASCII.
  static func survey(_ bytes: UnsafeRawBufferPointer) -> (hasZero: Bool, isASCII: Bool) {
    var zeros: UInt64 = 0
    var union: UInt64 = 0
    var index = 0
    while index + 8 <= bytes.count {
      let word = word(of: bytes, at: index)
      zeros |= zeroBytes(of: word)
      union |= word
      index += 8
    }
    if index < bytes.count, bytes.count >= 8 {
      let word = word(of: bytes, at: bytes.count - 8)
      zeros |= zeroBytes(of: word)
      union |= word
      index = bytes.count
    }
    while index < bytes.count {
      zeros |= bytes[index] == 0 ? 1 : 0
      union |= UInt64(bytes[index])
      index += 1
    }
    return (zeros != 0, union & highBits == 0)
  }

  /// Bytes of a word, the first of them lowest.
  private static func word(of bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// A word whose lowest set bit is the top bit of the lowest zero byte; 0 if there is none.
  private static func zeroBytes(of word: UInt64) -> UInt64 { (word &- lowBits) & ~word & highBits }
}
