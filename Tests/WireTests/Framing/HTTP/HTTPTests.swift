// The smaller laws of HTTP: lists, hosts, origins, dates, and responses written and read.

import Framing
import TestSupport
import Testing

@Suite("Fields, hosts, origins, dates and responses")
struct HTTPTests {
  @Test("a list is all its fields, split at commas that are not quoted")
  func lists() {
    let fields = HTTPFields([
      HTTPField("Connection", " keep-alive ,, Upgrade"),
      HTTPField("If-None-Match", "\"a,b\", W/\"c\""),
      HTTPField("connection", "X"), HTTPField("Empty", ""), HTTPField("Commas", ", ,"),
    ])
    expect(fields.list("CONNECTION"), equals: ["keep-alive", "Upgrade", "X"])
    expect(fields.list("if-none-match"), equals: ["\"a,b\"", "W/\"c\""])
    for name in ["Empty", "Commas", "Missing"] { expect(fields.list(name), equals: [], name) }
    expect(fields.lists("upgrade", in: "Connection") && !fields.lists("up", in: "Connection"))
    expect(fields.only("empty"), equals: "")
    expect(fields.only("Connection") == nil && fields.only("Missing") == nil)
  }

  static let authorities: [(text: String, host: String?, port: UInt16?)] = [
    ("a", "a", nil), ("A.Example", "a.example", nil), ("a:80", "a", 80), ("a:", "a", nil),
    ("127.0.0.1:65535", "127.0.0.1", 65_535), ("[::1]", "[::1]", nil),
    ("[FE80::1]:1", "[fe80::1]", 1),
    ("a_b", "a_b", nil), ("", nil, nil), (":80", nil, nil), ("a:65536", nil, nil),
    ("a:000080", nil, nil), ("a:+8", nil, nil), ("a:b", nil, nil), ("a:1:2", nil, nil),
    ("::1", nil, nil), ("[::1", nil, nil), ("[]", nil, nil), ("[a]", nil, nil),
    ("[::1]x", nil, nil),
    ("me@a", nil, nil), ("a b", nil, nil), ("a/", nil, nil), ("ö", nil, nil), ("a%41", nil, nil),
  ]

  @Test("a host is a name or an address, perhaps with a port")
  func authority() {
    for (text, host, port) in Self.authorities {
      let authority = Authority(text)
      expect(authority?.host == host && authority?.port == port, text)
    }
  }

  /// To a server that also lets in pages of `https://play.example` and `http://[::1]:8000`: the
  /// host that is asked, and the origins of a page.
  static let welcome: [(host: String, origins: [String])] = [
    ("a", []), ("a", ["http://a"]), ("A", ["https://a"]), ("a:4242", ["http://A:4242"]),
    ("a", ["http://a:80"]), ("a:443", ["https://a"]), ("a", ["https://play.example"]),
    ("a", ["https://play.example:443"]), ("a", ["HTTPS://Play.Example"]),
    ("a", ["http://[::1]:8000"]),
  ]

  static let unwelcome: [(host: String, origins: [String])] =
    [("a:4242", ["http://a"]), ("a:4242", ["http://a:4243"]), ("a:80", ["https://a"])]
    + [
      ["http://play.example"], ["https://play.example.evil"], ["https://evil.play.example"],
      ["http://b"], ["http://a.b"], ["null"], [""], ["a"], ["http://a/"], ["http://a http://b"],
      ["http://me@a"], ["file://"], ["http://a", "http://b"], ["http://a", "http://a"],
    ]
    .map { ("a", $0) }

