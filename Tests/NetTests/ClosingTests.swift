// How connections end: with the last line heard, with the peer's last line read, once, and for
// good.

import Dispatch
import Framing
import Glibc
import Net
import Synchronization
import TestSupport
import Testing

@Suite("Connections end", .oneAtATime)
@OwnThread
struct ClosingTests {
  @Test("closing delivers what was sent, although the peer still talks")
  func lastLine() async throws {
    let lane = try TestLane { reactor, heard in
      guard case .line(let id, "BYE") = heard else { return }
      reactor.send(Array(repeating: 0x41, count: 100_000) + [0x0a], to: id)
      reactor.send(Array("NO code=shutting-down\n".utf8), to: id)
      reactor.close(id)
      reactor.send(Array("NEVER\n".utf8), to: id)
    }
    let port = try await lane.listen()
    for _ in 0..<5 {
      let client = try TestClient(port: port)
      // Unread bytes at close() would turn it into a reset that eats the last line.
      client.send("BYE\n" + String(repeating: "MORE\n", count: 20_000))
      expect(client.line()?.count, equals: 100_000)
      expect(client.line(), equals: "NO code=shutting-down")
      expect(client.line(), equals: nil)
      expect(client.endedWith, equals: 0)
    }
    await lane.until { $0.closedCount == 5 }
    await lane.run { _, probe in expect(probe.lines, equals: Array(repeating: "BYE", count: 5)) }
    await lane.stop()
  }

  @Test("a peer that ends its half and reads slowly still gets all of a long answer")
  func longAnswer() async throws {
    let long = Array(repeating: UInt8(ascii: "A"), count: 999_999) + [0x0a]
    let lane = try TestLane(ReactorLimits.tests.with { $0.outboxBytesMax = long.count }) {
      reactor, heard in
      if case .line(let id, _) = heard { reactor.send(long, to: id) }
    }
    let client = try TestClient(port: try await lane.listen(), receiveBytes: 4096)
    client.send("MUCH\n")
    client.endSending()
    expect(client.rest().utf8.count, equals: long.count)
    expect(client.endedWith, equals: 0)
    await lane.until { $0.heard.last == .closed($0.ids[0], .peerClosed) }
    await lane.stop()
  }

  @Test("lines that came just before a reset are heard, and the reset after them")
  func dataAndReset() async throws {
    let lane = try TestLane(answer: echo)
    let port = try await lane.listen()
    for round in 1...20 {
      let client = try TestClient(port: port)
      await lane.until { $0.ids.count == round }
      // Both are there before the reactor looks.
      await lane.run { _, _ in
        client.send("ONE\nTWO\n")
        client.reset()
      }
      await lane.until { $0.closedCount == round }
    }
    await lane.run { reactor, probe in
      for id in probe.ids {
        // The answer hears of some resets, and a read of the others.
        let end = Heard.closed(id, .lost(code: ECONNRESET))
        let expected = [.line(id, "ONE"), .line(id, "TWO"), end]
        expect(probe.heard.filter(expected.contains), equals: expected)
      }
      expect(probe.closedCount == 20 && reactor.connectionCount == 0)
    }
    await lane.stop()
  }

  @Test("each connection is told as closed once, however often; abort drops what waits")
  func once() async throws {
    let lane = try TestLane { reactor, heard in
      switch heard {
      case .line(let id, let line):
        reactor.send(Array("LAST\n".utf8), to: id)
        if line == "BYE" { for _ in 0..<2 { reactor.close(id) } }
        for _ in 0..<2 { reactor.abort(id) }
      case .closed(let id, _):
        reactor.close(id)
        reactor.abort(id)
      default: break
      }
    }
    let port = try await lane.listen()
    for line in ["BYE", "NOW"] {
      for _ in 0..<10 {
        let client = try TestClient(port: port)
        client.send("\(line)\n\(line)\n")
        expect(client.rest(), equals: "")
      }
    }
    await lane.until { $0.closedCount == 20 }
    await lane.stop()
    await lane.run { _, probe in expect(probe.closedCount == 20 && probe.lines.count == 20) }
  }

