// The metrics of a real server that has been played on: what it tells is what has happened, in
// numbers that a test can work out. And who asks whether it is ready is told the truth to the end.

import Net
import Rooms
import Server
import Testing

@Suite("Metrics of a server")
@OwnThread
struct WholeServerTests {
  @Test("after a match over all four ways every number is what has happened")
  func match() async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withWholeServer({
      $0.lanes = 2
      $0.tls = certificate
    }) { server in
      let port = server.endpoint.port
      #expect(try server.metrics()["chromatch_connections", ["kind": "tcp"]] == 0)
      let clients = try Transport.allCases.map { try LineClient(port: port, over: $0) }
      for client in clients { try answerPing(client) }
      let room = try clients[0].openRoom(seats: 2, seconds: 60)
      #expect(try server.metrics()["chromatch_rooms", ["state": "waiting"]] == 1)
      try clients[1].say("JOIN room=\(room)")
      for watcher in clients[2...] {
        try watcher.say("WATCH room=\(room)")
        try watcher.hear("IN")
      }
      try clients[3].say("WATCH room=NONE")
      let refusal = try #require(field("code", of: try clients[3].hear("NO")))
      for player in clients[..<2] { try player.say("READY") }
      for player in clients[..<2] { try player.race() }
      #expect(try server.metrics()["chromatch_rooms", ["state": "playing"]] == 1)
      for player in clients[..<2] { try player.hitTarget() }
      for client in clients {
        try client.hear("SEED")
        try client.catchUp()
      }
      let figures = try server.metrics()
      for kind in Transport.allCases.map(\.rawValue) {
        #expect(figures["chromatch_connections", ["kind": kind]] == 1)
        #expect(figures["chromatch_connections_accepted_total", ["kind": kind]] == 1)
      }
      expectHandshakes(figures)
      #expect(figures["chromatch_rooms", ["state": "waiting"]] == 1)
      #expect(figures["chromatch_rooms", ["state": "playing"]] == 0)
      #expect(
        figures["chromatch_lines_received_total"] == clients.reduce(0) { $0 + $1.saidCount })
      #expect(figures["chromatch_deliveries_total"] >= clients.reduce(0) { $0 + $1.heard.count })
      #expect(figures["chromatch_round_trip_seconds_count"] == clients.count)
      #expect(figures["chromatch_refusals_total", ["code": refusal]] == 1)
      #expect(figures["chromatch_turn_seconds_count"] > 0)
      #expect(figures["chromatch_conflations_total"] == 0)
      #expect(
        figures.families.first { $0.name == "chromatch_connections_closed_total" }?
          .samples.allSatisfy { $0.value == 0 } == true)
    }
  }

  /// Is welcomed and measured: the server's first PING comes at once, the next ten seconds later.
  private func answerPing(_ client: LineClient) throws {
    try client.enter(as: "Ada")
    let nonce = field("nonce", of: try client.hear("PING")) ?? ""
    try client.say("PONG nonce=\(nonce)")
  }

  private func expectHandshakes(_ figures: Figures) {
    for handshake in ["tls", "websocket"] {
      for (result, count) in [("completed", 2), ("refused", 0), ("failed", 0)] {
        let labels = ["protocol": handshake, "result": result]
        #expect(figures["chromatch_handshakes_total", labels] == count, "\(labels)")
      }
    }
  }

  @Test("it tells the limits and the certificate that are in use")
  func inUse() async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withWholeServer({
      $0.lanes = 2
      $0.tls = certificate
      $0.limits.connectionsMax = 3
      $0.limits.halls.roomsMax = 5
    }) { server in
      let end = "chromatch_certificate_not_after_timestamp_seconds"
      let figures = try server.metrics()
      #expect(figures["chromatch_connections_limit"] == 3)
      #expect(figures["chromatch_rooms_limit"] == 5)
      #expect(figures[end] == Int(certificate.validUntil))
      await server.reload(website: Configuration().website, tls: nil)
      #expect(try server.metrics()[end] == -1)
    }
  }

  @Test("each end is counted as what it was, and so is everybody who was turned away")
  func endings() async throws {
    try await withWholeServer({
      $0.limits.connectionsMax = 3
      $0.limits.byteBurst = 10_000
    }) { server in
      let port = server.endpoint.port
      let polite = try LineClient(port: port)
      try polite.enter(as: "Pol")
      let wordy = try LineClient(port: port, over: .ws)
      try wordy.enter(as: "Wor")
      do {
        let short = try LineClient(port: port)
        try short.enter(as: "Sho")
        let late = try LineClient(port: port)
        try late.say("HELLO v=1")
        #expect(field("code", of: try late.hear("NO")) == "server-full")
      }
      try polite.say("BYE")
      #expect(try polite.isClosedByServer())
      // A frame that is not masked.
      try wordy.write([0x81, 0x01, 65])
      #expect(try wordy.isClosedByServer())
      try until("all have left") { try endings(of: server).reduce(0, +) == 4 }
      let flooder = try RudePeer(port: port)
      flooder.say([UInt8](repeating: 10, count: 10_001))
      try until("the flooder is cut off") { flooder.isHungUpOn }
      try until("all are counted") { try endings(of: server) == [2, 1, 1, 1, 0] }
      let figures = try server.metrics()
      #expect(figures["chromatch_connections_refused_total", ["limit": "full"]] == 1)
      for kind in Transport.allCases.map(\.rawValue) {
        #expect(figures["chromatch_connections", ["kind": kind]] == 0)
      }
    }
  }

  /// How many were closed by the server, for what they said, for how much they said, went away or
  /// were lost, and were cut off at a stop. Whoever goes without a word is lost if something was
  /// still on its way to them.
  private func endings(of server: Server) throws -> [Int] {
    let figures = try server.metrics()
    return [["server"], ["broken"], ["flooded"], ["peer", "lost"], ["stopped"]]
      .map { reasons in
        reasons.reduce(0) {
          $0 + figures["chromatch_connections_closed_total", ["reason": $1]]
        }
      }
  }

  @Test("it is ready from its start on, and says so when it stops, while anybody is still there")
  func readiness() async throws {
    try await withWholeServer { server in
      #expect(try server.page("/readyz") == ["ready"])
      #expect(try server.page("/healthz") == ["alive"])
      // Somebody who does not hang up: the server waits for them a little.
      let guest = try RudePeer(port: server.endpoint.port)
      guest.say(Array("HELLO v=1 name=Ada\n".utf8))
      try until("the guest is in") {
        try server.metrics()["chromatch_connections", ["kind": "tcp"]] == 1
      }
      async let stopped: Void = server.stop()
      try until("it says that it stops") { try server.page("/readyz") == ["stopping"] }
      await stopped
      #expect(throws: Waiting.self) { try server.page("/readyz") }
    }
  }
}
