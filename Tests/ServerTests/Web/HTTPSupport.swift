// Requests and responses of these tests, read by the project's own parsers: a request that the
// server's port would not take never gets to what is tested here.

import Framing
import TestSupport
import Testing

@testable import Server

/// The head of a request, from its lines; `Host` is added where it is missing.
func request(_ line: String, _ fields: [String] = []) throws -> RequestHead {
  let hasHost = fields.contains { $0.hasPrefix("Host:") }
  let lines = [line] + (hasHost ? [] : ["Host: play.example:7313"]) + fields
  var parser = RequestParser(headBytesMax: 8_192)
  parser.receive(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)[...])
  return try require(try parser.next())
}

/// A response as a client reads it.
struct Response: Equatable {
  let head: ResponseHead
  let body: [UInt8]

  init(_ response: WholeResponse) throws {
    try self.init(response.bytes)
    expect(response.status.rawValue, equals: status, "it is counted as what it says")
  }

  init(_ bytes: [UInt8]) throws {
    var parser = ResponseParser(headBytesMax: 8_192)
    parser.receive(bytes[...])
    head = try require(try parser.next())
    body = parser.takeRest()
  }

  var status: Int { head.statusCode }
  var text: String { String(decoding: body, as: UTF8.self) }

  /// A field that has to come exactly once.
  subscript(name: String) -> String? { head.fields.only(name) }
}

/// 2026-11-21 12:00:00 UTC, the moment of these tests.
let noon = 1_795_262_400

/// What every answer says to a browser, word for word.
let securityFields = [
  (
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
      + "connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
      + "form-action 'none'"
  ),
  ("X-Content-Type-Options", "nosniff"),
  ("Referrer-Policy", "no-referrer"),
  ("X-Frame-Options", "DENY"),
  ("Cross-Origin-Opener-Policy", "same-origin"),
  ("Cross-Origin-Resource-Policy", "same-origin"),
  (
    "Permissions-Policy",
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
  ),
]

extension WebFolder {
  /// What a GET is answered with.
  func get(_ path: String, _ fields: [String] = []) throws -> Response {
    try Response(response(to: request("GET \(path) HTTP/1.1", fields), unixSeconds: noon))
  }
}