  @Test("a stale name does nothing to the client that has its place now")
  func staleName() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let first = try TestClient(port: port)
    first.close()
    await lane.until { $0.closedCount == 1 }
    let second = try TestClient(port: port)
    await lane.until { $0.ids.count == 2 }
    await lane.run { reactor, probe in
      let stale = probe.ids[0]
      expect(stale, differsFrom: probe.ids[1])
      expect(stale.rawValue & 0xffff_ffff, equals: probe.ids[1].rawValue & 0xffff_ffff)
      reactor.send(Array("NOT FOR YOU\n".utf8), to: stale)
      reactor.conflate(stale)
      reactor.close(stale)
      reactor.abort(stale)
      reactor.send(Array("FOR YOU\n".utf8), to: probe.ids[1])
    }
    expect(second.line(), equals: "FOR YOU")
    await lane.stop()
  }

  @Test("a peer that neither reads nor ends is cut off at the deadline")
  func deaf() async throws {
    let limits = ReactorLimits.tests.with {
      $0.closeMillisecondsMax = 50
      $0.outboxBytesMax = 100_000_000
    }
    let lane = try TestLane(limits)
    let port = try await lane.listen()
    let unreading = try TestClient(port: port, receiveBytes: 4096)
    let unending = try TestClient(port: port)
    await lane.until { $0.ids.count == 2 }
    await lane.run { reactor, probe in
      let line = Array(repeating: UInt8(ascii: "A"), count: 99_999) + [0x0a]
      for _ in 0..<100 { reactor.send(line, to: probe.ids[0]) }
      for id in probe.ids { reactor.close(id) }
    }
    await lane.until { $0.closedCount == 2 }
    // A reset for the one, so that the kernel holds nothing more for it; an end for the other.
    expect(unreading.rest().utf8.count, isBelow: 10_000_000)
    expect(unreading.endedWith, equals: ECONNRESET)
    expect(unending.rest(), equals: "")
    expect(unending.endedWith, equals: 0)
    await lane.stop()
  }

  @Test("stop closes every connection and tells each")
  func stop() async throws {
    let lane = try TestLane { reactor, heard in
      if case .line = heard { reactor.stop() }
    }
    let port = try await lane.listen()
    let clients = try (0..<5).map { _ in try TestClient(port: port) }
    await lane.until { $0.ids.count == 5 }
    clients[2].send("STOP\nAND NOTHING MORE\n")
    await lane.until { $0.heard.last == .stopped }
    for client in clients { expect(client.rest(), equals: "") }
    await lane.run { reactor, probe in
      expect(probe.lines, equals: ["STOP"])
      expect(probe.count { if case .closed(_, .stopped) = $0 { true } else { false } }, equals: 5)
      #expect(throws: NetError.self) { try reactor.listen(host: "::1", port: 0, backlog: 1) }
      reactor.stop()
    }
    await withCheckedContinuation { continuation in lane.executor.post { continuation.resume() } }
  }

  @Test("a reactor that stops in a turn, with its end of another on the way, closes all but once")
  func stopOnce() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<10 {
        let lane = try TestLane { reactor, heard in
          if case .line = heard { reactor.stop() }
        }
        let client = try TestClient(port: try await lane.listen())
        await lane.until { $0.ids.count == 1 }
        // Somebody in the same process opens files as soon as the lane has closed its own.
        let files = Mutex<[Int32]>([])
        await lane.run { reactor, probe in
          client.send("STOP\n")
          // Long enough for Dispatch to see it, so that the turn that stops is next on the queue.
          usleep(20_000)
          lane.executor.queue.async {
            let opened = (0..<20).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
            files.withLock { $0 = opened }
          }
          // Asked for outside of a turn: its end is scheduled, and comes after all that.
          reactor.send(Array("LAST\n".utf8), to: probe.ids[0])
        }
        await lane.until { $0.heard.last == .stopped }
        // Nobody has closed them.
        for file in files.withLock(\.self) { expect(close(file), equals: 0) }
      }
    }
  }
}
