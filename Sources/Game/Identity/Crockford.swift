// Bytes as letters and digits that people can read aloud and type: Crockford's base32, five bits
// each, the first bits first. Reading forgives what is easily taken for something else, and what
// people and programs put between groups. Invariant: what is written is read back the same.

/// Crockford's base32, for whole groups of five bytes.
enum Crockford {
  /// Digits and letters without I, L, O and U.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  /// How many letters stand together.
  private static let groupLength = 4

  /// Writes bytes, eight letters for each five, in groups of four with hyphens between.
  static func write(_ bytes: some Collection<UInt8>) -> String {
    precondition(bytes.count.isMultiple(of: 5), "only whole groups of five bytes are written")
    var letters: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 5 {
        count -= 5
        if letters.count % (groupLength + 1) == groupLength { letters.append(UInt8(ascii: "-")) }
        letters.append(alphabet[bits >> count & 31])
      }
      bits &= 31
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The five bits that each letter stands for; spaces and hyphens stand for none.
  ///
  /// - Throws: the first character that is no letter of this alphabet.
  static func digits(of text: some StringProtocol) throws(KeyLineError) -> [UInt8] {
    var digits: [UInt8] = []
    for character in text where !character.isWhitespace && !dashes.contains(character) {
      guard let digit = digit(of: character) else { throw .noLetter(character) }
      digits.append(digit)
    }
    return digits
  }

  /// The bytes that so many times five bits make; what is left of the last byte is dropped.
  static func bytes(of digits: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in digits {
      (bits, count) = (bits << 5 | Int(digit), count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
      }
      bits &= 255
    }
    return bytes
  }

  /// Hyphens, and what editors make of them.
  private static let dashes: Set<Character> = ["-", "‐", "‑", "–", "—", "−"]

  private static func digit(of character: Character) -> UInt8? {
    guard let letter = character.asciiValue else { return nil }
    let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    let upper = isLower ? letter - 0x20 : letter
    switch upper {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    default: return alphabet.firstIndex(of: upper).map(UInt8.init)
    }
  }
}
