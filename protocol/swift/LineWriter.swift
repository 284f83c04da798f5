// A line in the making. Lines are written by the million, a few bytes at a time, so that happens in
// memory that is there already, behind the lines before it. It knows no message and no type of
// field. Appending piece by piece to an array that may be shared or full took twice as long.
// Invariant: nothing is written behind the memory that it was given.

/// A line that is being written.
struct LineWriter {
  /// Where a byte goes.
  fileprivate typealias Place = UnsafeMutablePointer<UInt8>

  /// Most lines are no longer than that, LF included, in bytes.
  fileprivate static let usualBytes = 512
  /// No number is longer, in bytes.
  fileprivate static let numberBytes = 20
  /// Behind the end is memory for so many bytes more: for a word that is known to be no longer, it
  /// takes one comparison to find that there is room.
  fileprivate static let spareBytes = 32

  /// Where the next byte goes, and where the memory ends, but for what is spare.
  fileprivate private(set) var next: Place
  private let end: Place
  /// How many bytes more it would take at the most to write what had no room.
  fileprivate private(set) var missing = 0

  fileprivate init(_ start: Place, count: Int) {
    (next, end) = (start, start + count)
  }

  /// Takes the next bytes of the memory; nil where there are fewer. It is inline, as what calls it
  /// is: the end of a line stays in a register, and a word of the program is a few moves.
  @inline(__always)
  private mutating func take(_ count: Int) -> Place? {
    if count <= Self.spareBytes ? next > end : end - next < count {
      missing &+= count
      return nil
    }
    defer { next += count }
    return next
  }

  /// Ends a line, behind which another may be written.
  @inline(__always)
  mutating func endLine() { append(UInt8(ascii: "\n")) }

  /// Appends one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) { take(1)?.pointee = byte }

  /// Appends bytes.
  mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    let copied: Void? = bytes.withContiguousStorageIfAvailable { append($0) }
    if copied == nil { for byte in bytes { append(byte) } }
  }

  /// Appends a word.
  mutating func append(word: String) {
    var word = word
    word.withUTF8 { append($0) }
  }

  /// Appends a word that the program has.
  @inline(__always)
  mutating func append(_ word: StaticString) {
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Appends the bytes of a number from the highest on, but for zeros behind the last.
  @inline(__always)
  mutating func append(letters: UInt64) {
    guard next <= end else { return missing &+= 8 }
    UnsafeMutableRawPointer(next).storeBytes(of: letters.bigEndian, as: UInt64.self)
    next += 8 - letters.trailingZeroBitCount / 8
  }

  /// Appends a space, a key and an equals sign.
  mutating func append(key: StaticString) {
    append(UInt8(ascii: " "))
    append(key)
    append(UInt8(ascii: "="))
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, let place = take(bytes.count) else { return }
    UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: bytes.count)
  }

  /// Appends a whole number in plain decimal. Most have one digit or two.
  @inline(__always)
  mutating func append(decimal value: Int) {
    if next > end {
      missing &+= Self.numberBytes
    } else if value >= 0, value < 100 {
      next = Self.write(fewer: UInt(bitPattern: value), at: next)
    } else {
      if value < 0 { append(UInt8(ascii: "-")) }
      next = Self.write(value.magnitude, at: next)
    }
  }

  /// Writes the digits of a number where there is room for any.
  ///
  /// - Returns: what is behind them.
  private static func write(_ value: UInt, at start: Place) -> Place {
    if value < 100 { return write(fewer: value, at: start) }
    if value >= 10_000 { return write(more: value, at: start) }
    let hundreds = value / 100
    return write(pair: value &- hundreds &* 100, at: write(fewer: hundreds, at: start))
  }

  /// Writes more than four digits, the last four by themselves. It is apart, so that what calls
  /// itself keeps no registers for what does not.
  @inline(never)
  private static func write(more value: UInt, at start: Place) -> Place {
    let hundreds = value / 100
    let rest = hundreds / 100
    let place = write(pair: hundreds &- rest &* 100, at: write(rest, at: start))
    return write(pair: value &- hundreds &* 100, at: place)
  }

  /// Writes one digit or two.
  @inline(__always)
  private static func write(fewer value: UInt, at start: Place) -> Place {
    if value >= 10 { return write(pair: value, at: start) }
    start.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
    return start + 1
  }

  /// All pairs of digits, one behind the other.
  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  @inline(__always)
  private static func write(pair: UInt, at start: Place) -> Place {
    let digits = UnsafeRawPointer(pairs.utf8Start)
      .loadUnaligned(fromByteOffset: Int(truncatingIfNeeded: 2 &* pair), as: UInt16.self)
    UnsafeMutableRawPointer(start).storeBytes(of: digits, as: UInt16.self)
    return start + 2
  }

  /// Appends two digits, lower-case.
  @inline(__always)
  mutating func append(hexadecimal byte: UInt8) {
    let digits: StaticString = "0123456789abcdef"
    guard let place = take(2) else { return }
    place[0] = digits.utf8Start[Int(byte >> 4)]
    place[1] = digits.utf8Start[Int(byte & 15)]
  }
}

extension [UInt8] {
  /// Appends a line and its LF.
  ///
  /// - Parameter write: writes the line; it is called once more, with room enough, for a long one.
  @inline(__always)
  mutating func appendLine(_ write: (inout LineWriter) -> Void) {
    appendLines(within: LineWriter.usualBytes) { line in
      write(&line)
      line.endLine()
    }
  }

  /// Appends lines.
  ///
  /// - Parameters:
  ///   - bytes: they are seldom longer.
  ///   - write: writes the lines and their ends; it is called once more, with room enough, for
  ///     long ones.
  @inline(__always)
  mutating func appendLines(within bytes: Int, _ write: (inout LineWriter) -> Void) {
    var room = bytes
    var isWhole = false
    while !isWhole {
      append(addingCapacity: room + LineWriter.spareBytes) { free in
        free.withUnsafeMutableBufferPointer { memory, count in
          guard let start = memory.baseAddress else { preconditionFailure("there is memory") }
          var line = LineWriter(start, count: room)
          write(&line)
          isWhole = line.missing == 0
          if isWhole { count = line.next - start }
          room = line.next - start + line.missing
        }
      }
    }
  }
}
