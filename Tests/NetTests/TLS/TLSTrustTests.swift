// Whom a client trusts, and what it says when it does not.

import COpenSSL
import TestSupport
import Testing

@testable import Net

@Suite("TLS trust")
struct TLSTrustTests {
  @Test("the pinned server is trusted, whatever it is called", arguments: Version.allCases)
  func pinned(_ version: Version) throws {
    let server = TLSServer.forTests
    let client = try TLSClient(trust: .pinned(server.fingerprint))
    copenssl_limit_versions(client.context.pointer, version.number, version.number)
    let pair = TLSPair(server: server, client: client, host: "another.example")
    pair.talk()
    expect(pair.isEstablished)
    expect(pair.client.session.peerFingerprint, equals: server.fingerprint)
  }

  @Test("a server with another certificate is told from the pinned one, and hears of it")
  func changed() throws {
    let known = TLSServer.make(hosts: ["localhost"]).fingerprint
    let pair = try TLSPair(trust: .pinned(known))
    pair.talk()
    let shown = TLSServer.forTests.fingerprint
    expect(pair.client.failure, equals: .certificateChanged(known: known, shown: shown))
    expect(pair.client.session.peerFingerprint, equals: shown)
    expect(!pair.client.session.isEstablished)
    expect(pair.server.failure, equals: .refusedByPeer(alert: "bad certificate"))
    expect(!pair.server.session.isEstablished)
    expect(pair.client.seal("secret"), equals: 0)
    expect(
      pair.client.failure?.description,
      equals: "the server's certificate changed: it was \(known) and is now \(shown)")
  }

  @Test("at first use anyone is trusted, and the fingerprint is there to be pinned")
  func firstUse() throws {
    let pair = try TLSPair(trust: .firstUse)
    pair.talk()
    expect(pair.isEstablished)
    expect(pair.client.session.peerFingerprint, equals: TLSServer.forTests.fingerprint)
    expect(pair.server.session.peerFingerprint, equals: nil)
  }

  @Test("an authority vouches only for what it signed, as it may its own certificate")
  func otherAuthority() throws {
    for trust in [TLSClient.Trust.system, .authorities(pem: TestAuthority.shared.pem)] {
      let pair = try TLSPair(trust: trust)
      pair.talk()
      guard case .untrusted(let why, let shown) = pair.client.failure else {
        Issue.record("\(pair.client.outcome)")
        continue
      }
      expect(why, contains: "self-signed certificate")
      expect(shown, equals: TLSServer.forTests.fingerprint)
      expect(pair.server.failure, equals: .refusedByPeer(alert: "unknown CA"))
    }
    let own = TLSCertificateTests.made
    let client = try TLSClient(trust: .authorities(pem: own.certificatePEM))
    let pair = TLSPair(server: try TLSServer(own), client: client)
    pair.talk()
    expect(pair.isEstablished)
  }

  @Test("an authority's word holds for the hosts it names, and for no other")
  func named() throws {
    let server = TestAuthority.shared.server
    func pair(_ host: String) throws -> TLSPair {
      let client = try TLSClient(trust: .authorities(pem: TestAuthority.shared.pem))
      let pair = TLSPair(server: server, client: client, host: host)
      pair.talk()
      return pair
    }
    for host in ["localhost", "chromatch.example", "ChroMatch.Example.", "127.0.0.1", "::1"] {
      let pair = try pair(host)
      expect(pair.isEstablished, "\(host)")
      expect(pair.client.session.peerFingerprint, equals: server.fingerprint)
    }
    for host in [
      "localhost.example", "example", "www.chromatch.example", "127.0.0.2", "::2", "*.example",
    ] {
      let pair = try pair(host)
      expect(pair.client.failure, equals: .otherHost(expected: host, shown: server.fingerprint))
      expect(!pair.server.session.isEstablished)
    }
  }

  @Test("a server is told the name it is known by, but no address")
  func serverName() throws {
    let rows: [(host: String, told: String?)] = [
      ("localhost", "localhost"), ("chromatch.example.", "chromatch.example"),
      ("127.0.0.1", nil), ("::1", nil), ("fe80::1%eth0", nil),
    ]
    for (host, told) in rows {
      let pair = try TLSPair(host: host)
      pair.talk()
      expect(pair.isEstablished, host)
      let name = SSL_get_servername(pair.server.session.ssl, TLSEXT_NAMETYPE_host_name)
      expect(name.map { String(cString: $0) }, equals: told, host)
    }
  }

