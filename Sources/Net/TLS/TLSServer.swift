// A server's certificate and key, and how it chooses what to speak. Making one reads and checks
// everything; afterwards nothing can fail and nothing changes. To use another certificate, make
// another server: connections keep the one they began with.

import COpenSSL

/// What a server needs to speak TLS 1.2 and 1.3: a certificate chain and its private key.
public final class TLSServer: Sendable {
  let context: TLSContext

  /// The fingerprint of the server's own certificate.
  public let fingerprint: CertificateFingerprint
  /// The last second of the certificate's validity, in seconds since 1970. An expired certificate
  /// is used all the same: who pinned it does not mind, and others see a better message there.
  public let validUntil: Int64

  /// Reads a chain and a key and checks that they belong together.
  ///
  /// - Parameters:
  ///   - certificatePEM: the server's own certificate, then those that lead to an authority.
  ///   - keyPEM: the private key, without a password.
  public init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(TLSFailure) {
    let chain = try Certificate.chain(inPEM: certificatePEM)
    let key = try PrivateKey(inPEM: keyPEM)
    let leaf = chain[0]
    guard let validUntil = leaf.validUntil else {
      throw .badCertificate(why: "it does not say until when it is valid")
    }
    if X509_check_private_key(leaf.pointer, key.pointer) != 1 {
      ERR_clear_error()
      throw .keyOfAnotherCertificate
    }
    fingerprint = CertificateFingerprint(of: leaf)
    self.validUntil = validUntil
    context = try TLSContext(.server) { (context) throws(TLSFailure) in
      let isTaken =
        SSL_CTX_use_certificate(context, leaf.pointer) == 1
        && SSL_CTX_use_PrivateKey(context, key.pointer) == 1
        && chain.dropFirst().allSatisfy { copenssl_add_to_chain(context, $0.pointer) == 1 }
      if !isTaken { throw .refusedCertificate(why: OpenSSLError.take().words) }
      SSL_CTX_set_alpn_select_cb(context, chooseProtocol, nil)
    }
  }

  /// A server with a certificate that was made here.
  public convenience init(_ certificate: SelfSignedCertificate) throws(TLSFailure) {
    try self.init(certificatePEM: certificate.certificatePEM, keyPEM: certificate.keyPEM)
  }
}

/// Chooses what to speak from a client's list: lines if it can, else HTTP. A client that offers
/// neither is refused (RFC 7301, 3.2); one without a list is never asked.
private func chooseProtocol(
  _: OpaquePointer?, chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  chosenCount: UnsafeMutablePointer<UInt8>?, offered: UnsafePointer<UInt8>?,
  offeredCount: UInt32, _: UnsafeMutableRawPointer?
) -> Int32 {
  var choice: UnsafeMutablePointer<UInt8>?
  let ours = ApplicationProtocol.list
  let status = SSL_select_next_proto(
    &choice, chosenCount, ours.utf8Start, UInt32(ours.utf8CodeUnitCount), offered, offeredCount)
  // Without a match the choice is our own first, for a client that may be told so; it may not.
  if status != OPENSSL_NPN_NEGOTIATED { return SSL_TLSEXT_ERR_ALERT_FATAL }
  chosen?.pointee = UnsafePointer(choice)
  return SSL_TLSEXT_ERR_OK
}
