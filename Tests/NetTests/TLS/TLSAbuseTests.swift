// What a session does with a peer that does not play by the rules: it says what is wrong, once,
// and holds on to nothing.

import COpenSSL
import TestSupport
import Testing

@testable import Net

@Suite("TLS abuse")
struct TLSAbuseTests {
  @Test("a peer that does not speak TLS is told apart")
  func plaintext() throws {
    for text in ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HELLO name=ann\n", "\n\n\n\n\n\n\n\n\n\n\n"]
    {
      let pair = try TLSPair()
      for end in [pair.server, pair.client] {
        end.receive(Array(text.utf8))
        expect(end.failure, equals: .notTLS, "\(text)")
      }
    }
  }

  @Test("one changed bit breaks it, and the other side hears why", arguments: Version.allCases)
  func changed(_ version: Version) throws {
    let pair = try version.pair()
    pair.client.seal("MOVE #ff0000\n")
    var sealed = pair.client.takeSealed()
    sealed[sealed.count - 1] ^= 1
    pair.server.receive(sealed)
    expect(pair.server.failure, equals: .broken(why: "decryption failed or bad record mac"))
    expect(isEmpty: pair.server.plain)
    pair.talk()
    expect(pair.client.failure, equals: .refusedByPeer(alert: "bad record mac"))
  }

  @Test(
    "plaintext in the middle of TLS breaks it; that stays, and nothing is kept or sealed after it",
    arguments: Version.allCases)
  func sticky(_ version: Version) throws {
    let pair = try version.pair()
    pair.server.receive(Array("MOVE 1 2 3 4 5 6\n".utf8))
    let failure = pair.server.failure
    expect(failure, differsFrom: nil)
    _ = pair.server.takeSealed()
    pair.client.seal("late")
    pair.server.receive(pair.client.takeSealed())
    pair.server.session.sayGoodbye()
    expect(pair.server.failure, equals: failure)
    expect(isEmpty: pair.server.plain)
    expect(pair.server.seal("x"), equals: 0)
    expect(!pair.server.session.hasSealed)
  }

  @Test("a client cannot renegotiate")
  func renegotiation() throws {
    let pair = try TLSPair { context in
      copenssl_limit_versions(context, TLS1_2_VERSION, TLS1_2_VERSION)
      SSL_CTX_clear_options(context, copenssl_refusing_options())
    }
    pair.talk()
    expect(pair.isEstablished)
    expect(SSL_renegotiate(pair.client.session.ssl), equals: 1)
    SSL_do_handshake(pair.client.session.ssl)
    expect(pair.client.session.hasSealed)
    pair.talk()
    expect(pair.client.failure, equals: .broken(why: "no renegotiation"))
    expect(pair.server.failure, equals: .refusedByPeer(alert: "handshake failure"))
  }

  @Test("a peer that asks for new keys and never reads the answers is not served for ever")
  func keyUpdates() throws {
    let pair = try Version.tls13.pair()
    var rounds = 0
    while pair.server.failure == nil, rounds < 50_000 {
      SSL_key_update(pair.client.session.ssl, SSL_KEY_UPDATE_REQUESTED)
      SSL_do_handshake(pair.client.session.ssl)
      pair.server.receive(pair.client.takeSealed())
      rounds += 1
    }
    expect(pair.server.failure, equals: .peerDoesNotRead)
    expect(pair.server.takeSealed().count, isBelow: TLSSession.unsentBytesMax + 1_024)
  }

  @Test("a record longer than TLS allows, and a huge first message, are refused by their headers")
  func longRecord() throws {
    let pair = try TLSPair.established()
    pair.server.receive([23, 3, 3, 0xff, 0xff])
    expect(pair.server.failure, equals: .broken(why: "packet length too long"))
    let early = try TLSPair()
    // A handshake record with a ClientHello of 16 MiB.
    early.server.receive([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff])
    expect(early.server.failure, equals: .broken(why: "excessive message size"))
  }

  @Test(
    "noise never traps and never passes for plaintext",
    arguments: 0..<(isWhole ? 64 : 8) as Range<UInt64>)
  func noise(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let pair = try seed % 2 == 0 ? TLSPair() : TLSPair.established()
    for _ in 0..<20 where pair.server.failure == nil {
      // Half of the noise looks like a record, so that it is read to its end.
      let count = Int.random(in: 1...2_000, using: &generator)
      var noise = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      if Bool.random(using: &generator) {
        let kind = UInt8.random(in: 20...24, using: &generator)
        noise = [kind, 3, 3, UInt8(count >> 8), UInt8(count & 255)] + noise
      }
      pair.server.receive(noise)
    }
    expect(pair.server.failure, differsFrom: nil)
    expect(isEmpty: pair.server.plain)
  }

  @Test(
    "a handshake changed anywhere on the way never traps, and lets no other text through",
    arguments: Version.allCases, 0..<(isWhole ? 100 : 16) as Range<UInt64>)
  func mutation(version: Version, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let pair = try TLSPair { copenssl_limit_versions($0, version.number, version.number) }
    var changesLeft = 1
    pair.talk { sealed in
      guard changesLeft > 0, Bool.random(using: &generator) else { return }
      changesLeft -= 1
      let place = Int.random(in: 0..<sealed.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: sealed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: sealed.remove(at: place)
      default: sealed.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
      }
    }
    if pair.isEstablished {
      pair.client.seal("HELLO\n")
      pair.talk()
    }
    let isUnchanged = changesLeft > 0
    expect(pair.server.text == "HELLO\n" || !isUnchanged && pair.server.plain.isEmpty)
  }
}
