// The rules of the PROXY protocol, one by one, at every cut: what each header names, what is none,
// and what only looks like one.

import Framing
import TestSupport
import Testing

@Suite("PROXY protocol")
struct ProxyHeaderTests {
  /// What a stream comes to.
  struct Outcome: Equatable {
    var client: [UInt8]?
    var isHeader = false
    var fault: ProxyHeaderFault?
    var rest: [UInt8] = []
    /// Whether it takes more bytes to tell.
    var isOpen = false
  }

  private static func outcome(of pieces: [ArraySlice<UInt8>]) -> Outcome {
    var header = ProxyHeader()
    var told: Outcome?
    for piece in pieces {
      header.receive(piece)
      if told != nil { continue }
      do {
        switch try header.next() {
        case nil: break
        case .nothing: told = Outcome()
        case .header(let client): told = Outcome(client: client?.bytes, isHeader: true)
        }
      } catch { return Outcome(fault: error) }
    }
    var outcome = told ?? Outcome(isOpen: true)
    outcome.rest = header.rest
    return outcome
  }

  /// The outcome, which is the same for every cut.
  private static func outcome(_ bytes: [UInt8]) -> Outcome {
    let outcomes = everyCut(of: bytes).map { outcome(of: $0) }
    for outcome in outcomes { expect(outcome, equals: outcomes[0]) }
    return outcomes[0]
  }

  private static func line(_ words: String) -> [UInt8] { Array("PROXY \(words)\r\n".utf8) }

  private static func binary(
    _ command: UInt8, _ family: UInt8, _ block: [UInt8], length: Int? = nil
  ) -> [UInt8] {
    let length = length ?? block.count
    return [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10, command, family]
      + [UInt8(length >> 8), UInt8(length & 0xff)] + block
  }

  private static let rest = Array("\r\nPROXY UNKNOWN\r\n".utf8)

