// Lines through a reactor and back, however they are cut, however many there are.

import Framing
import Glibc
import TestSupport
import Testing

@testable import Net

@Suite("Lines go through", .oneAtATime)
@OwnThread
struct EchoTests {
  @Test("what a turn sends to one peer leaves in one write, and so does what others send")
  func oneWrite() async throws {
    let lane = try TestLane { reactor, heard in
      guard case .line(let id, _) = heard else { return }
      for number in 0..<50 { reactor.send(Array("LINE n=\(number)\n".utf8), to: id) }
    }
    let client = try TestClient(port: try await lane.listen())
    client.send("GO\n")
    for number in 0..<50 { expect(client.line(), equals: "LINE n=\(number)") }
    expect(client.dataSegmentsReceived, equals: 1)
    await lane.run { reactor, probe in
      for line in ["ONE\n", "TWO\n"] { reactor.send(Array(line.utf8), to: probe.ids[0]) }
    }
    for line in ["ONE", "TWO"] { expect(client.line(), equals: line) }
    expect(client.dataSegmentsReceived, equals: 2)
    await lane.stop()
  }

  @Test("of many who have much to say each has one read, and answers leave after every 64 KiB")
  func floods() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let crowd = try (0..<8).map { _ in try TestClient(port: port) }
    let guest = try TestClient(port: port)
    await lane.until { $0.ids.count == 9 }
    let linesEach = 16 * 1024
    // On the lane's own queue, so that the reactor finds all when it looks again.
    await lane.run { _, _ in
      for client in crowd { client.send(String(repeating: "X\n", count: linesEach)) }
      guest.send("HELLO\n")
    }
    await lane.until { $0.heard.count == 9 + 8 * linesEach + 1 }
    let linesBefore = try require(await lane.run { $1.lines.firstIndex(of: "HELLO") })
    expect(linesBefore, isAtMost: crowd.count * 16 * 1024 / 2)
    await lane.run { _, probe in
      let turns = Dictionary(grouping: probe.turnsOfLines, by: \.self)
      expect(turns.values.allSatisfy { 2 * $0.count <= (64 + 16) * 1024 })
    }
    await lane.stop()
  }

  @Test("the options of the listener reach the sockets it accepts")
  func options() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    await lane.until { $0.ids.count == 1 }
    let accepted = try require(Self.peerDescriptor(of: client.descriptor))
    let tcp = Int32(IPPROTO_TCP)
    for (level, name, value) in [
      (tcp, TCP_NODELAY, 1), (SOL_SOCKET, SO_KEEPALIVE, 1),
      (tcp, TCP_KEEPIDLE, keepAliveIdleSeconds),
      (tcp, TCP_USER_TIMEOUT, unacknowledgedMillisecondsMax),
      (tcp, TCP_NOTSENT_LOWAT, unsentBytesMax),
    ] {
      var set: Int32 = -1
      var length = socklen_t(MemoryLayout.size(ofValue: set))
      getsockopt(accepted, level, name, &set, &length)
      expect(set, equals: value, "option \(name)")
    }
    await lane.stop()
  }

  /// The other end of a connection, in this process too: the socket connected to our port.
  private static func peerDescriptor(of descriptor: Int32) -> Int32? {
    let ours = port(getsockname, descriptor)
    return (0..<4096).first { $0 != descriptor && port(getpeername, $0) == ours }
  }

  private typealias NameCall = (
    Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>
  ) -> Int32

  private static func port(_ call: NameCall, _ descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout.size(ofValue: address))
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &length) }
    }
    return status == 0 && address.sin_family == sa_family_t(AF_INET) ? address.sin_port : nil
  }
}

extension TestClient {
  /// How many TCP segments with data have come in. On loopback a small write is one segment.
  var dataSegmentsReceived: UInt32 {
    var info = [UInt8](repeating: 0, count: 512)
    var length = socklen_t(info.count)
    getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length)
    let offset = 152  // of tcpi_data_segs_in in <linux/tcp.h>, which Glibc's own header lacks
    return info.withUnsafeBytes { $0.load(fromByteOffset: offset, as: UInt32.self) }
  }
}
