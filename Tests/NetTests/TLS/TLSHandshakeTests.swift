// How two ends come to terms, and on what: versions, ciphers, protocols, pieces of any size.

import COpenSSL
import TestSupport
import Testing

@testable import Net

@Suite("TLS handshake")
struct TLSHandshakeTests {
  @Test(
    "both versions are agreed on and carry text both ways, in any pieces",
    arguments: Version.allCases, [1, 7, 1_000, .max])
  func pieces(_ version: Version, piece: Int) throws {
    let pair = try TLSPair { copenssl_limit_versions($0, version.number, version.number) }
    pair.talk(piece: piece)
    expect(pair.isEstablished)
    expect(SSL_version(pair.client.session.ssl), equals: version.number)
    pair.client.seal("one\n")
    pair.talk(piece: piece)
    pair.client.seal("two\n")
    pair.server.seal("three\n")
    pair.client.session.sayGoodbye()
    pair.talk(piece: piece)
    expect(pair.server.text, equals: "one\ntwo\n")
    expect(pair.client.text, equals: "three\n")
    expect(pair.server.outcome, equals: .ended)
  }

  @Test("TLS 1.1 and older are refused, with an alert")
  func oldVersion() throws {
    let pair = try TLSPair { context in
      copenssl_limit_versions(context, TLS1_VERSION, TLS1_1_VERSION)
      // Their signatures use SHA-1, which only the lowest level of security lets out at all.
      SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0")
    }
    pair.talk()
    expect(pair.server.failure, equals: .nothingInCommon(why: "unsupported protocol"))
    expect(pair.client.failure, equals: .refusedByPeer(alert: "protocol version"))
  }

  @Test("ciphers without forward secrecy or authentication of what they hide are refused")
  func weakCipher() throws {
    for cipher in ["AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA"] {
      let pair = try TLSPair { context in
        copenssl_limit_versions(context, TLS1_2_VERSION, TLS1_2_VERSION)
        SSL_CTX_set_cipher_list(context, cipher)
      }
      pair.talk()
      expect(pair.server.failure, equals: .nothingInCommon(why: "no shared cipher"), cipher)
      expect(pair.client.failure, equals: .refusedByPeer(alert: "handshake failure"), cipher)
    }
  }

  @Test("each of the groups is enough by itself, and a client with none of them is refused")
  func groups() throws {
    for group in ["X25519", "P-256", "P-384", "P-521"] {
      let pair = try TLSPair { copenssl_set_groups($0, group) }
      pair.talk()
      let isKnown = group != "P-521"
      expect(pair.isEstablished, equals: isKnown, group)
      let refusal = TLSFailure.refusedByPeer(alert: "handshake failure")
      expect(pair.client.failure, equals: (isKnown ? nil : refusal), group)
    }
  }

  @Test("a session cannot be resumed", arguments: Version.allCases)
  func noResumption(_ version: Version) throws {
    let pair = try TLSPair { context in
      copenssl_limit_versions(context, version.number, version.number)
      SSL_CTX_clear_options(context, copenssl_refusing_options())
    }
    pair.talk()
    pair.server.seal("x")
    pair.talk()
    let session = SSL_get1_session(pair.client.session.ssl)
    defer { SSL_SESSION_free(session) }
    expect(SSL_SESSION_has_ticket(session), equals: 0)
    expect(SSL_SESSION_is_resumable(session), equals: 0)
  }

  @Test("of a client's list the server takes lines, then HTTP, and refuses a list with neither")
  func choice() throws {
    for application in ApplicationProtocol.allCases {
      let pair = try TLSPair(speaking: application)
      pair.talk()
      let agreed = [pair.server, pair.client].map(\.session.application)
      expect(agreed, equals: [application, application])
    }
    let offers: [(names: [String], choice: ApplicationProtocol?)] = [
      (["h2", "http/1.1"], .http), (["http/1.1", "chromatch/1"], .lines),
      (["chromatch/2", "chromatch/1", "x"], .lines), ([], nil),
    ]
    for (names, choice) in offers {
      let pair = try TLSPair(offering: names)
      pair.talk()
      expect(pair.isEstablished && pair.server.session.application == choice, "\(names)")
    }
    for names in [["h2"], ["chromatch/2", "http/1.0"], ["chromatch/1x"]] {
      let pair = try TLSPair(offering: names)
      pair.talk()
      expect(pair.server.failure, equals: .noCommonProtocol, "\(names)")
      expect(pair.client.failure, equals: .refusedByPeer(alert: "no application protocol"))
    }
  }
}
