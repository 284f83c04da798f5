// A server behind proxies: those that it trusts say for whom they connect, and that is whom limits
// and the log know. What anybody else says of that is nonsense.

import Framing
import Logging
import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Proxies", .oneAtATime)
@OwnThread
struct ProxyTests {
  /// How somebody says through a proxy for whom it connects: versions 1 and 2 are those of the
  /// PROXY protocol; 0 is a field of the request.
  struct Way: CustomTestStringConvertible, Sendable {
    let transport: Transport
    let version: Int

    var testDescription: String { "\(transport.rawValue), \(version)" }

    static let all: [Way] =
      Transport.allCases
      .flatMap { transport in (0...2).map { Way(transport: transport, version: $0) } }
      .filter { $0.version > 0 || $0.transport == .ws || $0.transport == .wss }

    /// Somebody of 192.0.2.0/24 connects.
    @OwnThread
    func connect(_ port: UInt16, from last: UInt8) throws -> LineClient {
      let field = "X-Forwarded-For: 198.51.100.7, 192.0.2.\(last)"
      let ends: [UInt8] = [192, 0, 2, last, 127, 0, 0, 1, 1, 1, 2, 2]
      let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
      let binary = signature + [0x21, 0x11, 0, 12] + ends
      return try LineClient(
        port: port, over: transport, behind: [[], ProxyTests.header(last), binary][version],
        fields: version == 0 ? [field] : [])
    }
  }

  private static func header(_ last: UInt8) -> [UInt8] {
    Array("PROXY TCP4 192.0.2.\(last) 127.0.0.1 5000 7313\r\n".utf8)
  }

  private static func adjust(_ configuration: inout Configuration, trusting: String...) throws {
    configuration.trustedProxies = try TrustedNetworks(trusting)
    configuration.tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    configuration.lanes = 2
    configuration.limits.connectionsPerAddressMax = 1
  }

  /// What HELLO is answered with: the code of a NO, or WELCOME.
  private func greeting(of client: LineClient) throws -> String {
    let answer = try client.ask("HELLO v=1", for: "WELCOME")
    return field("code", of: answer) ?? "WELCOME"
  }

  @Test("each address that a trusted proxy names has limits of its own", arguments: Way.all)
  func named(way: Way) async throws {
    try await withServer({ try Self.adjust(&$0, trusting: "127.0.0.1") }) { server in
      var inside: [LineClient] = []
      for last: UInt8 in 1...3 {
        inside.append(try way.connect(server.port, from: last))
        try expect(greeting(of: inside[Int(last) - 1]), equals: "WELCOME")
      }
      try expect(greeting(of: way.connect(server.port, from: 3)), equals: "server-full")
      // Wrong guesses are counted for the address that guesses.
      for _ in 0..<10 {
        try inside[0].say("JOIN room=ZZZZ")
        try expect(inside[0].refusal(), equals: "no-room")
      }
      for (guest, code) in zip(inside, ["not-now", "no-room"]) {
        try guest.say("JOIN room=ZZZZ")
        try expect(guest.refusal(), equals: code)
      }
    }
  }

  @Test(
    "from a peer that is not trusted a header is nonsense, and a field says nothing",
    arguments: Way.all.filter { $0.transport == ($0.version == 0 ? .ws : .tcp) })
  func spoofed(way: Way) async throws {
    try await withServer({
      try Self.adjust(&$0, trusting: "127.0.0.2", "::1", "192.0.2.0/24")
    }) { server in
      let honest = try server.guest()
      let liar = try way.connect(server.port, from: 1)
      if way.version > 0 {
        try expect(liar.refusal(), equals: (way.version == 1 ? "bad-field" : "bad-line"))
      }
      // From wherever they claim to be, they are the second of their address.
      if way.version < 2 { try expect(greeting(of: liar), equals: "server-full") }
      try expect(liar.isClosedByServer())
      withExtendedLifetime(honest) {}
    }
  }

  @Test("a peer of a trusted address that is named by nobody counts for that address")
  func unnamed() async throws {
    try await withServer({ try Self.adjust(&$0, trusting: "127.0.0.0/8") }) { server in
      let first = try server.guest()
      let local: [[UInt8]] = [[], Array("PROXY UNKNOWN\r\n".utf8)]
      for header in local {
        for transport in Transport.allCases {
          let next = try LineClient(port: server.port, over: transport, behind: header)
          try expect(greeting(of: next), equals: "server-full", "\(transport)")
        }
      }
      let other = try LineClient(port: server.port, behind: Self.header(1))
      try expect(greeting(of: other), equals: "WELCOME")
      withExtendedLifetime(first) {}
    }
  }

  @Test("a proxy uses one connection for the requests of many, and the last is for whom it plays")
  func reused() async throws {
    try await withServer({ try Self.adjust(&$0, trusting: "127.0.0.1") }) { server in
      let two = try LineClient(port: server.port, behind: Self.header(2))
      try expect(greeting(of: two), equals: "WELCOME")
      for (last, answer) in [(3, "WELCOME"), (2, "server-full")] {
        let client = try server.client()
        for other in [7, 2, 8] {
          let field = "X-Forwarded-For: 192.0.2.\(other)"
          try client.send(Array("HEAD /nothing HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n".utf8))
          try expect(client.hear(), equals: "HTTP/1.1 404 Not Found\r")
          while let line = try client.hear(), line != "\r" {}
        }
        try client.openWebSocket(server.port, ["Forwarded: for=\"192.0.2.\(last):80\""])
        try expect(greeting(of: client), equals: answer)
      }
      let client = try server.client()
      let fields = "Forwarded: for=198.51.100.7\r\nX-Forwarded-For: 192.0.2.1"
      try client.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n".utf8))
      try expect(client.isClosedByServer())
      let sentence = "400 Bad Request: the proxy passes on two fields that name two clients."
      expect(client.heard.last, equals: sentence)
    }
  }

  @Test("a header that is none closes the connection, and the log says what is wrong with it")
  func badHeader() async throws {
    let pipe = Pipe()
    let log = ServerLog(label: "test", level: .debug, to: pipe.writing, limits: ServerLimits())
    try await withServer(
      {
        try Self.adjust(&$0, trusting: "127.0.0.1")
        $0.logsAddresses = true
      }, log: log
    ) { server in
      let liar = try LineClient(
        port: server.port, behind: Array("PROXY TCP4 1.2.3 4 5 6\r\nHELLO v=1\n".utf8))
      try expect(liar.isClosedByServer() && liar.heard.isEmpty)
      let honest = try LineClient(port: server.port, behind: Self.header(9))
      try honest.say("HELLO v=9")
      try expect(honest.isClosedByServer())
    }
    let lines = pipe.allLines(of: log)
    let sentence = lines.filter { $0.contains("a trusted proxy cannot be believed") }
    expect(sentence.count == 1 && sentence[0].contains("two addresses and two ports"))
    expect(sentence.allSatisfy { $0.contains("address=127.0.0.1") })
    // A connection that is still parting when the server stops is refused as well, and counted.
    let refused = lines.filter { $0.contains("code=bad-version") }
    expect(refused.count == 1 && refused[0].contains("address=192.0.2.9"), "\(lines)")
  }
}
