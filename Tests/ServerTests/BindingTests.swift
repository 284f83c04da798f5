// What a server binds a proof to, over each way to it: what it sees itself, not what the client
// says.

import Framing
import Game
import Net
import Server
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("What a proof is bound to", .oneAtATime)
@OwnThread
struct BindingTests {
  private static let keys = KeyPair(seed: 5)

  @Test(
    "a page's proof is bound to its origin, and to nothing else",
    arguments: [Transport.ws, .wss])
  func pages(transport: Transport) async throws {
    let tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({ $0.tls = tls }) { server in
      let scheme = transport == .ws ? "http" : "https"
      let origin = "\(scheme)://localhost:\(server.port)"
      let client = try LineClient(
        port: server.port, over: transport, fields: ["Origin: \(origin)"])
      try client.enter(as: "Ada")
      var others: [Binding] = [.open, .web(origin: "\(scheme)://localhost")]
      if let exported = client.channelBinding { others.append(.tls(exported)) }
      for other in others { try expect(!client.proves(Self.keys, other)) }
      try expect(client.proves(Self.keys, .web(origin: origin)))
    }
  }

  @Test("over plain TCP a proof names the server's end, and through a proxy there is none")
  func addresses() async throws {
    try await withServer { server in
      let client = try server.guest("One")
      let others = ["127.0.0.1:\(server.port ^ 1)", "localhost:\(server.port)"]
      for other in [.open] + others.map(Binding.address) {
        try expect(!client.proves(Self.keys, other))
      }
      try expect(client.proves(Self.keys))
    }
    try await withServer({ $0.trustedProxies = try TrustedNetworks(["127.0.0.1"]) }) { server in
      let header = Array("PROXY TCP4 192.168.1.7 192.168.1.10 5000 7313\r\n".utf8)
      let proxied = try LineClient(port: server.port, behind: header)
      try proxied.enter(as: "Two")
      for end in [proxied.serverEnd, "192.168.1.10:7313"] {
        try expect(!proxied.proves(Self.keys, .address(end)))
      }
    }
  }

  @Test("a program's proof over TLS holds on that connection and on no other")
  func connections() async throws {
    let tls = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.tls = tls
      $0.lanes = 2
    }) { server in
      let one = try server.guest("One", over: .tls)
      let other = try server.guest("Other", over: .tls)
      let bindings = try [one, other].map { Binding.tls(try require($0.channelBinding)) }
      try expect(!one.proves(Self.keys, bindings[1]))
      try expect(!one.proves(Self.keys, .open))
      // Carried to the lane of a room and back, it is the same connection.
      try one.go("WATCH", other.openRoom())
      try one.leave()
      try expect(one.proves(Self.keys, bindings[0]))
    }
  }
}
