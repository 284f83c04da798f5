// Frames of a journal of which something cannot be read: the rest is played, and what is not is
// counted, once, however many threads play a share each.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Rooms from frames that are not all lines")
struct RestorationTests {
  /// The lines of one room in which somebody sits.
  private let lines: [UInt8]

  init() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada.id, "CREATE mode=hsb")
    var lines: [UInt8] = []
    for line in stage.jotted { line.encode(into: &lines) }
    self.lines = lines
  }

  /// What the frames give, played by so many threads.
  private func restored(_ frames: [[UInt8]], shares: Int) -> Restoration {
    var restoration = Restoration(
      daily: HallStage.secret, hashing: .genuine, limits: Limits())
    var parts = restoration.divided(into: shares)
    for index in parts.indices {
      for frame in frames { parts[index].take(frame[...]) { _ in } }
    }
    restoration.unite(parts)
    return restoration
  }

  @Test("a damaged journal line is counted once, and the room is restored", arguments: [1, 2, 7])
  func counted(shares: Int) {
    let whole = restored([lines], shares: shares)
    expect(whole.roomCount == 1 && whole.linesUnreadable == 0)
    // Nothing, no verb, no moment, no room, and a last line without its LF.
    for tail in ["\n", "BEEP room=2222 at=1 n=1\n", "TICK room=2222 at=x n=1\n", "TICK\n", "SET"] {
      let torn = restored([lines + tail.utf8], shares: shares)
      expect(torn.roomCount == 1 && torn.differing.isEmpty)
      expect(torn.linesUnreadable, equals: 1, "\(tail)")
    }
  }

  @Test("a frame cut off anywhere gives whole lines, and at most one that is none")
  func cut() {
    for count in 0...lines.count {
      let head = restored([Array(lines.prefix(count))], shares: 2)
      let isWhole = count == 0 || lines[count - 1] == UInt8(ascii: "\n")
      expect(head.linesUnreadable, equals: (isWhole ? 0 : 1))
      expect(isEmpty: head.differing)
    }
  }
}
