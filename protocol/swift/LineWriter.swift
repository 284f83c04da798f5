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

  /// Appends a word that the program has.
  mutating func append(_ word: StaticString) {
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
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
    var rest = value.magnitude
    var (digits, power) = (1, UInt(10))
    // No number has more than twenty digits, and the power after that is none.
    while rest >= power && digits < 20 {
      digits += 1
      power &*= 10
    }
    let start = count
    count += digits
    if count > memory.count { return }
    // The last come first, two by two: each division waits for the one before.
    var place = count
    while place - start >= 2 {
      let pair = rest % 100
      rest /= 100
      place -= 2
      memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: pair / 10)
      memory[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: pair % 10)
    }
    if place > start { memory[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest) }
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
  mutating func appendLine(_ write: (inout LineWriter) -> Void) {
    let count = appendLine(within: LineWriter.usualBytes, write)
    if count > LineWriter.usualBytes { _ = appendLine(within: count, write) }
  }

  /// Appends a line that is no longer than that, and nothing of another.
  ///
  /// - Returns: how long the line is.
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
