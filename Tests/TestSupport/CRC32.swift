// CRC-32 without a library, a byte at a time, for tests of what the server sums by zlib.

private let remainders: [UInt32] = (0..<256)
  .map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xedb8_8320) }
  }

/// CRC-32 of bytes (RFC 1952, section 8).
@Sendable public func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~0) { rest, byte in rest >> 8 ^ remainders[Int((rest ^ UInt32(byte)) & 255)] }
}
