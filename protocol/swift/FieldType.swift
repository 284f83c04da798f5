// The types that a field's value can have: for each, how its bytes are read and written, and how a
// person is told what was expected. A type knows no key and no message; words of the vocabulary are
// in `VocabularyFields.swift`.
// Invariant: reading never traps, takes whatever the same type writes, and takes a second form of a
// value only where people type: text with needless escapes, room codes in lower case.

import Chroma
import Game

/// One type of value. The types are values without a reference in them, so that the compiler sees
/// through them: lines are read and written by the million.
protocol FieldType<Value>: Sendable {
  associatedtype Value
  /// Ends the sentence "the field is …".
  var what: String { get }
  /// Gives the value, nil when the bytes are not of this type.
  func read(_ bytes: ArraySlice<UInt8>) -> Value?
  /// Appends the one canonical form of a value.
  func write(_ value: Value, to line: inout LineWriter)
  /// A value for programs.
  func json(_ value: Value) -> JSON
}

/// A whole number in plain decimal, within a range.
struct WholeNumber: FieldType {
  let range: ClosedRange<Int>

  var what: String { "a whole number, \(range.lowerBound) to \(range.upperBound)" }

  func read(_ bytes: ArraySlice<UInt8>) -> Int? { read(bytes.span) }

  func read(_ bytes: Bytes) -> Int? { integer(bytes).flatMap { range.contains($0) ? $0 : nil } }

  func write(_ value: Int, to line: inout LineWriter) { line.append(decimal: value) }

  func json(_ value: Int) -> JSON { JSON(value) }
}

extension FieldType where Self == WholeNumber {
  static func int(in range: ClosedRange<Int>) -> Self { WholeNumber(range: range) }
  /// A number that only grows: a count, a total, milliseconds.
  static var count: Self { int(in: 0...Int(1 << 53)) }
  /// A rating as it is shown, or the difference of two.
  static var rating: Self { int(in: -99_999...99_999) }
}

/// A difference in thousandths: a decimal number with at most three decimals, not negative.
struct Thousandths: FieldType {
  var what: String { "a number with at most three decimals" }

  func read(_ bytes: ArraySlice<UInt8>) -> Difference? {
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = integer(parts[0]), (0...999_999).contains(whole) else { return nil }
    guard parts.count == 2 else { return Difference(thousandths: whole * 1_000) }
    // Canonical: no decimals that are only zeros at the end.
    guard (1...3).contains(parts[1].count), parts[1].allSatisfy(isDigit),
      parts[1].last != UInt8(ascii: "0")
    else { return nil }
    let padded = parts[1] + repeatElement(UInt8(ascii: "0"), count: 3 - parts[1].count)
    let decimals = padded.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return Difference(thousandths: whole * 1_000 + decimals)
  }

  func write(_ value: Difference, to line: inout LineWriter) {
    line.append(decimal: value.thousandths / 1_000)
    var rest = value.thousandths % 1_000
    guard rest > 0 else { return }
    line.append(UInt8(ascii: "."))
    var place = 100
    while rest > 0 {
      line.append(UInt8(ascii: "0") + UInt8(rest / place))
      rest %= place
      place /= 10
    }
  }
}

extension FieldType where Self == Thousandths { static var thousandths: Self { Self() } }

/// "1" or "0".
struct Flag: FieldType {
  var what: String { "1 or 0" }

  func read(_ bytes: ArraySlice<UInt8>) -> Bool? {
    switch bytes.first {
    case UInt8(ascii: "1") where bytes.count == 1: true
    case UInt8(ascii: "0") where bytes.count == 1: false
    default: nil
    }
  }

  func write(_ value: Bool, to line: inout LineWriter) {
    line.append(UInt8(ascii: value ? "1" : "0"))
  }

  func json(_ value: Bool) -> JSON { JSON(value) }
}

extension FieldType where Self == Flag { static var flag: Self { Self() } }

/// A moment in milliseconds.
struct Moment: FieldType {
  var what: String { "a moment in milliseconds" }

  func read(_ bytes: ArraySlice<UInt8>) -> Instant? {
    WholeNumber.count.read(bytes).map(Instant.init(milliseconds:))
  }

  func write(_ value: Instant, to line: inout LineWriter) {
    line.append(decimal: value.milliseconds)
  }

  func json(_ value: Instant) -> JSON { JSON(value.milliseconds) }
}

extension FieldType where Self == Moment { static var instant: Self { Self() } }

/// Text with its escapes undone: 1 to `charactersMax` characters without controls, and no more than
/// `textBytesPerCharacter` bytes of UTF-8 for each of those. So every message that has its fields
/// right also fits into a line.
struct Text: FieldType {
  let charactersMax: Int

  var what: String { "1 to \(charactersMax) characters without controls" }

  func read(_ value: ArraySlice<UInt8>) -> String? {
    guard let bytes = unescaped(value), let text = String(validating: bytes, as: UTF8.self),
      bytes.count <= charactersMax * Wire.textBytesPerCharacter,
      (1...charactersMax).contains(text.count),
      !text.unicodeScalars.contains(where: isControl)
    else { return nil }
    return text
  }

  /// Controls, spaces and percent signs are written %XX.
  func write(_ value: String, to line: inout LineWriter) {
    for byte in value.utf8 {
      if byte <= 0x20 || byte == 0x7f || byte == UInt8(ascii: "%") {
        line.append(UInt8(ascii: "%"))
        line.append(hexDigit(byte >> 4, ten: "A"))
        line.append(hexDigit(byte & 15, ten: "A"))
      } else {
        line.append(byte)
      }
    }
  }

  func json(_ value: String) -> JSON { JSON(value) }
}

extension FieldType where Self == Text {
  static func text(charactersMax: Int) -> Self { Text(charactersMax: charactersMax) }
}

