// What a server binds a proof to, over each way to it: what it sees itself, whatever the client
// says.

import Game
import Identity
import Net
import Server
import Testing
import TranscriptSupport

@Suite("What a proof is bound to")
@OwnThread
struct BindingTests {
  private static let keys = KeyPair(seed: 5)

  /// Says who somebody is on a connection, bound to that.
  ///
  /// - Returns: the first word of the answer.
  private func proves(_ binding: Binding, on client: LineClient) throws -> Substring {
    let key = Self.keys.key
    try client.say("IDENTIFY key=\(String(hex: key.bytes))")
    let asked = try client.hear("CHALLENGE")
    func value(_ name: String) throws -> [UInt8] {
      let digits = Array(try #require(field(name, of: asked)))
      return try stride(from: 0, to: digits.count, by: 2)
        .map { try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16)) }
    }
    let server = ServerName(log: try #require(field("log", of: asked)), key: try value("server"))
    let text = ProofText(to: server, nonce: try value("nonce"), key: key, on: binding)
    let signature = String(hex: Self.keys.sign(text))
    try client.say("PROVE sig=\(signature) bind=\(binding.kind.rawValue)")
    return try client.hear(anyOf: ["PROVED", "NO"]).prefix { $0 != " " }
  }

  @Test(
    "a page's proof is bound to its origin, and to nothing else",
    arguments: [
      Transport.ws, .wss,
    ])
  func pages(transport: Transport) async throws {
    let tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({ $0.tls = tls }) { port in
      let scheme = transport == .ws ? "http" : "https"
      let origin = "\(scheme)://localhost:\(port)"
      let client = try LineClient(port: port, over: transport, page: origin)
      try client.say("HELLO v=1")
      var others: [Binding] = [.open, .web(origin: "\(scheme)://localhost")]
      if let exported = client.channelBinding { others.append(.tls(exported)) }
      for other in others { #expect(try proves(other, on: client) == "NO") }
      #expect(try proves(.web(origin: origin), on: client) == "PROVED")
    }
  }

  @Test("a program's proof over TLS holds on that connection and on no other")
  func connections() async throws {
    let tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.tls = tls
      $0.lanes = 2
    }) { port in
      let one = try LineClient(port: port, over: .tls)
      let other = try LineClient(port: port, over: .tls)
      for client in [one, other] { try client.say("HELLO v=1") }
      let bindings = try [one, other].map { Binding.tls(try #require($0.channelBinding)) }
      #expect(try proves(bindings[1], on: one) == "NO")
      #expect(try proves(.open, on: one) == "NO")
      // Carried to the lane of a room and back, it is the same connection.
      try other.say("CREATE rounds=1")
      let code = try #require(field("room", of: try other.hear("IN")))
      try one.say("WATCH room=\(code)")
      try one.hear("WATCHERS")
      try one.say("LEAVE")
      try one.hear("OUT")
      #expect(try proves(bindings[0], on: one) == "PROVED")
    }
  }
}
