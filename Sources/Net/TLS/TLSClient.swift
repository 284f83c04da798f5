// A client's idea of whom to trust. The judgement itself happens inside the handshake: a server
// that is not trusted never hears a byte of the game, and is told why by an alert.

import COpenSSL

/// What a client needs to speak TLS: whom it trusts.
public final class TLSClient: Sendable {
  /// Whom a client trusts. That the server holds the private key of its certificate is proven in
  /// every case.
  public enum Trust: Equatable, Sendable {
    /// The server with this certificate, whatever it is called and however old it is.
    case pinned(CertificateFingerprint)
    /// Anyone, this once; the caller shows or keeps the fingerprint, and pins it from then on.
    case firstUse
    /// Servers for which one of the system's certificate authorities vouches, by the host's name.
    case system
    /// The same with these authorities (or servers' own certificates), as PEM, and no others.
    case authorities(pem: [UInt8])
  }

  let context: TLSContext
  /// Whom it trusts.
  public let trust: Trust

  /// Makes a client; only authorities that cannot be read make that fail.
  public init(trust: Trust) throws(TLSFailure) {
    self.trust = trust
    context = try TLSContext(.client) { (context) throws(TLSFailure) in
      SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
      SSL_CTX_set_cert_verify_callback(context, judge, nil)
      switch trust {
      case .pinned, .firstUse: break
      case .system:
        // A system without authorities trusts nobody; each connection will say so.
        SSL_CTX_set_default_verify_paths(context)
        ERR_clear_error()
      case .authorities(let pem):
        let store = SSL_CTX_get_cert_store(context)
        for authority in try Certificate.chain(inPEM: pem) {
          X509_STORE_add_cert(store, authority.pointer)
        }
        ERR_clear_error()
      }
    }
  }

  /// Judges the certificate that a server showed; nil if it is trusted.
  func verdict(
    on shown: CertificateFingerprint, chain: OpaquePointer, host: String
  ) -> TLSFailure? {
    switch trust {
    case .firstUse: return nil
    case .pinned(let known):
      return known == shown ? nil : .certificateChanged(known: known, shown: shown)
    case .system, .authorities:
      if X509_verify_cert(chain) == 1 { return nil }
      let error = X509_STORE_CTX_get_error(chain)
      switch error {
      case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
        return .otherHost(expected: host, shown: shown)
      default:
        let why = X509_verify_cert_error_string(Int(error)).map { String(cString: $0) }
        return .untrusted(why: why ?? "error \(error)", shown: shown)
      }
    }
  }
}

/// Takes the place of OpenSSL's own verification; 1 lets the handshake go on.
private func judge(_ chain: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
  guard let chain, let session = TLSSession.of(verification: chain) else { return 0 }
  let isTrusted = session.trustsCertificate(in: chain)
  if !isTrusted, X509_STORE_CTX_get_error(chain) == X509_V_OK {
    // The alert will be "bad certificate".
    X509_STORE_CTX_set_error(chain, X509_V_ERR_CERT_REJECTED)
  }
  return isTrusted ? 1 : 0
}
