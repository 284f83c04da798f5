// What many are told: written at once where nothing waits, in order wherever something does.

import Framing
import Glibc
import Net
import Testing

@Suite("Broadcasts")
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
    #expect(client.line()?.hasSuffix("WELCOME") == true)
    // Its end of the turn is over when another turn has been.
    await lane.run { reactor, _ in reactor.wake(atMilliseconds: 0) }
    try await lane.until("woke") { $0.heard.contains(.woke) }
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

  @Test("whoever waits for nothing is written to at once", arguments: [false, true])
  func atOnce(isWebSocket: Bool) async throws {
    let lane = try lane()
    let client = try await open(lane, isWebSocket: isWebSocket)
    let writes = await lane.run { reactor, probe in
      let before = reactor.counts.writes
      var batch = LineBatch(Array("MOVE n=1\n".utf8))
      reactor.broadcast(&batch, to: probe.ids[0])
      return reactor.counts.writes - before
    }
    #expect(writes == 1)
    #expect(client.line()?.hasSuffix("MOVE n=1") == true)
    try await lane.stop()
  }

  @Test("whoever has something else to hear hears it first", arguments: [false, true])
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
    #expect(writes <= 1)
    for expected in ["ROUND n=1 of=3", "MOVE n=1", "MOVE n=2"] {
      #expect(client.line()?.hasSuffix(expected) == true)
    }
    try await lane.stop()
  }

  @Test("a peer that does not read gets whole lines without a gap, then the picture")
  func slow() async throws {
    let lane = try lane { $0.conflate($1) }
    let client = try await open(lane, isWebSocket: false, receiveBytes: 4096)
    for number in 0..<3000 where number.isMultiple(of: 10) {
      await lane.run { reactor, probe in
        for step in 0..<10 {
          var batch = LineBatch(SlowReaderTests.line(number + step))
          reactor.broadcast(&batch, to: probe.ids[0])
        }
      }
    }
    try await lane.until("overflowed") { $0.heard.contains(.overflowed($0.ids[0])) }
    var number = 0
    while let line = client.line(), line != "PICTURE" {
      #expect(line.utf8.count == 999)
      #expect(line.hasPrefix("MOVE n=\(number) "))
      number += 1
    }
    #expect((10..<3000).contains(number))
    try await lane.until("drained") { $0.heard.contains(.drained($0.ids[0])) }
    // Afterwards it is as quick as before.
    await lane.run { reactor, probe in
      var batch = LineBatch(Array("MOVE on\n".utf8))
      reactor.broadcast(&batch, to: probe.ids[0])
    }
    #expect(client.line() == "MOVE on")
    try await lane.stop()
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
    try await lane.until("closed") { $0.closedCount == 1 }
    await lane.run { _, probe in
      #expect(probe.heard.contains(.closed(probe.ids[0], .lost(code: ECONNRESET))))
    }
    try await lane.stop()
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
    #expect(writes == 0)
    #expect(client.line() == nil)
    try await lane.until("closed") { $0.closedCount == 1 }
    try await lane.stop()
  }
}
