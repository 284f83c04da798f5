// One line, written field by field into bytes that already hold others. It writes the one canonical
// form: single spaces, no needless escape; the order of fields is the caller's, from the catalogue.

import Chroma
import Game

/// A line being appended to a buffer.
struct LineWriter: ~Copyable {
  private(set) var bytes: [UInt8]

  /// Starts a line behind what `bytes` holds already.
  init(appendingTo bytes: consuming [UInt8], verb: String) {
    self.bytes = bytes
    self.bytes.append(contentsOf: verb.utf8)
  }

  /// Ends the line with LF and gives the buffer back.
  consuming func end() -> [UInt8] {
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private mutating func key(_ key: String) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "="))
  }

  /// A value that needs no escapes; nothing when nil.
  mutating func word(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    bytes.append(contentsOf: value.utf8)
  }

  /// A whole number; nothing when nil.
  mutating func int(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    decimal(value)
  }

  /// A moment in milliseconds; nothing when nil.
  mutating func instant(_ name: String, _ value: Instant?) {
    int(name, value?.milliseconds)
  }

  /// "1" or "0"; nothing when nil.
  mutating func flag(_ name: String, _ value: Bool?) {
    guard let value else { return }
    int(name, value ? 1 : 0)
  }

  /// "1" when true, nothing when false: for marks that most lines do not carry.
  mutating func mark(_ name: String, _ value: Bool) {
    if value { int(name, 1) }
  }

  /// Text; controls, spaces and percent signs are written %XX. Nothing when nil.
  mutating func text(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    for byte in value.utf8 {
      if byte <= 0x20 || byte == 0x7f || byte == UInt8(ascii: "%") {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(LineWriter.digits[Int(byte >> 4)])
        bytes.append(LineWriter.digits[Int(byte & 15)])
      } else {
        bytes.append(byte)
      }
    }
  }

  /// A color as `#rrggbb`; nothing when nil.
  mutating func color(_ name: String, _ value: Color?) {
    word(name, value?.hex)
  }

  /// Slider values with commas between.
  mutating func guess(_ name: String, _ value: Guess) {
    key(name)
    for (index, number) in value.values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      decimal(number)
    }
  }

  /// Thousandths as a decimal number without needless zeros.
  mutating func thousandths(_ name: String, _ value: Int) {
    key(name)
    decimal(value / 1_000)
    var rest = value % 1_000
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var place = 100
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / place))
      rest %= place
      place /= 10
    }
  }

  /// Bytes as lower-case hexadecimal digits; nothing when nil.
  mutating func hexBytes(_ name: String, _ value: [UInt8]?) {
    guard let value else { return }
    key(name)
    for byte in value {
      bytes.append(LineWriter.lowerDigits[Int(byte >> 4)])
      bytes.append(LineWriter.lowerDigits[Int(byte & 15)])
    }
  }

  /// A player as "p7".
  mutating func player(_ name: String, _ value: PlayerID) {
    key(name)
    bytes.append(UInt8(ascii: "p"))
    decimal(value.number)
  }

  /// Words with commas between.
  mutating func list(_ name: String, _ values: [String]) {
    word(name, values.joined(separator: ","))
  }

  private mutating func decimal(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    if magnitude >= 10 {
      var power: UInt = 1
      while magnitude / power >= 10 { power *= 10 }
      while power > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(magnitude / power % 10))
        power /= 10
      }
    } else {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude))
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let lowerDigits = Array("0123456789abcdef".utf8)
}
