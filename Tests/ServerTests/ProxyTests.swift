// A server behind proxies: those whom it trusts say for whom they connect, and that is whom limits
// and the log know; whoever else says so says nonsense.

import Framing
import Logging
import Net
import Rooms
import Server
import Testing

@Suite("Proxies")
@OwnThread
struct ProxyTests {
  /// One person's way through a proxy: how it says for whom it connects.
  struct Way: CustomTestStringConvertible, Sendable {
    let transport: Transport
    /// 1 and 2 are versions of the PROXY protocol; 0 is a field of the request.
    let version: Int

    var testDescription: String { "\(transport.rawValue), \(version)" }

    static let all: [Way] =
      Transport.allCases
      .flatMap { transport in
        (0...2).map { Way(transport: transport, version: $0) }
      }
      .filter { $0.version > 0 || $0.transport == .ws || $0.transport == .wss }

    /// Somebody of 192.0.2.0/24 connects.
    @OwnThread
    func connect(_ port: UInt16, from last: UInt8) throws -> LineClient {
      let ends: [UInt8] = [192, 0, 2, last, 127, 0, 0, 1, 1, 1, 2, 2]
      let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
      switch version {
      case 0:
        let field = "X-Forwarded-For: 198.51.100.7, 192.0.2.\(last)"
        return try LineClient(port: port, over: transport, fields: [field])
      case 1: return try LineClient(port: port, over: transport, behind: ProxyTests.header(last))
      default:
        let header = signature + [0x21, 0x11, 0, 12] + ends
        return try LineClient(port: port, over: transport, behind: header)
      }
    }
  }

  private static func header(_ last: UInt8) -> [UInt8] {
    Array("PROXY TCP4 192.0.2.\(last) 127.0.0.1 5000 7313\r\n".utf8)
  }

  private static func adjust(
    trusting networks: String..., lanes: Int = 2
  ) throws -> (inout Configuration) -> Void {
    let trusted = try TrustedNetworks(networks)
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    return {
      $0.trustedProxies = trusted
      $0.tls = certificate
      $0.lanes = lanes
      $0.limits.connectionsPerAddressMax = 1
      // However long the test takes.
      $0.limits.halls.missMilliseconds = 3_600_000
    }
  }

  /// What HELLO is answered with: the code of a NO, or WELCOME.
  private func greeting(of client: LineClient) throws -> String? {
    try client.say("HELLO v=1")
    let answer = try client.hear(anyOf: ["WELCOME", "NO"])
    return field("code", of: answer) ?? "WELCOME"
  }

  @Test("each address that a trusted proxy names has limits of its own", arguments: Way.all)
  func named(way: Way) async throws {
    try await withServer(Self.adjust(trusting: "127.0.0.1")) { port in
      var inside: [LineClient] = []
      for last: UInt8 in 1...4 {
        inside.append(try way.connect(port, from: last))
        #expect(try greeting(of: inside[Int(last) - 1]) == "WELCOME")
      }
      let second = try way.connect(port, from: 4)
      #expect(try greeting(of: second) == "server-full")
      // Wrong guesses are counted for the address that guesses.
      for _ in 0..<10 {
        try inside[0].say("JOIN room=ZZZZ")
        #expect(field("code", of: try inside[0].hear("NO")) == "no-room")
      }
      for (guest, code) in zip(inside, ["not-now", "no-room"]) {
        try guest.say("JOIN room=ZZZZ")
        #expect(field("code", of: try guest.hear("NO")) == code)
      }
    }
  }

