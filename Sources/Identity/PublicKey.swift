// What others see of an identity: its public key, the short name that follows from it, and the tag
// that people compare. Invariant: the same key has the same id and tag everywhere, for ever.

public import Game

/// A key that signatures are checked with.
public struct PublicKey: Hashable, Sendable {
  /// How it signs.
  public enum Kind: CaseIterable, Sendable {
    /// Ed25519 (RFC 8032): 32 bytes.
    case ed25519
    /// ECDSA over P-256 with SHA-256 (FIPS 186-5), for browsers without Ed25519: the 33 bytes of
    /// the compressed point.
    case p256

    /// How many bytes a key of this kind has.
    public var byteCount: Int { self == .ed25519 ? 32 : 33 }
  }

  /// The key as it stands on the wire.
  public let bytes: [UInt8]
  /// How it signs.
  public let kind: Kind

  /// Takes a key by its length; nil for what can be none.
  public init?(bytes: [UInt8]) {
    guard let kind = Kind.allCases.first(where: { $0.byteCount == bytes.count }) else { return nil }
    if kind == .p256 && bytes[0] != 2 && bytes[0] != 3 { return nil }
    self.bytes = bytes
    self.kind = kind
  }
}

/// Who somebody is, on every server: the first 16 bytes of the SHA-256 of their public key.
public struct KeyID: Hashable, Sendable {
  /// How many bytes it has.
  public static let byteCount = 16

  private let high: UInt64
  private let low: UInt64

  /// The id of a key.
  public init(of key: PublicKey, hashing: Hashing) {
    self.init(hashing.sha256(key.bytes).prefix(KeyID.byteCount))
  }

  /// Takes 16 bytes; nil for any other number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == KeyID.byteCount else { return nil }
    self.init(bytes[...])
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The 16 bytes.
  public var bytes: [UInt8] {
    [high, low]
      .flatMap { half in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
      }
  }

  /// What people compare, such as "47Z3-3QX1": the first 40 bits. It tells players of one name
  /// apart; it proves nothing.
  public var tag: String { Crockford.write(bytes.prefix(5)) }
}
