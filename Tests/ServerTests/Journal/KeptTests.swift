// What a server finds when it starts where another one was: its rooms, unless they are too old, of
// other rules or not whole; and files of its own, which go when no room needs them.

import Foundation
import Game
import Net
import Rooms
import Synchronization
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Server

@Suite("Kept rooms")
final class KeptTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "chromatch-journal-\(UUID())").path
  private static let daily = [UInt8](repeating: 5, count: 32)
  private static let otherDaily = [UInt8](repeating: 6, count: 32)

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func kept(daily: [UInt8] = daily, aliveAt: Int64? = nil) throws -> Kept {
    try Kept(in: StateDirectory(path), daily: daily, limits: Limits(), aliveAt: aliveAt)
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/journal")) ?? []).sorted()
  }

  /// Writes down that rooms were opened then.
  private func open(_ names: [String], secondsAgo: Int = 0, in kept: Kept) throws {
    let journal = journal(in: kept)
    let now = Instant(milliseconds: Int(Clock().milliseconds()) - 1_000 * secondsAgo)
    for name in names {
      journal.keep([try Self.opening(name, at: now)])
      journal.keep([try Self.sitting(name, at: now)])
    }
  }

  private static func opening(_ name: String, at now: Instant) throws -> JournalLine {
    let settings = RoomSettings(
      name: "x", rules: .standard, seats: 2, isListed: true, password: nil)
    return JournalLine(
      .opened(by: PlayerID(number: 1), settings, key: daily), room: try require(RoomCode(name)),
      at: now, due: nil, last: 1)
  }

  private static func sitting(_ name: String, at now: Instant) throws -> JournalLine {
    let profile = Profile(name: "Ada", icon: .sun, color: Profile.palette[0], isBot: false)
    let sitter = Sitter(
      player: PlayerID(number: 1), profile: profile, token: "t", depth: nil, roundTrip: nil)
    return JournalLine(
      .sat(sitter), room: try require(RoomCode(name)), at: now, due: nil, last: 3)
  }

  /// Expects that of what was left behind nothing comes back, and nothing stays.
  private func expectDropped(_ why: String, daily: [UInt8] = daily) throws {
    let back = try kept(daily: daily)
    expect(back.restoration.roomCount == 0 && back.newest == 0 && files == [], why)
    expect(back.isDropped ?? "", contains: why)
  }

  @Test("a journal comes back unless it is old, of another secret, not whole or ahead of the clock")
  func dropped() throws {
    try open(["WAVE", "BEAM"], secondsAgo: 660, in: kept())
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/journal/0.1")
    expect((attributes[.posixPermissions] as? NSNumber)?.intValue, equals: 0o600)
    do {
      // It is as new as its server was alive, however long nothing happened.
      let now = Clock().milliseconds()
      let back = try kept(aliveAt: now)
      expect(back.restoration.roomCount == 2 && back.newest == now)
      expect(files, equals: ["0.1"], "they may be needed once more")
    }
    try expectDropped(" minutes old")
    try open(["WAVE"], in: kept())
    try expectDropped("daily secret", daily: Self.otherDaily)
    do {
      let kept = try kept()
      try open(["WAVE"], in: kept)
      kept.home.giveUp(JournalHome.Segment(sequence: 1, lane: 0))
      expect(kept.home.isBroken && files == ["0.1.broken"])
    }
    try expectDropped("the journal could not be written to its end")
    try open(["WAVE"], secondsAgo: -30, in: kept())
    do {
      let near = try kept()
      expect(near.restoration.roomCount == 1 && near.newest > Clock().milliseconds())
      try open(["BEAM"], secondsAgo: -90_000, in: near)
    }
    do {
      let alive = try kept(aliveAt: Clock().milliseconds() + 90_000_000)
      expect(alive.isDropped, equals: nil, "a server that becomes another one goes on")
    }
    try expectDropped(" minutes ahead of the clock")
  }

  @Test("a journal that starts over leaves nothing of before, when no room is open")
  func startsOver() throws {
    let kept = try kept()
    let journal = journal(in: kept)
    let later = Instant(milliseconds: Int(Clock().milliseconds()) + 90_000_000)
    journal.keep([try Self.opening("WAVE", at: later)])
    journal.keep([try Self.closing("WAVE", at: later)])
    journal.startOver()
    kept.home.finish()
    expect(files, equals: ["0.2"])
    let now = Instant(milliseconds: Int(Clock().milliseconds()))
    journal.keep([try Self.opening("BEAM", at: now)])
    expect(journal.markDue, equals: now + LaneJournal.markMilliseconds)
  }

  @Test("a look at the journals of a server that runs changes nothing there")
  func looking() throws {
    func rehearse(_ daily: [UInt8]) throws -> Int {
      try Kept.rehearse(in: StateDirectory(path), daily: daily, limits: Limits())
    }
    let kept = try kept()
    try open(["WAVE", "BEAM"], in: kept)
    try expect(rehearse(Self.daily), equals: 2)
    #expect(throws: FileFailure.self) { try rehearse(Self.otherDaily) }
    expect(files, equals: ["0.1"])
    kept.home.giveUp(JournalHome.Segment(sequence: 1, lane: 0))
    let failure = #expect(throws: FileFailure.self) { try rehearse(Self.daily) }
    expect(failure?.description.contains("could not be written to its end"), equals: true)
  }

  @Test("a player who practices leaves the rooms alone that they host for others")
  func alone() throws {
    try open(["WAVE"], in: kept())
    do {
      let practice = try Kept(
        in: StateDirectory(path), journal: .alone, daily: Self.otherDaily,
        limits: Limits())
      expect(practice.isDropped, equals: nil)
      try open(["BEAM"], in: practice)
    }
    let back = try kept()
    expect(back.isDropped == nil && back.restoration.codes.map(\.text) == ["WAVE"])
  }

  @Test("while a server has the journals, no other one does; a program being started has none")
  func taken() throws {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    do {
      let first = try kept()
      let failure = #expect(throws: FileFailure.self) { try kept() }
      expect(failure?.description, equals: "another server uses \(path)/journal")
      // All are looked at before any is copied: a copy may get the number of what listed them.
      let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .filter { name in
          let link = "/proc/self/fd/\(name)"
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
          return target == "\(path)/journal"
        }
      copies = held.compactMap(Int32.init).map { dup($0) }
      expect(copies.count, equals: 1)
      expect(first.restoration.roomCount, equals: 0)
    }
    #expect(throws: Never.self) { try kept() }
  }

  /// A journal of the first lane, or one whose segments are short.
  private func journal(
    in kept: Kept, lane: Int = 0, segmentBytesMax: Int = LaneJournal.segmentBytesMax
  ) -> LaneJournal {
    LaneJournal(in: kept.home, lane: lane, rules: kept.rules, segmentBytesMax: segmentBytesMax) {
      Issue.record("off: \($0)")
    }
  }

  private func short(in kept: Kept) -> LaneJournal {
    journal(in: kept, lane: 3, segmentBytesMax: 4_000)
  }

  /// Lines that say nothing new of a room.
  private static func ticks(_ name: String, at now: Instant) throws -> [JournalLine] {
    let tick = JournalLine(.ticked, room: try require(RoomCode(name)), at: now, due: now, last: 3)
    return Array(repeating: tick, count: 20)
  }

  private static func closing(_ name: String, at now: Instant) throws -> JournalLine {
    JournalLine(.closed, room: try require(RoomCode(name)), at: now, due: nil, last: 1)
  }

  @Test("a room that began in the oldest segment does not come back once that has to go")
  func oldest() throws {
    do {
      let kept = try kept()
      let journal = short(in: kept)
      let now = Instant(milliseconds: Int(Clock().milliseconds()))
      for name in ["WAVE", "BEAM"] {
        journal.keep([try Self.opening(name, at: now)])
        journal.keep([try Self.sitting(name, at: now)])
        let before = files.count
        while files.count == before { journal.keep(try Self.ticks(name, at: now)) }
      }
      while files.contains("3.1") {
        journal.keep(try Self.ticks("WAVE", at: now))
        kept.home.finish()
      }
      expect(files.count == LaneJournal.segmentsMax && files.contains("3.2"))
    }
    let back = try kept()
    expect(back.restoration.roomCount == 1 && back.restoration.differing.isEmpty)
  }

  /// A server in memory that keeps a journal of short segments, and somebody with a room of it.
  private final class Guest {
    let server: MemoryServer
    private let link: MemoryLink

    convenience init(_ journal: LaneJournal) throws {
      let server = MemoryServer(MemoryServer.Setup())
      server.lanes[0].driver.keep(in: journal)
      try self.init(of: server)
    }

    init(of server: MemoryServer) throws {
      self.server = server
      link = server.connect(person: 0)
      try say("HELLO v=1 name=Ada")
      try say("CREATE seats=2")
    }

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
  }

  /// What the files give, however old they are.
  private func rooms() throws -> Restoration {
    let rules = JournalSegment.rules(daily: Self.daily, .openSSL)
    let daily = [UInt8](repeating: 7, count: 32)
    var restoration = Restoration(daily: daily, hashing: .openSSL, limits: Limits())
    _ = try JournalHome.peek(state: StateDirectory(path), rules: rules, into: &restoration)
    return restoration
  }

  @Test("a room that people stay in comes back, however much they do there, from few files")
  func staying() throws {
    do {
      let kept = try kept()
      let journal = short(in: kept)
      let ada = try Guest(journal)
      var most = 0
      for _ in 0..<2_000 where journal.bytesWritten < 40 * 4_000 {
        for isReady in [1, 0] { try ada.say("READY on=\(isReady)") }
        kept.home.finish()
        most = max(most, files.count)
      }
      expect(most <= LaneJournal.ageSegmentsMax + 2 && !files.contains("3.1"))
    }
    let back = try rooms()
    expect(back.roomCount == 1 && back.differing.isEmpty)
  }

  @Test("a journal that was off comes back once the disk takes it, and rooms write themselves down")
  func comesBack() throws {
    do {
      let kept = try kept()
      var reasons: [String] = []
      let journal = LaneJournal(in: kept.home, lane: 3, rules: kept.rules) { reasons.append($0) }
      let ada = try Guest(journal)
      kept.home.giveUp(JournalHome.Segment(sequence: 1, lane: 3))
      try ada.say("READY")
      expect(journal.isOff && reasons.count == 1 && files == [])
      let left = "\(path)/journal/7.9.broken"
      expect(FileManager.default.createFile(atPath: left, contents: nil))
      // A room that opens while it is off counts as well.
      let bea = try Guest(of: ada.server)
      let isBack = Atomic(false)
      kept.home.whenBack { isBack.store(true, ordering: .relaxed) }
      kept.home.look()
      for _ in 0..<2 { kept.home.finish() }
      expect(isBack.load(ordering: .relaxed) && !kept.home.isBroken && files == [])
      expect(journal.comeBack() && !journal.isOff && files == ["3.2"])
      // Each turn one of them.
      for isReady in [1, 0] { try bea.say("READY on=\(isReady)") }
    }
    let back = try rooms()
    expect(back.roomCount == 2 && back.differing.isEmpty, "\(back.roomCount)")
  }

  @Test("rooms in which nothing happens are as new as their server")
  func idle() throws {
    let kept = try kept()
    let journal = short(in: kept)
    let ada = try Guest(journal)
    let server = ada.server
    let bytes = journal.bytesWritten
    for _ in 0..<10 {
      try ada.say("PING t=1")
      let end = server.now + 300_000
      while server.deadline < end {
        server.now = max(server.deadline, server.now)
        server.advance()
      }
      server.now = end
    }
    kept.home.finish()
    expect(journal.bytesWritten, isBelow: bytes + 50 * 100)
    let back = try rooms()
    let newest = try require(back.newest)
    expect(back.roomCount, equals: 1)
    expect(MemoryServer.start + server.now - newest, isAtMost: LaneJournal.markMilliseconds)
  }

  @Test("what a server left behind goes once the rooms that came back have written themselves down")
  func renewal() throws {
    try open(["WAVE", "BEAM"], in: kept())
    do {
      let kept = try kept()
      let journal = short(in: kept)
      let server = MemoryServer(MemoryServer.Setup())
      server.lanes[0].driver.keep(in: journal)
      server.now = Int(Clock().milliseconds()) - MemoryServer.start.milliseconds
      server.lanes[0].restore(kept.restoration)
      expect(journal.bytesWritten > 0 && files == ["0.1", "3.2"])
      while files.contains("0.1") { usleep(1_000) }
    }
    let back = try rooms()
    expect(files, equals: ["3.2"])
    expect(back.roomCount == 2 && back.differing.isEmpty)
  }

  @Test("a segment ends when it is long, and goes with the last room that began in it")
  func turnover() throws {
    let kept = try kept()
    let journal = short(in: kept)
    let now = Instant(milliseconds: Int(Clock().milliseconds()))
    journal.keep([try Self.opening("WAVE", at: now)])
    while files.count < 3 { journal.keep(try Self.ticks("WAVE", at: now)) }
    expect(files, equals: ["3.1", "3.2", "3.3"])
    expect(journal.bytesWritten > 8_000 && !journal.isOff)
    journal.keep([try Self.opening("BEAM", at: now)])
    journal.keep([try Self.closing("WAVE", at: now)])
    kept.home.finish()
    expect(files, equals: ["3.3"])
  }
}

extension LaneJournal {
  /// Keeps what these lines say, as one turn.
  fileprivate func keep(_ lines: [JournalLine]) {
    var deeds = Jottings()
    for line in lines { deeds.append(line) }
    keep(&deeds)
  }
}
