// Time, posts and jobs: what wakes a reactor that is asleep, and one that lingers.

import Dispatch
import Glibc
import Net
import Testing

@Suite("Waking")
@OwnThread
struct TimeTests {
  @Test("the clock is near the wall clock and never runs back")
  func clock() {
    let clock = Clock()
    let wall = Int64(time(nil)) * 1000
    var last = clock.milliseconds()
    #expect((wall - 2000...wall + 2000).contains(last))
    for _ in 0..<100_000 {
      let now = clock.milliseconds()
      #expect(now >= last)
      last = now
    }
  }

  @Test("it wakes once, not before its time", arguments: [0, 1, 20, 50] as [Int64])
  func wake(delay: Int64) async throws {
    let lane = try TestLane()
    await lane.start()
    let at = await lane.run { reactor, _ in
      let at = lane.clock.milliseconds() + delay
      reactor.wake(atMilliseconds: at)
      return at
    }
    try await lane.until("woke") { $0.heard == [.woke] }
    #expect(lane.clock.milliseconds() >= at)
    try await lane.stop()
    await lane.run { _, probe in #expect(probe.heard == [.woke, .stopped]) }
  }

  @Test("the last time given is the one that counts", arguments: [10, 200] as [Int64])
  func wakeMoves(second: Int64) async throws {
    let lane = try TestLane()
    await lane.start()
    // Until the machine is quick enough to ask for another time before the first has come.
    var asked: (at: Int64, heard: Int)?
    while asked == nil {
      let heard = await lane.run { reactor, probe in
        reactor.wake(atMilliseconds: lane.clock.milliseconds() + 100)
        return probe.heard.count
      }
      asked = await lane.run { reactor, probe in
        if probe.heard.count > heard { return nil }
        let at = lane.clock.milliseconds() + second
        reactor.wake(atMilliseconds: at)
        return (at, heard)
      }
    }
    let (at, heard) = try #require(asked)
    try await lane.until("woke") { $0.heard.count == heard + 1 }
    #expect(lane.clock.milliseconds() >= at)
    await lane.run { reactor, _ in
      reactor.wake(atMilliseconds: lane.clock.milliseconds() + 100)
      reactor.wake(atMilliseconds: nil)
      reactor.wake(atMilliseconds: Int64.max)
    }
    try await lane.stop()
    await lane.run { _, probe in
      #expect(probe.heard == Array(repeating: .woke, count: heard + 1) + [.stopped])
    }
  }

  @Test("a wake from within a wake keeps time")
  func ticking() async throws {
    let clock = Clock()
    let lane = try TestLane { reactor, heard in
      if heard == .woke { reactor.wake(atMilliseconds: clock.milliseconds() + 2) }
    }
    await lane.start()
    await lane.run { reactor, _ in reactor.wake(atMilliseconds: 0) }
    try await lane.until("twenty times") { $0.heard.count >= 20 }
    try await lane.stop()
  }

  @Test("posts from many threads all run, on the queue, each thread's in order")
  func posts() async throws {
    let lane = try TestLane()
    await lane.start()
    let ledger = Ledger(queue: lane.executor.queue)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<1000 {
        lane.executor.post { ledger.write(thread, number) }
      }
    }
    await withCheckedContinuation { continuation in
      lane.executor.post { continuation.resume() }
    }
    await lane.run { _, _ in
      #expect(ledger.entries.count == 8000)
      for thread in 0..<8 {
        let numbers = ledger.entries.filter { $0.thread == thread }.map(\.number)
        #expect(numbers == Array(0..<1000))
      }
    }
    try await lane.stop()
  }

  @Test("what a post sends leaves at the end of that turn")
  func postSends() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    try await lane.until("accepted") { $0.ids.count == 1 }
    lane.executor.post {
      lane.assumeIsolated { lane in
        lane.run { reactor, probe in reactor.send(Array("POSTED\n".utf8), to: probe.ids[0]) }
      }
    }
    #expect(client.line() == "POSTED")
    try await lane.stop()
  }

  @Test("what is posted is done first in a turn, whatever the system tells of first")
  func postsFirst() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    try await lane.until("accepted") { $0.ids.count == 1 }
    // Both come while the lane is busy, the line first: so the system tells of it first.
    let (busy, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    lane.executor.queue.async {
      busy.signal()
      gate.wait()
    }
    busy.wait()
    client.send("LINE\n")
    async let linesBefore = withCheckedContinuation { continuation in
      lane.executor.post {
        lane.assumeIsolated { lane in
          lane.run { _, probe in continuation.resume(returning: probe.lines.count) }
        }
      }
      gate.signal()
    }
    #expect(await linesBefore == 0)
    try await lane.until("the line") { $0.lines == ["LINE"] }
    try await lane.stop()
  }

  @Test("posts before the start and after the stop run as well")
  func postsWithoutReactor() async throws {
    let lane = try TestLane()
    async let early: Void = withCheckedContinuation { continuation in
      lane.executor.post { continuation.resume() }
    }
    await lane.start()
    await early
    try await lane.stop()
    await withCheckedContinuation { continuation in
      lane.executor.post { continuation.resume() }
    }
  }

  @Test("a reactor that lingers makes way for the jobs of its actor, and for posts")
  func lingerMakesWay() async throws {
    // It would linger for a second each time if nobody rang.
    let limits = ReactorLimits.tests.with { $0.lingerMilliseconds = 1000 }
    let lane = try TestLane(limits, answer: echo)
    let client = try TestClient(port: try await lane.listen())
    // Measured where it happens, on the lane: this thread may be late itself.
    let clock = lane.clock
    var delays: Int64 = 0
    for round in 0..<20 {
      client.send("LINE \(round)\n")
      #expect(client.line() == "LINE \(round)")
      // The answer is out, so the reactor lingers now or is about to.
      let asked = clock.milliseconds()
      let (count, jobDelay) = await lane.run { _, probe in
        (probe.lines.count, clock.milliseconds() - asked)
      }
      #expect(count == 2 * round + 1)
      client.send("\n")
      #expect(client.line() == "")
      let posted = clock.milliseconds()
      let postDelay = await withCheckedContinuation { continuation in
        lane.executor.post { continuation.resume(returning: clock.milliseconds() - posted) }
      }
      delays += jobDelay + postDelay
      await lane.run { _, probe in #expect(probe.lines.last == "") }
    }
    #expect(delays < 10 * 1000)
    try await lane.stop()
  }

  @Test("however busy the reactor is, blocks put on its queue get their turn")
  func busyMakesWay() async throws {
    let lane = try TestLane(answer: echo)
    let port = try await lane.listen()
    await lane.run { reactor, _ in
      // Both ends are echoes, so this line never comes to rest.
      let id = reactor.connect(host: "127.0.0.1", port: port)
      reactor.send(Array("LINE\n".utf8), to: id)
    }
    let ledger = Ledger(queue: lane.executor.queue)
    try await lane.until("ten written") { probe in
      // Asked with each line, in the midst of a turn: nothing but time calls the reactor away.
      if probe.heard.count.isMultiple(of: 100) {
        lane.executor.queue.async { ledger.write(0, 0) }
      }
      return ledger.entries.count >= 10
    }
    try await lane.stop()
  }
}

/// What was written on one queue, in order.
private final class Ledger: @unchecked Sendable {
  private(set) var entries: [(thread: Int, number: Int)] = []
  private let queue: DispatchQueue

  init(queue: DispatchQueue) { self.queue = queue }

  func write(_ thread: Int, _ number: Int) {
    dispatchPrecondition(condition: .onQueue(queue))
    entries.append((thread, number))
  }
}
