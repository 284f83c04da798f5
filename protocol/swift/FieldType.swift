// The types that a field's value can have: for each, how its bytes are read and how a person is
// told what was expected. A type knows no key and no message.
// Invariant: reading never traps, takes whatever `LineWriter` writes, and takes a second form of a
// value only where people type: text with needless escapes, room codes in lower case.

public import Chroma
public import Game

/// One type of value, as bytes to be read.
public struct FieldType<Value> {
  /// Gives the value, nil when the bytes are not of this type.
  let read: (ArraySlice<UInt8>) -> Value?
  /// Ends the sentence "the field is …".
  let what: () -> String

  init(
    _ what: @autoclosure @escaping () -> String,
    read: @escaping (ArraySlice<UInt8>) -> Value?
  ) {
    self.read = read
    self.what = what
  }

  /// A word that `make` has to know.
  static func choice(
    _ what: @autoclosure @escaping () -> String, _ make: @escaping (String) -> Value?
  ) -> FieldType {
    FieldType(what()) { bytes in FieldType<String>.word.read(bytes).flatMap(make) }
  }
}

extension FieldType where Value == Int {
  /// A whole number in plain decimal, within a range.
  public static func int(in range: ClosedRange<Int>) -> FieldType {
    FieldType("a whole number, \(range.lowerBound) to \(range.upperBound)") { bytes in
      integer(bytes).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number that only grows: a count, a total, milliseconds.
  public static var count: FieldType { int(in: 0...Int(1 << 53)) }

  /// A decimal number with at most three decimals, in thousandths; not negative.
  public static var thousandths: FieldType {
    FieldType("a number with at most three decimals") { bytes in
      let parts = bytes.split(
        separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
      guard let whole = integer(parts[0]), (0...999_999).contains(whole) else { return nil }
      guard parts.count == 2 else { return whole * 1_000 }
      // Canonical: no decimals that are only zeros at the end.
      guard (1...3).contains(parts[1].count), parts[1].allSatisfy(isDigit),
        parts[1].last != UInt8(ascii: "0")
      else { return nil }
      let padded = parts[1] + repeatElement(UInt8(ascii: "0"), count: 3 - parts[1].count)
      return whole * 1_000 + padded.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
  }
}

extension FieldType where Value == Bool {
  /// "1" or "0".
  public static var flag: FieldType {
    FieldType("1 or 0") { bytes in
      switch bytes.first {
      case UInt8(ascii: "1") where bytes.count == 1: true
      case UInt8(ascii: "0") where bytes.count == 1: false
      default: nil
      }
    }
  }
}

extension FieldType where Value == Instant {
  /// A moment in milliseconds.
  public static var instant: FieldType {
    FieldType("a moment in milliseconds") { bytes in
      FieldType<Int>.count.read(bytes).map(Instant.init(milliseconds:))
    }
  }
}

extension FieldType where Value == String {
  /// Text with its escapes undone: 1 to `charactersMax` characters without controls, and no more
  /// than `textBytesPerCharacter` bytes of UTF-8 for each of those. So every message that has its
  /// fields right also fits into a line.
  public static func text(charactersMax: Int) -> FieldType {
    FieldType("1 to \(charactersMax) characters without controls") { value in
      guard let bytes = unescaped(value), let text = String(validating: bytes, as: UTF8.self),
        bytes.count <= charactersMax * Wire.textBytesPerCharacter,
        (1...charactersMax).contains(text.count),
        !text.unicodeScalars.contains(where: isControl)
      else { return nil }
      return text
    }
  }

  /// Visible ASCII without escapes, 1 to `Wire.wordBytesMax` bytes.
  public static var word: FieldType {
    FieldType("1 to \(Wire.wordBytesMax) visible ASCII characters") { value in
      let isWord = value.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }
      guard isWord, (1...Wire.wordBytesMax).contains(value.count) else { return nil }
      return String(decoding: value, as: UTF8.self)
    }
  }
}

extension FieldType where Value == [UInt8] {
  /// `count` bytes as lower-case hexadecimal digits.
  public static func hex(bytes count: Int) -> FieldType {
    FieldType("\(2 * count) digits 0-9 and a-f") { value in
      let digits = value.compactMap { lowerHexDigit($0) }
      guard digits.count == value.count, digits.count == 2 * count else { return nil }
      return (0..<count).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
    }
  }
}

extension FieldType where Value == Color {
  /// A color, `#rrggbb` in lower case.
  public static var color: FieldType {
    FieldType("a color such as #3a678c") { bytes in
      let hasUpper = bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
      return hasUpper ? nil : Color(hexBytes: bytes)
    }
  }
}

extension FieldType where Value == Guess {
  /// Slider values: 1 to 8 whole numbers within ±9999, with commas between.
  public static var guess: FieldType {
    FieldType("whole numbers with commas between") { bytes in
      var numbers: [Int] = []
      for part in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        guard let number = integer(part), (-9_999...9_999).contains(number), numbers.count < 8
        else { return nil }
        numbers.append(number)
      }
      return Guess(numbers)
    }
  }
}

extension FieldType where Value == PlayerID {
  /// A player: "p" and a number.
  public static var player: FieldType {
    FieldType("a player such as p7") { bytes in
      guard bytes.first == UInt8(ascii: "p") else { return nil }
      return FieldType<Int>.count.read(bytes.dropFirst()).map(PlayerID.init(number:))
    }
  }
}

extension FieldType {
  /// Values of one type with commas between, at most 64; none when there are no bytes.
  public static func list<Element>(
    _ element: FieldType<Element>
  ) -> FieldType where Value == [Element] {
    FieldType("a list with commas between: each \(element.what())") { bytes in
      guard !bytes.isEmpty else { return [] }
      let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let values = parts.compactMap(element.read)
      return values.count == parts.count && values.count <= 64 ? values : nil
    }
  }
}

extension PlayerID {
  /// How a player is written: "p7".
  public var wire: String { "p\(number)" }
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Plain decimal: an optional minus, no leading zeros, at most 16 digits.
private func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
  let isNegative = bytes.first == UInt8(ascii: "-")
  let digits = isNegative ? bytes.dropFirst() : bytes
  guard (1...16).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
  let hasLeadingZero = digits.first == UInt8(ascii: "0")
  guard !hasLeadingZero || (digits.count == 1 && !isNegative) else { return nil }
  let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  return isNegative ? -number : number
}

private func lowerHexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  default: nil
  }
}

private func upperHexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
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
    guard value.endIndex - index >= 3, let high = upperHexDigit(value[index + 1]),
      let low = upperHexDigit(value[index + 2])
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
