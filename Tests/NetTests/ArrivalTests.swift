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
  /// Holds a lane's queue until `release`.
  private final class Hold: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init(_ lane: TestLane) {
      let busy = DispatchSemaphore(value: 0)
      lane.executor.queue.async { [gate] in
        busy.signal()
        gate.wait()
      }
      busy.wait()
    }

    func release() { gate.signal() }
  }

  /// Waits until a clock shows a moment.
  private func wait(until moment: Int64, by clock: Clock) {
    while clock.milliseconds() < moment { usleep(1_000) }
  }

  @Test("a line arrived when it came, not when it was read", arguments: [false, true])
  func whenItCame(sealed: Bool) async throws {
    let server = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    let lane = try TestLane(tls: server)
    let port = try await lane.listen()
    let peer = try TestLane()
    await peer.start()
    let client = try TLSClient(trust: .pinned(server.fingerprint))
    let carriage = sealed ? Carriage(tls: client, webSocket: nil) : .tcp
    let id = await peer.run { reactor, _ in
      let id = reactor.connect(host: "127.0.0.1", port: port, over: carriage)
      reactor.send(Array("FIRST\n".utf8), to: id)
      return id
    }
    await lane.until { $0.lines == ["FIRST"] }
    let hold = Hold(lane)
    let before = lane.clock.milliseconds()
    await peer.run { reactor, _ in reactor.send(Array("SECOND\n".utf8), to: id) }
    // What a reactor was asked to send is out when its queue comes to the next block.
    await withCheckedContinuation { done in peer.executor.queue.async { done.resume() } }
    let after = lane.clock.milliseconds()
    wait(until: after + 50, by: lane.clock)
    hold.release()
    await lane.until { $0.lines.count == 2 }
    let arrival = await lane.run { _, probe in probe.arrivals[1] }
    expect(arrival.lowerBound, equals: arrival.upperBound, "it was the only one")
    expect((before - 1...after + 1), contains: arrival.upperBound)
    await peer.stop()
    await lane.stop()
  }

  @Test("of lines that came together only the last one's moment is known")
  func together() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    client.send("ONE\n")
    await lane.until { $0.lines.count == 1 }
    let hold = Hold(lane)
    let before = lane.clock.milliseconds()
    client.send("TWO\n")
    wait(until: lane.clock.milliseconds() + 20, by: lane.clock)
    client.send("THREE\n")
    let after = lane.clock.milliseconds()
    wait(until: after + 20, by: lane.clock)
    hold.release()
    await lane.until { $0.lines.count == 3 }
    let arrivals = await lane.run { _, probe in probe.arrivals }
    expect(arrivals[1].lowerBound <= before && arrivals[1].upperBound <= after + 1)
    expect(arrivals[2].lowerBound, equals: arrivals[2].upperBound)
    expect((before + 20...after + 1), contains: arrivals[2].upperBound)
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
    let heard = await lane.run { _, probe in probe.heard.filter { !$0.isAccepted } }
    expect(heard.count == clients.count + 1 && heard.last == .woke)
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
    let heard = await lane.run { _, probe in probe.heard.filter { !$0.isAccepted } }
    expect(heard.count == 3 && heard.last == .woke)
    await lane.stop()
  }
}

extension Heard {
  fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
