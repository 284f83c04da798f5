// What many are told: written at once where nothing waits, in order wherever something does.

import Framing
import Glibc
import Net
import TestSupport
import Testing

@Suite("Broadcasts", .oneAtATime)
@OwnThread
struct BroadcastTests {
  /// Opens a connection that has been told something, so nothing of its beginning is left to do.
  private func open(_ lane: TestLane, isWebSocket: Bool) async throws -> TestClient {
    let client = try TestClient(port: try await lane.listen())
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

  private func lane() throws -> TestLane {
    try TestLane { reactor, heard in
      switch heard {
      case .request(let id, let head):
        guard let upgrade = try? WebSocketUpgrade(head, subprotocol: "chromatch.1") else { return }
        reactor.upgrade(upgrade, of: id, for: .lines)
      case .line(let id, _): reactor.send(Array("WELCOME\n".utf8), to: id)
      default: break
      }
    }
  }

  @Test(
    "a client has a line at once if none waits for it, else behind those", arguments: [false, true])
  func inOrder(isWebSocket: Bool) async throws {
    let lane = try lane()
    let client = try await open(lane, isWebSocket: isWebSocket)
    let (atOnce, behind) = await lane.run { reactor, probe in
      let before = reactor.counts.writes
      reactor.tell(1, to: probe.ids[0])
      let atOnce = reactor.counts.writes - before
      reactor.send(Array("ROUND n=1 of=3\n".utf8), to: probe.ids[0])
      // The first finds something that waits, and so does the second.
      for number in 2...3 { reactor.tell(number, to: probe.ids[0]) }
      return (atOnce, reactor.counts.writes - before - atOnce)
    }
    expect(atOnce == 1 && behind <= 1)
    for expected in ["MOVE n=1", "ROUND n=1 of=3", "MOVE n=2", "MOVE n=3"] {
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
      for number in 1...3 { reactor.tell(number, to: probe.ids[0]) }
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
      reactor.tell(1, to: probe.ids[0])
      return reactor.counts.writes - before
    }
    expect(writes, equals: 0)
    expect(client.line(), equals: nil)
    await lane.until { $0.closedCount == 1 }
    await lane.stop()
  }
}

extension Reactor {
  fileprivate func tell(_ number: Int, to id: SocketID) {
    var batch = LineBatch(Array("MOVE n=\(number)\n".utf8))
    broadcast(&batch, to: id)
  }
}
