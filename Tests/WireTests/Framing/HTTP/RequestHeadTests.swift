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
    let head = try require(Outcome.ofEveryCut(text)?.heads.first)
    expect(head.method == .head && head.minorVersion == 1 && head.keepsConnection)
    expect(head.target.path == "/a" && head.target.query == "b=c")
    expect(head.authority, equals: Authority("example.org:8080"))
    expect(head.fields["x-ONE"], equals: ["1 2", "3"])
    // An address in the target rules over the Host field.
    let absolute = "GET HTTP://B:80?x HTTP/1.1\r\nHost: a\r\n\r\n"
    let other = try require(Outcome.ofEveryCut(absolute)?.heads.first)
    expect(other.authority, equals: Authority("b:80"))
    expect(other.target.path == "/" && other.target.query == "x")
  }

  @Test("what RFC 9112 allows is taken")
  func isTaken() throws {
    let withHost = [
      "", "Content-Length: 0\r\n", "Empty:\r\n", "!#$%&'*+-.^_`|~09azAZ: !\"~\r\n", "X: größe\r\n",
    ]
    .map { "GET / HTTP/1.1\r\nHost: a\r\n\($0)\r\n" }
    let others = [
      "GET / HTTP/1.9\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
      "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://b:80/x HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: [::1]:4242\r\n\r\n",
    ]
    for text in withHost + others {
      let outcome = try require(Outcome.ofEveryCut(text), "\(text.debugDescription)")
      expect(outcome.heads.count == 1 && outcome.refusal == nil, "\(text.debugDescription)")
    }
  }

  static let refused: [(status: HTTPStatus, starts: [String])] = [
    (
      .badRequest,
      [
        "GET /\r\n", "GET  / HTTP/1.1\r\n", "GET / HTTP/1.1 \r\n", " GET / HTTP/1.1\r\n",
        "GET /\tHTTP/1.1\r\n", "GET / x HTTP/1.1\r\n", "GET / http/1.1\r\n",
        "GET / HTTP/1.10\r\n", "GET / HTTP/1\r\n", "GET / HTTP/x.y\r\n", "G@T / HTTP/1.1\r\n",
        "\r\n\r\n", "GET / HTTP/1.1\n", "GET / HTTP/1.1\r\r\n", "GET /\rx HTTP/1.1\r\n",
        "GET * HTTP/1.1\r\n", "GET example:80 HTTP/1.1\r\n",
        "GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n",
      ]
    ),
    // Behind the line of a request.
    (
      .badRequest,
      [
        "Host: a\n", "Host: a\rb\r\n", "Host : a\r\n", "Host\t: a\r\n", " Host: a\r\n",
        "Host: a\r\n b\r\n", "Host: a\r\n\tb\r\n", "Host\r\n", ": a\r\n", "Ho(st: a\r\n",
        "Höst: a\r\n", "X: a\u{0}b\r\n", "X: a\u{7f}\r\n", "\r\n",
        "Host: a\r\nHost: a\r\n\r\n", "Host:\r\n\r\n", "Host: a b\r\n\r\n",
        "Host: a:x\r\n\r\n", "Host: me@a\r\n\r\n", "Host: a/b\r\n\r\n",
        "Host: a\r\nContent-Length: 5\r\n\r\nhello",
        "Host: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
        "Host: a\r\nContent-Length: -1\r\n\r\n",
        "Host: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      ]
      .map { "GET / HTTP/1.1\r\n\($0)" }
    ),
    (
      .methodNotAllowed,
      [
        "POST / HTTP/1.1\r\n", "OPTIONS * HTTP/1.1\r\n", "CONNECT example:443 HTTP/1.1\r\n",
        "BREW /pot HTTP/1.1\r\n", "get / HTTP/1.1\r\n",
      ]
    ),
    (
      .versionNotSupported,
      ["GET / HTTP/0.9\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/3.0\r\n"]
    ),
  ]

  @Test("what it forbids is refused, once its line is there", arguments: refused.indices)
  func isRefused(_ index: Int) throws {
    let (status, starts) = Self.refused[index]
    for text in starts {
      let outcome = try require(Outcome.ofEveryCut(text), "\(text.debugDescription)")
      expect(outcome.refusal?.status, equals: status, "\(text.debugDescription)")
      expect(isEmpty: outcome.heads)
    }
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
        rest? += piece
        if rest != nil { continue }
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

  @Test("whether a connection is kept is as RFC 9112 has it")
  func keeping() throws {
    for (version, field, keeps) in Self.connections {
      let text = "GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n\r\n"
      let head = try require(Outcome.ofEveryCut(text)?.heads.first)
      expect(head.keepsConnection, equals: keeps, "\(version) \(field)")
    }
  }
}
