// The laws of the handshake: RFC 6455, section 4, by its example, by what clients in use send, and
// by every way to ask wrongly. SHA-1 is played by the digests that the fixtures hold.

import Framing
import TestSupport
import Testing

@Suite("HTTP becomes a WebSocket")
struct WebSocketHandshakeTests {
  /// The opening request of RFC 6455, section 1.3, but for the fields that a case changes.
  private func request(
    _ changes: [String: String?] = [:], line: String = "GET /play HTTP/1.1"
  ) throws -> RequestHead {
    let fields: [(name: String, value: String)] = [
      ("Host", "server.example.com"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
      ("Sec-WebSocket-Protocol", "chat, chromatch.1"),
    ]
    let lines = fields.compactMap { name, value in
      (changes[name] ?? value).map { "\(name): \($0)\r\n" }
    }
    var parser = RequestParser(headBytesMax: 8_192)
    parser.receive(Array("\(line)\r\n\(lines.joined())\r\n".utf8)[...])
    return try require(try parser.next())
  }

  private func upgrade(_ head: RequestHead) -> Result<WebSocketUpgrade, HTTPRefusal> {
    Result { () throws(HTTPRefusal) in try WebSocketUpgrade(head, subprotocol: "chromatch.1") }
  }

  /// The digest of the RFC's example, for its key and no other.
  private static func exampleDigest(_ bytes: [UInt8]) -> [UInt8] {
    let example = "dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    expect(bytes, equals: Array(example.utf8))
    return [
      0xb3, 0x7a, 0x4f, 0x2c, 0xc0, 0x62, 0x4f, 0x16, 0x90, 0xf6, 0x46, 0x06, 0xcf, 0x38, 0x59,
      0x45, 0xb2, 0xbe, 0xc4, 0xea,
    ]
  }

  @Test("the example of RFC 6455 is agreed to as it says")
  func example() throws {
    let upgrade = try upgrade(request()).get()
    let response = """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
      Sec-WebSocket-Protocol: chromatch.1\r
      \r\n
      """
    let bytes = upgrade.response(sha1: Self.exampleDigest)
    expect(String(decoding: bytes, as: UTF8.self), equals: response)
  }

  static let taken: [[String: String?]] = [
    ["Upgrade": "WebSocket"], ["Upgrade": "h2c, websocket"], ["Connection": "keep-alive, upgrade"],
    ["Connection": "UPGRADE"], ["Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="],
    ["Sec-WebSocket-Key": "/+/+/+/+/+/+/+/+/+/+/w=="],
  ]

  static let refused: [(status: HTTPStatus, name: String, values: [String?])] = [
    (.upgradeRequired, "Upgrade", [nil, "websockets", "h2c"]),
    (
      .upgradeRequired, "Sec-WebSocket-Version",
      [nil, "8", "13, 8", "13\r\nSec-WebSocket-Version: 13", ""]
    ),
    (.badRequest, "Connection", [nil, "keep-alive"]),
    (
      .badRequest, "Sec-WebSocket-Key",
      [
        nil, "", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQAA", "dGhlIHNhbXBsZSBub25jZQA=",
        "dGhlIHNhbXBsZSBub25jZ===", "dGhlIHNhbXBsZ=Bub25jZQ==", "dGhlIHNhbXBsZSBub25jZ_==",
        "dGhlIHNhbXBsZSBub25jZQ==AAAA",
        "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]
    ),
  ]

  @Test("case and lists do not matter where they do not; what asks wrongly is refused")
  func changed() throws {
    for changes in Self.taken {
      #expect(throws: Never.self) { try upgrade(request(changes)).get() }
    }
    for (status, name, values) in Self.refused {
      for value in values {
        guard case .failure(let refusal) = upgrade(try request([name: value])) else {
          Issue.record("taken: \(name) \(value ?? "nil")")
          continue
        }
        expect(refusal.status, equals: status, "\(name) \(value ?? "nil")")
      }
    }
  }

  @Test("only GET of HTTP/1.1 can open one")
  func otherRequests() throws {
    for (line, status) in [
      ("HEAD /play HTTP/1.1", HTTPStatus.methodNotAllowed),
      ("GET /play HTTP/1.0", .upgradeRequired),
    ] {
      let refusal = #expect(throws: HTTPRefusal.self) { try upgrade(request(line: line)).get() }
      expect(refusal?.status, equals: status)
    }
  }

  static let offers: [(offer: String?, chosen: String?)] = [
    (nil, nil), ("chromatch.1", "chromatch.1"), ("chat", nil), ("chat,chromatch.1", "chromatch.1"),
    ("Chromatch.1", nil), ("chromatch.2, chromatch.1", "chromatch.1"), ("chromatch.10", nil),
  ]

  @Test("our subprotocol is chosen when it is offered")
  func subprotocols() throws {
    for (offer, chosen) in Self.offers {
      let upgrade = try upgrade(try request(["Sec-WebSocket-Protocol": offer])).get()
      expect(upgrade.subprotocol, equals: chosen)
      let response = String(decoding: upgrade.response(sha1: Self.exampleDigest), as: UTF8.self)
      expect(response.contains("Sec-WebSocket-Protocol"), equals: (chosen != nil))
    }
  }

  @Test("keys are answered as websockets answers them, and clients in use are agreed to")
  func otherPrograms() throws {
    for row in try fixture("accept.tsv", columns: 4) {
      let invitation = WebSocketInvitation(
        host: "a:1", path: "/play", subprotocol: nil, nonce: try decoded(hexadecimal: row[0]))
      let text = String(decoding: invitation.request, as: UTF8.self)
      expect(text, contains: "Sec-WebSocket-Key: \(row[1])\r\n")
      let digest = try decoded(hexadecimal: row[2])
      let upgrade = try upgrade(try request(["Sec-WebSocket-Key": row[1]])).get()
      let response = String(decoding: upgrade.response(sha1: { _ in digest }), as: UTF8.self)
      expect(response, contains: "Sec-WebSocket-Accept: \(row[3])\r\n")
    }
    for row in try fixture("requests.tsv", columns: 2) {
      var parser = RequestParser(headBytesMax: 8_192)
      parser.receive(try decoded(hexadecimal: row[1])[...])
      let head = try require(try parser.next(), "\(row[0])")
      try expect(upgrade(head).get().subprotocol, equals: "chromatch.1")
      #expect(throws: Never.self) { try OriginPolicy.sameHost.check(head) }
    }
  }

  /// What a server may answer; only the first is what was asked for.
  static let answers: [(isGood: Bool, changes: [String: String?])] = [
    (true, [:]), (false, ["Upgrade": nil]), (false, ["Connection": nil]),
    (false, ["Sec-WebSocket-Accept": nil]),
    (false, ["Sec-WebSocket-Accept": "S3pPLMBiTxaQ9kYGzzhZRbK+xOo="]),
    (false, ["Sec-WebSocket-Protocol": nil]), (false, ["Sec-WebSocket-Protocol": "chat"]),
    (false, ["Sec-WebSocket-Extensions": "permessage-deflate"]),
  ]

  @Test("a client takes the answer to its own question only")
  func answer() {
    let invitation = WebSocketInvitation(
      host: "a", path: "/play", subprotocol: "chromatch.1", nonce: Array("the sample nonce".utf8))
    let fields: [(name: String, value: String?)] = [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
      ("Sec-WebSocket-Protocol", "chromatch.1"), ("Sec-WebSocket-Extensions", nil),
    ]
    for (isGood, changes) in Self.answers {
      let changed = fields.compactMap { name, value in
        (changes[name] ?? value).map { HTTPField(name, $0) }
      }
      let head = ResponseHead(status: .switchingProtocols, fields: changed)
      expect(invitation.isAccepted(by: head, sha1: Self.exampleDigest) == isGood, "\(changes)")
      let refused = ResponseHead(status: .ok, fields: changed)
      expect(!invitation.isAccepted(by: refused, sha1: Self.exampleDigest))
    }
  }
}
