// Which request becomes what: the game at one path, files everywhere else, and every refusal with
// the status and the fields that are due.

import Framing
import TestSupport
import Testing

@testable import Server

@Suite("The website")
struct WebsiteTests {
  private static let opening = [
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: chromatch.1",
  ]

  private struct Unexpected: Error {}

  private func answer(
    _ line: String, _ fields: [String],
    from site: Website = Website(folder: .empty, origins: .sameHost)
  ) throws -> WebReply {
    try site.answer(to: request(line, fields), unixSeconds: noon)
  }

  private func response(
    _ answer: WebReply
  ) throws -> (response: Response, keepsConnection: Bool) {
    guard case .respond(let bytes, let keepsConnection) = answer else { throw Unexpected() }
    return (try Response(bytes), keepsConnection)
  }

  @Test("the game is at /play, for programs, pages of this host and pages that are allowed")
  func play() throws {
    let friendly = try require(OriginPolicy(allowing: ["https://friend.example"]))
    let site = Website(folder: .empty, origins: friendly)
    let origins = [
      [], ["Origin: http://play.example:7313"], ["Origin: HTTP://Play.Example:7313"],
      ["Origin: https://friend.example"],
    ]
    for (index, origin) in origins.enumerated() {
      let from = index == 3 ? site : Website(folder: .empty, origins: .sameHost)
      let fields = Self.opening + origin
      guard case .upgrade(let upgrade) = try answer("GET /play HTTP/1.1", fields, from: from) else {
        throw Unexpected()
      }
      expect(upgrade.subprotocol, equals: "chromatch.1")
    }
    // A client that does not name the subprotocol may play, too.
    let silent = Array(Self.opening.dropLast())
    guard case .upgrade(let upgrade) = try answer("GET /play?x=1 HTTP/1.1", silent) else {
      throw Unexpected()
    }
    expect(upgrade.subprotocol, equals: nil)
    for origin in [
      "http://friend.example", "https://evil.example", "null",
      "http://play.example:7313.evil.example",
    ] {
      let fields = Self.opening + ["Origin: \(origin)"]
      let (response, keeps) = try response(answer("GET /play HTTP/1.1", fields, from: site))
      expect(response.status == 403 && !keeps, "\(origin)")
    }
  }

  @Test("what is no opening of a WebSocket is refused as HTTP wants it")
  func refusals() throws {
    let (opening, evil) = (Self.opening, "Origin: https://evil.example")
    let rows: [(line: String, fields: [String], status: Int)] = [
      ("GET /play HTTP/1.1", [], 426), ("GET /play HTTP/1.0", opening, 426),
      ("GET /play HTTP/1.1", Array(opening.prefix(2)), 426),
      ("GET /play HTTP/1.1", Array(opening.prefix(3)), 400),
      ("GET /play HTTP/1.1", opening + [evil], 403), ("GET /play HTTP/1.1", [evil], 403),
      ("HEAD /play HTTP/1.1", opening, 405),
    ]
    for (line, fields, status) in rows {
      let (response, keeps) = try response(answer(line, fields))
      expect(response.status == status && !keeps, "\(line) \(fields)")
      expect(response["Connection"]?.hasPrefix("close"), equals: true)
      expect(response["Cache-Control"], equals: "no-store")
      expect(response["Upgrade"], equals: (status == 426 ? "websocket" : nil))
      expect(response["Sec-WebSocket-Version"], equals: (status == 426 ? "13" : nil))
      expect(response["Allow"], equals: (status == 405 ? "GET, HEAD" : nil))
      let isHead = line.hasPrefix("HEAD")
      expect(response.body.isEmpty, equals: isHead)
      if !isHead { expect(response["Content-Length"], equals: "\(response.body.count)") }
      try expectSecurity(response)
    }
  }

  @Test("other paths are files, and an answer keeps the connection if the request did")
  func files() throws {
    for path in ["/play/", "/Play", "/playing", "/"] {
      let (response, keeps) = try response(answer("GET \(path) HTTP/1.1", Self.opening))
      expect(response.status == 404 && keeps, "\(path)")
    }
    let (closing, keeps) = try response(answer("GET / HTTP/1.1", ["Connection: close"]))
    expect(closing["Connection"] == "close" && !keeps)
  }

  @Test("every answer says to a browser what it may not do, also to what was no request")
  func security() throws {
    let files = try TestFolder(["index.html": "index"])
    let site = Website(folder: try files.shown(), origins: .sameHost)
    for fields in [[], ["If-None-Match: *"]] {
      try expectSecurity(response(answer("GET / HTTP/1.1", fields, from: site)).response)
    }
    for status in HTTPStatus.allCases where status.rawValue >= 400 {
      let refusal = HTTPRefusal(status, "it was not understood")
      let (response, keeps) = try response(
        site.answer(to: .failure(refusal), unixSeconds: noon))
      expect(response.status == status.rawValue && !keeps)
      try expectSecurity(response)
    }
  }

  private func expectSecurity(_ response: Response) throws {
    for (name, value) in securityFields {
      expect(response[name], equals: value, "\(name) of \(response.status)")
    }
    expect(response["Date"], equals: "Sat, 21 Nov 2026 12:00:00 GMT")
  }
}
