// What others see of an identity: its public key, the short name that follows from it, and the tag
// that people compare. Under some 32 bytes Ed25519 accepts signatures that anybody can make: under
// a point of small order one signature fits every message. No player can own such a point, so it is
// no key, and neither is a second encoding of a point that is one.
// Invariant: the same key has the same id and tag everywhere, for ever; a value of this type is the
// only encoding of its point, and a signature under it takes the secret half of it.

/// A key that signatures are checked with.
public struct PublicKey: Hashable, Sendable {
  /// How it signs.
  public enum SignatureScheme: CaseIterable, Sendable {
    /// Ed25519 (RFC 8032): 32 bytes.
    case ed25519
    /// ECDSA over P-256 with SHA-256 (FIPS 186-5), for browsers without Ed25519: the 33 bytes of
    /// the compressed point.
    case p256

    /// How many bytes a key of this scheme has.
    public var byteCount: Int { self == .ed25519 ? 32 : 33 }
  }

  /// The key as it stands on the wire.
  public let bytes: [UInt8]
  /// How it signs.
  public let scheme: SignatureScheme

  /// Takes a key by its length; nil for what can be none: for Ed25519 a point of small order or an
  /// encoding that is not canonical, for P-256 what does not begin with 2 or 3.
  public init?(bytes: [UInt8]) {
    guard let scheme = SignatureScheme.allCases.first(where: { $0.byteCount == bytes.count }) else {
      return nil
    }
    switch scheme {
    case .ed25519: if PublicKey.isWeak(bytes) { return nil }
    case .p256: if bytes[0] != 2 && bytes[0] != 3 { return nil }
    }
    self.bytes = bytes
    self.scheme = scheme
  }

  /// Whether 32 bytes encode a point whose order divides 8, or a point in a second way. The sign of
  /// x is the first bit of the last byte; y is the rest, the low byte first. x is 0 only where y is
  /// 1 or -1, so a sign without a number occurs among the points of small order alone.
  private static func isWeak(_ bytes: [UInt8]) -> Bool {
    let y = bytes.dropLast() + [bytes[31] & 0x7f]
    // y has to be less than 2^255 - 19.
    let isTooLarge = y[31] == 0x7f && y[1...30].allSatisfy { $0 == 0xff } && y[0] >= 0xed
    return isTooLarge || smallOrderYs.contains(Array(y))
  }

  /// The y of every point whose order divides 8: of order 4, 1, 2, and twice 8.
  private static let smallOrderYs: [[UInt8]] = [
    [0] + [UInt8](repeating: 0, count: 31),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
    [
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98,
      0xf0,
      0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc,
      0x05,
    ],
    [
      0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67,
      0x0f,
      0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03,
      0x7a,
    ],
  ]
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
