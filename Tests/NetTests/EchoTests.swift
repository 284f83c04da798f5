// Lines through a reactor and back, however they are cut, however many there are.

import Framing
import Glibc
import TestSupport
import Testing

@testable import Net

/// Sends each line back with its ending.
let echo: Probe.Answer = { reactor, heard in
  if case .line(let id, let line) = heard { reactor.send(Array("\(line)\n".utf8), to: id) }
}

@Suite("Lines go through", .oneAtATime)
@OwnThread
struct EchoTests {
  @Test("a thousand lines at once come back in order")
  func manyLines() async throws {
    let lane = try TestLane(answer: echo)
    let client = try TestClient(port: try await lane.listen())
    let lines = (0..<1000).map { "SET v=\($0)" }
    client.send(lines.map { $0 + "\n" }.joined())
    for line in lines { expect(client.line(), equals: line) }
    await lane.stop()
  }

  @Test("what a turn sends to one peer leaves in one write")
  func oneWrite() async throws {
    let lane = try TestLane { reactor, heard in
      guard case .line(let id, _) = heard else { return }
      for number in 0..<50 { reactor.send(Array("LINE n=\(number)\n".utf8), to: id) }
    }
    let client = try TestClient(port: try await lane.listen())
    client.send("GO\n")
    for number in 0..<50 { expect(client.line(), equals: "LINE n=\(number)") }
    expect(client.dataSegmentsReceived, equals: 1)
    await lane.stop()
  }

  @Test("what is sent outside of a turn leaves at once")
  func outsideTurn() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    await lane.until { $0.ids.count == 1 }
    await lane.run { reactor, probe in
      reactor.send(Array("ONE\n".utf8), to: probe.ids[0])
      reactor.send(Array("TWO\n".utf8), to: probe.ids[0])
    }
    expect(client.line(), equals: "ONE")
    expect(client.line(), equals: "TWO")
    expect(client.dataSegmentsReceived, equals: 1)
    await lane.stop()
  }

  @Test("bytes that are no lines are refused once, with the last word heard")
  func refused() async throws {
    let lane = try TestLane { reactor, heard in
      guard case .refused(let id, _) = heard else { return }
      reactor.send(Array("NO code=bad-line\n".utf8), to: id)
      reactor.close(id)
    }
    let port = try await lane.listen()
    let rows: [(sent: [UInt8], error: FramingError)] = [
      (Array(repeating: 0x42, count: 1025), .tooLong),
      ([0x42, 0x00, 0x0a, 0x43, 0x0a], .containsNUL), ([0xff, 0x0a, 0x43, 0x0a], .notUTF8),
    ]
    for (index, row) in rows.enumerated() {
      let client = try TestClient(port: port)
      client.send("A\n")
      client.send(row.sent)
      client.send("MORE\n")
      expect(client.line(), equals: "NO code=bad-line")
      expect(client.line() == nil && client.endedWith == 0)
      client.close()
      await lane.until { $0.closedCount == index + 1 }
      await lane.run { _, probe in
        let id = probe.ids[index]
        expect(probe.lines.count, equals: index + 1)
        expect(probe.heard.suffix(2), equals: [.refused(id, row.error), .closed(id, .closedHere)])
      }
    }
    await lane.stop()
  }

  @Test("a flood that came first does not go first: each has one read, then the others")
  func flood() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let flooder = try TestClient(port: port)
    let guest = try TestClient(port: port)
    await lane.until { $0.ids.count == 2 }
    let floodLines = 40_000
    // On the lane's own queue, so that the reactor finds both when it looks again.
    await lane.run { _, _ in
      flooder.send(String(repeating: "X\n", count: floodLines))
      guest.send("HELLO\n")
    }
    await lane.until { $0.heard.count == 2 + floodLines + 1 }
    let linesBefore = try require(await lane.run { $1.lines.firstIndex(of: "HELLO") })
    expect(linesBefore, isAtMost: 16 * 1024 / 2)
    await lane.stop()
  }

  @Test("however many have much to say at once, answers leave after every 64 KiB of it")
  func answersBetween() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let crowd = try (0..<8).map { _ in try TestClient(port: port) }
    await lane.until { $0.ids.count == 8 }
    let linesEach = 8 * 1024
    await lane.run { _, _ in
      for client in crowd { client.send(String(repeating: "X\n", count: linesEach)) }
    }
    await lane.until { $0.heard.count == 8 + 8 * linesEach }
    await lane.run { _, probe in
      for turn in Set(probe.turnsOfLines) {
        let bytes = 2 * probe.turnsOfLines.count { $0 == turn }
        expect(bytes, isAtMost: (64 + 16) * 1024)
      }
    }
    await lane.stop()
  }

  @Test("the options of the listener reach the sockets it accepts")
  func options() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    await lane.until { $0.ids.count == 1 }
    let accepted = try require(Self.peerDescriptor(of: client.descriptor))
    expect(Self.option(accepted, Int32(IPPROTO_TCP), TCP_NODELAY), equals: 1)
    expect(Self.option(accepted, SOL_SOCKET, SO_KEEPALIVE), equals: 1)
    expect(Self.option(accepted, Int32(IPPROTO_TCP), TCP_KEEPIDLE), equals: keepAliveIdleSeconds)
    expect(
      Self.option(accepted, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT),
      equals: unacknowledgedMillisecondsMax)
    expect(Self.option(accepted, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT), equals: unsentBytesMax)
    await lane.stop()
  }

  private static func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32 {
    var value: Int32 = -1
    var length = socklen_t(MemoryLayout.size(ofValue: value))
    getsockopt(descriptor, level, name, &value, &length)
    return value
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
