// Bytes that another node has said, read from their beginning: lines, words, plain numbers, and
// contents of a length that was said before.
// Invariant: whatever the bytes are, it reads on or says that it cannot; it never traps.

import Wire

/// Bytes that are being read.
struct Scanner {
  var rest: ArraySlice<UInt8>

  /// The words of the next line, at least one; nil when there is no whole line of visible ASCII.
  mutating func words() -> [String]? {
    guard let line = rest.takeLine(), line.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      return nil
    }
    return line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// So many bytes; nil when there are fewer, or that is no number.
  mutating func content(_ count: String) -> [UInt8]? {
    guard let count = Scanner.index(count[...]), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A number in plain decimal.
  static func number(_ text: Substring) -> UInt64? {
    guard let number = UInt64(text), String(number) == text else { return nil }
    return number
  }

  /// A number that is small enough to count with.
  static func index(_ text: Substring) -> Int? {
    number(text).flatMap { $0 <= 1 << 32 ? Int($0) : nil }
  }
}

extension String {
  /// The value of `key=value`; nil for another key.
  func value(_ key: String) -> Substring? {
    hasPrefix("\(key)=") ? dropFirst(key.count + 1) : nil
  }
}
