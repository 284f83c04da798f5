// A line in the making. Lines are written by the million, a few bytes at a time, so that happens in
// memory that is there already, behind the lines before it. It knows no message and no type of
// field. Appending piece by piece to an array that may be shared or full took twice as long.
// Invariant: nothing is written behind the memory that it was given.

/// A line that is being written.
struct LineWriter {
  /// Most lines are no longer than that, LF included, in bytes.
  fileprivate static let usualBytes = 512

  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// How long the line is, even where the memory ended before it.
  fileprivate private(set) var count = 0

  fileprivate init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  /// Ends a line, behind which another may be written.
  mutating func endLine() { append(UInt8(ascii: "\n")) }

  /// Appends one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count < memory.count { memory[count] = byte }
    count += 1
  }

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

  /// Appends a word that the program has. Inline it is a few moves of what is known beforehand.
  @inline(__always)
  mutating func append(_ word: StaticString) {
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Appends a space, a key and an equals sign.
  mutating func append(key: StaticString) {
    append(UInt8(ascii: " "))
    append(key)
    append(UInt8(ascii: "="))
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let end = count + bytes.count
    if end <= memory.count, let memory = memory.baseAddress, let start = bytes.baseAddress {
      (memory + count).update(from: start, count: bytes.count)
    }
    count = end
  }

  /// Appends a whole number in plain decimal. Most have one digit.
  @inline(__always)
  mutating func append(decimal value: Int) {
    if value >= 0, value < 10 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value))
    } else {
      append(digits: value)
    }
  }

  private mutating func append(digits value: Int) {
    if value >= 0, value < 1_000, count &+ 3 <= memory.count {
      let hundreds = UInt(bitPattern: value) / 100
      let pair = UInt(bitPattern: value) &- hundreds &* 100
      memory[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: hundreds)
      count &+= hundreds == 0 ? 0 : 1
      put(pair: pair, at: count)
      count &+= 2
      return
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    let number = value.magnitude
    let end = count &+ Self.digitCount(of: number)
    // The last come first, two by two: each division waits for the one before.
    if end <= memory.count {
      var (rest, place) = (number, end)
      while rest >= 100 {
        place &-= 2
        let hundreds = rest / 100
        put(pair: rest &- hundreds &* 100, at: place)
        rest = hundreds
      }
      if rest >= 10 {
        put(pair: rest, at: place &- 2)
      } else {
        memory[place &- 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
      }
    }
    count = end
  }

  /// All pairs of digits, one behind the other.
  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  @inline(__always)
  private func put(pair: UInt, at place: Int) {
    let digits = UnsafeRawPointer(Self.pairs.utf8Start)
      .loadUnaligned(
        fromByteOffset: Int(2 &* pair), as: UInt16.self)
    UnsafeMutableRawBufferPointer(memory)
      .storeBytes(of: digits, toByteOffset: place, as: UInt16.self)
  }

  /// How many digits a number has, counted four at a time.
  private static func digitCount(of value: UInt) -> Int {
    if value < 1_000 { return value < 100 ? value < 10 ? 1 : 2 : 3 }
    var (rest, count) = (value, 0)
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    return count + (rest < 100 ? rest < 10 ? 1 : 2 : rest < 1_000 ? 3 : 4)
  }

  /// Appends two digits, lower-case.
  @inline(__always)
  mutating func append(hexadecimal byte: UInt8) {
    let digits: StaticString = "0123456789abcdef"
    append(digits.utf8Start[Int(byte >> 4)])
    append(digits.utf8Start[Int(byte & 15)])
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
    let count = append(within: bytes, write)
    if count > bytes { _ = append(within: count, write) }
  }

  /// Appends what is no longer than that, and nothing of what is.
  ///
  /// - Returns: how long it is.
  @inline(__always)
  private mutating func append(within bytesMax: Int, _ write: (inout LineWriter) -> Void) -> Int {
    var length = 0
    append(addingCapacity: bytesMax) { free in
      free.withUnsafeMutableBufferPointer { memory, count in
        var line = LineWriter(UnsafeMutableBufferPointer(rebasing: memory[..<bytesMax]))
        write(&line)
        length = line.count
        if length <= bytesMax { count = length }
      }
    }
    return length
  }
}
