// Hashing and randomness, from OpenSSL. The rules of the game take these as arguments, so that no
// pure target knows where they come from.

import COpenSSL

/// The SHA-256 digest (FIPS 180-4) of `bytes`: 32 bytes.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
  OpenSSL.begin()
  return [UInt8](unsafeUninitializedCapacity: digestBytes) { digest, count in
    let status = EVP_Digest(
      bytes, bytes.count, digest.baseAddress, nil, Algorithm.sha256.pointer, nil)
    precondition(status == 1, "SHA-256 fails only without memory")
    count = digestBytes
  }
}

/// The SHA-1 digest (FIPS 180-4) of `bytes`: 20 bytes. For the handshake of WebSockets, which asks
/// for it (RFC 6455, section 4.2.2); it protects nothing any more.
func sha1(_ bytes: [UInt8]) -> [UInt8] {
  OpenSSL.begin()
  let count = 20
  return [UInt8](unsafeUninitializedCapacity: count) { digest, initializedCount in
    let status = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_sha1(), nil)
    precondition(status == 1, "SHA-1 fails only without memory")
    initializedCount = count
  }
}

/// The HMAC with SHA-256 (RFC 2104, FIPS 198-1) of `message` under `key`: 32 bytes. The key may
/// have any length.
public func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
  OpenSSL.begin()
  return [UInt8](unsafeUninitializedCapacity: digestBytes) { digest, count in
    // An empty array lends a null pointer, which HMAC takes for "the key of last time".
    let key = key.isEmpty ? [0] : key
    let result = HMAC(
      EVP_sha256(), key, Int32(key.count), message, message.count, digest.baseAddress, nil)
    precondition(result != nil, "HMAC fails only without memory")
    count = digestBytes
  }
}

/// `count` bytes (0 or more) that nobody can foretell, from the generator that also makes keys.
public func randomBytes(_ count: Int) -> [UInt8] {
  precondition((0...Int(Int32.max)).contains(count), "a count of bytes, and a sensible one")
  OpenSSL.begin()
  var bytes = [UInt8](repeating: 0, count: count)
  let status = RAND_bytes(&bytes, Int32(count))
  precondition(status == 1, "without randomness there are no secrets: better not to go on")
  return bytes
}

/// A key for one frame of a client's WebSocket, which nobody can foretell.
@Sendable func randomMaskingKey() -> UInt32 {
  randomBytes(4).reduce(0) { $0 << 8 | UInt32($1) }
}

private let digestBytes = 32

/// An algorithm of OpenSSL's, found once: to look for it by name takes longer than to hash a line.
private struct Algorithm: @unchecked Sendable {
  static let sha256 = Algorithm("SHA256")

  /// Nobody changes what it points to, and it is never given back.
  let pointer: OpaquePointer

  private init(_ name: String) {
    guard let pointer = EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("OpenSSL has \(name), or no memory")
    }
    self.pointer = pointer
  }
}
