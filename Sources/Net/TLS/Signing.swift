// Signatures, from OpenSSL: Ed25519 (RFC 8032) to sign and to verify, and ECDSA over P-256 with
// SHA-256 (FIPS 186-5) to verify, for browsers that cannot make Ed25519 keys. Bytes go in and bytes
// come out: it keeps no key, and does not know what is signed or why.
// Invariant: a key or a signature that is none verifies nothing; it never traps.

import COpenSSL

/// How many bytes an Ed25519 key's seed has, from which both halves of the key follow.
public let ed25519SeedBytes = 32
/// How many bytes an Ed25519 public key has.
public let ed25519KeyBytes = 32
/// How many bytes the compressed point of a P-256 public key has (SEC 1, 2.3.3).
public let p256KeyBytes = 33
/// How many bytes a signature has: of Ed25519, and r and s of ECDSA over P-256 one after the other.
public let signatureBytes = 64

/// The public key that belongs to a seed; nil for a seed that has not 32 bytes.
public func ed25519PublicKey(ofSeed seed: [UInt8]) -> [UInt8]? {
  guard let pair = ed25519Pair(ofSeed: seed) else { return nil }
  return [UInt8](unsafeUninitializedCapacity: ed25519KeyBytes) { key, count in
    count = ed25519KeyBytes
    let status = EVP_PKEY_get_raw_public_key(pair.pointer, key.baseAddress, &count)
    precondition(status == 1 && count == ed25519KeyBytes, "every seed has a public key")
  }
}

/// The Ed25519 signature of a message, the same each time; nil for a seed that has not 32 bytes.
public func ed25519Signature(of message: [UInt8], seed: [UInt8]) -> [UInt8]? {
  guard let pair = ed25519Pair(ofSeed: seed) else { return nil }
  let context = EVP_MD_CTX_new()
  defer { EVP_MD_CTX_free(context) }
  return [UInt8](unsafeUninitializedCapacity: signatureBytes) { signature, count in
    count = signatureBytes
    let isSigned =
      EVP_DigestSignInit(context, nil, nil, nil, pair.pointer) == 1
      && EVP_DigestSign(context, signature.baseAddress, &count, message, message.count) == 1
    precondition(isSigned && count == signatureBytes, "signing fails only without memory")
  }
}

/// Whether that is the Ed25519 signature of the message under a public key.
public func isEd25519Signature(
  _ signature: [UInt8], of message: [UInt8], key: [UInt8]
) -> Bool {
  guard signature.count == signatureBytes, key.count == ed25519KeyBytes else { return false }
  OpenSSL.begin()
  let pointer = EVP_PKEY_new_raw_public_key(NID_ED25519, nil, key, key.count)
  return verifies(signature, of: message, digest: nil, key: pointer.map(PrivateKey.init))
}

/// Whether that is the ECDSA signature (r and s, 32 bytes each, as browsers give them) of the
/// message's SHA-256 under a P-256 key, given as its compressed point.
public func isP256Signature(_ signature: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
  guard signature.count == signatureBytes, key.count == p256KeyBytes else { return false }
  OpenSSL.begin()
  let encoded = p256KeyHeader + key
  let pointer = encoded.withUnsafeBufferPointer { bytes in
    var start = bytes.baseAddress
    return d2i_PUBKEY(nil, &start, bytes.count)
  }
  let pair = derInteger(signature[..<32]) + derInteger(signature[32...])
  let der = [0x30, UInt8(pair.count)] + pair
  return verifies(der, of: message, digest: EVP_sha256(), key: pointer.map(PrivateKey.init))
}

private func ed25519Pair(ofSeed seed: [UInt8]) -> PrivateKey? {
  guard seed.count == ed25519SeedBytes else { return nil }
  OpenSSL.begin()
  return EVP_PKEY_new_raw_private_key(NID_ED25519, nil, seed, seed.count).map(PrivateKey.init)
}

/// Asks OpenSSL, and leaves no error of it behind.
private func verifies(
  _ signature: [UInt8], of message: [UInt8], digest: OpaquePointer?, key: PrivateKey?
) -> Bool {
  defer { ERR_clear_error() }
  guard let key else { return false }
  let context = EVP_MD_CTX_new()
  defer { EVP_MD_CTX_free(context) }
  return EVP_DigestVerifyInit(context, nil, digest, nil, key.pointer) == 1
    && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
}

/// What stands before the compressed point of a P-256 key in a SubjectPublicKeyInfo (RFC 5480).
private let p256KeyHeader: [UInt8] = [
  0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
  0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
]

/// A number without a sign, at most 32 bytes, as DER: no needless zeros, and one more where the
/// first bit would be taken for a sign.
private func derInteger(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  let digits = bytes.drop { $0 == 0 }
  let needsZero = digits.first.map { $0 & 0x80 != 0 } ?? true
  let number = (needsZero ? [0] : []) + digits
  return [0x02, UInt8(number.count)] + number
}
