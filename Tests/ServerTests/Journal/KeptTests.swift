// What a server finds when it starts where another one was: its rooms, unless they are too old, of
// other rules, or not whole; and files of its own, which go when no room needs them.

import Driving
import Foundation
import Game
import Identity
import Net
import Rooms
import Testing
import TranscriptSupport
import Wire

@testable import Server

@Suite("Kept rooms")
struct KeptTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "chromatch-journal-\(UUID())").path
  private static let daily = [UInt8](repeating: 5, count: 32)

  private func removed(_ body: () throws -> Void) rethrows {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body()
  }

  private func kept(daily: [UInt8] = daily) throws -> Kept {
    try Kept(in: StateDirectory(path), daily: daily, limits: Limits())
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/journal")) ?? []).sorted()
  }

  /// Writes down that rooms were opened then.
  private func open(_ names: [String], secondsAgo: Int = 0, in kept: Kept) throws {
    let journal = LaneJournal(in: kept.home, lane: 0, rules: kept.rules) { why in
      Issue.record("off: \(why)")
    }
    let now = Instant(milliseconds: Int(Clock().milliseconds()) - 1_000 * secondsAgo)
    for name in names {
      journal.keep([try KeptTests.opening(name, at: now)])
      journal.keep([try KeptTests.sitting(name, at: now)])
    }
  }

  private static func opening(_ name: String, at now: Instant) throws -> JournalLine {
    let settings = RoomSettings(
      name: "x", rules: .standard, seats: 2, isListed: true, password: nil)
    return JournalLine(
      .opened(by: PlayerID(number: 1), settings, key: daily), room: try #require(RoomCode(name)),
      at: now, due: nil, last: 1)
  }

  private static func sitting(_ name: String, at now: Instant) throws -> JournalLine {
    let profile = Profile(name: "Ada", icon: .sun, color: Profile.palette[0], isBot: false)
    let sitter = Sitter(
      player: PlayerID(number: 1), profile: profile, token: "t", depth: nil, roundTrip: nil)
    return JournalLine(
      .sat(sitter), room: try #require(RoomCode(name)), at: now, due: nil, last: 3)
  }

  @Test("a server has the same key and the same days at every start, from files of its own")
  func same() throws {
    try removed {
      func secrets() throws -> (ServerName?, [UInt8]?) {
        var configuration = Configuration()
        try configuration.keep(in: StateDirectory(path))
        return (configuration.name, configuration.dailySecret)
      }
      let first = try secrets()
      let second = try secrets()
      #expect(first.0 != nil && first.0 == second.0)
      #expect(first.1 == second.1)
      for name in ["log-key", "daily.key"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }
  }

  @Test("rooms come back, from files that only their owner can read")
  func back() throws {
    try removed {
      try open(["WAVE", "BEAM"], in: kept())
      #expect(files == ["0.1"])
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/journal/0.1")
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      let back = try kept()
      #expect(back.restoration.roomCount == 2 && back.isDropped == nil)
      #expect(abs(Clock().milliseconds() - back.newest) < 600_000)
      #expect(files == ["0.1"], "they may be needed once more")
    }
  }

  @Test("after more than ten minutes nothing comes back, and nothing stays")
  func old() throws {
    try removed {
      try open(["WAVE"], secondsAgo: 660, in: kept())
      let back = try kept()
      #expect(back.restoration.roomCount == 0 && back.newest == 0)
      #expect(back.isDropped == "the journal is 11 minutes old")
      #expect(files == [])
    }
  }

  @Test("what a server was still there for is as new as that, however long nothing happened")
  func quiet() throws {
    try removed {
      try open(["WAVE"], secondsAgo: 660, in: kept())
      let now = Clock().milliseconds()
      let back = try Kept(
        in: StateDirectory(path), daily: KeptTests.daily, limits: Limits(), aliveAt: now)
      #expect(back.restoration.roomCount == 1 && back.newest == now)
    }
  }

  @Test("whoever only looks at journals of a server that runs changes nothing there")
  func looking() throws {
    try removed {
      func rehearse(_ daily: [UInt8]) throws -> Int {
        try Kept.rehearse(in: StateDirectory(path), daily: daily, limits: Limits())
      }
      let kept = try kept()
      try open(["WAVE", "BEAM"], in: kept)
      #expect(try rehearse(KeptTests.daily) == 2)
      #expect(throws: FileFailure.self) { try rehearse([UInt8](repeating: 6, count: 32)) }
      #expect(files == ["0.1"])
      kept.home.giveUp(JournalHome.Segment(sequence: 1, lane: 0))
      let failure = #expect(throws: FileFailure.self) { try rehearse(KeptTests.daily) }
      #expect(failure?.description.contains("could not be written to its end") == true)
    }
  }

  @Test("under another daily secret nothing comes back")
  func otherSecret() throws {
    try removed {
      try open(["WAVE"], in: kept())
      let back = try kept(daily: [UInt8](repeating: 6, count: 32))
      #expect(back.restoration.roomCount == 0 && back.isDropped?.contains("daily secret") == true)
    }
  }

  @Test("whoever plays alone leaves the rooms alone that they host for others")
  func alone() throws {
    try removed {
      try open(["WAVE"], in: kept())
      do {
        let practice = try Kept(
          in: StateDirectory(path), journal: .alone, daily: [UInt8](repeating: 6, count: 32),
          limits: Limits())
        #expect(practice.isDropped == nil)
        try open(["BEAM"], in: practice)
      }
      let back = try kept()
      #expect(back.isDropped == nil && back.restoration.codes.map(\.text) == ["WAVE"])
    }
  }

  @Test("while a server has the journals, no other one does")
  func taken() throws {
    try removed {
      let first = try kept()
      let failure = #expect(throws: FileFailure.self) { try kept() }
      #expect(failure?.description == "another server uses \(path)/journal")
      #expect(first.restoration.roomCount == 0)
    }
  }

  @Test("a program that is just being started holds no journal of a server that has gone")
  func copied() throws {
    try removed {
      var copies: [Int32] = []
      defer { for copy in copies { close(copy) } }
      do {
        let first = try kept()
        // All are looked at before any is copied: a copy may get the number of what listed them.
        let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
          .filter { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(
              atPath: "/proc/self/fd/\(name)")
            return target == "\(path)/journal"
          }
        copies = held.compactMap(Int32.init).map { dup($0) }
        #expect(copies.count == 1)
        #expect(first.restoration.roomCount == 0)
      }
      #expect(throws: Never.self) { try kept() }
    }
  }

  @Test("a journal that could not be written is marked, and nothing comes back of it")
  func broken() throws {
    try removed {
      do {
        let kept = try kept()
        try open(["WAVE"], in: kept)
        kept.home.giveUp(JournalHome.Segment(sequence: 1, lane: 0))
        #expect(kept.home.isBroken && files == ["0.1.broken"])
      }
      let back = try kept()
      #expect(back.restoration.roomCount == 0)
      #expect(back.isDropped == "the journal could not be written to its end")
      #expect(files == [])
    }
  }

  /// A journal whose segments are short.
  private func short(in kept: Kept) -> LaneJournal {
    LaneJournal(in: kept.home, lane: 3, rules: kept.rules, segmentBytesMax: 4_000) { why in
      Issue.record("off: \(why)")
    }
  }

  /// Lines that say nothing new of a room.
  private static func ticks(_ name: String, at now: Instant) throws -> [JournalLine] {
    let room = try #require(RoomCode(name))
    let tick = JournalLine(.ticked, room: room, at: now, due: now, last: 3)
    return Array(repeating: tick, count: 20)
  }

  @Test("a room that began in the oldest segment does not come back once that has to go")
  func oldest() throws {
    try removed {
      do {
        let kept = try kept()
        let journal = short(in: kept)
        let now = Instant(milliseconds: Int(Clock().milliseconds()))
        for name in ["WAVE", "BEAM"] {
          journal.keep([try KeptTests.opening(name, at: now)])
          journal.keep([try KeptTests.sitting(name, at: now)])
          let before = files.count
          while files.count == before { journal.keep(try KeptTests.ticks(name, at: now)) }
        }
        while files.contains("3.1") {
          journal.keep(try KeptTests.ticks("WAVE", at: now))
          kept.home.finish()
        }
        #expect(files.count == LaneJournal.segmentsMax && files.contains("3.2"))
      }
      let back = try kept()
      #expect(back.restoration.roomCount == 1 && back.restoration.differing.isEmpty)
    }
  }

  /// A server in memory that keeps a journal of short segments; those who sit there say nothing.
  private func server(in kept: Kept) -> (MemoryServer, LaneJournal) {
    let server = MemoryServer(MemoryServer.Setup())
    let journal = short(in: kept)
    server.lanes[0].driver.journal = journal
    return (server, journal)
  }

  /// What the files give, however old they are.
  private func rooms() throws -> Restoration {
    let rules = JournalSegment.rules(daily: KeptTests.daily, .openSSL)
    let daily = [UInt8](repeating: 7, count: 32)
    var restoration = Restoration(daily: daily, hashing: .openSSL, limits: Limits())
    _ = try JournalHome.peek(state: StateDirectory(path), rules: rules, into: &restoration)
    return restoration
  }

  @Test("a room that people stay in comes back, however much they do there, from few files")
  func staying() throws {
    try removed {
      do {
        let kept = try kept()
        let (server, journal) = server(in: kept)
        let link = server.connect(person: 0)
        func say(_ line: String) throws {
          link.say(Array("\(line)\n".utf8), at: server.now)
          server.settle(link)
          server.now += 200
          server.advance()
          link.arrive(at: server.now)
          var all = Int.max
          while try link.hear(atMost: &all, at: server.now) != nil {}
          server.makeRoom(link)
        }
        try say("HELLO v=1 name=Ada")
        try say("CREATE seats=2")
        var most = 0
        for _ in 0..<2_000 where journal.bytesWritten < 40 * 4_000 {
          for isReady in [1, 0] { try say("READY on=\(isReady)") }
          kept.home.finish()
          most = max(most, files.count)
        }
        #expect(most <= LaneJournal.ageSegmentsMax + 2 && !files.contains("3.1"))
      }
      let back = try rooms()
      #expect(back.roomCount == 1 && back.differing.isEmpty)
    }
  }

  @Test("rooms in which nothing happens are as new as their server")
  func idle() throws {
    try removed {
      let kept = try kept()
      let (server, journal) = server(in: kept)
      let link = server.connect(person: 0)
      func say(_ line: String) {
        link.say(Array("\(line)\n".utf8), at: server.now)
        server.settle(link)
      }
      say("HELLO v=1 name=Ada")
      say("CREATE seats=2")
      let bytes = journal.bytesWritten
      for _ in 0..<10 {
        say("PING t=1")
        let end = server.now + 300_000
        while server.deadline < end {
          server.now = max(server.deadline, server.now)
          server.advance()
        }
        server.now = end
      }
      kept.home.finish()
      #expect(journal.bytesWritten < bytes + 50 * 100)
      let back = try rooms()
      let newest = try #require(back.newest)
      #expect(back.roomCount == 1)
      #expect(MemoryServer.start + server.now - newest <= LaneJournal.markMilliseconds)
    }
  }

  @Test("what a server left behind goes once the rooms that came back have written themselves down")
  func renewal() throws {
    try removed {
      try open(["WAVE", "BEAM"], in: kept())
      do {
        let kept = try kept()
        let (server, journal) = server(in: kept)
        let clock = Clock()
        server.now = Int(clock.milliseconds()) - MemoryServer.start.milliseconds
        server.lanes[0].restore(kept.restoration)
        #expect(journal.bytesWritten > 0 && files == ["0.1", "3.2"])
        let end = clock.milliseconds() + 10_000
        while files.contains("0.1"), clock.milliseconds() < end { usleep(1_000) }
      }
      let back = try rooms()
      #expect(files == ["3.2"])
      #expect(back.roomCount == 2 && back.differing.isEmpty)
    }
  }

  @Test("a segment ends when it is long, and goes with the last room that began in it")
  func turnover() throws {
    try removed {
      let kept = try kept()
      let journal = short(in: kept)
      let now = Instant(milliseconds: Int(Clock().milliseconds()))
      journal.keep([try KeptTests.opening("WAVE", at: now)])
      while files.count < 3 { journal.keep(try KeptTests.ticks("WAVE", at: now)) }
      #expect(files == ["3.1", "3.2", "3.3"])
      #expect(journal.bytesWritten > 8_000 && !journal.isOff)
      journal.keep([try KeptTests.opening("BEAM", at: now)])
      journal.keep([
        JournalLine(.closed, room: try #require(RoomCode("WAVE")), at: now, due: nil, last: 1)
      ])
      kept.home.finish()
      #expect(files == ["3.3"])
    }
  }
}

extension LaneJournal {
  /// Keeps what these lines say, as one turn.
  fileprivate func keep(_ lines: [JournalLine]) {
    var deeds = Jottings()
    for line in lines { deeds.append(line) }
    keep(deeds)
  }
}
