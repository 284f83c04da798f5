// Bytes that are looked at where they are: a slice of an array is one more owner of it, which is to
// be counted, and lines are read by the million. It knows no verb and no field.
// Invariant: nothing here reads beyond the bytes that it is given.

/// Bytes that nobody owns meanwhile. `Span` alone is that of a board (`Game`).
typealias Bytes = Swift.Span<UInt8>

extension Bytes {
  /// Where a byte comes first, from an index on; nil when it does not.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    for index in start..<count where self[index] == byte { return index }
    return nil
  }

  /// Whether a text stands at a place. Inline it is a few comparisons of what is known beforehand.
  @inline(__always)
  func has(_ text: StaticString, at place: Int) -> Bool {
    if count - place < text.utf8CodeUnitCount { return false }
    for index in 0..<text.utf8CodeUnitCount where self[place + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Reads what stands between a text at a place and the next space.
  ///
  /// - Parameter place: goes on behind it, if it is there and can be read.
  func value<Value>(
    after text: StaticString, at place: inout Int, _ read: (Bytes) -> Value?
  ) -> Value? {
    guard has(text, at: place) else { return nil }
    let start = place + text.utf8CodeUnitCount
    let end = firstIndex(of: UInt8(ascii: " "), from: start) ?? count
    guard let value = read(extracting(start..<end)) else { return nil }
    place = end
    return value
  }
}
