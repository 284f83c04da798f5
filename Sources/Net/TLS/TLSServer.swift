// A server's certificate and key, and how it chooses what to speak. Making one reads and checks
// everything; afterwards nothing can fail and nothing changes. To use another certificate, make
// another server: connections keep the one they began with.

import COpenSSL
import Framing

/// What a server needs to speak TLS 1.2 and 1.3: a certificate chain and its private key.
public final class TLSServer: Sendable {
  let context: TLSContext

  /// The fingerprint of the server's own certificate.
  public let fingerprint: CertificateFingerprint
  /// The first second in which the certificate is valid and those that lead from it to an authority
  /// are, in seconds since 1970.
  public let validFrom: Int64
  /// The last one. An expired certificate is used all the same: who pinned it does not mind, and
  /// others see a better message there.
  public let validUntil: Int64
  /// Whether the certificate leads to an authority: it signs itself, or the file or this system has
  /// the certificate that signed it.
  private let hasIssuer: Bool

  /// Reads a chain and a key and checks that they belong together.
  ///
  /// - Parameters:
  ///   - certificatePEM: the server's own certificate, then those that lead to an authority.
  ///   - keyPEM: the private key, without a password.
  public init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(TLSFailure) {
    let chain = try Certificate.chain(inPEM: certificatePEM)
    let key = try PrivateKey(inPEM: keyPEM)
    let leaf = chain[0]
    let path = Self.path(in: chain)
    var (validFrom, validUntil) = (Int64.min, Int64.max)
    for certificate in path {
      guard let from = certificate.validFrom, let until = certificate.validUntil else {
        throw .badCertificate(why: "it does not say from when until when it is valid")
      }
      (validFrom, validUntil) = (max(validFrom, from), min(validUntil, until))
    }
    if X509_check_private_key(leaf.pointer, key.pointer) != 1 {
      ERR_clear_error()
      throw .keyOfAnotherCertificate
    }
    fingerprint = CertificateFingerprint(of: leaf)
    (self.validFrom, self.validUntil) = (validFrom, validUntil)
    hasIssuer =
      leaf.isSelfSigned || chain.dropFirst().contains { leaf.isIssued(by: $0) }
      || leaf.isIssuedByAuthority
    context = try TLSContext(.server) { (context) throws(TLSFailure) in
      let isTaken =
        SSL_CTX_use_certificate(context, leaf.pointer) == 1
        && SSL_CTX_use_PrivateKey(context, key.pointer) == 1
        && chain.dropFirst().allSatisfy { copenssl_add_to_chain(context, $0.pointer) == 1 }
      if !isTaken { throw .refusedCertificate(why: OpenSSLError.take().words) }
      SSL_CTX_set_alpn_select_cb(context, chooseProtocol, nil)
    }
  }

  /// The server's own certificate and those that lead from it to an authority, without the
  /// authority's: clients have that one themselves.
  private static func path(in chain: [Certificate]) -> [Certificate] {
    var path = [chain[0]]
    var rest = chain.dropFirst().filter { !$0.isSelfSigned }
    while let next = rest.firstIndex(where: { path[path.count - 1].isIssued(by: $0) }) {
      path.append(rest.remove(at: next))
    }
    return path
  }

  /// Why clients that have not pinned the certificate refuse it then, in seconds since 1970.
  public func flaws(at now: Int64) -> [CertificateFlaw] {
    var flaws: [CertificateFlaw] = []
    if now < validFrom { flaws.append(.notYetValid(from: validFrom)) }
    if now > validUntil { flaws.append(.expired(since: validUntil)) }
    if !hasIssuer { flaws.append(.withoutIssuer) }
    return flaws
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

/// Why clients refuse a certificate that they have not pinned.
public enum CertificateFlaw: Equatable, Sendable, CustomStringConvertible {
  /// It is valid only later, or one that vouches for it is.
  case notYetValid(from: Int64)
  /// It is valid no more, or one that vouches for it is not.
  case expired(since: Int64)
  /// Neither the file nor this system has the certificate of its issuer.
  case withoutIssuer

  /// A part of a sentence about the certificate.
  public var description: String {
    switch self {
    case .notYetValid(let moment): "is not valid yet, but from \(Self.date(moment)) on"
    case .expired(let moment): "has expired, on \(Self.date(moment))"
    case .withoutIssuer:
      "comes without its issuer's: put the certificates that lead to an authority behind it"
    }
  }

  /// HTTP's dates are those of the years 1970 to 9999.
  private static func date(_ seconds: Int64) -> String {
    httpDate(unixSeconds: Int(max(0, min(seconds, 253_402_300_799))))
  }
}
