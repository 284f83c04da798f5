// Two ends of a TLS connection and the wire between them, in memory. The wire can be cut into
// pieces of any size, changed on the way, or ended.

import COpenSSL

@testable import Net

/// One end: its session, and what came out of it.
final class TLSEnd {
  let session: TLSSession
  private(set) var plain: [UInt8] = []
  /// What opening came to in the end: `.wantsMore` while all is well.
  private(set) var outcome = TLSSession.Opened.wantsMore

  init(_ session: TLSSession) { self.session = session }

  var text: String { String(decoding: plain, as: UTF8.self) }

  var failure: TLSFailure? {
    if case .failed(let failure) = outcome { return failure }
    return nil
  }

  func receive(_ sealed: some Collection<UInt8>, room: Int = 4_096) {
    Array(sealed).withUnsafeBytes { session.receive($0) }
    open(room: room)
  }

  func receiveEnd() {
    session.receiveEnd()
    open()
  }

  /// Opens all that was received.
  func open(room: Int = 4_096) {
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer in
      repeat {
        outcome = session.open(into: buffer)
        if case .bytes(let count) = outcome { plain += buffer[..<count] } else { return }
      } while true
    }
  }

  /// Seals a text and returns how many bytes were taken.
  @discardableResult
  func seal(_ text: String) -> Int { seal(Array(text.utf8)) }

  @discardableResult
  func seal(_ bytes: [UInt8]) -> Int { bytes.withUnsafeBytes { session.seal($0) } }

  /// Takes what waits to be sent, `countMax` bytes at most.
  func takeSealed(_ countMax: Int = .max) -> [UInt8] {
    var sealed: [UInt8] = []
    session.withSealed { waiting in
      sealed = Array(waiting.prefix(countMax))
      return sealed.count
    }
    return sealed
  }
}

/// A server and a client that talk to each other.
struct TLSPair {
  let server: TLSEnd
  let client: TLSEnd

  /// A pair of the house's own making; `trust` is the server's fingerprint unless given.
  init(
    trust: TLSClient.Trust? = nil, host: String = "localhost",
    speaking application: ApplicationProtocol = .lines
  ) throws {
    let client = try TLSClient(trust: trust ?? .pinned(TLSServer.forTests.fingerprint))
    self.init(client: client, host: host, speaking: application)
  }

  init(
    server: TLSServer = .forTests, client: TLSClient, host: String = "localhost",
    speaking application: ApplicationProtocol = .lines
  ) {
    self.server = TLSEnd(TLSSession(server: server, memory: TLSMemory()))
    self.client = TLSEnd(
      TLSSession(client: client, host: host, speaking: application, memory: TLSMemory()))
  }

  /// A pair whose client offers to speak any protocols, or none.
  init(offering names: [String]) throws {
    let list = names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    server = TLSEnd(TLSSession(server: .forTests, memory: TLSMemory()))
    client = TLSEnd(
      TLSSession(
        client: try TLSClient(trust: .firstUse), host: "localhost", offering: list,
        memory: TLSMemory()))
  }

  /// A pair whose client is not held back by our settings: `loosen` may undo them.
  init(loosen: (OpaquePointer) -> Void) throws {
    let client = try TLSClient(trust: .firstUse)
    loosen(client.context.pointer)
    self.init(client: client)
  }

  /// A pair that has shaken hands.
  static func established() throws -> TLSPair {
    let pair = try TLSPair()
    pair.talk()
    return pair
  }

  /// Carries everything that waits, both ways, until nothing does.
  ///
  /// - Parameters:
  ///   - piece: how many bytes arrive at once.
  ///   - change: changes what passes, whichever way.
  func talk(piece: Int = .max, change: (inout [UInt8]) -> Void = { _ in }) {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for (from, to) in [(client, server), (server, client)] where from.session.hasSealed {
        isQuiet = false
        var sealed = from.takeSealed()
        change(&sealed)
        for start in stride(from: 0, to: sealed.count, by: min(piece, max(1, sealed.count))) {
          to.receive(sealed[start...].prefix(piece))
        }
      }
    }
  }

  var isEstablished: Bool { server.session.isEstablished && client.session.isEstablished }
}

extension TLSServer {
  /// A server that every test may use: nothing in it changes.
  static let forTests = make(hosts: ["localhost", "chromatch.example", "127.0.0.1", "::1"])

  static func make(hosts: [String]) -> TLSServer {
    do { return try TLSServer(SelfSignedCertificate(hosts: hosts)) } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// The versions of TLS that are spoken, for tests of each.
enum Version: CaseIterable {
  case tls12, tls13

  var number: Int32 { self == .tls12 ? TLS1_2_VERSION : TLS1_3_VERSION }

  /// A pair that can only agree on this version, and has.
  func pair() throws -> TLSPair {
    let pair = try TLSPair { copenssl_limit_versions($0, number, number) }
    pair.talk()
    return pair
  }
}
