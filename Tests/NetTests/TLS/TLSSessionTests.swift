// What a session does with the bytes it is given and asked for, once hands are shaken.

import COpenSSL
import TestSupport
import Testing

@testable import Net

@Suite("TLS session")
struct TLSSessionTests {
  @Test("the client's first words wait at once, and nothing is sealed before hands are shaken")
  func beginning() throws {
    let pair = try TLSPair()
    expect(pair.client.session.hasSealed)
    expect(!pair.server.session.hasSealed)
    expect(pair.client.seal("early"), equals: 0)
    expect(pair.server.seal("early"), equals: 0)
    pair.client.session.sayGoodbye()
    pair.talk()
    expect(pair.isEstablished)
    expect(pair.client.seal("now"), equals: 3)
    pair.talk()
    expect(pair.server.text, equals: "now")
  }

  @Test("sealing takes four records at once, and nothing while ciphertext waits")
  func sealing() throws {
    let pair = try TLSPair.established()
    let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var sentCount = 0
    var sealedCountMax = 0
    while sentCount < picture.count {
      let takenCount = pair.server.seal(Array(picture[sentCount...]))
      expect(takenCount, equals: min(TLSSession.sealedBytesMax, picture.count - sentCount))
      sentCount += takenCount
      expect(pair.server.seal("more"), equals: 0)
      var sealedCount = 0
      while pair.server.session.hasSealed {
        // A socket that takes little at a time; in between, nothing new is sealed.
        let part = pair.server.takeSealed(10_000)
        sealedCount += part.count
        pair.client.receive(part)
        if pair.server.session.hasSealed { expect(pair.server.seal("more"), equals: 0) }
      }
      sealedCountMax = max(sealedCountMax, sealedCount)
    }
    expect(pair.client.plain, equals: picture)
    expect(sealedCountMax, isBelow: TLSSession.sealedBytesMax + 1_024)
  }

  @Test("bytes that a socket did not take are offered again, also with the memory of another lane")
  func resending() throws {
    let pair = try TLSPair.established()
    pair.server.seal("one\n")
    var offered: [[UInt8]] = []
    for _ in 0..<2 {
      pair.server.session.withSealed { waiting in
        offered.append(Array(waiting))
        return 0
      }
    }
    expect(offered[0], equals: offered[1])
    let front = pair.server.takeSealed(3)
    pair.server.session.memory = TLSMemory()
    let back = pair.server.takeSealed()
    expect(front + back, equals: offered[0])
    expect(pair.server.seal("two\n"), equals: 4)
    pair.client.receive(front + back + pair.server.takeSealed())
    expect(pair.client.text, equals: "one\ntwo\n")
  }

  @Test("plaintext comes in pieces as small as the room for it", arguments: [1, 7, 100_000])
  func smallRoom(_ room: Int) throws {
    let pair = try TLSPair.established()
    let text = String(repeating: "0123456789", count: 3_000)
    pair.server.seal(text)
    pair.client.receive(pair.server.takeSealed(), room: room)
    expect(pair.client.text, equals: text)
  }

  @Test("many sessions share one memory without mixing their bytes")
  func sharing() throws {
    let memory = TLSMemory()
    let client = try TLSClient(trust: .firstUse)
    let clients = (0..<8)
      .map { _ in
        TLSEnd(TLSSession(client: client, host: "localhost", speaking: .http, memory: memory))
      }
    let servers = clients.map { _ in TLSEnd(TLSSession(server: .forTests, memory: memory)) }
    for _ in 0..<3 {
      let toServers = clients.map { $0.takeSealed() }
      for (server, sealed) in zip(servers, toServers) { server.receive(sealed) }
      let toClients = servers.map { $0.takeSealed() }
      for (client, sealed) in zip(clients, toClients) { client.receive(sealed) }
    }
    for (number, client) in clients.enumerated() { client.seal("client \(number)") }
    for (client, server) in zip(clients, servers) { server.receive(client.takeSealed()) }
    expect(servers.map(\.text), equals: clients.indices.map { "client \($0)" })
  }

  @Test("a goodbye is heard, after everything before it", arguments: Version.allCases)
  func goodbye(_ version: Version) throws {
    let pair = try version.pair()
    pair.server.seal("last\n")
    pair.server.session.sayGoodbye()
    expect(pair.server.seal("later"), equals: 0)
    pair.talk()
    expect(pair.client.text, equals: "last\n")
    expect(pair.client.outcome, equals: .ended)
    expect(pair.server.outcome, equals: .wantsMore)
    pair.client.session.sayGoodbye()
    pair.talk()
    expect(pair.server.outcome, equals: .ended)
    pair.client.receive(Array("noise".utf8))
    pair.client.receiveEnd()
    expect(pair.client.outcome, equals: .ended)
  }

  @Test("after a goodbye the other side may still have its say", arguments: Version.allCases)
  func halfClosed(_ version: Version) throws {
    let pair = try version.pair()
    for _ in 1...2 { pair.client.session.sayGoodbye() }
    pair.talk()
    expect(pair.server.outcome, equals: .ended)
    expect(pair.server.seal("answer\n"), equals: 7)
    pair.talk()
    expect(pair.client.text, equals: "answer\n")
  }

  @Test(
    "an end without a goodbye is not a goodbye, nor is one inside a record or the handshake",
    arguments: Version.allCases)
  func truncated(_ version: Version) throws {
    for (countMax, text) in [(Int.max, "half of it\n"), (9, "")] {
      let pair = try version.pair()
      pair.server.seal("half of it\n")
      pair.client.receive(pair.server.takeSealed(countMax))
      pair.client.receiveEnd()
      expect(pair.client.text == text && pair.client.failure == .truncated)
      expect(pair.client.seal("x"), equals: 0)
    }
    let early = try TLSPair()
    early.server.receive(early.client.takeSealed(40))
    early.server.receiveEnd()
    expect(early.server.failure, equals: .endedInHandshake)
  }

  @Test(
    "both ends export the same binding, and another on each connection",
    arguments: Version.allCases)
  func channelBinding(_ version: Version) throws {
    let early = try TLSPair()
    expect(early.client.session.channelBinding, equals: nil)
    expect(early.server.session.channelBinding, equals: nil)
    var seen: Set<[UInt8]> = []
    for _ in 1...3 {
      let pair = try version.pair()
      let binding = try require(pair.client.session.channelBinding)
      expect(binding.count, equals: 32)
      expect(pair.server.session.channelBinding, equals: binding)
      expect(seen.insert(binding).inserted)
      // It stays the same while the connection lasts.
      pair.client.seal("HELLO\n")
      pair.talk()
      expect(pair.server.session.channelBinding, equals: binding)
    }
  }
}
