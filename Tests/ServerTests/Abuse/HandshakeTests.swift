// Somebody begins TLS again and again and leaves it there. A handshake is dear to the server and
// cheap to them; so one address has so many, and lines and others do not wait for them.

import Net
import Server
import Testing

@Suite("TLS openings")
@OwnThread
struct HandshakeTests {
  @Test("one address begins so many handshakes, over all lanes, and lines are answered meanwhile")
  func oneAddress() async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withWholeServer({
      $0.lanes = 2
      $0.tls = certificate
      $0.limits.handshakesPerAddressMax = 3
      $0.limits.handshakesPerAddressPerSecondMax = 0
    }) { server in
      let other = try LineClient(port: server.endpoint.port)
      try other.enter(as: "Bea")
      var inside: [LineClient] = []
      var refused = 0
      for _ in 0..<12 {
        // Whoever is cut off has no handshake.
        do {
          inside.append(try LineClient(port: server.endpoint.port, over: .tls))
        } catch { refused += 1 }
        try other.catchUp()
      }
      #expect(inside.count == 3 && refused == 9)
      for client in inside { try client.enter(as: "Ada") }
      let labels = ["protocol": "tls", "result": "refused"]
      #expect(try server.metrics()["chromatch_handshakes_total", labels] == 9)
    }
  }
}
