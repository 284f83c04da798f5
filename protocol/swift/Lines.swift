// Lines that lie one behind the other, such as a record's, a journal's and a transcript's: a reader
// takes the first until none is left. It knows no verb, and refuses no byte.

extension ArraySlice<UInt8> {
  /// Takes the first line, without its LF; nil when no whole line is left. There are megabytes of
  /// them, and a search for one byte costs a sixth of what `split` does.
  public mutating func takeLine() -> ArraySlice<UInt8>? {
    guard let count = withUnsafeBufferPointer({ $0.firstIndex(of: UInt8(ascii: "\n")) }) else {
      return nil
    }
    let end = startIndex + count
    defer { self = self[(end + 1)...] }
    return self[..<end]
  }
}
