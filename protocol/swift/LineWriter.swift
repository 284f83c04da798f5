// A line in the making. Lines are written by the million, a few bytes at a time, so that happens in
// memory that is there already, and what they are for gets them as one piece. It knows no message
// and no type of field. Appending piece by piece to an array that may be shared or full took twice
// as long.
// Invariant: nothing is written behind the memory that it was given.

/// A line that is being written.
struct LineWriter {
  /// Most lines are no longer than that, LF included, in bytes.
  fileprivate static let usualBytes = 512

  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// How long the line is, even where the memory ended before it.
  fileprivate private(set) var count = 0

  fileprivate init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  /// Appends one byte.
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

  /// Appends a whole number in plain decimal.
  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let number = value.magnitude
    let end = count + Self.digitCount(of: number)
    // The last come first, two by two: each division waits for the one before.
    if end <= memory.count {
      var (rest, place) = (number, end)
      while rest >= 100 {
        place -= 2
        put(pair: rest % 100, at: place)
        rest /= 100
      }
      if rest >= 10 {
        put(pair: rest, at: place - 2)
      } else {
        memory[place - 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
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
    let digits = Self.pairs.utf8Start + Int(2 * pair)
    (memory[place], memory[place + 1]) = (digits[0], digits[1])
  }

  /// How many digits a number has, counted four at a time.
  private static func digitCount(of value: UInt) -> Int {
    if value < 1_000 { return value < 10 ? 1 : value < 100 ? 2 : 3 }
    var (rest, count) = (value, 0)
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    return count + (rest < 100 ? rest < 10 ? 1 : 2 : rest < 1_000 ? 3 : 4)
  }

  /// Appends two digits, lower-case.
  mutating func append(hexadecimal byte: UInt8) {
    append(hexDigit(byte >> 4, ten: "a"))
    append(hexDigit(byte & 15, ten: "a"))
  }
}

extension [UInt8] {
  /// Appends a line and its LF.
  ///
  /// - Parameter write: writes the line; it is called once more, with room enough, for a long one.
  @inline(__always)
  mutating func appendLine(_ write: (inout LineWriter) -> Void) {
    let count = appendLine(within: LineWriter.usualBytes, write)
    if count > LineWriter.usualBytes { _ = appendLine(within: count, write) }
  }

  /// Appends a line that is no longer than that, and nothing of another.
  ///
  /// - Returns: how long the line is.
  @inline(__always)
  private mutating func appendLine(
    within bytesMax: Int, _ write: (inout LineWriter) -> Void
  ) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytesMax) { memory in
      var line = LineWriter(memory)
      write(&line)
      line.append(UInt8(ascii: "\n"))
      if line.count <= bytesMax {
        append(contentsOf: UnsafeBufferPointer(rebasing: memory[..<line.count]))
      }
      return line.count
    }
  }
}
