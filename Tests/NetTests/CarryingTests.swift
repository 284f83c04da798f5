// Connections that change their reactor: nothing is lost on the way, neither what came already nor
// what was to go out, and nothing is heard twice.

import Framing
import Glibc
import Net
import TestSupport
import Testing

@Suite("Carrying", .oneAtATime)
@OwnThread
struct CarryingTests {
  @Test("lines before, with and after the move are answered in order, wherever they are cut")
  func moves() async throws {
    let second = try TestLane(answer: echo)
    await second.start()
    let first = try TestLane(movingTo: second, answer: echo)
    let port = try await first.listen()
    let stream = Array("ONE\nMOVE\nTWO\nTHREE\n".utf8)
    for point in 0..<stream.count {
      let client = try TestClient(port: port)
      client.send(Array(stream[..<point]))
      client.send(Array(stream[point...]))
      expect(client.line(), equals: "ONE")
      expect(client.line(), equals: "TWO")
      expect(client.line(), equals: "THREE")
    }
    await second.until { $0.lines.count == 2 * stream.count }
    await second.until { $0.closedCount == stream.count }
    await first.run { reactor, probe in
      expect(probe.closedCount, equals: 0, "who has moved is not told as closed")
      expect(reactor.connectionCount, equals: 0)
    }
    await second.stop()
    // Where a reactor has stopped, a connection that is carried there is closed.
    let late = try TestClient(port: port)
    late.send("MOVE\n")
    expect(late.rest(), equals: "")
    await first.stop()
  }

  @Test("what waits for a slow reader goes with it")
  func slowReader() async throws {
    let second = try TestLane(answer: echo)
    await second.start()
    let long = Array(repeating: UInt8(ascii: "A"), count: 999_999) + [0x0a]
    let limits = ReactorLimits.tests.with { $0.outboxBytesMax = 2 * long.count }
    let first = try TestLane(limits, movingTo: second) { reactor, heard in
      if case .line(let id, _) = heard { reactor.send(long, to: id) }
    }
    let client = try TestClient(port: try await first.listen(), receiveBytes: 4096)
    client.send("GO\nMOVE\nHERE\n")
    expect(client.line()?.utf8.count, equals: 999_999)
    expect(client.line(), equals: "HERE")
    await first.stop()
    await second.stop()
  }

  @Test("those who came by a door are told to have gone, once; nobody keeps a list of the others")
  func departed() async throws {
    let inside = try TestLane(answer: echo)
    await inside.start()
    let full = try TestLane(ReactorLimits.tests.with { $0.connectionsMax = 0 })
    await full.start()
    let doors = try [TestLane(), TestLane()]
    for (door, lane) in zip(doors, [inside, full]) {
      let port = try await door.listen { socket in
        lane.executor.post { lane.assumeIsolated { $0.adopt(socket) } }
        return nil
      }
      let client = try TestClient(port: port)
      client.endSending()
      _ = client.rest()
    }
    let open = try TestLane(answer: echo)
    _ = try TestClient(port: await open.listen())
    await inside.until { $0.closedCount == 1 }
    await open.until { $0.closedCount == 1 }
    await inside.run { reactor, _ in expect(reactor.takeDeparted()?.count, equals: 1) }
    await inside.run { reactor, _ in expect(reactor.takeDeparted(), equals: nil) }
    await open.run { reactor, _ in expect(reactor.takeDeparted(), equals: nil) }
    for lane in [inside, full, open] + doors { await lane.stop() }
    await full.run { reactor, _ in expect(reactor.takeDeparted()?.count, equals: 1) }
  }
}
