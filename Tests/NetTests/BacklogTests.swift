// Work that waits for a queue stays within its bounds, even if many threads add to it at once.

import Dispatch
import Net
import Synchronization
import TestSupport
import Testing

@Suite("A backlog")
struct BacklogTests {
  @Test("it is bounded in messages and in bytes, and counts what it refused")
  func bounds() {
    let backlog = Backlog(countMax: 3, bytesMax: 100)
    expect(backlog.admit(40))
    expect(backlog.admit(60))
    expect(!backlog.admit(1), "its bytes are used up")
    backlog.finish(60)
    expect(backlog.admit(1))
    expect(backlog.admit(1))
    expect(!backlog.admit(1), "three wait")
    backlog.finish(40)
    expect(backlog.admit(98))
    expect(backlog.refused, equals: 2)
  }

  @Test("no more wait than may, from many threads, and all places are free in the end")
  func threads() {
    let backlog = Backlog(countMax: 4, bytesMax: 1_000)
    let inside = Atomic(0)
    let worst = Atomic(0)
    let handled = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5_000 where backlog.admit(10) {
        let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
        worst.max(now, ordering: .relaxed)
        handled.add(1, ordering: .relaxed)
        inside.subtract(1, ordering: .sequentiallyConsistent)
        backlog.finish(10)
      }
    }
    expect((1...4), contains: worst.load(ordering: .relaxed))
    expect(handled.load(ordering: .relaxed) + backlog.refused, equals: 40_000)
    expect((0..<4).allSatisfy { _ in backlog.admit(250) })
  }
}
