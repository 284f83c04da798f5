// How connections end: with the last line heard, with the peer's last line read, once, and for
// good.

import Dispatch
import Framing
import Glibc
import Net
import TestSupport
import Testing

@Suite("Connections end")
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
    for _ in 0..<20 {
      let client = try TestClient(port: port)
      // Unread bytes at close() would turn it into a reset that eats the last line.
      client.send("BYE\n" + String(repeating: "MORE\n", count: 20_000))
      #expect(client.line()?.count == 100_000)
      #expect(client.line() == "NO code=shutting-down")
      #expect(client.line() == nil)
      #expect(client.endedWith == 0)
    }
    try await lane.until("closed") { $0.closedCount == 20 }
    await lane.run { _, probe in #expect(probe.lines == Array(repeating: "BYE", count: 20)) }
    try await lane.stop()
  }

  @Test("a peer that ends its half still gets its answers")
  func halfClose() async throws {
    let lane = try TestLane(answer: echo)
    let client = try TestClient(port: try await lane.listen())
    client.send("ONE\nTWO\nTHR")
    client.endSending()
    #expect(client.rest() == "ONE\nTWO\n")
    try await lane.until("closed") { $0.closedCount == 1 }
    await lane.run { _, probe in
      #expect(probe.heard.last == .closed(probe.ids[0], .peerClosed))
      #expect(probe.lines == ["ONE", "TWO"])
    }
    try await lane.stop()
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
    #expect(client.rest().utf8.count == long.count)
    #expect(client.endedWith == 0)
    try await lane.until("closed") { $0.heard.last == .closed($0.ids[0], .peerClosed) }
    try await lane.stop()
  }

  @Test("lines that came just before a reset are heard, and the reset after them")
  func dataAndReset() async throws {
    let lane = try TestLane(answer: echo)
    let port = try await lane.listen()
    for round in 1...50 {
      let client = try TestClient(port: port)
      try await lane.until("accepted") { $0.ids.count == round }
      // Both are there before the reactor looks.
      await lane.run { _, _ in
        client.send("ONE\nTWO\n")
        client.reset()
      }
      try await lane.until("closed") { $0.closedCount == round }
    }
    await lane.run { reactor, probe in
      // Each is told with its lines before it is told as gone.
      let unheard = probe.heard.indices.filter { index in
        guard case .closed(let id, _) = probe.heard[index] else { return false }
        let lines = probe.heard[..<index]
          .filter { $0 == .line(id, "ONE") || $0 == .line(id, "TWO") }
        return lines.count != 2
      }
      #expect(unheard.map { probe.heard[$0] } == [])
      // The answer hears of some resets, and a read of the others.
      let resets = probe.count {
        if case .closed(_, .lost(code: ECONNRESET)) = $0 { true } else { false }
      }
      #expect(resets == probe.closedCount)
      #expect(reactor.connectionCount == 0)
    }
    try await lane.stop()
  }

  @Test(
    "a thousand connections that say nothing come and go", .enabled(if: descriptorsMax >= 2_100))
  func silentCrowd() async {
    await #expect(processExitsWith: .success) {
      raiseDescriptorLimit()
      let lane = try TestLane()
      let port = try await lane.listen()
      let crowd = try (0..<1000).map { _ in try TestClient(port: port) }
      try await lane.until("all accepted") { $0.heard.count == 1000 }
      for client in crowd { client.close() }
      try await lane.until("all closed") { $0.heard.count == 2000 }
      await lane.run { reactor, probe in
        #expect(reactor.connectionCount == 0)
        #expect(Set(probe.ids).count == 1000)
        let others = probe.heard.suffix(1000)
          .filter {
            if case .closed(_, .peerClosed) = $0 { false } else { true }
          }
        #expect(others == [])
      }
      try await lane.stop()
    }
  }

  @Test("each connection is told as closed once, however often it is closed")
  func once() async throws {
    let lane = try TestLane { reactor, heard in
      switch heard {
      case .line(let id, _):
        reactor.close(id)
        reactor.close(id)
        reactor.abort(id)
        reactor.abort(id)
      case .closed(let id, _):
        reactor.close(id)
        reactor.abort(id)
      default: break
      }
    }
    let port = try await lane.listen()
    for _ in 0..<10 { try TestClient(port: port).send("BYE\n") }
    try await lane.until("closed") { $0.closedCount == 10 }
    try await lane.stop()
    await lane.run { _, probe in #expect(probe.closedCount == 10) }
  }

  @Test("a stale name does nothing to whoever has its place now")
  func staleName() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let first = try TestClient(port: port)
    first.close()
    try await lane.until("closed") { $0.closedCount == 1 }
    let second = try TestClient(port: port)
    try await lane.until("accepted again") { $0.ids.count == 2 }
    await lane.run { reactor, probe in
      let stale = probe.ids[0]
      #expect(stale != probe.ids[1])
      #expect(stale.rawValue & 0xffff_ffff == probe.ids[1].rawValue & 0xffff_ffff)
      reactor.send(Array("NOT FOR YOU\n".utf8), to: stale)
      reactor.conflate(stale)
      reactor.close(stale)
      reactor.abort(stale)
      reactor.send(Array("FOR YOU\n".utf8), to: probe.ids[1])
    }
    #expect(second.line() == "FOR YOU")
    try await lane.stop()
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
    try await lane.until("accepted") { $0.ids.count == 2 }
    await lane.run { reactor, probe in
      let line = Array(repeating: UInt8(ascii: "A"), count: 99_999) + [0x0a]
      for _ in 0..<100 { reactor.send(line, to: probe.ids[0]) }
      for id in probe.ids { reactor.close(id) }
    }
    try await lane.until("closed") { $0.closedCount == 2 }
    // A reset for the one, so that the kernel holds nothing more for it; an end for the other.
    #expect(unreading.rest().utf8.count < 10_000_000)
    #expect(unreading.endedWith == ECONNRESET)
    #expect(unending.rest() == "")
    #expect(unending.endedWith == 0)
    try await lane.stop()
  }

  @Test("abort drops what waits")
  func abort() async throws {
    let lane = try TestLane { reactor, heard in
      guard case .line(let id, _) = heard else { return }
      reactor.send(Array("NEVER\n".utf8), to: id)
      reactor.abort(id)
    }
    let client = try TestClient(port: try await lane.listen())
    client.send("BYE\nBYE\n")
    #expect(client.rest() == "")
    try await lane.until("closed") { $0.closedCount == 1 }
    await lane.run { _, probe in #expect(probe.lines == ["BYE"]) }
    try await lane.stop()
  }

  @Test("stop closes every connection and tells each")
  func stop() async throws {
    let lane = try TestLane { reactor, heard in
      if case .line = heard { reactor.stop() }
    }
    let port = try await lane.listen()
    let clients = try (0..<5).map { _ in try TestClient(port: port) }
    try await lane.until("accepted") { $0.ids.count == 5 }
    clients[2].send("STOP\nAND NOTHING MORE\n")
    try await lane.until("stopped") { $0.heard.last == .stopped }
    for client in clients { #expect(client.rest() == "") }
    await lane.run { reactor, probe in
      #expect(probe.lines == ["STOP"])
      #expect(probe.count { if case .closed(_, .stopped) = $0 { true } else { false } } == 5)
      #expect(throws: NetError.self) { try reactor.listen(host: "::1", port: 0, backlog: 1) }
      reactor.stop()
    }
    await confirmation { ran in
      await withCheckedContinuation { continuation in
        lane.executor.post {
          ran()
          continuation.resume()
        }
      }
    }
  }
}

@Suite("Stopping")
@OwnThread
struct StoppingTests {
  @Test("a reactor that stops in a turn, with its end of another on the way, closes all but once")
  func once() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<10 {
        let lane = try TestLane { reactor, heard in
          if case .line = heard { reactor.stop() }
        }
        let client = try TestClient(port: try await lane.listen())
        try await lane.until("accepted") { $0.ids.count == 1 }
        let bystander = Bystander()
        await lane.run { reactor, probe in
          client.send("STOP\n")
          // Long enough for Dispatch to see it, so that the turn that stops is next on the queue.
          usleep(20_000)
          bystander.willTakeWhatIsFree(on: lane)
          // Asked for outside of a turn: its end is scheduled, and comes after all that.
          reactor.send(Array("LAST\n".utf8), to: probe.ids[0])
        }
        try await lane.until("stopped") { $0.heard.last == .stopped }
        #expect(bystander.isUnharmed)
      }
    }
  }
}

/// Somebody in the same process who opens files while others close theirs. Used on one queue at a
/// time.
private final class Bystander: @unchecked Sendable {
  private var descriptors: [Int32] = []

  /// Opens files as soon as the lane has closed its own.
  func willTakeWhatIsFree(on lane: TestLane) {
    lane.executor.queue.async { self.open() }
  }

  private func open() {
    descriptors += (0..<20).map { _ in Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  /// Whether nobody has closed its files.
  var isUnharmed: Bool {
    defer { for descriptor in descriptors { close(descriptor) } }
    return descriptors.allSatisfy { fcntl($0, F_GETFD) >= 0 }
  }
}
