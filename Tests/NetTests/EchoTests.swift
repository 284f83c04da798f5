// Lines through a reactor and back, however they are cut, however many there are.

import Framing
import Glibc
import Testing

@testable import Net

/// Sends each line back with its ending.
let echo: Probe.Answer = { reactor, heard in
  if case .line(let id, let line) = heard { reactor.send(Array("\(line)\n".utf8), to: id) }
}

@Suite("Lines go through")
@OwnThread
struct EchoTests {
  @Test("a stream cut at every byte gives the same lines")
  func cutAnywhere() async throws {
    let lane = try TestLane(answer: echo)
    let port = try await lane.listen()
    let stream = Array("HELLO v=1 name=Zoë\r\n\nPING t=😀\n".utf8)
    for point in 1..<stream.count {
      let client = try TestClient(port: port)
      client.send(Array(stream[..<point]))
      client.send(Array(stream[point...]))
      #expect(client.line() == "HELLO v=1 name=Zoë")
      #expect(client.line() == "")
      #expect(client.line() == "PING t=😀")
    }
    try await lane.stop()
  }

  @Test("a stream sent byte by byte gives the same lines")
  func byteByByte() async throws {
    let lane = try TestLane(answer: echo)
    let client = try TestClient(port: try await lane.listen())
    for byte in "ONE\nTWO\r\n".utf8 { client.send([byte]) }
    #expect(client.line() == "ONE")
    #expect(client.line() == "TWO")
    try await lane.stop()
  }

  @Test("a thousand lines at once come back in order")
  func manyLines() async throws {
    let lane = try TestLane(answer: echo)
    let client = try TestClient(port: try await lane.listen())
    let lines = (0..<1000).map { "SET v=\($0)" }
    client.send(lines.map { $0 + "\n" }.joined())
    for line in lines { #expect(client.line() == line) }
    try await lane.stop()
  }

  @Test("what a turn sends to one peer leaves in one write")
  func oneWrite() async throws {
    let lane = try TestLane { reactor, heard in
      guard case .line(let id, _) = heard else { return }
      for number in 0..<50 { reactor.send(Array("LINE n=\(number)\n".utf8), to: id) }
    }
    let client = try TestClient(port: try await lane.listen())
    client.send("GO\n")
    for number in 0..<50 { #expect(client.line() == "LINE n=\(number)") }
    #expect(client.dataSegmentsReceived == 1)
    try await lane.stop()
  }

  @Test("what is sent outside of a turn leaves at once")
  func outsideTurn() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    try await lane.until("accepted") { $0.ids.count == 1 }
    await lane.run { reactor, probe in
      reactor.send(Array("ONE\n".utf8), to: probe.ids[0])
      reactor.send(Array("TWO\n".utf8), to: probe.ids[0])
    }
    #expect(client.line() == "ONE")
    #expect(client.line() == "TWO")
    #expect(client.dataSegmentsReceived == 1)
    try await lane.stop()
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sent: [UInt8]
    let error: FramingError
  }

  nonisolated static let refusals: [Refusal] = [
    Refusal(
      testDescription: "too long", sent: Array(repeating: 0x42, count: 1025), error: .tooLong),
    Refusal(testDescription: "NUL", sent: [0x42, 0x00, 0x0a, 0x43, 0x0a], error: .containsNUL),
    Refusal(testDescription: "not UTF-8", sent: [0xff, 0x0a, 0x43, 0x0a], error: .notUTF8),
  ]

  @Test("bytes that are no lines are refused once, with the last word heard", arguments: refusals)
  func refused(_ refusal: Refusal) async throws {
    let lane = try TestLane { reactor, heard in
      guard case .refused(let id, _) = heard else { return }
      reactor.send(Array("NO code=bad-line\n".utf8), to: id)
      reactor.close(id)
    }
    let client = try TestClient(port: try await lane.listen())
    client.send("A\n")
    client.send(refusal.sent)
    client.send("MORE\n")
    #expect(client.line() == "NO code=bad-line")
    #expect(client.line() == nil)
    #expect(client.endedWith == 0)
    client.close()
    try await lane.until("closed") { $0.closedCount == 1 }
    await lane.run { _, probe in
      let id = probe.ids[0]
      #expect(probe.lines == ["A"])
      #expect(probe.heard.suffix(2) == [.refused(id, refusal.error), .closed(id, .closedHere)])
    }
    try await lane.stop()
  }

  @Test("a flood that came first does not go first: each has one read, then the others")
  func flood() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let flooder = try TestClient(port: port)
    let guest = try TestClient(port: port)
    try await lane.until("accepted") { $0.ids.count == 2 }
    let floodLines = 40_000
    // On the lane's own queue, so that the reactor finds both when it looks again.
    await lane.run { _, _ in
      flooder.send(String(repeating: "X\n", count: floodLines))
      guest.send("HELLO\n")
    }
    try await lane.until("all read") { $0.heard.count == 2 + floodLines + 1 }
    let linesBefore = try #require(await lane.run { $1.lines.firstIndex(of: "HELLO") })
    #expect(linesBefore <= 16 * 1024 / 2)
    try await lane.stop()
  }

  @Test("however many have much to say at once, answers leave after every 64 KiB of it")
  func answersBetween() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let crowd = try (0..<8).map { _ in try TestClient(port: port) }
    try await lane.until("accepted") { $0.ids.count == 8 }
    let linesEach = 8 * 1024
    await lane.run { _, _ in
      for client in crowd { client.send(String(repeating: "X\n", count: linesEach)) }
    }
    try await lane.until("all read") { $0.heard.count == 8 + 8 * linesEach }
    await lane.run { _, probe in
      for turn in Set(probe.turnsOfLines) {
        let bytes = 2 * probe.turnsOfLines.count { $0 == turn }
        #expect(bytes <= (64 + 16) * 1024)
      }
    }
    try await lane.stop()
  }

  @Test("the options of the listener reach the sockets it accepts")
  func options() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    try await lane.until("accepted") { $0.ids.count == 1 }
    let accepted = try #require(Self.peerDescriptor(of: client.descriptor))
    #expect(Self.option(accepted, Int32(IPPROTO_TCP), TCP_NODELAY) == 1)
    #expect(Self.option(accepted, SOL_SOCKET, SO_KEEPALIVE) == 1)
    #expect(Self.option(accepted, Int32(IPPROTO_TCP), TCP_KEEPIDLE) == keepAliveIdleSeconds)
    #expect(
      Self.option(accepted, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT) == unacknowledgedMillisecondsMax)
    #expect(Self.option(accepted, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT) == unsentBytesMax)
    try await lane.stop()
  }

  private static func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32 {
    var value: Int32 = -1
    var length = socklen_t(MemoryLayout.size(ofValue: value))
    getsockopt(descriptor, level, name, &value, &length)
    return value
  }

  /// The other end of a connection, which is in this process too: whoever is connected to our port.
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
