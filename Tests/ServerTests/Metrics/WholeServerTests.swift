// The metrics of a real server that has been played on: what it tells is what has happened, in
// numbers that a test can work out.

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Metrics of a server", .oneAtATime)
@OwnThread
struct WholeServerTests {
  @Test("after a match over all four ways every number is what has happened")
  func match() async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.lanes = 2
      $0.tls = certificate
      $0.limits.connectionsMax = 9
      $0.limits.halls.roomsMax = 5
    }) { server in
      try expect(server.metrics()["chromatch_connections", ["kind": "tcp"]], equals: 0)
      let clients = try Transport.allCases.map { try server.client(over: $0) }
      for client in clients { try answerPing(client) }
      let room = try clients[0].openRoom("seats=2")
      try expect(server.metrics()["chromatch_rooms", ["state": "waiting"]], equals: 1)
      try clients[1].say("JOIN room=\(room)")
      for watcher in clients[2...] { try watcher.go("WATCH", room) }
      try clients[3].say("WATCH room=NONE")
      let refusal = try require(try clients[3].refusal())
      for player in clients[..<2] { try player.say("READY") }
      for player in clients[..<2] { try player.race() }
      try expect(server.metrics()["chromatch_rooms", ["state": "playing"]], equals: 1)
      for player in clients[..<2] { try player.hitTarget() }
      for client in clients {
        try client.hear("SEED")
        try client.catchUp()
      }
      let figures = try server.metrics()
      for kind in Transport.allCases.map(\.rawValue) {
        expect(figures["chromatch_connections", ["kind": kind]], equals: 1)
        expect(figures["chromatch_connections_accepted_total", ["kind": kind]], equals: 1)
      }
      for handshake in ["tls", "websocket"] {
        for (result, count) in [("completed", 2), ("refused", 0), ("failed", 0)] {
          let labels = ["protocol": handshake, "result": result]
          expect(figures["chromatch_handshakes_total", labels], equals: count, "\(labels)")
        }
      }
      expect(figures["chromatch_connections_limit"], equals: 9)
      expect(figures["chromatch_rooms_limit"], equals: 5)
      expect(figures["chromatch_rooms", ["state": "waiting"]], equals: 1)
      expect(figures["chromatch_rooms", ["state": "playing"]], equals: 0)
      expect(
        figures["chromatch_lines_received_total"], equals: clients.reduce(0) { $0 + $1.saidCount })
      expect(
        figures["chromatch_deliveries_total"], isAtLeast: clients.reduce(0) { $0 + $1.heard.count })
      expect(figures["chromatch_round_trip_seconds_count"], equals: clients.count)
      expect(figures["chromatch_refusals_total", ["code": refusal]], equals: 1)
      expect(figures["chromatch_turn_seconds_count"], isAbove: 0)
      expect(figures["chromatch_conflations_total"], equals: 0)
      let closed = figures.first { $0.name == "chromatch_connections_closed_total" }
      expect(closed?.samples.allSatisfy { $0.value == 0 }, equals: true)
      let end = "chromatch_certificate_not_after_timestamp_seconds"
      expect(figures[end], equals: Int(certificate.validUntil))
      await server.reload(website: Configuration().website, tls: nil)
      try expect(server.metrics()[end], equals: -1)
    }
  }

  /// Is welcomed and measured: the server's first PING comes at once, and here no other one.
  private func answerPing(_ client: LineClient) throws {
    try client.enter(as: "Ada")
    let nonce = field("nonce", of: try client.hear("PING")) ?? ""
    try client.say("PONG nonce=\(nonce)")
  }

  @Test("each end is counted as what it was, and so is everybody who was turned away")
  func endings() async throws {
    try await withServer({
      $0.limits.connectionsMax = 3
      ($0.limits.byteBurst, $0.limits.bytesPerSecond) = (10_000, 1)
    }) { server in
      let polite = try server.guest("Pol")
      let wordy = try server.guest("Wor", over: .ws)
      do {
        let short = try server.guest("Sho")
        let late = try server.client()
        try late.say("HELLO v=1")
        try expect(late.refusal(), equals: "server-full")
        withExtendedLifetime(short) {}
      }
      try polite.say("BYE")
      try expect(polite.isClosedByServer())
      // A frame that is not masked.
      try wordy.write([0x81, 0x01, 65])
      try expect(wordy.isClosedByServer())
      try until { try endings(of: server).reduce(0, +) == 4 }
      let flooder = try TestClient(port: server.port)
      flooder.send([UInt8](repeating: 10, count: 10_001))
      try until { flooder.isHungUpOn }
      try until { try endings(of: server) == [2, 1, 1, 1, 0] }
      let figures = try server.metrics()
      expect(figures["chromatch_connections_refused_total", ["limit": "full"]], equals: 1)
      for kind in Transport.allCases.map(\.rawValue) {
        expect(figures["chromatch_connections", ["kind": kind]], equals: 0)
      }
    }
  }

  /// How many were closed by the server, for what they said, for how much they said, went away or
  /// were lost, and were cut off at a stop. A client that hangs up without BYE is lost if something
  /// was still on its way to it.
  private func endings(of server: Server) throws -> [Int] {
    let figures = try server.metrics()
    return [["server"], ["broken"], ["flooded"], ["peer", "lost"], ["stopped"]]
      .map { reasons in
        reasons.reduce(0) {
          $0 + figures["chromatch_connections_closed_total", ["reason": $1]]
        }
      }
  }

  @Test("a server is ready from its start on, and says so when it stops")
  func readiness() async throws {
    var said: Set<String> = []
    // A server stops within a second and a half; on a busy machine nobody may have asked meanwhile.
    while !said.contains("stopping") {
      let server = try await Server(.patient, log: .none)
      let pages = try ["/readyz", "/healthz"].map { try server.page($0) }
      expect(pages, equals: [["ready"], ["alive"]])
      // A guest who does not hang up: the server waits for them a little.
      let guest = try server.guest()
      let stopping = Task.detached { await server.stop() }
      while let page = try? server.page("/readyz") { said.formUnion(page) }
      await stopping.value
      withExtendedLifetime(guest) {}
    }
    expect(said.subtracting(["ready", "stopping"]), equals: [])
  }
}
