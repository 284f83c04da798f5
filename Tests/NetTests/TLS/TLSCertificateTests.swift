// Certificates made here, certificates and keys from files, and fingerprints in writing.

import COpenSSL
import Glibc
import TestSupport
import Testing

@testable import Net

@Suite("TLS certificates")
struct TLSCertificateTests {
  static let made = make(["localhost"])
  static let other = make(["localhost"])

  static func make(_ hosts: [String]) -> SelfSignedCertificate {
    do { return try SelfSignedCertificate(hosts: hosts) } catch {
      preconditionFailure("\(error)")
    }
  }

  @Test("a certificate made here says what it is, and no more than it must")
  func selfSigned() throws {
    let hosts = ["localhost", "chromatch.example", "192.0.2.1", "2001:db8::1"]
    let made = try SelfSignedCertificate(hosts: hosts)
    let chain = try Certificate.chain(inPEM: made.certificatePEM)
    expect(chain.count, equals: 1)
    let certificate = chain[0].pointer
    expect(X509_get_version(certificate), equals: 2)
    expect(X509_check_ca(certificate), equals: 0)
    expect(X509_get_key_usage(certificate), equals: UInt32(KU_DIGITAL_SIGNATURE))
    expect(X509_get_extended_key_usage(certificate), equals: UInt32(XKU_SSL_SERVER))
    let flags = X509_get_extension_flags(certificate)
    expect(flags & UInt32(EXFLAG_SS), differsFrom: 0)
    expect(flags & UInt32(EXFLAG_INVALID | EXFLAG_CRITICAL), equals: 0)
    for name in hosts.prefix(2) { expect(X509_check_host(certificate, name, 0, 0, nil), equals: 1) }
    for address in hosts.suffix(2) { expect(X509_check_ip_asc(certificate, address, 0), equals: 1) }
    expect(X509_check_host(certificate, "chromatch", 0, 0, nil), equals: 0)
    expect(X509_check_ip_asc(certificate, "192.0.2.2", 0), equals: 0)
    let key = try PrivateKey(inPEM: made.keyPEM)
    expect(X509_verify(certificate, key.pointer), equals: 1)
    withExtendedLifetime((chain, key)) {}
  }

  @Test("it is valid from yesterday on, for ten years")
  func validity() throws {
    let certificate = try require(Certificate.chain(inPEM: Self.made.certificatePEM).first)
    let server = try TLSServer(Self.made)
    expect(server.validUntil == certificate.validUntil && server.validFrom == certificate.validFrom)
    let day: Int64 = 86_400
    expect(server.validFrom, isAtMost: Int64(time(nil)) - day)
    let days = (server.validUntil - server.validFrom) / day
    expect(days, equals: 1 + Int64(SelfSignedCertificate.validDays))
  }

  @Test(
    "the last second of validity is read in both of its forms",
    arguments: [("491231235959Z", 2_524_607_999), ("20500101000000Z", 2_524_608_000)])
  func validUntil(_ text: String, seconds: Int64) throws {
    let certificate = Certificate(owning: try require(X509_new()))
    expect(ASN1_TIME_set_string(X509_getm_notAfter(certificate.pointer), text), equals: 1)
    expect(certificate.validUntil, equals: seconds)
  }

  @Test("a certificate that browsers refuse says why: its time, or no issuer")
  func flaws() throws {
    let now = Int64(time(nil))
    let server = TestAuthority.shared.server
    expect(server.flaws(at: now), equals: [])
    expect(
      server.flaws(at: server.validFrom - 1), equals: [.notYetValid(from: server.validFrom)])
    expect(server.flaws(at: server.validUntil), equals: [])
    expect(server.flaws(at: server.validUntil + 1), equals: [.expired(since: server.validUntil)])
    try expect(TLSServer(Self.made).flaws(at: now), equals: [])
    let bare = try TestAuthority.server(behind: -60...60, sendsAll: false)
    expect(bare.flaws(at: now), equals: [.withoutIssuer])
    expect(
      CertificateFlaw.notYetValid(from: 1_893_456_000).description,
      equals: "is not valid yet, but from Tue, 01 Jan 2030 00:00:00 GMT on")
  }

  @Test("one that vouches for it has to be valid, too")
  func flawsBetween() throws {
    let now = Int64(time(nil))
    try expect(TestAuthority.server(behind: -60...3_600).flaws(at: now), equals: [])
    let early = try TestAuthority.server(behind: 600...3_600)
    expect(early.flaws(at: now), equals: [.notYetValid(from: early.validFrom)])
    expect(early.validFrom, isAbove: now)
    let late = try TestAuthority.server(behind: -600...(-60))
    expect(late.flaws(at: now), equals: [.expired(since: late.validUntil)])
    expect(late.validUntil, isBelow: now)
  }

