// When a driver writes its journal: before anybody is told, but for where sliders stand; moves and
// how long answers take, a little later and together, since nobody is answered those.

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
    func connect(_ name: String, person: Int = 0) -> MemoryLink {
      let link = server.connect(
        person: person, from: Origin(household: UInt64(person) + 1))
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

    /// Rounds that people play, each alone, where nothing waits.
    func begin(_ count: Int = 1) -> [MemoryLink] {
      let people = (0..<count).map { connect("Ada", person: $0) }
      for link in people {
        say("CREATE mode=rgb seats=1 rounds=1 time=60", on: link)
        say("READY nonce=ab", on: link)
      }
      wait(5_000)
      _ = takeFrames()
      return people
    }
  }

  @Test("moves wait for one another, 50 ms at most, whether they are shown or not")
  func later() throws {
    let stage = Stage()
    let ada = stage.begin()[0]
    _ = try stage.hear(ada)
    for value in 1...3 { stage.say("SET v=\(value),2,3", on: ada) }
    #expect(try stage.hear(ada).contains { $0.hasPrefix("MOVE ") })
    stage.wait(49)
    #expect(stage.takeFrames().isEmpty)
    stage.wait(1)
    #expect(stage.takeFrames() == [["SET", "SET", "SET"]])
  }

  @Test("how long somebody's answer took waits like a move")
  func measured() throws {
    let stage = Stage()
    let ada = stage.begin()[0]
    let asked = try stage.hear(ada).last { $0.hasPrefix("PING ") }
    let nonce = try #require(asked).dropFirst("PING ".count)
    stage.wait(20)
    stage.say("SET v=1,2,3", on: ada)
    stage.say("PONG \(nonce)", on: ada)
    #expect(stage.takeFrames().isEmpty)
    stage.wait(50)
    #expect(stage.takeFrames() == [["SET", "RTT"]])
  }

  @Test("whatever is answered is written at once, behind the moves before it")
  func locked() {
    let stage = Stage()
    let ada = stage.begin()[0]
    stage.say("SET v=1,2,3", on: ada)
    #expect(stage.takeFrames().isEmpty)
    stage.say("LOCK v=1,2,3", on: ada)
    #expect(stage.takeFrames().first?.prefix(2) == ["SET", "LOCK"])
  }

  @Test("whoever comes in is shown nothing that is not written")
  func shown() throws {
    let stage = Stage()
    let ada = stage.begin()[0]
    let bob = stage.connect("Bob")
    let code = try #require(stage.server.lanes[0].driver.hall.rooms.keys.first)
    stage.say("SET v=1,2,3", on: ada)
    #expect(stage.takeFrames().isEmpty)
    stage.say("WATCH room=\(code.text)", on: bob)
    #expect(try stage.hear(bob).contains { $0.hasPrefix("MOVE ") })
    #expect(stage.takeFrames().first?.first == "SET")
  }

  @Test("many moves do not wait")
  func many() {
    let stage = Stage()
    let people = stage.begin(16)
    for value in 0...16 {
      for link in people { stage.say("SET v=\(value),2,3", on: link) }
    }
    #expect(stage.takeFrames() == [Array(repeating: "SET", count: 257)])
  }
}