/// Visible ASCII without escapes, 1 to `Wire.wordBytesMax` bytes.
struct Word: FieldType {
  var what: String { "1 to \(Wire.wordBytesMax) visible ASCII characters" }

  func read(_ bytes: ArraySlice<UInt8>) -> String? {
    let isWord = bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }
    guard isWord, (1...Wire.wordBytesMax).contains(bytes.count) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(_ value: String, to line: inout LineWriter) { line.append(word: value) }
}

extension FieldType where Self == Word { static var word: Self { Self() } }

/// So many bytes as twice as many hexadecimal digits, lower-case.
struct HexadecimalBytes: FieldType {
  let count: Int

  var what: String { "\(2 * count) digits 0-9 and a-f" }

  func read(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = bytes.compactMap { hexDigit(of: $0, ten: "a") }
    guard digits.count == bytes.count, digits.count == 2 * count else { return nil }
    return (0..<count).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  func write(_ value: [UInt8], to line: inout LineWriter) {
    for byte in value { line.append(hexadecimal: byte) }
  }
}

extension FieldType where Self == HexadecimalBytes {
  static func hex(bytes count: Int) -> Self { HexadecimalBytes(count: count) }
}

/// At most so many bytes as base64 (RFC 4648, section 4), with its padding.
struct Base64Bytes: FieldType {
  let bytesMax: Int

  var what: String { "base64 of at most \(bytesMax) bytes" }

  func read(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count % 4 == 0, bytes.count / 4 <= (bytesMax + 2) / 3 else { return nil }
    let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
    var (result, word, digits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in bytes.dropLast(padding) {
      guard let digit = Self.digits.firstIndex(of: byte) else { return nil }
      (word, digits) = (word << 6 | UInt32(digit), digits + 1)
      guard digits == 4 else { continue }
      result += [UInt8(word >> 16), UInt8(word >> 8 & 0xff), UInt8(word & 0xff)]
      (word, digits) = (0, 0)
    }
    // Canonical: the bits that stand for nothing are zeros.
    switch digits {
    case 0 where padding == 0: break
    case 2 where padding == 2 && word & 0xf == 0: result.append(UInt8(word >> 4))
    case 3 where padding == 1 && word & 0x3 == 0:
      result += [UInt8(word >> 10), UInt8(word >> 2 & 0xff)]
    default: return nil
    }
    return result.count <= bytesMax ? result : nil
  }

  func write(_ value: [UInt8], to line: inout LineWriter) {
    for start in stride(from: 0, to: value.count, by: 3) {
      let part = Array(value[start..<min(start + 3, value.count)])
      let word = (0..<3)
        .reduce(UInt32(0)) { word, place in
          word << 8 | (place < part.count ? UInt32(part[place]) : 0)
        }
      for place in 0..<4 {
        let digit = Self.digits[Int(word >> UInt32(18 - 6 * place) & 0x3f)]
        line.append(place <= part.count ? digit : UInt8(ascii: "="))
      }
    }
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

extension FieldType where Self == Base64Bytes {
  static func base64(bytesMax: Int) -> Self { Base64Bytes(bytesMax: bytesMax) }
}

/// Values of one type with commas between, at most 64; none when there are no bytes.
struct List<Element: FieldType>: FieldType {
  let element: Element

  var what: String { "a list with commas between: each \(element.what)" }

  func read(_ bytes: ArraySlice<UInt8>) -> [Element.Value]? {
    guard !bytes.isEmpty else { return [] }
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let values = parts.compactMap(element.read)
    return values.count == parts.count && values.count <= 64 ? values : nil
  }

  func write(_ values: [Element.Value], to line: inout LineWriter) {
    for (index, value) in values.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      element.write(value, to: &line)
    }
  }

  func json(_ values: [Element.Value]) -> JSON { JSON(list: values.map(element.json)) }
}

func list<Element>(_ element: Element) -> List<Element> { List(element: element) }

/// Plain decimal: an optional minus, no leading zeros, at most 16 digits.
func integer(_ bytes: ArraySlice<UInt8>) -> Int? { integer(bytes.span) }

/// The same of bytes that are only looked at.
func integer(_ bytes: Bytes) -> Int? {
  let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
  let start = isNegative ? 1 : 0
  guard (1...16).contains(bytes.count - start) else { return nil }
  guard bytes[start] != UInt8(ascii: "0") || bytes.count == 1 else { return nil }
  var number = 0
  for place in start..<bytes.count {
    let digit = bytes[place] &- UInt8(ascii: "0")
    if digit > 9 { return nil }
    number = number &* 10 &+ Int(digit)
  }
  return isNegative ? -number : number
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// A digit of 0 to 15; the one of 10 says whether letters are large.
func hexDigit(_ value: UInt8, ten: Unicode.Scalar) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: ten) + value - 10
}

private func hexDigit(of byte: UInt8, ten: Unicode.Scalar) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: ten)...(UInt8(ascii: ten) + 5): byte - UInt8(ascii: ten) + 10
  default: nil
  }
}

/// Undoes `%XX` (upper-case digits); nil when one is malformed.
private func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8]? {
  var result: [UInt8] = []
  result.reserveCapacity(value.count)
  var index = value.startIndex
  while index < value.endIndex {
    guard value[index] == UInt8(ascii: "%") else {
      result.append(value[index])
      index += 1
      continue
    }
    guard value.endIndex - index >= 3, let high = hexDigit(of: value[index + 1], ten: "A"),
      let low = hexDigit(of: value[index + 2], ten: "A")
    else { return nil }
    result.append(high << 4 | low)
    index += 3
  }
  return result
}

/// C0, DEL and C1, and the separators and overrides that would break or reorder a screen's line.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
  default: false
  }
}