  @Test(
    "from elsewhere a header is nonsense, and a field says nothing",
    arguments: Way.all.filter { $0.transport == ($0.version == 0 ? .ws : .tcp) })
  func spoofed(way: Way) async throws {
    try await withServer(Self.adjust(trusting: "127.0.0.2", "::1", "192.0.2.0/24")) { port in
      let honest = try LineClient(port: port)
      #expect(try greeting(of: honest) == "WELCOME")
      let liar = try way.connect(port, from: 1)
      if way.version > 0 {
        let refusal = field("code", of: try liar.hear("NO"))
        #expect(refusal == (way.version == 1 ? "bad-field" : "bad-line"))
      }
      // Whoever they claim to be, they are the second of their address.
      if way.version < 2 { #expect(try greeting(of: liar) == "server-full") }
      #expect(try liar.isClosedByServer())
    }
  }

  @Test("whoever comes from a trusted address and is named by nobody counts for that address")
  func unnamed() async throws {
    try await withServer(Self.adjust(trusting: "127.0.0.0/8")) { port in
      let first = try LineClient(port: port)
      #expect(try greeting(of: first) == "WELCOME")
      let local: [[UInt8]] = [[], Array("PROXY UNKNOWN\r\n".utf8)]
      for header in local {
        for transport in Transport.allCases {
          let next = try LineClient(port: port, over: transport, behind: header)
          #expect(try greeting(of: next) == "server-full", "\(transport)")
        }
      }
      let other = try LineClient(port: port, behind: Self.header(1))
      #expect(try greeting(of: other) == "WELCOME")
    }
  }

  @Test("a crowd behind one proxy is a crowd of addresses", arguments: [1, 3])
  func crowd(lanes: Int) async throws {
    try await withServer(Self.adjust(trusting: "127.0.0.1", lanes: lanes)) { port in
      let people = try (1...200).map { try LineClient(port: port, behind: Self.header($0)) }
      for person in people { try person.say("HELLO v=1") }
      for person in people { try person.hear("WELCOME") }
    }
  }

  @Test("a proxy uses one connection for the requests of many, and the last is for whom it plays")
  func reused() async throws {
    try await withServer(Self.adjust(trusting: "127.0.0.1")) { port in
      let two = try LineClient(port: port, behind: Self.header(2))
      #expect(try greeting(of: two) == "WELCOME")
      for (last, answer) in [(3, "WELCOME"), (2, "server-full")] {
        let client = try LineClient(port: port)
        for other in [7, 2, 8] {
          let field = "X-Forwarded-For: 192.0.2.\(other)"
          try client.send(Array("HEAD /nothing HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n".utf8))
          #expect(try client.hear() == "HTTP/1.1 404 Not Found\r")
          while let line = try client.hear(), line != "\r" {}
        }
        try client.openWebSocket(port, ["Forwarded: for=\"192.0.2.\(last):80\""])
        #expect(try greeting(of: client) == answer)
      }
    }
  }

  @Test("a request that names two clients is refused in a sentence")
  func twoClients() async throws {
    try await withServer(Self.adjust(trusting: "127.0.0.1")) { port in
      let client = try LineClient(port: port)
      let fields = "Forwarded: for=198.51.100.7\r\nX-Forwarded-For: 192.0.2.1"
      try client.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n".utf8))
      #expect(try client.isClosedByServer())
      #expect(client.heard.first == "HTTP/1.1 400 Bad Request\r")
      #expect(
        client.heard.last
          == "400 Bad Request: the proxy passes on two fields that name two clients.")
    }
  }

  @Test("a header that is none closes the connection, and the log says what is wrong with it")
  func badHeader() async throws {
    let pipe = Pipe()
    let log = ServerLog(label: "test", level: .debug, to: pipe.writing, limits: ServerLimits())
    let adjust = try Self.adjust(trusting: "127.0.0.1")
    try await withWholeServer(
      {
        adjust(&$0)
        $0.logsAddresses = true
      }, log: log
    ) { server in
      let liar = try LineClient(
        port: server.endpoint.port, behind: Array("PROXY TCP4 1.2.3 4 5 6\r\nHELLO v=1\n".utf8))
      #expect(try liar.isClosedByServer() && liar.heard.isEmpty)
      let honest = try LineClient(port: server.endpoint.port, behind: Self.header(9))
      try honest.say("HELLO v=9")
      #expect(try honest.isClosedByServer())
    }
    let lines = pipe.allLines(of: log)
    let sentence = lines.filter { $0.contains("a trusted proxy cannot be believed") }
    #expect(sentence.count == 1 && sentence[0].contains("two addresses and two ports"))
    #expect(sentence.allSatisfy { $0.contains("address=127.0.0.1") })
    // Whoever is still parting when the server stops is refused as well, and counted.
    let refused = lines.filter { $0.contains("code=bad-version") }
    #expect(refused.count == 1 && refused[0].contains("address=192.0.2.9"), "\(lines)")
  }
}
