// What a peer can do wrong over a real socket: it hears a named refusal or is closed, and nobody
// else notices.

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Hostile input over TCP", .oneAtATime)
@OwnThread
struct HostileInputTests {
  @Test("a line that cannot be framed is refused by name, and the connection closes")
  func unframeable() async throws {
    let hello = Array("HELLO v=1 name=a".utf8)
    let streams: [[UInt8]] = [
      [UInt8](repeating: 65, count: 1_025) + [10], [UInt8](repeating: 65, count: 5_000),
      hello + [0xff, 0xfe, 10], hello + [0, 10],
    ]
    try await withServer { server in
      for stream in streams {
        let client = try server.client()
        try client.send(stream)
        try expect(client.refusal(), equals: "bad-line")
        try expect(client.isClosedByServer())
      }
    }
  }

  @Test("a watcher who does not read is not waited for, and sees the room as it is afterwards")
  func slowWatcher() async throws {
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
    }
  }

  @Test("a server that stops tells everyone, and waits for nobody who does not read")
  func stopping() async throws {
    let server = try await Server(Configuration.patient, log: .none)
    let client = try server.guest("Ada")
    let deaf = try LineClient(port: server.port, receiveBytes: 4_096)
    try deaf.enter(as: "Dea")
    for player in [client, deaf] { _ = try player.openRoom() }
    try deaf.send(Array(String(repeating: "LIST\n", count: 200).utf8))
    await server.stop()
    try expect(client.refusal(), equals: "shutting-down")
    try expect(client.isClosedByServer())
  }
}
