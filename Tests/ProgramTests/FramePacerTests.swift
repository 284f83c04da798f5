// When frames are drawn: at once while few are needed, and never more than a terminal takes.

import TestSupport
import Testing

@testable import chromatch

@Suite("The pace of frames")
struct FramePacerTests {
  @Test("frames come at once while few are needed, and at most 60 a second")
  func pace() {
    var pacer = FramePacer()
    var frames: [Int64] = []
    for now in Int64(100)..<1_100 where pacer.allows(at: now) {
      pacer.drew(at: now)
      frames.append(now)
    }
    expect(frames.prefix(4), equals: [100, 101, 102, 116])
    expect(zip(frames.dropFirst(2), frames.dropFirst(3)).allSatisfy { $1 - $0 <= 16 })
    expect((60...65), contains: frames.count, "\(frames.count)")
    // The frames of a clock do not hold up the key after them.
    for tick in Int64(20)...40 {
      for now in [100 * tick, 100 * tick + 1] {
        expect(pacer.allows(at: now))
        pacer.drew(at: now)
      }
    }
  }

  @Test("frames come down to 8 a second while they are not shown, and back to 60 when they are")
  func slow() {
    var pacer = FramePacer()
    var pauses: [Int64] = []
    for _ in 0..<5 {
      pacer.skipped(at: 0)
      pauses.append(pacer.next)
    }
    expect(pauses, equals: [33, 66, 125, 125, 125])
    var (frames, pause) = (0, Int64.max)
    while pause > 0 {
      let now = pacer.next
      pacer.drew(at: now)
      pause = pacer.next - now
      frames += 1
    }
    expect(frames, equals: 3 * FramePacer.promptFramesToSpeedUp)
  }
}
