// Addresses as people type them.

import Net
import Server
import Testing

@testable import chromatch

@Suite("Addresses")
struct AddressTests {
  private static let fingerprint = "SHA256:" + String(repeating: "0f", count: 32)

  @Test(
    "are a host, or a host and a port",
    arguments: [
      ("localhost", "localhost", Configuration.defaultPort),
      ("example.org:7000", "example.org", 7_000),
      ("192.0.2.7", "192.0.2.7", Configuration.defaultPort),
      ("192.0.2.7:1", "192.0.2.7", 1),
      ("[::1]", "::1", Configuration.defaultPort),
      ("[2001:db8::7]:65535", "2001:db8::7", 65_535),
      ("2001:db8::7", "2001:db8::7", Configuration.defaultPort),
    ])
  func good(_ text: String, _ host: String, _ port: UInt16) throws {
    #expect(try Address(text) == Address(Endpoint(host: host, port: port)))
  }

  @Test(
    "are sealed behind tls://",
    arguments: [
      ("tls://localhost", "localhost", Configuration.defaultPort),
      ("TLS://example.org:7000", "example.org", 7_000),
      ("tls://[::1]", "::1", Configuration.defaultPort),
      ("tls://[2001:db8::7]:1", "2001:db8::7", 1),
    ])
  func sealed(_ text: String, _ host: String, _ port: UInt16) throws {
    let endpoint = Endpoint(host: host, port: port)
    #expect(try Address(text) == Address(endpoint, security: .tls))
    let fingerprint = try #require(CertificateFingerprint(AddressTests.fingerprint))
    #expect(
      try Address("\(text)#\(AddressTests.fingerprint)")
        == Address(endpoint, security: .pinned(fingerprint)))
  }

  @Test(
    "are written as they can be read, without what is meant anyway",
    arguments: [
      "192.0.2.7", "192.0.2.7:1", "2001:db8::7", "[2001:db8::7]:1", "tls://192.0.2.7",
      "tls://192.0.2.7:1", "tls://[2001:db8::7]", "tls://[2001:db8::7]:1",
      "tls://[2001:db8::7]#\(fingerprint)", "tls://example.org:1#\(fingerprint)",
    ])
  func written(_ text: String) throws {
    let address = try Address(text)
    #expect(address.text == text)
    #expect(address.shortText == String(text.prefix { $0 != "#" }))
  }

  private static let brackets = "an IPv6 address stands in brackets, as in [2001:db8::7]:7313."
  private static let port = "a port is a number from 1 to 65535."
  private static let host = "a host is a name, an IPv4 address or an IPv6 address in brackets."
  private static let nobody = "there is no host in it."
  private static let digits = "a fingerprint is SHA256: and 64 hexadecimal digits."

  @Test(
    "or a sentence that says why not",
    arguments: [
      ("", nobody), (":7000", nobody), ("tls://", nobody), ("tls://:1", nobody),
      ("#\(fingerprint)", nobody), ("host:", port), ("host:0", port), ("host:65536", port),
      ("host:+80", port), ("host:x", port), ("tls://host:0", port), ("[::1]:", port),
      ("[::1", brackets), ("[::1]7", brackets), ("[host]:80", brackets),
      ("tls://::1", brackets), ("tls://2001:db8::7:7313", brackets), ("::1]:80", host),
      ("a b", host), ("user@host", host), ("ho\u{7}st", host), ("tls://host/", host),
      ("http://host", "only tls:// may stand before a host."),
      ("host#\(fingerprint)", "a fingerprint needs tls:// before the host."),
      ("tls://host#", digits), ("tls://host#SHA256:0f", digits),
      ("tls://host#\(fingerprint)0", digits), ("tls://host#\(fingerprint)#", digits),
    ])
  func bad(_ text: String, _ why: String) {
    let error = #expect(throws: (any Error).self) { try Address(text) }
    #expect(error.map { "\($0)" } == why)
  }
}

@Suite("Frames")
struct FramePacerTests {
  @Test("come at most every 16 ms, and as soon as they may")
  func pace() {
    var pacer = FramePacer()
    #expect(pacer.allows(at: 0))
    pacer.drew(at: 100)
    #expect(!pacer.allows(at: 115))
    #expect(pacer.allows(at: 116))
  }

  @Test("come down to 8 a second while they are not shown, and back to 60 when they are")
  func slow() {
    var pacer = FramePacer()
    var pauses: [Int64] = []
    for _ in 0..<5 {
      pacer.skipped(at: 0)
      pauses.append(pacer.next)
    }
    #expect(pauses == [33, 66, 125, 125, 125])
    var frames = 0
    while pacer.next > 16 {
      pacer.drew(at: 0)
      frames += 1
    }
    #expect(frames == 3 * FramePacer.promptFramesToSpeedUp)
  }
}