  @Test("an impossible host name is refused before anything is sent")
  func noHost() throws {
    for host in ["", ".", "good.example\0.evil.example", String(repeating: "a", count: 254)] {
      let pair = try TLSPair(trust: .firstUse, host: host)
      pair.client.open()
      expect(pair.client.failure, equals: .notAHost(host))
      expect(isEmpty: pair.client.takeSealed())
    }
  }
}

/// An authority and a server for which it vouches, with the settings of a real one.
struct TestAuthority: Sendable {
  static let shared = TestAuthority()

  let pem: [UInt8]
  let server: TLSServer
  /// The server's certificate and, behind it, the authority's.
  let chainPEM: [UInt8]
  let keyPEM: [UInt8]

  private init() {
    do {
      let hosts = "DNS:localhost,DNS:chromatch.example,IP:127.0.0.1,IP:::1"
      let root = try Issued(name: "test authority", key: Self.newKey(), by: nil)
      let leaf = try Issued(name: "leaf", key: Self.newKey(), by: root, hosts: hosts)
      pem = root.certificate.pem
      chainPEM = leaf.certificate.pem + root.certificate.pem
      keyPEM = leaf.key.pem
      server = try TLSServer(certificatePEM: chainPEM, keyPEM: keyPEM)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// A server of this authority, by another one between them.
  ///
  /// - Parameters:
  ///   - life: from when until when the one between is valid, in seconds from now.
  ///   - sendsAll: whether the server has the certificate of the one between.
  static func server(behind life: ClosedRange<Int>, sendsAll: Bool = true) throws -> TLSServer {
    let root = try Issued(name: "root", key: newKey(), by: nil)
    let middle = try Issued(name: "middle", key: newKey(), by: root, mayIssue: true, life: life)
    let leaf = try Issued(name: "leaf", key: newKey(), by: middle, hosts: "DNS:localhost")
    let rest = sendsAll ? middle.certificate.pem : root.certificate.pem
    return try TLSServer(certificatePEM: leaf.certificate.pem + rest, keyPEM: leaf.key.pem)
  }

  private static func newKey() throws -> PrivateKey {
    PrivateKey(owning: try require(copenssl_make_p256_key()))
  }

  private struct Issued {
    let certificate: Certificate
    let key: PrivateKey

    init(
      name: String, key: PrivateKey, by issuer: Issued?, hosts: String? = nil,
      mayIssue: Bool = false, life: ClosedRange<Int> = -60...86_400
    ) throws {
      let pointer = try require(X509_new())
      certificate = Certificate(owning: pointer)
      self.key = key
      X509_set_version(pointer, 2)
      ASN1_INTEGER_set(X509_get_serialNumber(pointer), 1)
      X509_gmtime_adj(X509_getm_notBefore(pointer), life.lowerBound)
      X509_gmtime_adj(X509_getm_notAfter(pointer), life.upperBound)
      X509_set_pubkey(pointer, key.pointer)
      let subject = X509_get_subject_name(pointer)
      X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, name, -1, -1, 0)
      let issuerName = issuer.map { X509_get_subject_name($0.certificate.pointer) }
      X509_set_issuer_name(pointer, issuerName ?? subject)
      let mayIssue = mayIssue || issuer == nil
      let usage = mayIssue ? "critical,keyCertSign" : "critical,digitalSignature"
      let constraints = mayIssue ? "critical,CA:TRUE" : "critical,CA:FALSE"
      try require(copenssl_add_extension(pointer, NID_basic_constraints, constraints) == 1)
      try require(copenssl_add_extension(pointer, NID_key_usage, usage) == 1)
      if let hosts {
        try require(copenssl_add_extension(pointer, NID_subject_alt_name, hosts) == 1)
      }
      try require(X509_sign(pointer, (issuer?.key ?? key).pointer, EVP_sha256()) > 0)
    }
  }
}