  private static let ends4: [UInt8] = [192, 0, 2, 1, 192, 0, 2, 9, 0xdc, 4, 1, 0xbb]
  private static let source6: [UInt8] = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]
  private static let ends6 = source6 + source6 + [0, 1, 0, 2]

  @Test("each form names where the connection comes from, and takes nothing from behind it")
  func named() {
    let unix = [UInt8](repeating: 0x2f, count: 216)
    let headers: [([UInt8], [UInt8]?)] = [
      (Self.line("TCP4 192.0.2.1 192.0.2.9 56324 443"), [192, 0, 2, 1]),
      (Self.line("TCP4 255.255.255.255 0.0.0.0 65535 0"), [255, 255, 255, 255]),
      (Self.line("TCP6 2001:db8::7 ::1 1 2"), Self.source6),
      (Self.line("TCP6 ::ffff:192.0.2.1 ::1 1 2"), [192, 0, 2, 1]),
      (Self.line("UNKNOWN"), nil),
      (Self.line("UNKNOWN ffff::1 ffff::2 65535 65535"), nil),
      (Self.line("UNKNOWN whatever\rmay stand here"), nil),
      (Self.binary(0x21, 0x11, Self.ends4), [192, 0, 2, 1]),
      (Self.binary(0x21, 0x12, Self.ends4), [192, 0, 2, 1]),
      (Self.binary(0x21, 0x21, Self.ends6), Self.source6),
      (Self.binary(0x21, 0x22, Self.ends6), Self.source6),
      // Two more values behind the addresses: an ALPN, and one of no length.
      (Self.binary(0x21, 0x11, Self.ends4 + [1, 0, 2, 0x68, 0x32, 4, 0, 0]), [192, 0, 2, 1]),
      (Self.binary(0x21, 0x31, unix), nil), (Self.binary(0x21, 0x32, unix), nil),
      (Self.binary(0x21, 0x00, []), nil), (Self.binary(0x21, 0x00, [9, 9]), nil),
      (Self.binary(0x21, 0x10, []), nil), (Self.binary(0x21, 0x01, []), nil),
      // LOCAL is the proxy itself, whatever else the header says.
      (Self.binary(0x20, 0x00, []), nil), (Self.binary(0x20, 0x11, Self.ends4), nil),
      (Self.binary(0x20, 0xff, [1, 2, 3]), nil),
    ]
    for (header, client) in headers {
      let expected = Outcome(client: client, isHeader: true, rest: Self.rest)
      expect(Self.outcome(header + Self.rest), equals: expected, "\(header)")
      // Nothing of it counts before it is whole.
      for count in [0, 5, 13, header.count - 1] where count < header.count {
        let part = Self.outcome(of: [header[..<count]])
        expect(part.isOpen && part.rest == Array(header[..<count]), "\(header) up to \(count)")
      }
    }
  }

  @Test(
    "a line that is none is refused",
    arguments: [
      "", " ", "TCP4", "TCP5 1.2.3.4 1.2.3.4 1 2", "tcp4 1.2.3.4 1.2.3.4 1 2", "UNKNOWNS",
      "TCP4 1.2.3.4 1.2.3.4 1", "TCP4 1.2.3.4 1.2.3.4 1 2 3", "TCP4 1.2.3.4 1.2.3.4 1 2 ",
      "TCP4  1.2.3.4 1.2.3.4 1 2", " TCP4 1.2.3.4 1.2.3.4 1 2", "TCP4 1.2.3.4\t1.2.3.4 1 2",
      "TCP4 01.2.3.4 1.2.3.4 1 2", "TCP4 1.2.3.256 1.2.3.4 1 2", "TCP4 1.2.3.4 x 1 2",
      "TCP4 1.2.3.4 1.2.3.4 01 2", "TCP4 1.2.3.4 1.2.3.4 65536 2", "TCP4 1.2.3.4 1.2.3.4 1 -2",
      "TCP4 ::1 ::1 1 2", "TCP6 1.2.3.4 1.2.3.4 1 2", "TCP6 ::g ::1 1 2", "TCP6 ::1 ::1 1 ",
    ])
  func badLine(words: String) {
    expect(Self.outcome(Self.line(words) + Self.rest).fault, equals: .words)
  }

  @Test("a line ends in CR LF, within 107 bytes")
  func lineEnd() {
    let line = Array("PROXY TCP4 1.2.3.4 1.2.3.4 1 2".utf8)
    expect(Self.outcome(line + [10] + Self.rest).fault, equals: .lineEnd)
    expect(Self.outcome(Array("PROXY \n".utf8)).fault, equals: .lineEnd)
    let longest = "UNKNOWN " + String(repeating: "f", count: 91)
    expect(Self.line(longest).count, equals: 107)
    expect(Self.outcome(Self.line(longest)).isHeader)
    expect(Self.outcome(Self.line(longest + "f")).fault, equals: .lineEnd)
    // A proxy that drips an endless one is refused as soon as it cannot end any more.
    let endless = Self.line(longest + longest)
    expect(Self.outcome(of: [endless[..<106]]).isOpen)
    expect(Self.outcome(of: [endless[..<107]]).fault, equals: .lineEnd)
  }

  @Test("binary that is none is refused")
  func badBinary() {
    for command: UInt8 in [0x00, 0x01, 0x11, 0x22, 0x2f, 0x31, 0xff] {
      expect(Self.outcome(Self.binary(command, 0x11, Self.ends4)).fault, equals: .command)
      // Its 13th byte tells.
      let beginning = Self.binary(command, 0x11, Self.ends4)[..<13]
      expect(Self.outcome(of: [beginning]).fault, equals: .command)
    }
    for family: UInt8 in [0x03, 0x13, 0x1f, 0x23, 0x33, 0x40, 0x41, 0xf1, 0xff] {
      expect(Self.outcome(Self.binary(0x21, family, Self.ends6)).fault, equals: .family)
    }
    for (family, block) in [
      (0x11, Self.ends4), (0x12, Self.ends4), (0x21, Self.ends6), (0x22, Self.ends6),
      (0x31, [UInt8](repeating: 0, count: 216)), (0x32, [UInt8](repeating: 0, count: 216)),
    ] as [(UInt8, [UInt8])] {
      expect(Self.outcome(Self.binary(0x21, family, block.dropLast())).fault, equals: .tooShort)
    }
  }

  @Test("a binary header has 4,096 bytes at most, and one that announces more is not waited for")
  func tooLong() {
    let room = ProxyHeader.bytesMax - 16
    for (command, family) in [(0x21, 0x11), (0x20, 0x00), (0x21, 0x00)] as [(UInt8, UInt8)] {
      let block = Self.ends4 + [UInt8](repeating: 0, count: room - Self.ends4.count)
      expect(Self.outcome(of: [Self.binary(command, family, block)[...]]).isHeader)
      let fixed = Self.binary(command, family, [], length: room + 1)
      expect(Self.outcome(of: [fixed[...]]).fault, equals: .tooLong)
    }
  }

  @Test(
    "what begins otherwise is no header, and loses nothing",
    arguments: [
      "PROVE sig=00\n", "PING t=1\n", "PROXY\n", "PROXYX TCP4\r\n", "proxy TCP4 \r\n", "P\n",
      "GET / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}", "\n", "\r\n\r\nQUIT\n", " PROXY TCP4",
    ])
  func other(text: String) {
    let bytes = Array(text.utf8)
    expect(Self.outcome(bytes), equals: Outcome(rest: bytes))
  }
}
