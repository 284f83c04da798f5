// Addresses as people type them.

import Net
import Server
import Testing

@testable import chromatch

@Suite("Addresses")
struct AddressTests {
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
    #expect(try #require(Address(argument: text)).endpoint == Endpoint(host: host, port: port))
  }

  @Test(
    "or nothing at all",
    arguments: [
      "", ":7000", "host:", "host:0", "host:65536", "host:+80", "host:x", "[::1", "[::1]7",
      "[::1]:",
      "[host]:80", "::1]", "a b", "http://host", "user@host", "ho\u{7}st",
    ])
  func bad(_ text: String) {
    #expect(Address(argument: text) == nil)
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
