// The laws of reading requests: RFC 9112 by example, and every way to break it with the status that
// answers it. Every stream is fed whole, cut in two at every point and byte by byte.

import Framing
import TestSupport
import Testing

@Suite("Bytes become requests")
struct RequestHeadTests {
  /// What came of a stream: requests, and the refusal that ended it.
  struct Outcome: Equatable {
    var heads: [RequestHead] = []
    var refusal: HTTPRefusal?

    init(of pieces: [ArraySlice<UInt8>], headBytesMax: Int = 8_192) {
      var parser = RequestParser(headBytesMax: headBytesMax)
      for piece in pieces {
        parser.receive(piece)
        do {
          while let head = try parser.next() { heads.append(head) }
        } catch { refusal = error }
      }
    }

    /// The one outcome of every cut; nil if two of them differ.
    static func ofEveryCut(_ text: String, headBytesMax: Int = 8_192) -> Outcome? {
      let outcomes = everyCut(of: Array(text.utf8))
        .map { Outcome(of: $0, headBytesMax: headBytesMax) }
      return outcomes.allSatisfy { $0 == outcomes[0] } ? outcomes[0] : nil
    }
  }

  @Test("a request says what is to be done, with what, and all else")
  func request() throws {
    let text =
      "HEAD /a?b=c HTTP/1.1\r\nHost: Example.org:8080\r\nX-One: \t1 2\t \r\nX-One:3\r\n\r\n"
    let outcome = try require(Outcome.ofEveryCut(text))
    let head = try require(outcome.heads.first)
    expect(outcome.heads.count, equals: 1)
    expect(outcome.refusal, equals: nil)
    expect(head.method, equals: .head)
    expect(head.target.path, equals: "/a")
    expect(head.target.query, equals: "b=c")
    expect(head.minorVersion, equals: 1)
    expect(head.authority, equals: Authority("example.org:8080"))
    expect(head.fields["x-ONE"], equals: ["1 2", "3"])
    expect(head.keepsConnection)
  }