  @Test("a page may come from the same host or from the list")
  func origins() throws {
    let policy = try require(OriginPolicy(allowing: ["https://play.example", "http://[::1]:8000"]))
    func refusal(_ host: String, _ origins: [String]) throws -> HTTPStatus? {
      let lines = origins.map { "Origin: \($0)\r\n" }.joined()
      var parser = RequestParser(headBytesMax: 8_192)
      parser.receive(Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\(lines)\r\n".utf8)[...])
      let head = try require(try parser.next())
      do throws(HTTPRefusal) {
        try policy.check(head)
        return nil
      } catch {
        return error.status
      }
    }
    for (host, origins) in Self.welcome {
      try expect(refusal(host, origins), equals: nil, "\(origins) at \(host)")
    }
    for (host, origins) in Self.unwelcome {
      try expect(refusal(host, origins), equals: .forbidden, "\(origins) at \(host)")
    }
    for text in ["play.example", "null", "*", "https://", "https://a/", "wss://a"] {
      expect(OriginPolicy(allowing: ["https://a", text]), equals: nil, "\(text) is no origin")
    }
    expect(OriginPolicy(allowing: []), equals: .sameHost)
  }

  static let dates: [(seconds: Int, text: String)] = [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ]

  @Test("a date is written as RFC 9110 has it")
  func date() {
    for (seconds, text) in Self.dates { expect(httpDate(unixSeconds: seconds), equals: text) }
  }

  @Test("a response is read as it was written")
  func responses() throws {
    let fields = [HTTPField("Content-Type", "text/css"), HTTPField("ETag", "\"1\"")]
    let head = ResponseHead(status: .notModified, fields: fields)
    let text = "HTTP/1.1 304 Not Modified\r\nContent-Type: text/css\r\nETag: \"1\"\r\n\r\n"
    expect(String(decoding: head.bytes, as: UTF8.self), equals: text)
    // The fuzz target for heads reads them however they are cut.
    var parser = ResponseParser(headBytesMax: 8_192)
    parser.receive(head.bytes[...])
    try expect(parser.next(), equals: head)
  }

  static let statusLines: [(line: String, statusCode: Int?)] = [
    ("HTTP/1.1 101 Switching Protocols", 101), ("HTTP/1.0 200 OK", 200), ("HTTP/1.1 200 ", 200),
    ("HTTP/1.1 200", 200), ("HTTP/1.1 099 Low", nil), ("HTTP/1.1 20 OK", nil),
    ("HTTP/1.1 2000 OK", nil), ("HTTP/2 200 OK", nil), ("HTTP/1.1  200 OK", nil), ("200 OK", nil),
    ("WELCOME v=1", nil), ("", nil),
  ]

  @Test("a status line is a version, a number and perhaps words")
  func statusLine() {
    for (line, statusCode) in Self.statusLines {
      var parser = ResponseParser(headBytesMax: 8_192)
      // The second empty line is for the first, which is forgiven once.
      parser.receive(Array("\(line)\r\n\r\n\r\n".utf8)[...])
      let head = try? parser.next()
      expect(head?.statusCode, equals: statusCode, line)
    }
  }

  @Test("a refusal says its status, its reason and what the status demands")
  func refusals() throws {
    for status in HTTPStatus.allCases where status.rawValue >= 400 {
      let refusal = HTTPRefusal(status, "because")
      let response = refusal.response(fields: [HTTPField("Date", "now")], withBody: true)
      var parser = ResponseParser(headBytesMax: 8_192)
      parser.receive(response[...])
      let head = try require(try parser.next())
      let body = "\(status.rawValue) \(status.reasonPhrase): because.\n"
      expect(head.statusCode, equals: status.rawValue)
      expect(parser.takeRest(), equals: Array(body.utf8))
      expect(head.fields["Content-Length"], equals: ["\(body.utf8.count)"])
      expect(head.fields["Date"], equals: ["now"])
      expect(head.fields.lists("close", in: "Connection"))
      expect(head.fields["Allow"], equals: (status == .methodNotAllowed ? ["GET, HEAD"] : []))
      let version = status == .upgradeRequired ? ["13"] : []
      expect(head.fields["Sec-WebSocket-Version"], equals: version)
      expect(head.fields.lists("upgrade", in: "Connection"), equals: (status == .upgradeRequired))
      let withoutBody = refusal.response(fields: [HTTPField("Date", "now")], withBody: false)
      expect(withoutBody, equals: response.dropLast(body.utf8.count))
    }
  }
}
