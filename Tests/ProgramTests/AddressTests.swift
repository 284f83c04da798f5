// Addresses as people type them: what each means, how it is written, and what is wrong with others.

import Net
import Server
import TestSupport
import Testing
import Wire

@testable import chromatch

@Suite("Addresses")
struct AddressTests {
  private static let fingerprint = "SHA256:" + String(repeating: "0f", count: 32)

  @Test(
    "an address is a host, or a host and a port, and sealed behind tls://",
    arguments: [
      ("localhost", "localhost", Configuration.defaultPort),
      ("example.org:7000", "example.org", 7_000),
      ("192.0.2.7", "192.0.2.7", Configuration.defaultPort),
      ("192.0.2.7:1", "192.0.2.7", 1),
      ("[::1]", "::1", Configuration.defaultPort),
      ("[2001:db8::7]:65535", "2001:db8::7", 65_535),
    ])
  func good(_ text: String, _ host: String, _ port: UInt16) throws {
    let endpoint = Endpoint(host: host, port: port)
    try expect(Address(text), equals: Address(endpoint))
    let fingerprint = try require(CertificateFingerprint(AddressTests.fingerprint))
    for scheme in ["tls://", "TLS://"] {
      try expect(Address("\(scheme)\(text)"), equals: Address(endpoint, security: .tls))
      try expect(
        Address("\(scheme)\(text)#\(AddressTests.fingerprint)"),
        equals: Address(endpoint, security: .pinned(fingerprint)))
    }
  }

  @Test(
    "an address is written as it can be read, without what is meant anyway",
    arguments: [
      "192.0.2.7", "192.0.2.7:1", "2001:db8::7", "[2001:db8::7]:1", "tls://[2001:db8::7]",
      "tls://[2001:db8::7]#\(fingerprint)", "tls://example.org:1#\(fingerprint)",
    ])
  func written(_ text: String) throws {
    let address = try Address(text)
    expect(address.text, equals: text)
    expect(address.shortText, equals: String(text.prefix { $0 != "#" }))
  }

  @Test(
    "an address may have a room behind it, and others are invited by it",
    arguments: [
      ("host/WAVE", "host/WAVE"), ("host:1/wave", "host:1/WAVE"), ("[::1]/WAVE", "[::1]/WAVE"),
      ("tls://host/WAVE", "chromatch://host/WAVE"),
      ("chromatch://192.0.2.7:4242/WAVE", "chromatch://192.0.2.7:4242/WAVE"),
      ("CHROMATCH://[::1]:1/WAVE#\(fingerprint)", "chromatch://[::1]:1/WAVE#\(fingerprint)"),
      ("tls://host/WAVE#\(fingerprint.dropFirst(7))", "chromatch://host/WAVE#\(fingerprint)"),
    ])
  func withRoom(_ text: String, _ invitation: String) throws {
    let address = try Address(text)
    let room = try require(address.room)
    expect(address.invitation(to: room.text), equals: invitation)
    try expect(Address(invitation), equals: address)
    try expect(Address(address.text), equals: address.server)
  }

  @Test(
    "a link to a page leads to its server, as plain TCP or TLS",
    arguments: [
      ("http://192.0.2.7:7313/#WAVE", "192.0.2.7/WAVE"), ("http://host/#wave.", "host:80/WAVE"),
      ("see <https://host:7313/#WAVE?fbclid=1>", "chromatch://host/WAVE"),
      ("wss://host/#WAVE", "chromatch://host:443/WAVE"),
      ("https://host/#WAVE#\(fingerprint)", "chromatch://host:443/WAVE#\(fingerprint)"),
      (
        "chromatch join chromatch://[::1]/WAVE#\(fingerprint).",
        "chromatch://[::1]/WAVE#\(fingerprint)"
      ),
    ])
  func page(_ text: String, _ invitation: String) throws {
    let address = try Address(text)
    expect(address.invitation(to: address.room?.text), equals: invitation)
  }