  static let taken: [String] = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.9\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n",
    "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET http://b:80/x HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: [::1]:4242\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nEmpty:\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n!#$%&'*+-.^_`|~09azAZ: !\"~\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: größe\r\n\r\n",
  ]

  @Test("what RFC 9112 allows is taken", arguments: taken)
  func isTaken(_ text: String) throws {
    let outcome = try require(Outcome.ofEveryCut(text))
    expect(outcome.heads.count, equals: 1)
    expect(outcome.refusal, equals: nil)
  }

  static let refused: [(status: HTTPStatus, text: String)] = [
    (.badRequest, "GET /\r\n"),
    (.badRequest, "GET  / HTTP/1.1\r\n"),
    (.badRequest, "GET / HTTP/1.1 \r\n"),
    (.badRequest, " GET / HTTP/1.1\r\n"),
    (.badRequest, "GET /\tHTTP/1.1\r\n"),
    (.badRequest, "GET / x HTTP/1.1\r\n"),
    (.badRequest, "GET / http/1.1\r\n"),
    (.badRequest, "GET / HTTP/1.10\r\n"),
    (.badRequest, "GET / HTTP/1\r\n"),
    (.badRequest, "GET / HTTP/x.y\r\n"),
    (.badRequest, "G@T / HTTP/1.1\r\n"),
    (.badRequest, "\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\n"),
    (.badRequest, "GET / HTTP/1.1\r\r\n"),
    (.badRequest, "GET /\rx HTTP/1.1\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\rb\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost : a\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost\t: a\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\n Host: a\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\n b\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\n: a\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHo(st: a\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHöst: a\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nX: a\u{0}b\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nX: a\u{7f}\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a:x\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: me@a\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"),
    (.badRequest, "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    (.badRequest, "GET * HTTP/1.1\r\n"),
    (.badRequest, "GET example:80 HTTP/1.1\r\n"),
    (.methodNotAllowed, "POST / HTTP/1.1\r\n"),
    (.methodNotAllowed, "OPTIONS * HTTP/1.1\r\n"),
    (.methodNotAllowed, "CONNECT example:443 HTTP/1.1\r\n"),
    (.methodNotAllowed, "BREW /pot HTTP/1.1\r\n"),
    (.methodNotAllowed, "get / HTTP/1.1\r\n"),
    (.versionNotSupported, "GET / HTTP/0.9\r\n"),
    (.versionNotSupported, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    (.versionNotSupported, "GET / HTTP/3.0\r\n"),
  ]

  @Test("what it forbids is refused, once its line is there", arguments: refused.indices)
  func isRefused(_ index: Int) throws {
    let (status, text) = Self.refused[index]
    let outcome = try require(Outcome.ofEveryCut(text))
    expect(outcome.refusal?.status, equals: status, "\(text.debugDescription)")
    expect(isEmpty: outcome.heads)
  }

  @Test("a head fits in what it may take, and its first line in 8,000 bytes")
  func limits() throws {
    func outcome(path: Int, field: Int, headBytesMax: Int = 8_192) -> Outcome {
      let letters = { (count: Int) in String(repeating: "a", count: count) }
      let text = "GET /\(letters(path)) HTTP/1.1\r\nHost: a\r\nX: \(letters(field))\r\n\r\n"
      let bytes = Array(text.utf8)
      let whole = Outcome(of: [bytes[...]], headBytesMax: headBytesMax)
      expect(Outcome(of: bytes.map { [$0][...] }, headBytesMax: headBytesMax), equals: whole)
      return whole
    }
    // The request line has 14 bytes besides the letters, the head 32.
    expect(outcome(path: 7_986, field: 8).heads.count, equals: 1)
    expect(outcome(path: 7_987, field: 8).refusal?.status, equals: .uriTooLong)
    expect(outcome(path: 9_000, field: 8).refusal?.status, equals: .uriTooLong)
    expect(outcome(path: 0, field: 8_160).heads.count, equals: 1)
    expect(outcome(path: 0, field: 8_161).refusal?.status, equals: .headTooLarge)
    expect(outcome(path: 0, field: 9_000).refusal?.status, equals: .headTooLarge)
    expect(outcome(path: 300, field: 0, headBytesMax: 64).refusal?.status, equals: .uriTooLong)
  }

  @Test("a head that never ends is refused, however its bytes look")
  func endless() {
    for text in ["a", "GET / HTTP/1.1\r\na", "GET / HTTP/1.1\r\nHost: a\r\nX: "] {
      let bytes = Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 8_192)
      expect(Outcome(of: [bytes[...]]).refusal, differsFrom: nil)
      expect(Outcome(of: bytes.map { [$0][...] }), equals: Outcome(of: [bytes[...]]))
    }
  }

  @Test("requests may follow one another, and what follows them is not lost")
  func rest() throws {
    let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    expect(Outcome(of: [(request + request)[...]]).heads.count, equals: 2)
    for pieces in everyCut(of: request + [0x81, 0x80, 0x0a]) {
      var parser = RequestParser(headBytesMax: 8_192)
      var rest: [UInt8]?
      for piece in pieces {
        if rest != nil {
          rest? += piece
          continue
        }
        parser.receive(piece)
        if try parser.next() != nil { rest = parser.takeRest() }
      }
      expect(rest, equals: [0x81, 0x80, 0x0a])
    }
  }

  static let connections: [(version: String, field: String, keeps: Bool)] = [
    ("1.1", "X: y", true), ("1.1", "Connection: close", false),
    ("1.1", "Connection: x, CLOSE", false), ("1.0", "X: y", false),
    ("1.0", "Connection: Keep-Alive", true), ("1.0", "Connection: keep-alive, close", false),
  ]

  @Test("whether a connection is kept is as RFC 9112 has it", arguments: connections.indices)
  func keeping(_ index: Int) throws {
    let (version, field, keeps) = Self.connections[index]
    let text = "GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n\r\n"
    try expect(#require(Outcome.ofEveryCut(text)).heads.first?.keepsConnection, equals: keeps)
  }

  @Test("an address in the target rules over the Host field")
  func absoluteForm() throws {
    let text = "GET HTTP://B:80?x HTTP/1.1\r\nHost: a\r\n\r\n"
    let head = try require(Outcome.ofEveryCut(text)?.heads.first)
    expect(head.authority, equals: Authority("b:80"))
    expect(head.target.path, equals: "/")
    expect(head.target.query, equals: "x")
  }
}
