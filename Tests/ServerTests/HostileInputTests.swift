// What a peer can do wrong over a real socket: each has a named refusal or a closed connection, and
// nobody else notices.

import Glibc
import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Hostile input over TCP")
@OwnThread
struct HostileInputTests {
  /// Streams that are no lines.
  enum Unframeable: CaseIterable {
    case tooLong, endless, notUTF8, withNUL

    var bytes: [UInt8] {
      switch self {
      case .tooLong: [UInt8](repeating: 65, count: 1_025) + [10]
      case .endless: [UInt8](repeating: 65, count: 5_000)
      case .notUTF8: Array("HELLO v=1 name=".utf8) + [0xff, 0xfe, 10]
      case .withNUL: Array("HELLO v=1 name=a".utf8) + [0, 10]
      }
    }
  }

  @Test(
    "a line that cannot be framed is refused by name, and the connection closes",
    arguments: Unframeable.allCases)
  func unframeable(stream: Unframeable) async throws {
    try await withServer { port in
      let client = try LineClient(port: port)
      try client.send(stream.bytes)
      #expect(field("code", of: try client.hear("NO")) == "bad-line")
      #expect(try client.isClosedByServer())
    }
  }

  @Test("the longest line allowed is taken")
  func longest() async throws {
    try await withServer { port in
      let client = try LineClient(port: port)
      let head = "HELLO v=1 x="
      try client.say(head + String(repeating: "y", count: 1_024 - head.utf8.count))
      try client.hear("WELCOME")
    }
  }

  @Test("a session cut at every byte is the same session")
  func everyByte() async throws {
    try await withServer { port in
      let client = try LineClient(port: port)
      let session = "HELLO v=1 name=Ada\r\n\nCREATE mode=hsb name=a%20b seats=1\nREADY on=1\nBYE\n"
      for byte in session.utf8 { try client.send([byte]) }
      for verb in ["WELCOME", "IN", "ROOM", "SEAT", "COUNTDOWN", "OUT"] { try client.hear(verb) }
      #expect(try client.isClosedByServer())
      #expect(!client.heard.contains { $0.hasPrefix("NO ") })
    }
  }

  @Test("a flood is dropped, told too-fast, and closed at the third time; others play on")
  func flood() async throws {
    // Bytes are not what the flood is cut off for.
    let adjust: (inout Configuration) -> Void = { $0.limits.byteBurst = .max }
    try await withServer(adjust) { port in
      let other = try LineClient(port: port)
      try other.say("HELLO v=1 name=Bea")
      try other.hear("WELCOME")
      let flooder = try LineClient(port: port)
      try flooder.say("HELLO v=1 name=Mal")
      try flooder.hear("WELCOME")
      let lines = Array(String(repeating: "LIST\n", count: 1_000).utf8)
      var round = 0
      try until("the flooder can say no more") {
        // A send may fail from the moment the server has closed: that is the point.
        for _ in 0..<10 {
          do { try flooder.send(lines) } catch { return true }
        }
        round += 1
        try other.say("PING t=\(round)")
        #expect(field("t", of: try other.hear("PONG")) == "\(round)")
        return false
      }
      #expect(try flooder.isClosedByServer())
      #expect(flooder.heard.count { field("code", of: $0) == "too-fast" } == 3)
      try other.say("CREATE")
      try other.hear("IN")
    }
  }