  @Test(
    "join and watch take whatever leads to a room, in one word or in many",
    arguments: [
      (["WAVE"], nil, "WAVE"), (["wave"], nil, "WAVE"), (["#WAVE."], nil, "WAVE"),
      (["W", "A", "V", "E"], nil, "WAVE"), (["KM4", "TQ2"], nil, "KM4TQ2"),
      (["wa-ve"], nil, "WAVE"), (["“WAVE”"], nil, "WAVE"), (["host", "WAVE"], "host", "WAVE"),
      (["host/WAVE."], "host", "WAVE"), (["tls://host", "wave"], "tls://host", "WAVE"),
      (["http://host:7313/#WAVE)"], "host", "WAVE"),
      (["chromatch", "join", "chromatch://host/WAVE"], "tls://host", "WAVE"),
      (["host"], "host", nil),
    ] as [([String], String?, String?)])
  func place(_ words: [String], _ address: String?, _ room: String?) throws {
    let asked = try TypedPlace(words).asked()
    expect(asked.address?.text, equals: address)
    expect(asked.room?.text, equals: room)
  }

  @Test("a lone word is a host to watch, unless it is shouted")
  func shouted() throws {
    let quiet = try TypedPlace(["wave"], isShoutedRoom: true).asked()
    expect(quiet.address?.text == "wave" && quiet.room == nil)
    let shouted = try TypedPlace(["WAVE"], isShoutedRoom: true).asked()
    expect(shouted.address == nil && shouted.room?.text == "WAVE")
  }

  @Test("what leads nowhere is answered with what was typed and why")
  func nowhere() {
    for (words, why) in [
      (["host", "ROOM"], Self.room("ROOM")), (["#WAV"], Self.room("WAV")), ([""], Self.nobody),
      (["host/WAVE", "KM4T"], "The address has room WAVE, and KM4T follows it: name only one."),
    ] {
      let error = #expect(throws: (any Error).self) { try TypedPlace(words).asked() }
      let text = words.joined(separator: " ")
      expect(error.map { "\($0)" }, equals: "\"\(text)\" leads nowhere: \(why)")
    }
  }

  @Test("a slash at the end of an address means no room", arguments: ["host/", "tls://host/"])
  func slash(_ text: String) throws {
    try expect(Address(text).room, equals: nil)
  }

  private static func brackets(_ text: String) -> String {
    "the host in \"\(text)\": put an IPv6 address in brackets, as in [2001:db8::7]:7313."
  }
  private static func port(_ text: String) -> String {
    "the port \"\(text)\" is not a number from 1 to 65535."
  }
  private static func host(_ text: String) -> String {
    "the host \"\(text)\" is not a name, an IPv4 address or an IPv6 address in brackets."
  }
  private static func digits(_ text: String) -> String {
    "the fingerprint \"\(text)\" is not SHA256: and 64 hexadecimal digits."
  }
  private static func room(_ text: String) -> String {
    "\"\(text)\" is not a room code: codes have 4 or 6 letters or digits, "
      + "without 0, O, 1, I and L."
  }
  private static let nobody = "it names no host."
  private static let needless = "a fingerprint needs tls:// or chromatch:// in front of the host."

  @Test(
    "a malformed address is answered with a sentence that names the mistake",
    arguments: [
      ("", nobody), (":7000", nobody), ("tls://", nobody), ("tls://:1", nobody), ("/WAVE", nobody),
      ("#WAVE", nobody), ("#\(fingerprint)", room(fingerprint)), ("host:", port("")),
      ("host:0", port("0")),
      ("host:65536", port("65536")), ("host:+80", port("+80")), ("host:x/WAVE", port("x")),
      ("tls://host:0", port("0")), ("[::1]:", port("")),
      ("[::1", brackets("[::1")), ("[::1]7", brackets("[::1]7")),
      ("[host]:80", brackets("[host]:80")), ("tls://::1", brackets("::1")),
      ("tls://2001:db8::7:7313", brackets("2001:db8::7:7313")), ("::1]:80", host("::1]:80")),
      ("a b", room("b")), ("user@host", host("user@host")), ("ho\u{7}st", host("ho\u{7}st")),
      ("host/WAV", room("WAV")), ("host/ROOM", room("ROOM")), ("http://host/wall/", room("wall/")),
      (
        "ftp://host",
        "ftp:// is not supported; use tls://, chromatch:// or the page's http:// or https://."
      ),
      ("host#\(fingerprint)", needless), ("host/WAVE#\(fingerprint)", needless),
      ("tls://host#", digits("")), ("chromatch://host/WAVE#SHA256:0f", digits("SHA256:0f")),
      ("tls://host#\(fingerprint)0", digits("\(fingerprint)0")),
    ])
  func bad(_ text: String, _ why: String) {
    let error = #expect(throws: (any Error).self) { try Address(text) }
    expect(error.map { "\($0)" }, equals: why)
  }
}
