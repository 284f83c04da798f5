// Somebody begins TLS again and again and leaves it there. One address may begin so many
// handshakes; lines and other people do not wait for them.

import Net
import Server
import TestSupport
import Testing

@Suite("TLS openings", .oneAtATime)
@OwnThread
struct HandshakeTests {
  @Test("an address begins no more handshakes than it may, over all lanes; others are answered")
  func oneAddress() async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.lanes = 2
      $0.tls = certificate
      $0.limits.handshakesPerAddressMax = 3
      $0.limits.handshakesPerAddressPerSecondMax = 0
    }) { server in
      let other = try server.guest("Bea")
      var inside: [LineClient] = []
      for _ in 0..<12 {
        // A client that is cut off throws.
        if let client = try? server.client(over: .tls) { inside.append(client) }
        try other.catchUp()
      }
      expect(inside.count, equals: 3)
      for client in inside { try client.enter(as: "Ada") }
      let labels = ["protocol": "tls", "result": "refused"]
      try expect(server.metrics()["chromatch_handshakes_total", labels], equals: 9)
    }
  }
}
