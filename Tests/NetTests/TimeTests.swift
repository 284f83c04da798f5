// Time, posts and jobs: what wakes a reactor that is asleep, and one that lingers.

import Dispatch
import Glibc
import Net
import TestSupport
import Testing

@Suite("Waking", .oneAtATime)
@OwnThread
struct TimeTests {
  @Test("the clock is near the wall clock and never runs back")
  func clock() {
    let clock = Clock()
    let before = Int64(time(nil)) * 1000
    var last = clock.milliseconds()
    let after = (Int64(time(nil)) + 1) * 1000
    // The two clocks of the kernel may differ by some milliseconds.
    expect((before - 100...after + 100), contains: last)
    for _ in 0..<100_000 {
      let now = clock.milliseconds()
      expect(now, isAtLeast: last)
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
    await lane.until { $0.heard == [.woke] }
    expect(lane.clock.milliseconds(), isAtLeast: at)
    await lane.stop()
    await lane.run { _, probe in expect(probe.heard, equals: [.woke, .stopped]) }
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
    let (at, heard) = try require(asked)
    await lane.until { $0.heard.count == heard + 1 }
    expect(lane.clock.milliseconds(), isAtLeast: at)
    await lane.run { reactor, _ in
      reactor.wake(atMilliseconds: lane.clock.milliseconds() + 100)
      reactor.wake(atMilliseconds: nil)
      reactor.wake(atMilliseconds: Int64.max)
    }
    await lane.stop()
    await lane.run { _, probe in
      expect(probe.heard, equals: Array(repeating: .woke, count: heard + 1) + [.stopped])
    }
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
      expect(ledger.entries.count, equals: 8000)
      for thread in 0..<8 {
        let numbers = ledger.entries.filter { $0.thread == thread }.map(\.number)
        expect(numbers, equals: Array(0..<1000))
      }
    }
    await lane.stop()
  }

  @Test("what is posted is done first in a turn, whatever the system tells of first")
  func postsFirst() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    await lane.until { $0.ids.count == 1 }
    // Both come while the lane is busy, the line first: so the system tells of it first.
    let hold = Hold(lane)
    client.send("LINE\n")
    async let linesBefore = withCheckedContinuation { continuation in
      lane.executor.post {
        lane.assumeIsolated { lane in
          lane.run { _, probe in continuation.resume(returning: probe.lines.count) }
        }
      }
      hold.release()
    }
    await expect(linesBefore, equals: 0)
    await lane.until { $0.lines == ["LINE"] }
    await lane.stop()
  }

  @Test("a reactor that lingers makes way for the jobs of its actor, and for posts")
  func lingerMakesWay() async throws {
    // It would linger for a day each time if nobody rang.
    let limits = ReactorLimits.tests.with { $0.lingerMilliseconds = 86_400_000 }
    let lane = try TestLane(limits, answer: echo)
    let client = try TestClient(port: try await lane.listen())
    for round in 0..<20 {
      client.send("LINE \(round)\n")
      expect(client.line(), equals: "LINE \(round)")
      // The answer is out, so the reactor lingers now or is about to.
      let count = await lane.run { _, probe in probe.lines.count }
      expect(count, equals: 2 * round + 1)
      client.send("\n")
      expect(client.line(), equals: "")
      await withCheckedContinuation { continuation in
        lane.executor.post { continuation.resume() }
      }
      await lane.run { _, probe in expect(probe.lines.last, equals: "") }
    }
    await lane.stop()
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
    await lane.until { probe in
      // Asked with each line, in the midst of a turn: nothing but time calls the reactor away.
      if probe.heard.count.isMultiple(of: 100) {
        lane.executor.queue.async { ledger.write(0, 0) }
      }
      return ledger.entries.count >= 10
    }
    await lane.stop()
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
