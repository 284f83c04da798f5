// When a driver writes its journal: before anybody is told, and moves, which nobody is answered, a
// little later and together.

import Driving
import Game
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Moves that wait for the journal")
struct WaitingMovesTests {
  /// A server in memory, and those who say something there.
  private final class Stage {
    let server = MemoryServer(MemoryServer.Setup())
    private var told: [UInt8] = []

    /// Somebody comes.
    func connect(_ name: String) -> MemoryLink {
      let link = server.connect(person: 0)
      say("HELLO v=1 name=\(name)", on: link)
      return link
    }

    func say(_ line: String, on link: MemoryLink) {
      link.ship(.bytes(Array("\(line)\n".utf8)), at: server.now)
      server.settle(link)
    }

    /// What somebody has been told since this was asked last.
    func hear(_ link: MemoryLink) throws -> [String] {
      link.arrive(at: server.now)
      var (all, lines) = (Int.max, [String]())
      while let line = try link.hear(atMost: &all, at: server.now) {
        lines.append(String(decoding: line, as: UTF8.self))
      }
      server.makeRoom(link)
      return lines
    }

    /// Time passes, and what is due happens when it is.
    func wait(_ milliseconds: Int) {
      let end = server.now + milliseconds
      while server.deadline <= end {
        server.now = max(server.now, server.deadline)
        server.advance()
      }
      server.now = end
    }

    /// The verbs of what was written since this was asked last, a list for each frame.
    func takeFrames() -> [[Substring]] {
      let all = server.lanes[0].journal.bytes
      let new = String(decoding: all.dropFirst(told.count), as: UTF8.self)
      told = all
      var frames: [[Substring]] = []
      for line in new.split(separator: "\n") {
        guard let verb = line.split(separator: " ").first, verb != "JOURNAL" else { continue }
        if verb == "TURN" { frames.append([]) } else { frames[frames.count - 1].append(verb) }
      }
      return frames
    }

    /// A round that somebody plays alone, in which a move has just been shown: the next ones are
    /// shown with the next batch.
    func begin() -> MemoryLink {
      let ada = connect("Ada")
      say("CREATE mode=rgb seats=1 rounds=1 time=60", on: ada)
      say("READY nonce=ab", on: ada)
      wait(5_000)
      say("SET v=9,9,9", on: ada)
      _ = takeFrames()
      return ada
    }
  }

  @Test("moves are written with the batch that shows them")
  func later() {
    let stage = Stage()
    let ada = stage.begin()
    for value in 1...3 { stage.say("SET v=\(value),2,3", on: ada) }
    stage.wait(49)
    #expect(stage.takeFrames().isEmpty)
    stage.wait(1)
    #expect(stage.takeFrames() == [["SET", "SET", "SET"]])
  }

  @Test("whatever is answered is written at once, behind the moves before it")
  func locked() {
    let stage = Stage()
    let ada = stage.begin()
    stage.say("SET v=1,2,3", on: ada)
    #expect(stage.takeFrames().isEmpty)
    stage.say("LOCK v=1,2,3", on: ada)
    #expect(stage.takeFrames().first?.prefix(2) == ["SET", "LOCK"])
  }

  @Test("whoever is told of a move is told behind its frame")
  func shown() throws {
    let stage = Stage()
    let ada = stage.begin()
    let bob = stage.connect("Bob")
    let code = try #require(stage.server.lanes[0].driver.hall.rooms.keys.first)
    stage.say("WATCH room=\(code.text)", on: bob)
    stage.wait(1_000)
    _ = try stage.hear(bob)
    _ = stage.takeFrames()
    stage.say("SET v=1,2,3", on: ada)
    #expect(try stage.hear(bob).map { $0.prefix(5) } == ["MOVE "])
    #expect(stage.takeFrames() == [["SET"]])
    stage.wait(30)
    stage.say("SET v=4,5,6", on: ada)
    #expect(try stage.hear(bob).isEmpty && stage.takeFrames().isEmpty)
    stage.wait(20)
    #expect(try stage.hear(bob).map { $0.prefix(5) } == ["MOVE "])
    #expect(stage.takeFrames() == [["SET"]])
  }

  @Test("many moves do not wait")
  func many() {
    let stage = Stage()
    let ada = stage.begin()
    for value in 0...64 { stage.say("SET v=\(value),2,3", on: ada) }
    #expect(stage.takeFrames() == [Array(repeating: "SET", count: 65)])
  }
}
