// What a hall wants to outlive it: no more than what somebody did. And frames of a journal of which
// something cannot be read: the rest is played, and what is not is counted, once, however many
// threads play a share each. That rooms come back is the simulation's to prove.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("What outlives a hall")
struct RestorationTests {
  /// The lines of one room in which somebody sits.
  private let lines: [UInt8]

  init() throws {
    var stage = HallStage()
    _ = try stage.room(by: try stage.person("Ada"), "mode=hsb")
    lines = stage.journal
  }

  /// What the frames give, played by so many threads.
  private func restored(_ frames: [[UInt8]], shares: Int) -> Restoration {
    var restoration = Restoration.nothing
    var parts = restoration.divided(into: shares)
    for index in parts.indices { for frame in frames { parts[index].take(frame[...]) { _ in } } }
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

  @Test("people who only wait leave nothing behind, however long")
  func waiting() throws {
    var (stage, room, ada) = try HallStage.hosted()
    let (bob, cal) = (try stage.person("Bob"), try stage.person("Cal"))
    stage.say(bob, "JOIN room=\(room)")
    stage.say(cal, "WATCH room=\(room)")
    var pongs = 0
    func wait(_ seconds: Int) {
      for _ in 0..<seconds {
        stage.pass(1_000)
        for person in [ada, bob, cal] {
          for case .ping(let nonce) in stage.heard(person) {
            stage.say(person, "PONG nonce=\(nonce)")
            pongs += 1
          }
        }
      }
    }
    wait(60)
    let lines = stage.jotted.count
    wait(3_600)
    expect(pongs > 2_000 && stage.closed == [])
    expect(lines >= 4 && stage.jotted.count == lines)
  }

  @Test("a room in which a match runs writes itself down when it is over, and once")
  func afterMatch() throws {
    var (stage, room, ada) = try HallStage.hosted("rounds=1 time=5 seats=1")
    func count() -> Int { stage.jotted.count { if case .rested = $0.deed { true } else { false } } }
    stage.say(ada, "READY")
    stage.renew(room)
    stage.pass(5_000)
    expect(count() == 0 && stage.hall.roomCount == 1)
    stage.pass(10_000)
    expect(count(), equals: 1)
    stage.say(ada, "CONFIG rounds=2")
    expect(count(), equals: 1)
    stage.renew(room)
    expect(count(), equals: 2)
  }
}
