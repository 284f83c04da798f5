// What a crowd costs: in how many pieces it and those beside it are told, and what is kept of each.

import Game
import TestSupport
import Testing
import Wire

@testable import Rooms

@Suite("What a crowd costs")
struct CrowdCostTests {
  @Test("who looks on is told how the crowd stands in one piece with where seats move")
  func withPositions() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "seats=1 rounds=1 time=10")
    let (cal, dan) = (try stage.watcher("Cal", in: room), try stage.watcher("Dan", in: room))
    _ = try stage.openRound(by: ada)
    stage.say(cal, "SET v=1,2,3")
    stage.clear()
    for step in 0..<500 {
      stage.pass(7)
      stage.say(ada, "SET v=\(step % 256),2,3")
    }
    let heard = stage.heardAt(dan).filter { [.crowd, .move].contains($0.message.verb) }
    let counts = heard.indices.filter { heard[$0].message.verb == .crowd }
    expect(counts.count, isAtLeast: 3)
    for index in counts {
      let next = try require(heard.dropFirst(index + 1).first)
      expect(next.message.verb, equals: .move)
      expect(next.at, equals: heard[index].at)
    }
  }

  @Test("a crowd is told in one piece after the seats, and before anything else to one of it")
  func onePiece() {
    var turn = Turn(at: Instant(milliseconds: 0))
    let crowd = [ConnectionID(number: 2), ConnectionID(number: 3)]
    for count in 1...2 {
      turn.send(.watchers(count), to: [ConnectionID(number: 1)], isBesideCrowd: true)
      turn.hold(.watchers(count), for: crowd)
    }
    turn.send(.watchers(3), to: [crowd[0]])
    let told = turn.effects.compactMap { if case .send(_, let to) = $0 { to.count } else { nil } }
    expect(told, equals: [1, 1, 2, 2, 1])
  }

  @Test("a member costs the room at most 256 bytes, with the cell")
  func memory() {
    let member = MemoryLayout<PlayerID>.stride + MemoryLayout<Member>.stride
    let connection = MemoryLayout<ConnectionID?>.stride
    // A table is a quarter empty at the best, and more than half at the worst, as a list is.
    expect(Crowd.bytesEach + member * 8 / 3 + 2 * connection, isAtMost: 256)
  }
}
