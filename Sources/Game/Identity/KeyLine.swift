// The secret of an identity, and the line by which a person takes it elsewhere: typed, pasted or
// read off a screen. The line has a check of its own, so a key that was cut off or mistyped is
// refused instead of becoming another identity. Invariant: a line that was written is read back as
// the same secret, and no line is read as two.

/// The secret that an identity is: its holder is that player.
public struct SecretKey: Hashable, Sendable {
  /// How many bytes it has: the seed of an Ed25519 key.
  public static let byteCount = 32
  /// What stands before the line in a file, with the version of the form.
  public static let header = "CHROMATCH-KEY 1"

  /// The seed from which both halves of the key follow.
  public let seed: [UInt8]

  /// Takes 32 bytes; nil for any other number.
  public init?(seed: [UInt8]) {
    guard seed.count == SecretKey.byteCount else { return nil }
    self.seed = seed
  }

  /// Reads the line of a key, with or without the header, as people type and paste it.
  ///
  /// - Throws: what is wrong with it.
  public init(line text: String, hashing: Hashing) throws(KeyLineError) {
    let digits = try Crockford.digits(of: try SecretKey.body(of: text))
    guard digits.count >= SecretKey.letterCount else { throw .cutOff(letters: digits.count) }
    guard digits.count == SecretKey.letterCount else { throw .tooLong(letters: digits.count) }
    let bytes = Crockford.bytes(of: digits)
    seed = Array(bytes.prefix(SecretKey.byteCount))
    guard bytes.suffix(SecretKey.checkByteCount) == SecretKey.check(of: seed, hashing) else {
      throw .mistyped
    }
  }

  /// The line: the seed and its check, 14 groups of four letters.
  public func line(hashing: Hashing) -> String {
    Crockford.write(seed + SecretKey.check(of: seed, hashing))
  }

  /// How many letters a line has, hyphens not counted.
  public static let letterCount = (byteCount + checkByteCount) * 8 / 5

  private static let checkByteCount = 3

  private static func check(of seed: [UInt8], _ hashing: Hashing) -> ArraySlice<UInt8> {
    hashing.sha256(Array("chromatch-key 1 ".utf8) + seed).prefix(checkByteCount)
  }

  /// What follows the header, if there is one.
  private static func body(of text: String) throws(KeyLineError) -> Substring {
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard let first = words.first, first.uppercased() == "CHROMATCH-KEY" else { return text[...] }
    guard words.count > 1 else { return "" }
    guard words[1] == "1" else { throw .otherVersion(String(words[1])) }
    return words.count > 2 ? words[2] : ""
  }
}

/// Why a text is no key.
public enum KeyLineError: Error, Hashable, Sendable {
  /// It ends too early, after so many letters.
  case cutOff(letters: Int)
  /// It has more letters than a key, so many.
  case tooLong(letters: Int)
  /// That character is in no key.
  case noLetter(Character)
  /// All letters could be right, but they do not fit together.
  case mistyped
  /// It is written in another version of the form.
  case otherVersion(String)
}
