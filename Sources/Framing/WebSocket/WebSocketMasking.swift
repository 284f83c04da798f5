// The mask of RFC 6455, section 5.3: what a client sends is combined with a key of four bytes, over
// and over, so that no proxy takes it for a request. The same act puts the mask on and takes it
// off.

/// A masking key, turned so that its first byte is for the next byte of the payload.
struct WebSocketMask: Equatable, Sendable {
  /// The key in network order: the most significant byte comes first on the wire.
  var key: UInt32

  /// Puts the mask on bytes, or takes it off, and turns the key past them.
  mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
    let word = UInt64(bigEndian: UInt64(key) << 32 | UInt64(key))
    let words = SIMD4(repeating: word)
    var index = 0
    while index + 32 <= bytes.count {
      let masked = bytes.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self) ^ words
      bytes.storeBytes(of: masked, toByteOffset: index, as: SIMD4<UInt64>.self)
      index += 32
    }
    while index + 8 <= bytes.count {
      let masked = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ word
      bytes.storeBytes(of: masked, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    // A whole word leaves the key as it was; what is left turns it.
    while index < bytes.count {
      bytes[index] ^= UInt8(truncatingIfNeeded: key >> 24)
      key = key << 8 | key >> 24
      index += 1
    }
  }
}
