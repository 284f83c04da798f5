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
    expect(fields.list("Empty"), equals: [])
    expect(fields.list("Commas"), equals: [])
    expect(fields.list("Missing"), equals: [])
    expect(fields.lists("upgrade", in: "Connection"))
    expect(!fields.lists("up", in: "Connection"))
    expect(fields.only("empty"), equals: "")
    expect(fields.only("Connection"), equals: nil)
    expect(fields.only("Missing"), equals: nil)
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

  @Test("a host is a name or an address, perhaps with a port", arguments: authorities.indices)
  func authority(_ index: Int) {
    let (text, host, port) = Self.authorities[index]
    let authority = Authority(text)
    expect(authority?.host, equals: host)
    expect(authority?.port, equals: port)
  }

  struct Visit: Sendable, CustomTestStringConvertible {
    let host: String
    let origins: [String]
    let mayOpen: Bool
    var testDescription: String { "\(origins) at \(host)" }

    init(_ host: String, _ origins: String..., mayOpen: Bool) {
      self.host = host
      self.origins = origins
      self.mayOpen = mayOpen
    }
  }

  /// To a server that also lets in pages of `https://play.example` and `http://[::1]:8000`.
  static let visits: [Visit] = [
    Visit("a", mayOpen: true),
    Visit("a", "http://a", mayOpen: true),
    Visit("A", "https://a", mayOpen: true),
    Visit("a:4242", "http://A:4242", mayOpen: true),
    Visit("a", "http://a:80", mayOpen: true),
    Visit("a:443", "https://a", mayOpen: true),
    Visit("a", "https://play.example", mayOpen: true),
    Visit("a", "https://play.example:443", mayOpen: true),
    Visit("a", "HTTPS://Play.Example", mayOpen: true),
    Visit("a", "http://[::1]:8000", mayOpen: true),
    Visit("a:4242", "http://a", mayOpen: false),
    Visit("a:4242", "http://a:4243", mayOpen: false),
    Visit("a:80", "https://a", mayOpen: false),
    Visit("a", "http://play.example", mayOpen: false),
    Visit("a", "https://play.example.evil", mayOpen: false),
    Visit("a", "https://evil.play.example", mayOpen: false),
    Visit("a", "http://b", mayOpen: false),
    Visit("a", "http://a.b", mayOpen: false),
    Visit("a", "null", mayOpen: false),
    Visit("a", "", mayOpen: false),
    Visit("a", "a", mayOpen: false),
    Visit("a", "http://a/", mayOpen: false),
    Visit("a", "http://a http://b", mayOpen: false),
    Visit("a", "http://me@a", mayOpen: false),
    Visit("a", "file://", mayOpen: false),
    Visit("a", "http://a", "http://b", mayOpen: false),
    Visit("a", "http://a", "http://a", mayOpen: false),
  ]

  @Test("a page may come from the same host or from the list", arguments: visits)
  func origins(_ visit: Visit) throws {
    let policy = try require(
      OriginPolicy(allowing: ["https://play.example", "http://[::1]:8000"]))
    let origins = visit.origins.map { "Origin: \($0)\r\n" }.joined()
    var parser = RequestParser(headBytesMax: 8_192)
    parser.receive(Array("GET / HTTP/1.1\r\nHost: \(visit.host)\r\n\(origins)\r\n".utf8)[...])
    let head = try require(try parser.next())
    var refusal: HTTPRefusal?
    do { try policy.check(head) } catch { refusal = error }
    expect(refusal?.status, equals: (visit.mayOpen ? nil : .forbidden))
  }

  @Test("a list of origins holds origins only")
  func policies() {
    for text in ["play.example", "null", "*", "https://", "https://a/", "wss://a"] {
      expect(OriginPolicy(allowing: ["https://a", text]), equals: nil)
    }
    expect(OriginPolicy(allowing: []), equals: .sameHost)
  }

  static let dates: [(seconds: Int, text: String)] = [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
    (1_767_225_600, "Thu, 01 Jan 2026 00:00:00 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ]

  @Test("a date is written as RFC 9110 has it", arguments: dates.indices)
  func date(_ index: Int) {
    expect(httpDate(unixSeconds: Self.dates[index].seconds), equals: Self.dates[index].text)
  }

  @Test("a response is read as it was written")
  func responses() throws {
    let fields = [HTTPField("Content-Type", "text/css"), HTTPField("ETag", "\"1\"")]
    let head = ResponseHead(status: .notModified, fields: fields)
    let text = "HTTP/1.1 304 Not Modified\r\nContent-Type: text/css\r\nETag: \"1\"\r\n\r\n"
    expect(String(decoding: head.bytes, as: UTF8.self), equals: text)
    for pieces in everyCut(of: head.bytes) {
      var parser = ResponseParser(headBytesMax: 8_192)
      var heads: [ResponseHead] = []
      for piece in pieces {
        parser.receive(piece)
        while let head = try parser.next() { heads.append(head) }
      }
      expect(heads, equals: [head])
    }
  }

  static let statusLines: [(line: String, statusCode: Int?)] = [
    ("HTTP/1.1 101 Switching Protocols", 101), ("HTTP/1.0 200 OK", 200), ("HTTP/1.1 200 ", 200),
    ("HTTP/1.1 200", 200), ("HTTP/1.1 099 Low", nil), ("HTTP/1.1 20 OK", nil),
    ("HTTP/1.1 2000 OK", nil), ("HTTP/2 200 OK", nil), ("HTTP/1.1  200 OK", nil), ("200 OK", nil),
    ("WELCOME v=1", nil), ("", nil),
  ]

  @Test("a status line is a version, a number and perhaps words", arguments: statusLines.indices)
  func statusLine(_ index: Int) {
    let (line, statusCode) = Self.statusLines[index]
    var parser = ResponseParser(headBytesMax: 8_192)
    // The second empty line is for the first, which is forgiven once.
    parser.receive(Array("\(line)\r\n\r\n\r\n".utf8)[...])
    let head = try? parser.next()
    expect(head?.statusCode, equals: statusCode)
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
