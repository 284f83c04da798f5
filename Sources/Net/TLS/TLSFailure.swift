// What can go wrong with a certificate, a key or a TLS connection, as a person would want to read
// it. What the other side can cause is told apart as far as it makes a difference to someone who
// has to do something about it.

/// Why a certificate or key cannot be used, or why a TLS connection was never made or broke.
public enum TLSFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no certificate in what should hold one, as PEM.
  case noCertificate
  /// What stands between the marks of a certificate is none.
  case badCertificate(why: String)
  /// The certificate is one, but too weak to be used.
  case refusedCertificate(why: String)
  /// There is no private key in what should hold one, as PEM.
  case noKey
  /// What stands between the marks of a private key is none.
  case badKey(why: String)
  /// The private key needs a password, and nobody is there to type it.
  case encryptedKey
  /// The private key belongs to another certificate.
  case keyOfAnotherCertificate
  /// Not a name or an address that a certificate could be made for.
  case notAHost(String)

  /// The server shows another certificate than the one it is known by.
  case certificateChanged(known: CertificateFingerprint, shown: CertificateFingerprint)
  /// Nobody who is trusted vouches for the server's certificate.
  case untrusted(why: String, shown: CertificateFingerprint)
  /// The certificate is trusted, but belongs to another host.
  case otherHost(expected: String, shown: CertificateFingerprint)

  /// What comes in is not TLS.
  case notTLS
  /// The other side offers only protocols over TLS that are not ours.
  case noCommonProtocol
  /// There is no version of TLS, cipher or group that both sides accept.
  case nothingInCommon(why: String)
  /// The other side refused with an alert.
  case refusedByPeer(alert: String)
  /// The stream ended before the handshake was done.
  case endedInHandshake
  /// The stream ended without a goodbye: what came may be cut short, by the peer or by anyone on
  /// the way.
  case truncated
  /// The other side asks for answers and does not take them.
  case peerDoesNotRead
  /// Anything else, in OpenSSL's words: bytes that break the rules of TLS, or were changed on the
  /// way.
  case broken(why: String)

  /// Whether it is about the private key rather than the certificate.
  public var concernsKey: Bool {
    switch self {
    case .noKey, .badKey, .encryptedKey, .keyOfAnotherCertificate: true
    default: false
    }
  }

  /// One sentence without its full stop.
  public var description: String {
    switch self {
    case .noCertificate: "no certificate in PEM form"
    case .badCertificate(let why): "the certificate cannot be read: \(why)"
    case .refusedCertificate(let why): "the certificate is not safe to use: \(why)"
    case .noKey: "no private key in PEM form"
    case .badKey(let why): "the private key cannot be read: \(why)"
    case .encryptedKey: "the private key is encrypted; the server needs it without a password"
    case .keyOfAnotherCertificate:
      "the private key does not belong to the first certificate, the server's own"
    case .notAHost(let text): "\"\(text)\" is not a host name or an address"
    case .certificateChanged(let known, let shown):
      "the server's certificate changed: it was \(known) and is now \(shown)"
    case .untrusted(let why, let shown): "the server's certificate \(shown) is not trusted: \(why)"
    case .otherHost(let expected, let shown):
      "the server's certificate \(shown) is not for \"\(expected)\""
    case .notTLS: "the other side does not speak TLS here"
    case .noCommonProtocol: "both sides support no common protocol over TLS"
    case .nothingInCommon(let why): "both sides support no common TLS version or cipher: \(why)"
    case .refusedByPeer(let alert): "the other side refused: \(alert)"
    case .endedInHandshake: "the connection closed during the TLS handshake"
    case .truncated: "the connection was cut off"
    case .peerDoesNotRead: "the other side asks, but does not read the answers"
    case .broken(let why): "TLS failed: \(why)"
    }
  }
}
