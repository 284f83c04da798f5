// Who is let in, who is told that the house is full, and what happens when descriptors run out.

import Dispatch
import Glibc
import Net
import TestSupport
import Testing

@Suite("Accepting", .oneAtATime)
@OwnThread
struct AcceptingTests {
  @Test("beyond the limit a guest hears why, and leaving makes room, until nobody may come in")
  func full() async throws {
    let limits = ReactorLimits.tests.with { $0.connectionsMax = 2 }
    let lane = try TestLane(limits, answer: echo)
    let port = try await lane.listen()
    let (first, second) = (try TestClient(port: port), try TestClient(port: port))
    await lane.until { $0.ids.count == 2 }
    for _ in 0..<100 {
      let third = try TestClient(port: port)
      third.send("HELLO\n")
      expect(third.rest(), equals: "NO code=server-full\n")
    }
    first.close()
    await lane.until { $0.closedCount == 1 }
    let fourth = try TestClient(port: port)
    fourth.send("HELLO\n")
    expect(fourth.line(), equals: "HELLO")
    await lane.run { reactor, _ in reactor.stopListening() }
    #expect(throws: CannotConnect(code: ECONNREFUSED)) { try TestClient(port: port) }
    second.send("STILL\n")
    expect(second.line(), equals: "STILL")
    await lane.run { _, probe in expect(probe.ids.count == 3 && probe.closedCount == 1) }
    await lane.stop()
  }

  @Test("what cannot be listened on is named")
  func errors() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    await lane.run { reactor, _ in
      #expect(throws: NetError.addressInUse(Endpoint(host: "127.0.0.1", port: port))) {
        try reactor.listen(host: "127.0.0.1", port: port, backlog: 1)
      }
      #expect(throws: NetError.notAnAddress("no.such.name")) {
        try reactor.listen(host: "no.such.name", port: 0, backlog: 1)
      }
      #expect(throws: NetError.addressNotAvailable(Endpoint(host: "192.0.2.1", port: 9))) {
        try reactor.listen(host: "192.0.2.1", port: 9, backlog: 1)
      }
    }
    await lane.stop()
  }

  @Test("a socket that was handed over listens on for its other owner")
  func sharedListener() async throws {
    let lane = try TestLane(answer: echo)
    let listener = try openListener(at: Endpoint(host: "127.0.0.1", port: 0), backlog: 8)
    let copy = dup(listener)
    defer { close(copy) }
    let port = try await lane.listen(on: listener)
    let guest = try TestClient(port: port)
    guest.send("HERE\n")
    expect(guest.line(), equals: "HERE")
    await lane.stop()
    // They wait for the next one.
    _ = try TestClient(port: port)
    let accepted = accept(copy, nil, nil)
    expect(accepted, isAtLeast: 0)
    close(accepted)
  }

  // The next two count or exhaust the descriptors of their process, so each has one of its own.

  @Test("without descriptors nobody is accepted and nothing spins, until one comes free")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let lane = try TestLane(answer: echo)
      let port = try await lane.listen()
      let inside = try TestClient(port: port)
      await lane.until { $0.ids.count == 1 }
      let waiting = try (0..<3).map { _ in try TestClient(port: port) }
      await lane.until { $0.ids.count == 4 }
      let outside = TestClient()
      // Later there is no descriptor left for it.
      await useDispatchTimer()
      useUpDescriptors()

      try outside.connect(to: port)
      outside.send("LET ME IN\n")
      let (turns, begin) = await lane.run { _, probe in (probe.turns, lane.clock.milliseconds()) }
      // Several pauses pass; meanwhile those who are inside are served.
      inside.send("HERE\n")
      await lane.run { reactor, _ in
        reactor.wake(atMilliseconds: lane.clock.milliseconds() + 500)
      }
      await lane.until { $0.heard.last == .woke }
      // However late this is on a busy machine, there was one pause after the other all the while.
      await lane.run { _, probe in
        let milliseconds = Int(lane.clock.milliseconds() - begin)
        expect(probe.turns - turns, isBelow: 5 + milliseconds / 20)
      }
      expect(inside.line(), equals: "HERE")
      await lane.run { _, probe in expect(probe.ids.count, equals: 4) }
      waiting[0].close()
      expect(outside.line(), equals: "LET ME IN")
      await lane.stop()
    }
  }

  @Test("stop closes every descriptor of the reactor")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      // Dispatch opens descriptors of its own when it is first used.
      let warmUp = try TestLane(answer: echo)
      _ = try await warmUp.listen()
      await warmUp.stop()
      await useDispatchTimer()
      let before = openDescriptors()
      for _ in 0..<20 {
        let lane = try TestLane(answer: echo)
        let port = try await lane.listen()
        let clients = try (0..<10).map { _ in try TestClient(port: port) }
        await lane.until { $0.ids.count == 10 }
        await lane.run { reactor, _ in _ = reactor.connect(host: "127.0.0.1", port: port) }
        clients[0].close()
        await lane.until { $0.closedCount == 1 }
        await lane.stop()
      }
      expect(openDescriptors(), equals: before)
      // A reactor that was never started closes its own as well.
      for _ in 0..<20 { _ = try TestLane() }
      expect(openDescriptors(), equals: before)
    }
  }
}

/// The descriptors of this process, in order, but for those that are open only for a moment, as
/// Dispatch has them on a busy machine: each look a little later finds fewer of these.
private func openDescriptors() -> [Int32] {
  var open: [Int32] = Array(0..<1024)
  for _ in 0..<10 {
    open.removeAll { fcntl($0, F_GETFD) < 0 }
    usleep(1_000)
  }
  return open
}

/// Has Dispatch open the descriptor that it keeps for timers, which it does for the first one.
private func useDispatchTimer() async {
  await withCheckedContinuation { made in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { made.resume() }
  }
}

/// Sees to it that no descriptor is to be had before one of those that are open is closed: none
/// above them, and none between them. There are such gaps where Dispatch had one open for a moment.
private func useUpDescriptors() {
  guard let last = openDescriptors().last else { return }
  lowerDescriptorLimit(to: last + 1)
  var looks = 0
  while looks < 50 {
    // What Dispatch has open now comes free a little later.
    if dup(last) >= 0 { continue }
    looks += 1
    usleep(1_000)
  }
}
