// Peers that take more than their share: floods, crowds behind one address, TLS that is begun and
// left, and peers that do not read. Each is cut off or passed over, and others are answered all the
// time. Lines that cannot be framed are a transcript (`bad-line`).

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Floods", .oneAtATime)
@OwnThread
struct FloodTests {
  /// What one can say without end, as it goes over the network.
  struct Flood: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let transport: Transport
    var opening: [UInt8] = []
    let bytes: [UInt8]

    init(
      _ name: String, _ transport: Transport, opening: [UInt8] = [], _ once: [UInt8], _ count: Int
    ) {
      (testDescription, self.transport, self.opening) = (name, transport, opening)
      // As a whole each time: byte by byte a sanitizer would make the flood a trickle.
      bytes = (0..<count).reduce(into: []) { bytes, _ in bytes += once }
    }

    /// A masking key of zeros changes nothing.
    static let all = [
      Flood("lines that are answered", .tcp, Array("PING t=1\n".utf8), 500),
      Flood("such lines in messages, over TLS", .wss, Array("PING t=1\n".utf8), 150),
      Flood("empty lines, which nobody counts", .tcp, [13, 10], 4_000),
      Flood("a line that never ends", .tcp, [65], 8_000),
      Flood("Pings", .ws, [0x89, 0x85, 0, 0, 0, 0] + Array("hello".utf8), 500),
      Flood("Pongs", .ws, [0x8a, 0x80, 0, 0, 0, 0], 1_000),
      Flood(
        "empty fragments", .ws, opening: [0x01, 0x80, 0, 0, 0, 0], [0x00, 0x80, 0, 0, 0, 0], 1_000),
    ]
  }

  @Test("a peer that says too much is cut off, and others are answered", arguments: Flood.all)
  func flood(_ flood: Flood) async throws {
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.tls = certificate
      // Little comes back, however slowly the flood comes.
      ($0.limits.bytesPerSecond, $0.limits.halls.linesPerSecond) = (1, 1)
    }) { server in
      let other = try server.guest("Bea")
      let flooder = try server.guest("Mal", over: flood.transport)
      try flooder.write(flood.opening)
      // A send fails from the moment at which the server has hung up: that is the point.
      for round in 1... {
        do {
          if flood.transport == .wss {
            try flooder.send(flood.bytes)
          } else {
            try flooder.write(flood.bytes)
          }
        } catch { break }
        if round.isMultiple(of: 20) { try other.catchUp() }
      }
      try until {
        try server.metrics()["chromatch_connections", ["kind": flood.transport.rawValue]]
          == (flood.transport == .tcp ? 1 : 0)
      }
      _ = try other.openRoom()
    }
  }
}

@Suite("Crowds", .oneAtATime)
@OwnThread
struct CrowdTests {
  @Test("connections that say no HELLO give their places to people of their address")
  func silent() async throws {
    try await withServer({
      $0.lanes = 3
      $0.limits.connectionsPerAddressMax = 3
    }) { server in
      let silent = try (0..<30).map { _ in try server.client() }
      let people = try (0..<3).map { _ in try server.guest() }
      for client in silent { try expect(client.isClosedByServer()) }
      for person in people { try person.catchUp() }
    }
  }

  @Test(
    "a player comes back to a seat when the server is full, or the address",
    arguments: [true, false])
  func returning(isServer: Bool) async throws {
    try await withServer({
      $0.lanes = 3
      if isServer { $0.limits.connectionsMax = 2 } else { $0.limits.connectionsPerAddressMax = 2 }
    }) { server in
      let bob = try server.guest("Bob")
      let room = try bob.openRoom()
      var ada: LineClient? = try server.client()
      let token = try require(try ada?.enter(as: "Ada"))
      try ada?.go("JOIN", room)
      ada = nil
      try bob.hear("AWAY")
      // Somebody takes the place; the door hears a moment later that it is free.
      var stranger: LineClient?
      try until {
        stranger = try server.client()
        return try stranger?.ask("HELLO v=1", for: "WELCOME").hasPrefix("WELCOME") == true
      }
      try server.letDoorHear()
      for hello in ["HELLO v=1", "HELLO v=1 resume=0123456789abcdef"] {
        let late = try server.client()
        try late.say(hello)
        try expect(late.refusal(), equals: "server-full")
        try expect(late.isClosedByServer())
      }
      let back = try server.client()
      try expect(back.ask("HELLO v=1 resume=\(token)", for: "WELCOME").hasPrefix("WELCOME"))
      try bob.hear("BACK")
      withExtendedLifetime(stranger) {}
    }
  }
}

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

@Suite("Hostile input over TCP", .oneAtATime)
@OwnThread
struct HostileInputTests {
  @Test("a watcher who does not read is not waited for, also at a stop, and later sees the room")
  func slowWatcher() async throws {
    var (host, deaf): (LineClient?, LineClient?)
    try await withServer({
      $0.limits.outboxBytesMax = 16_384
      // All hosts are of one address.
      $0.limits.halls.addressRoomsMax = 100
    }) { server in
      let hosts = try (0..<100).map { _ in try server.guest("Host") }
      let name = String(repeating: "r", count: 32)
      let codes = try hosts.map { try $0.openRoom("seats=1 name=\(name)") }
      let watcher = try LineClient(port: server.port, receiveBytes: 4_096)
      try watcher.enter(as: "Wim")
      try watcher.go("WATCH", codes[0])
      try watcher.hear("WATCHERS")
      // Two hundred answers of ten kilobytes, none of them read, are more than the kernel and the
      // outbox hold.
      try watcher.send(Array(String(repeating: "LIST\n", count: 200).utf8))
      try hosts[0].say("READY")
      try hosts[0].hear("ROUND")
      // The room as it is comes again, and the round is in it or follows it.
      try watcher.hear("IN")
      try expect(watcher.hear("ROUND"), contains: "round=1")
      deaf = try LineClient(port: server.port, receiveBytes: 4_096)
      try deaf?.enter(as: "Dea")
      try deaf?.send(Array(String(repeating: "LIST\n", count: 200).utf8))
      host = hosts[1]
    }
    // The server has stopped, told everyone, and waited for nobody who does not read.
    try expect(host?.refusal(), equals: "shutting-down")
    try expect(host?.isClosedByServer(), equals: true)
    withExtendedLifetime(deaf) {}
  }
}
