// Certificates and keys as OpenSSL holds them, and as PEM. Each object owns its C object and
// nothing else; they live for the length of a call and do not go to other threads.

import COpenSSL
import Glibc

/// One X.509 certificate.
final class Certificate {
  let pointer: OpaquePointer

  /// Takes ownership of an `X509`.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { X509_free(pointer) }

  /// The certificate's bytes, as they are signed and sent.
  var der: [UInt8] {
    let count = max(0, Int(i2d_X509(pointer, nil)))
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      var end = buffer.baseAddress
      initializedCount = max(0, Int(i2d_X509(pointer, &end)))
    }
  }

  /// The first second of its validity, in seconds since 1970; nil if it does not say so properly.
  var validFrom: Int64? { Self.seconds(X509_get0_notBefore(pointer)) }

  /// The last second of its validity, in seconds since 1970; nil if it does not say so properly.
  var validUntil: Int64? { Self.seconds(X509_get0_notAfter(pointer)) }

  private static func seconds(_ moment: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var time = tm()
    guard ASN1_TIME_to_tm(moment, &time) == 1 else { return nil }
    return Int64(timegm(&time))
  }

  /// Whether it is its own issuer: a root, or a server for which nobody else vouches.
  var isSelfSigned: Bool { X509_self_signed(pointer, 0) == 1 }

  /// Whether another one has signed it, and may sign.
  func isIssued(by other: Certificate) -> Bool {
    defer { ERR_clear_error() }
    return X509_check_issued(other.pointer, pointer) == X509_V_OK
      && X509_verify(pointer, X509_get0_pubkey(other.pointer)) == 1
  }

  /// Whether one of this system's authorities has signed it.
  var isIssuedByAuthority: Bool {
    guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else { return false }
    defer {
      X509_STORE_CTX_free(context)
      X509_STORE_free(store)
      ERR_clear_error()
    }
    X509_STORE_set_default_paths(store)
    guard X509_STORE_CTX_init(context, store, pointer, nil) == 1 else { return false }
    var issuer: OpaquePointer?
    guard X509_STORE_CTX_get1_issuer(&issuer, context, pointer) == 1 else { return false }
    X509_free(issuer)
    return true
  }

  /// The certificates of a PEM text in their order; at least one.
  static func chain(inPEM text: [UInt8]) throws(TLSFailure) -> [Certificate] {
    guard let source = MemoryText(text) else { throw .noCertificate }
    var chain: [Certificate] = []
    ERR_clear_error()
    while let next = source.read({ PEM_read_bio_X509($0, nil, nil, nil) }) {
      chain.append(Certificate(owning: next))
    }
    let error = OpenSSLError.take()
    if !error.isEndOfPEM { throw .badCertificate(why: error.words) }
    if chain.isEmpty { throw .noCertificate }
    return chain
  }

  /// The certificate as PEM.
  var pem: [UInt8] {
    MemoryText.written { PEM_write_bio_X509($0, pointer) }
  }
}

/// One key, private or public.
final class PrivateKey {
  let pointer: OpaquePointer

  /// Takes ownership of an `EVP_PKEY`.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// The first private key of a PEM text.
  init(inPEM text: [UInt8]) throws(TLSFailure) {
    guard let source = MemoryText(text) else { throw .noKey }
    var wasAskedForPassword = false
    ERR_clear_error()
    let key = source.read { bio in
      PEM_read_bio_PrivateKey(
        bio, nil,
        { _, _, _, wasAsked in
          wasAsked?.assumingMemoryBound(to: Bool.self).pointee = true
          return -1
        }, &wasAskedForPassword)
    }
    let error = OpenSSLError.take()
    if let key {
      pointer = key
    } else if wasAskedForPassword {
      throw .encryptedKey
    } else if String(decoding: text, as: UTF8.self).contains("PRIVATE KEY-----") {
      throw .badKey(why: error.words)
    } else {
      throw .noKey
    }
  }

  /// The key as PEM (PKCS #8), without a password.
  var pem: [UInt8] {
    MemoryText.written { PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) }
  }
}

/// A text that OpenSSL reads or writes piece by piece.
private final class MemoryText {
  private let bio: OpaquePointer

  /// A text to be read; nil if it is empty or longer than any PEM.
  init?(_ text: [UInt8]) {
    OpenSSL.begin()
    guard (1...Self.bytesMax).contains(text.count), let bio = BIO_new(BIO_s_mem()) else {
      return nil
    }
    self.bio = bio
    BIO_write(bio, text, Int32(text.count))
  }

  private init?() {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    self.bio = bio
  }

  deinit { BIO_free(bio) }

  /// What `body` makes of the next piece.
  func read(_ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? { body(bio) }

  /// What `write` writes, which must not fail.
  static func written(by write: (OpaquePointer) -> Int32) -> [UInt8] {
    guard let text = MemoryText(), write(text.bio) == 1 else {
      preconditionFailure("writing to memory fails only without memory")
    }
    return text.bytes
  }

  /// Takes what was written.
  private var bytes: [UInt8] {
    let count = BIO_ctrl_pending(bio)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      initializedCount = max(0, Int(BIO_read(bio, buffer.baseAddress, Int32(count))))
    }
  }

  /// Every certificate authority of a system fits in.
  private static let bytesMax = 16 << 20
}
