// SETs that came together on a late lane: the newest is judged, as if the others had never been
// said, but that they count as lines. In time all are judged. A LOCK is always judged, and so is
// the SET before it.

import Driving
import Game
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Overtaken SETs")
struct OvertakenTests {
  /// A server in memory on which Ada plays alone, in a round that is open.
  private final class Stage {
    let server = MemoryServer(MemoryServer.Setup())
    let ada: MemoryLink
    private var written = 0

    init() {
      ada = server.connect(person: 0)
      for line in ["HELLO v=1", "CREATE mode=rgb seats=1 rounds=1 time=120", "READY"] { say(line) }
      wait(3_100)
      _ = takeMoves()
    }

    /// Ada says lines in one piece, and the server gets to them so much later.
    func say(_ lines: String..., after milliseconds: Int = 0) {
      let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
      ada.ship(.bytes(bytes), at: server.now)
      server.now += milliseconds
      server.settle(ada)
    }

    func wait(_ milliseconds: Int) {
      let end = server.now + milliseconds
      while server.deadline <= end {
        server.now = max(server.now, server.deadline)
        server.advance()
      }
      server.now = end
    }

    /// Lines wait until the lane is late.
    func strain() {
      for _ in 0..<4 { say("PING t=1", after: Limits().latenessMilliseconds) }
      #expect(pressure.level >= 2)
    }

    var pressure: Pressure { server.lanes[0].driver.hall.pressure }

    /// The SETs and LOCKs that were judged since this was asked last, as the journal has them.
    func takeMoves() -> [String] {
      wait(50)
      let all = server.lanes[0].journal.bytes
      defer { written = all.count }
      return String(decoding: all.dropFirst(written), as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("SET ") || $0.hasPrefix("LOCK ") }
        .map { line in
          let words = line.split(separator: " ")
          return "\(words[0]) \(words.first { $0.hasPrefix("v=") } ?? "")"
        }
    }

    /// What Ada has heard.
    func hear() throws -> [String] {
      ada.arrive(at: server.now)
      var (all, lines) = (Int.max, [String]())
      while let line = try ada.hear(atMost: &all, at: server.now) {
        lines.append(String(decoding: line, as: UTF8.self))
      }
      server.makeRoom(ada)
      return lines
    }
  }

  @Test("in time all are judged")
  func inTime() {
    let stage = Stage()
    stage.say("SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3")
    #expect(stage.takeMoves() == ["SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3"])
    #expect(stage.pressure.overtaken == 0)
  }

  @Test("on a late lane the newest is")
  func late() {
    let stage = Stage()
    stage.strain()
    stage.say("SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3", after: 100)
    #expect(stage.takeMoves() == ["SET v=3,3,3"])
    #expect(stage.pressure.overtaken == 2)
    // Each came by itself.
    stage.say("SET v=4,4,4", after: 100)
    stage.say("SET v=5,5,5", after: 100)
    #expect(stage.takeMoves() == ["SET v=4,4,4", "SET v=5,5,5"])
  }

  @Test("a LOCK is judged behind the SET before it, and what follows it is, too")
  func lock() throws {
    let stage = Stage()
    stage.strain()
    stage.say(
      "SET v=1,1,1", "SET v=2,2,2", "LOCK v=0,0,0", "SET v=3,3,3", "PING t=7", "SET v=4,4,4",
      after: 100)
    let moves = stage.takeMoves()
    #expect(moves == ["SET v=2,2,2", "LOCK v=0,0,0", "SET v=3,3,3", "SET v=4,4,4"])
    #expect(try stage.hear().contains { $0.hasPrefix("PONG t=7") })
  }

  @Test("a player who says SET and is gone has said it")
  func gone() {
    let stage = Stage()
    stage.strain()
    stage.ada.ship(.bytes(Array("SET v=1,1,1\nSET v=2,2,2\n".utf8)), at: stage.server.now)
    stage.ada.ship(.end, at: stage.server.now)
    stage.server.now += 100
    stage.server.settle(stage.ada)
    #expect(stage.takeMoves() == ["SET v=2,2,2"])
  }

  @Test("those that are not judged count as lines")
  func budget() throws {
    let stage = Stage()
    stage.strain()
    let lines = String(repeating: "SET v=1,1,1\n", count: Limits().lineBurst + 1)
    stage.say(lines + "PING t=7")
    let heard = try stage.hear()
    #expect(heard.contains { $0.hasPrefix("NO code=too-fast") })
    #expect(!heard.contains { $0.hasPrefix("PONG t=7") })
  }
}
