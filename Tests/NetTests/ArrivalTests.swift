// A lane that is late: what arrived meanwhile is told with the moment at which it did, and before
// anything that was due.

import Dispatch
import Glibc
import Net
import TestSupport
import Testing

@Suite("Arrival", .oneAtATime)
@OwnThread
struct ArrivalTests {
  /// Waits until a clock shows a moment.
  private func wait(until moment: Int64, by clock: Clock) {
    while clock.milliseconds() < moment { usleep(1_000) }
  }

  @Test(
    "a line arrived when it came, not when it was read; of several only the last one's is known",
    arguments: [false, true])
  func whenItCame(sealed: Bool) async throws {
    let server = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    let lane = try TestLane(tls: server)
    let port = try await lane.listen()
    let peer = try TestLane()
    await peer.start()
    let client = try TLSClient(trust: .pinned(server.fingerprint))
    let carriage = sealed ? Carriage(tls: client, webSocket: nil) : .tcp
    let id = await peer.call(port, over: carriage, saying: ["FIRST"])
    await lane.until { $0.lines == ["FIRST"] }
    // A stop of the whole process between two looks at clocks makes a line seem younger, by the
    // time that its reading took. Between the looks of one read at both clocks it makes the wall
    // clock seem set, if it lasts 100 ms; then this line and the next one seem new. So a round
    // counts if it and the one before it were read in less time than that. Linux begins to stamp in
    // work of its own, some time after the first socket asked; until then a line is as old as its
    // reading. So the one before has to have had its stamp, too.
    var (isReady, isCounted) = (false, false)
    for round in 1...200 where !isCounted {
      let hold = Hold(lane)
      let before = lane.clock.milliseconds()
      await peer.say("ONE", to: id)
      wait(until: lane.clock.milliseconds() + 20, by: lane.clock)
      let between = lane.clock.milliseconds()
      await peer.say("TWO", to: id)
      let after = lane.clock.milliseconds()
      wait(until: after + 100, by: lane.clock)
      let released = lane.clock.milliseconds()
      hold.release()
      await lane.until { $0.lines.count == 1 + 2 * round }
      let spent = lane.clock.milliseconds() - released
      let arrivals = await lane.run { _, probe in Array(probe.arrivals.suffix(2)) }
      defer { isReady = spent < 50 && arrivals[1].upperBound < released }
      if spent >= 50 || !isReady { continue }
      isCounted = true
      expect(arrivals[0].lowerBound <= before && arrivals[0].upperBound <= after + 1 + spent)
      expect(arrivals[1].lowerBound, equals: arrivals[1].upperBound)
      expect((between - 1...after + 1 + spent), contains: arrivals[1].upperBound)
    }
    expect(isCounted, "no line had a stamp")
    await peer.stop()
    await lane.stop()
  }

  @Test("lines that came before a deadline are delivered before it, however many they are")
  func beforeTimers() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    // More than one call of the system reports.
    let clients = try (0..<600).map { _ in try TestClient(port: port) }
    await lane.until { $0.ids.count == clients.count }
    let hold = Hold(lane)
    for client in clients { client.send("LINE\n") }
    lane.executor.post {
      lane.assumeIsolated { lane in
        lane.run { reactor, _ in reactor.wake(atMilliseconds: lane.clock.milliseconds()) }
      }
    }
    hold.release()
    await lane.until { $0.heard.contains(.woke) }
    await lane.run { _, probe in
      expect(probe.lines.count == clients.count && probe.heard.last == .woke)
    }
    await lane.stop()
  }

  @Test("what comes while a turn is at work comes before what is due by its end")
  func duringTurn() async throws {
    let (begun, sent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let lane = try TestLane { reactor, heard in
      guard case .line(_, "FIRST") = heard else { return }
      reactor.wake(atMilliseconds: reactor.horizon + 1)
      begun.signal()
      sent.wait()
    }
    let port = try await lane.listen()
    let (one, other) = (try TestClient(port: port), try TestClient(port: port))
    await lane.until { $0.ids.count == 2 }
    one.send("FIRST\n")
    begun.wait()
    other.send("SECOND\n")
    wait(until: lane.clock.milliseconds() + 20, by: lane.clock)
    sent.signal()
    await lane.until { $0.heard.contains(.woke) }
    await lane.run { _, probe in
      expect(probe.lines == ["FIRST", "SECOND"] && probe.heard.last == .woke)
    }
    await lane.stop()
  }
}
