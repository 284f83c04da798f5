// The secret that a match's targets come from. Its hash is published before anybody is ready and
// the seed itself after the match, so that the server can neither choose targets late nor deny
// them.
// It refuses to know where its 32 bytes came from.

/// The server's 32 secret bytes of one match.
public struct MatchSeed: Hashable, Sendable {
  /// How many bytes a seed has.
  public static let byteCount = 32

  /// The bytes themselves, secret until the match is over.
  public let bytes: [UInt8]

  /// Takes exactly 32 bytes; nil for any other count.
  public init?(bytes: [UInt8]) {
    guard bytes.count == MatchSeed.byteCount else { return nil }
    self.bytes = bytes
  }

  /// What is published before the match: SHA-256 of the seed, 32 bytes.
  public func commitment(_ hashing: Hashing) -> [UInt8] {
    hashing.sha256(bytes)
  }
}

/// What one seat adds to the randomness of a match, so that the server alone cannot choose it.
public struct Nonce: Hashable, Sendable {
  /// 2 to 64 lower-case hexadecimal digits, or "-" for a seat that gave none.
  public let text: String

  /// How many bytes a seal has.
  public static let sealByteCount = 32

  /// The nonce of a seat that gave none.
  public static let none = Nonce(unchecked: "-")

  /// Takes 2 to 64 digits from 0–9 and a–f; nil for anything else.
  public init?(hex: String) {
    let digits = hex.utf8
    guard (2...64).contains(digits.count) else { return nil }
    let allowed = digits.allSatisfy { digit in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit)
    }
    guard allowed else { return nil }
    text = hex
  }

  private init(unchecked text: String) {
    self.text = text
  }

  /// What stands for the nonce while it is secret: SHA-256 of its digits in ASCII, 32 bytes.
  public func seal(_ hashing: Hashing) -> [UInt8] { hashing.sha256(Array(text.utf8)) }
}

/// What a seat gives to the randomness of the next match: a nonce, the seal of one, both once the
/// seal has been opened, or nothing.
public struct Share: Hashable, Sendable {
  /// The nonce; nil while it is sealed, and where there is none.
  public var nonce: Nonce?
  /// What the nonce has to hash to, see `Nonce.seal`; nil for a nonce that was said openly.
  public var seal: [UInt8]?

  /// The share of a seat that gives nothing.
  public static let none = Share()

  /// Describes a share.
  public init(nonce: Nonce? = nil, seal: [UInt8]? = nil) {
    self.nonce = nonce
    self.seal = seal
  }

  /// The share as it was given, whether or not its seal has been opened since.
  var asGiven: Share { seal == nil ? self : Share(seal: seal) }

  /// Whether a nonce is promised that nobody has seen yet.
  public var isSealed: Bool { nonce == nil && seal != nil }
}