  @Test("an impossible host name gets no certificate")
  func noHost() {
    for host in [
      "", "a b", "localhost,DNS:evil.example", "[::1]", "fe80::1%eth0", "127.0.0.1/8", "ä.example",
      String(repeating: "a", count: 254),
    ] {
      #expect(throws: TLSFailure.notAHost(host)) { try SelfSignedCertificate(hosts: [host]) }
    }
  }

  @Test("the server's own certificate comes first; those behind it are sent along")
  func chain() throws {
    let authority = TestAuthority.shared
    let server = try TLSServer(certificatePEM: authority.chainPEM, keyPEM: authority.keyPEM)
    let pair = TLSPair(server: server, client: try TLSClient(trust: .firstUse))
    pair.talk()
    let sent = SSL_get_peer_cert_chain(pair.client.session.ssl)
    expect(OPENSSL_sk_num(sent), equals: 2)
    #expect(throws: TLSFailure.keyOfAnotherCertificate) {
      try TLSServer(
        certificatePEM: authority.pem + authority.chainPEM, keyPEM: authority.keyPEM)
    }
  }

  @Test("one file may hold both, in either order")
  func together() throws {
    let (certificate, key) = (Self.made.certificatePEM, Self.made.keyPEM)
    for both in [key + certificate, certificate + key] {
      let server = try TLSServer(certificatePEM: both, keyPEM: both)
      try expect(server.fingerprint, equals: TLSServer(Self.made).fingerprint)
    }
  }

  @Test("an error names the file that holds nothing, is damaged, has a password or is another's")
  func wrong() throws {
    func failure(_ certificate: [UInt8]?, _ key: [UInt8]?) -> TLSFailure? {
      let (certificate, key) = (certificate ?? Self.made.certificatePEM, key ?? Self.made.keyPEM)
      return #expect(throws: TLSFailure.self) {
        try TLSServer(certificatePEM: certificate, keyPEM: key)
      }
    }
    for text in ["", "hello", "-----BEGIN X-----\nAAAA\n-----END X-----\n"] {
      expect(failure(Array(text.utf8), nil), equals: .noCertificate)
      expect(failure(nil, Array(text.utf8)), equals: .noKey)
    }
    func damage(_ pem: [UInt8]) -> [UInt8] {
      var lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
      lines.remove(at: 2)
      return Array(lines.joined(separator: "\n").utf8)
    }
    guard case .badCertificate = failure(damage(Self.made.certificatePEM), nil),
      case .badKey = failure(nil, damage(Self.made.keyPEM))
    else {
      Issue.record("the damage is not named")
      return
    }
    expect(failure(nil, Self.other.keyPEM), equals: .keyOfAnotherCertificate)
    let key = try PrivateKey(inPEM: Self.made.keyPEM)
    let bio = try require(BIO_new(BIO_s_mem()))
    defer { BIO_free(bio) }
    let password = Array("password".utf8CString)
    PEM_write_bio_PKCS8PrivateKey(bio, key.pointer, EVP_aes_128_cbc(), password, 8, nil, nil)
    var pem = [UInt8](repeating: 0, count: BIO_ctrl_pending(bio))
    BIO_read(bio, &pem, Int32(pem.count))
    // Nobody is asked for it.
    expect(failure(nil, pem), equals: .encryptedKey)
  }

  @Test("a fingerprint is the SHA-256 of the certificate in DER, in writing and back")
  func fingerprint() throws {
    let ofABC = CertificateFingerprint(ofDER: Array("abc".utf8))
    let text = "SHA256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    expect(ofABC.description, equals: text)
    expect(CertificateFingerprint(text), equals: ofABC)
    expect(CertificateFingerprint("sha256:" + text.dropFirst(7)), equals: ofABC)
    expect(CertificateFingerprint(String(text.dropFirst(7))), equals: ofABC)
    let shownByOthers =
      "BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:"
      + "B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:15:AD"
    expect(CertificateFingerprint(shownByOthers), equals: ofABC)
    let der = try require(Certificate.chain(inPEM: Self.made.certificatePEM).first).der
    try expect(TLSServer(Self.made).fingerprint, equals: CertificateFingerprint(ofDER: der))
  }

  @Test("anything else is none")
  func noFingerprint() {
    let digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a"
    for text in [
      "", "SHA256:", "SHA256:ba7816bf", "SHA1:ba7816bf8f01cfea414140de5dae2223b00361a3", digits,
      digits + "df", "g" + digits, "ba:" + digits.dropFirst(2) + "d", digits + "d ",
    ] { expect(CertificateFingerprint(text), equals: nil, text) }
  }
}
