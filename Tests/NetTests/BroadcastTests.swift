// What many are told: written at once where nothing waits, in order wherever something does.

import Framing
import Glibc
import Net
import TestSupport
import Testing

@Suite("Broadcasts", .oneAtATime)
@OwnThread
struct BroadcastTests {
  private static let limits = ReactorLimits.tests.with { $0.outboxBytesMax = 64 * 1024 }

  /// Opens a connection that has been told something, so nothing of its beginning is left to do.
  private func open(
    _ lane: TestLane, isWebSocket: Bool, receiveBytes: Int32? = nil
  ) async throws -> TestClient {
    let client = try TestClient(port: try await lane.listen(), receiveBytes: receiveBytes)
    if isWebSocket {
      client.send(ConversationTests.request("/play", ConversationTests.upgradeFields))
      while let line = client.line(), line != "\r" {}
    }
    let hello = Array("HELLO\n".utf8)
    client.send(isWebSocket ? ConversationTests.frame(0x81, hello) : hello)
    expect(client.line()?.hasSuffix("WELCOME"), equals: true)
    // Its end of the turn is over when another turn has been.
    await lane.run { reactor, _ in reactor.wake(atMilliseconds: 0) }
    await lane.until { $0.heard.contains(.woke) }
    return client
  }

  private func lane(
    overflowed: @escaping @Sendable (Reactor, SocketID) -> Void = { _, _ in }
  )
    throws -> TestLane
  {
    try TestLane(Self.limits) { reactor, heard in
      switch heard {
      case .request(let id, let head):
        guard let upgrade = try? WebSocketUpgrade(head, subprotocol: "chromatch.1") else { return }
        reactor.upgrade(upgrade, of: id, for: .lines)
      case .line(let id, _): reactor.send(Array("WELCOME\n".utf8), to: id)
      case .overflowed(let id): overflowed(reactor, id)
      case .drained(let id): reactor.send(Array("PICTURE\n".utf8), to: id)
      default: break
      }
    }
  }

  @Test("a client for which nothing waits is written to at once", arguments: [false, true])
  func atOnce(isWebSocket: Bool) async throws {
    let lane = try lane()
    let client = try await open(lane, isWebSocket: isWebSocket)
    let writes = await lane.run { reactor, probe in
      let before = reactor.counts.writes
      var batch = LineBatch(Array("MOVE n=1\n".utf8))
      reactor.broadcast(&batch, to: probe.ids[0])
      return reactor.counts.writes - before
    }
    expect(writes, equals: 1)
    expect(client.line()?.hasSuffix("MOVE n=1"), equals: true)
    await lane.stop()
  }

  @Test("a client receives the lines that wait for it first", arguments: [false, true])
  func inOrder(isWebSocket: Bool) async throws {
    let lane = try lane()
    let client = try await open(lane, isWebSocket: isWebSocket)
    let writes = await lane.run { reactor, probe in
      let before = reactor.counts.writes
      reactor.send(Array("ROUND n=1 of=3\n".utf8), to: probe.ids[0])
      for number in 1...2 {
        var batch = LineBatch(Array("MOVE n=\(number)\n".utf8))
        // The first finds something that waits, and so does the second.
        reactor.broadcast(&batch, to: probe.ids[0])
      }
      return reactor.counts.writes - before
    }
    expect(writes, isAtMost: 1)
    for expected in ["ROUND n=1 of=3", "MOVE n=1", "MOVE n=2"] {
      expect(client.line()?.hasSuffix(expected), equals: true)
    }
    await lane.stop()
  }

  @Test("a peer that is gone is told of as lost, however it is noticed")
  func gone() async throws {
    let lane = try lane()
    let client = try await open(lane, isWebSocket: false)
    await lane.run { reactor, probe in
      client.reset()
      for _ in 1...3 {
        var batch = LineBatch(Array("MOVE n=1\n".utf8))
        reactor.broadcast(&batch, to: probe.ids[0])
      }
    }
    await lane.until { $0.closedCount == 1 }
    await lane.run { _, probe in
      expect(probe.heard, contains: .closed(probe.ids[0], .lost(code: ECONNRESET)))
    }
    await lane.stop()
  }

  @Test("nothing is written to a name that means nothing any more")
  func retired() async throws {
    let lane = try lane()
    let client = try await open(lane, isWebSocket: false)
    let writes = await lane.run { reactor, probe in
      let before = reactor.counts.writes
      reactor.abort(probe.ids[0])
      var batch = LineBatch(Array("MOVE n=1\n".utf8))
      reactor.broadcast(&batch, to: probe.ids[0])
      return reactor.counts.writes - before
    }
    expect(writes, equals: 0)
    expect(client.line(), equals: nil)
    await lane.until { $0.closedCount == 1 }
    await lane.stop()
  }
}
