// Which request becomes what: the game at one path, files everywhere else, and every refusal with
// the status and the fields that are due.

import Framing
import Testing

@testable import Server

@Suite("The website")
struct WebsiteTests {
  private let site = Website(folder: .empty, origins: .sameHost)

  private static let opening = [
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: chromatch.1",
  ]

  private func answer(_ line: String, _ fields: [String]) throws -> Website.Answer {
    try site.answer(to: request(line, fields), unixSeconds: noon)
  }

  /// A response after which the connection closes.
  private func refusal(_ line: String, _ fields: [String]) throws -> Response {
    guard case .respond(let bytes, keepsConnection: false) = try answer(line, fields) else {
      throw Unexpected()
    }
    return try Response(bytes)
  }

  private struct Unexpected: Error {}

  @Test(
    "the game is at /play, for pages of this host and for programs",
    arguments: [[], ["Origin: http://play.example:7313"], ["Origin: HTTP://Play.Example:7313"]])
  func play(origin: [String]) throws {
    let answer = try answer("GET /play HTTP/1.1", Self.opening + origin)
    guard case .upgrade(let upgrade) = answer else { throw Unexpected() }
    #expect(upgrade.subprotocol == "chromatch.1")
  }

  @Test("who does not name the subprotocol may play, too")
  func noSubprotocol() throws {
    let answer = try answer("GET /play?x=1 HTTP/1.1", Array(Self.opening.dropLast()))
    guard case .upgrade(let upgrade) = answer else { throw Unexpected() }
    #expect(upgrade.subprotocol == nil)
  }

  @Test("pages that are allowed may play, others not")
  func origins() throws {
    let origins = try #require(OriginPolicy(allowing: ["https://friend.example"]))
    let site = Website(folder: .empty, origins: origins)
    for (origin, isAllowed) in [
      ("https://friend.example", true), ("http://friend.example", false),
      ("https://evil.example", false), ("null", false),
      ("http://play.example:7313.evil.example", false),
    ] {
      let head = try request("GET /play HTTP/1.1", Self.opening + ["Origin: \(origin)"])
      guard case .respond(let bytes, let keeps) = site.answer(to: head, unixSeconds: noon) else {
        #expect(isAllowed, "\(origin)")
        continue
      }
      #expect(!isAllowed && !keeps, "\(origin)")
      #expect(try Response(bytes).status == 403, "\(origin)")
    }
  }

  @Test(
    "what is no opening of a WebSocket is refused as HTTP wants it",
    arguments: [
      ("GET /play HTTP/1.1", [String](), 426), ("GET /play HTTP/1.0", opening, 426),
      ("GET /play HTTP/1.1", Array(opening.prefix(2)), 426),
      ("GET /play HTTP/1.1", Array(opening.prefix(3)), 400),
      ("GET /play HTTP/1.1", opening + ["Origin: https://evil.example"], 403),
      ("GET /play HTTP/1.1", ["Origin: https://evil.example"], 403),
      ("HEAD /play HTTP/1.1", opening, 405),
    ])
  func refusals(line: String, fields: [String], status: Int) throws {
    let response = try refusal(line, fields)
    #expect(response.status == status)
    #expect(response["Connection"]?.hasPrefix("close") == true)
    #expect(response["Cache-Control"] == "no-store")
    #expect(response["Upgrade"] == (status == 426 ? "websocket" : nil))
    #expect(response["Sec-WebSocket-Version"] == (status == 426 ? "13" : nil))
    #expect(response["Allow"] == (status == 405 ? "GET, HEAD" : nil))
    let isHead = line.hasPrefix("HEAD")
    #expect(response.body.isEmpty == isHead)
    if !isHead { #expect(response["Content-Length"] == "\(response.body.count)") }
  }

  @Test(
    "other paths are files, whatever they ask for", arguments: ["/play/", "/Play", "/playing", "/"])
  func files(path: String) throws {
    let answer = try answer("GET \(path) HTTP/1.1", Self.opening)
    guard case .respond(let bytes, keepsConnection: true) = answer else { throw Unexpected() }
    #expect(try Response(bytes).status == 404)
  }

  @Test("an answer keeps the connection if the request did")
  func keeps() throws {
    let answer = try answer("GET / HTTP/1.1", ["Connection: close"])
    guard case .respond(let bytes, keepsConnection: false) = answer else { throw Unexpected() }
    #expect(try Response(bytes)["Connection"] == "close")
  }

  @Test("every answer says to a browser what it may not do")
  func security() throws {
    let files = try TestFolder(["index.html": "index"])
    let site = Website(folder: try files.shown(), origins: .sameHost)
    let statuses = try [
      ("GET / HTTP/1.1", []), ("GET / HTTP/1.1", ["If-None-Match: *"]),
      ("GET /none HTTP/1.1", []), ("GET /play HTTP/1.1", []),
      ("GET /play HTTP/1.1", ["Origin: null"]), ("HEAD /play HTTP/1.1", []),
      ("GET /play HTTP/1.1", ["Upgrade: websocket"]),
    ]
    .map { line, fields in
      let answer = site.answer(to: try request(line, fields), unixSeconds: noon)
      guard case .respond(let bytes, _) = answer else { throw Unexpected() }
      return try checkSecurity(bytes)
    }
    #expect(statuses == [200, 304, 404, 426, 403, 405, 400])
  }

  @Test(
    "also what was no request at all", arguments: HTTPStatus.allCases.filter { $0.rawValue >= 400 })
  func unread(status: HTTPStatus) throws {
    let refusal = HTTPRefusal(status, "it was not understood")
    let answer = site.answer(to: .failure(refusal), unixSeconds: noon)
    guard case .respond(let bytes, keepsConnection: false) = answer else { throw Unexpected() }
    #expect(try checkSecurity(bytes) == status.rawValue)
  }

  /// - Returns: the status.
  private func checkSecurity(_ bytes: WholeResponse) throws -> Int {
    let response = try Response(bytes)
    for (name, value) in securityFields {
      #expect(response[name] == value, "\(name) of \(response.status)")
    }
    #expect(response["Date"] == "Sat, 21 Nov 2026 12:00:00 GMT")
    return response.status
  }
}
