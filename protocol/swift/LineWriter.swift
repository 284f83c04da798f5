// A line in the making. Lines are written by the million, a few bytes at a time, so that happens in
// memory that is there already, and what they are for gets them as one piece. It knows no message
// and no type of field.
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

  /// Appends a word that the program has.
  mutating func append(_ word: StaticString) {
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Appends a space, a key and an equals sign.
  mutating func append(key: StaticString) {
    let bytes = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    let end = count + bytes.count + 2
    if end <= memory.count {
      memory[count] = UInt8(ascii: " ")
      for index in bytes.indices { memory[count + 1 + index] = bytes[index] }
      memory[end - 1] = UInt8(ascii: "=")
    }
    count = end
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let end = count + bytes.count
    if end <= memory.count {
      for index in bytes.indices { memory[count + index] = bytes[index] }
    }
    count = end
  }

  /// Appends a whole number in plain decimal.
  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let number = value.magnitude
    if number >= 1_000 { return append(long: number) }
    let tens = number / 10
    let hundreds = tens / 10
    if number >= 100 { append(digit: hundreds) }
    if number >= 10 { append(digit: tens &- hundreds &* 10) }
    append(digit: number &- tens &* 10)
  }

  private mutating func append(digit: UInt) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
  }

  /// Appends a number of four digits or more.
  private mutating func append(long number: UInt) {
    var rest = number
    let start = count
    count += Self.digitCount(of: rest)
    if count > memory.count { return }
    // The last come first, two by two: each division waits for the one before.
    var place = count
    while rest >= 100 {
      place -= 2
      put(pair: rest % 100, at: place)
      rest /= 100
    }
    if rest >= 10 {
      put(pair: rest, at: start)
    } else {
      memory[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
    }
  }

  private func put(pair: UInt, at place: Int) {
    let tens = pair / 10
    memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tens)
    memory[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: pair &- tens &* 10)
  }

  /// How many digits a number has, counted four at a time.
  private static func digitCount(of value: UInt) -> Int {
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