  @Test(
    "a thousand connections that say nothing are closed in time, and someone else still plays",
    .enabled(if: descriptorsMax >= 2_100))
  func silent() async {
    await #expect(processExitsWith: .success) {
      raiseDescriptorLimit()
      try await withServer({ $0.limits.halls.helloMilliseconds = 1_000 }) { port in
        let silent = try (0..<1_000).map { _ in try LineClient(port: port) }
        let player = try LineClient(port: port)
        try player.say("HELLO v=1 name=Ada")
        try player.say("CREATE seats=1 rounds=1 time=5")
        try player.say("READY")
        for client in silent {
          #expect(field("code", of: try client.hear("NO")) == "idle")
          #expect(try client.isClosedByServer())
        }
        try player.hear("ROUND")
      }
    }
  }

  @Test("whoever answered once and vanishes is closed, and others hear that the seat is kept")
  func vanished() async throws {
    try await withServer({
      $0.limits.halls.pingMilliseconds = 100
      $0.limits.halls.answerMilliseconds = 300
    }) { port in
      let ada = try LineClient(port: port)
      try ada.say("HELLO v=1 name=Ada")
      try ada.say("CREATE")
      let room = try #require(field("room", of: try ada.hear("IN")))
      let bob = try LineClient(port: port)
      try bob.say("HELLO v=1 name=Bob")
      try bob.say("WATCH room=\(room)")
      try bob.hear("WATCHERS")
      let nonce = try #require(field("nonce", of: try ada.hear("PING")))
      try ada.say("PONG nonce=\(nonce)")
      // From here on she says nothing, and her end of the connection stays open. Bob, who has never
      // answered, is a person and is left alone.
      try bob.hear("AWAY")
      #expect(field("code", of: try ada.hear("NO")) == "idle")
      #expect(try ada.isClosedByServer())
    }
  }

  @Test("one connection too many is told server-full")
  func full() async throws {
    try await withServer({ $0.limits.connectionsMax = 2 }) { port in
      let first = try LineClient(port: port)
      let second = try LineClient(port: port)
      for client in [first, second] {
        try client.say("HELLO v=1")
        try client.hear("WELCOME")
      }
      let third = try LineClient(port: port)
      try third.say("HELLO v=1")
      #expect(field("code", of: try third.hear("NO")) == "server-full")
      #expect(try third.isClosedByServer())
    }
  }

  @Test("a watcher who does not read is not waited for, and sees the room as it is afterwards")
  func slowWatcher() async throws {
    let adjust: (inout Configuration) -> Void = {
      $0.limits.outboxBytesMax = 16_384
      // All hosts are of one address.
      $0.limits.halls.addressRoomsMax = 100
    }
    try await withServer(adjust) { port in
      let hosts = try (0..<100).map { _ in try LineClient(port: port) }
      for host in hosts {
        try host.say("HELLO v=1 name=Host")
        try host.say("CREATE seats=1 rounds=1 time=120 name=\(String(repeating: "r", count: 32))")
        try host.hear("WATCHERS")
      }
      let player = try #require(hosts.first)
      let code = try #require(player.heard.compactMap { field("room", of: $0) }.first)
      let watcher = try LineClient(port: port, receiveBufferBytes: 4_096)
      try watcher.say("HELLO v=1 name=Wim")
      try watcher.say("WATCH room=\(code)")
      try watcher.hear("WATCHERS")
      // Two hundred answers of ten kilobytes, none of them read, are more than the kernel and the
      // outbox hold.
      try watcher.send(Array(String(repeating: "LIST\n", count: 200).utf8))
      try player.say("READY")
      try player.hear("ROUND")
      // The room as it is comes again, and the round is in it or follows it.
      try watcher.hear("IN")
      #expect(try watcher.hear("ROUND").contains("round=1"))
    }
  }

  @Test("stopping tells everyone, and waits for nobody who does not read")
  func stopping() async throws {
    var configuration = Configuration()
    configuration.port = 0
    let server = try await Server(configuration, log: .none)
    let client = try LineClient(port: server.endpoint.port)
    let deaf = try LineClient(port: server.endpoint.port, receiveBufferBytes: 4_096)
    for player in [client, deaf] {
      try player.say("HELLO v=1 name=Ada")
      try player.say("CREATE")
      try player.hear("WATCHERS")
    }
    try deaf.send(Array(String(repeating: "LIST\n", count: 200).utf8))
    await server.stop()
    #expect(field("code", of: try client.hear("NO")) == "shutting-down")
    #expect(try client.isClosedByServer())
  }
}
