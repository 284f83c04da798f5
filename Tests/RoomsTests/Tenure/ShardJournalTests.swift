// What a lane's shards have to write: entries, when rooms write themselves down, where journals
// begin.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Driving
@testable import Rooms

@Suite("A shard's journal, as far as it is not stored")
struct ShardJournalTests {
  private static let owner = ShardOwner(epoch: 3, Claimant(node: 1, start: 7))
  private static let now = Instant(milliseconds: 5_000)
  private let player = PlayerID(number: 4)
  private let code: RoomCode
  private let other: RoomCode
  private let seed: MatchSeed
  private let plain = RoomSettings(
    name: "a", rules: .usual(of: .memory), seats: 2, isListed: true, password: nil)
  private var journal = ShardJournal()
  private var place: UInt64 = 0

  init() throws {
    code = try require(RoomCode("WAVE"))
    // Another room of the same shard.
    let shard = code.shard
    let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ")
    let codes = letters.flatMap { one in
      letters.flatMap { two in letters.map { "A\(one)\(two)\($0)" } }
    }
    other = try require(codes.lazy.compactMap { RoomCode($0) }.first { $0.shard == shard })
    seed = try require(MatchSeed(bytes: [UInt8](repeating: 2, count: MatchSeed.byteCount)))
    journal.open(code.shard, [], from: 1)
  }

  private func jottings(_ lines: [(RoomDeed, RoomCode)]) -> Jottings {
    var jottings = Jottings()
    for (deed, room) in lines {
      jottings.append(JournalLine(deed, room: room, at: Self.now, due: nil, last: 9))
    }
    return jottings
  }

  private func verbs(_ entry: ShardEntry?) -> [String] {
    String(decoding: entry?.frame ?? [], as: UTF8.self).split(separator: "\n")
      .map { String($0.prefix { $0 != " " }) }
  }

  private var resting: RestingRoom {
    RestingRoom(
      opener: player, settings: plain, key: [UInt8](repeating: 1, count: 32), drawn: 1, match: 1,
      seed: seed, emptyUntil: nil, patienceEnds: nil)
  }

  /// The store is asked to take an entry.
  private mutating func entry(_ batch: Int?, again: Bool = false) -> ShardEntry? {
    if !again { place += 1 }
    let append = ShardAppend(
      owner: Self.owner, place: place, name: EntryName(epoch: 3, number: place), batch: batch)
    return journal.entry(for: append, of: code.shard, at: Self.now)
  }

  @Test("an entry says everything that waits for it, and the same when it is asked for again")
  mutating func entries() throws {
    let first = journal.keep(jottings([(.lost(player), code), (.ticked, code)]))
    expect(first.count == 1 && first[code]?.areUnanswered == false)
    _ = journal.keep(jottings([(.started, other)]))
    let said = entry(2)
    expect(verbs(said), equals: ["LOST", "TICK", "START"])
    _ = journal.keep(jottings([(.closed, other)]))
    expect(entry(2, again: true), equals: said)
    expect(journal.release(code.shard, at: 1).stored, equals: 2)
    expect(verbs(entry(3)), equals: ["CLOSE"])
  }

  @Test("deeds beyond an entry's size wait for the next, and the tenure knows")
  mutating func long() {
    let settings = RoomSettings(
      name: String(repeating: "€", count: 32), rules: .usual(of: .memory), seats: 2,
      isListed: true, password: nil)
    var newest = 0
    for _ in 0..<800 {
      newest = journal.keep(jottings([(.configured(settings), code)]))[code]?.batch ?? 0
    }
    _ = journal.want(newest, of: code.shard)
    var (count, stored) = (0, 0)
    while stored < newest {
      let entry = entry(newest)
      expect((entry?.frame.count ?? .max), isAtMost: ShardJournal.entryBytesMax)
      count += verbs(entry).count
      let (batch, next) = journal.release(code.shard, at: place)
      stored = batch ?? stored
      expect((next == .jotted(batch: newest)), equals: (stored < newest))
    }
    expect(count == 800 && place > 1)
  }

  @Test("moves wait for whatever comes next, but no longer than a second")
  mutating func moves() {
    let move = RoomDeed.played(player, .set(Guess([1, 2, 3])), arrived: Self.now...Self.now)
    expect(journal.keep(jottings([(move, code)]))[code]?.areUnanswered, equals: true)
    expect(journal.unansweredDue, equals: Self.now + 1_000)
    expect(isEmpty: journal.dueUnanswered(at: Self.now + 999))
    expect(journal.dueUnanswered(at: Self.now + 1_000).map(\.batch), equals: [1])
    let next = journal.keep(jottings([(.ticked, other)]))[other]?.batch ?? 0
    _ = journal.want(next, of: code.shard)
    expect(journal.unansweredDue, equals: nil)
    expect(verbs(entry(next)), equals: ["SET", "TICK"])
  }

  @Test("a shard with rooms says when it was there last, and one without says nothing")
  mutating func alive() {
    expect(entry(nil)?.frame.isEmpty, equals: true)
    let opened = RoomDeed.opened(
      by: player, plain, key: [UInt8](repeating: 1, count: 32))
    _ = journal.keep(jottings([(opened, code)]))
    expect(verbs(entry(1)), equals: ["OPEN"])
    _ = journal.release(code.shard, at: place)
    expect(verbs(entry(nil)), equals: ["ALIVE"])
  }

  @Test("a journal begins where its oldest room was written whole, and old rooms are asked to")
  mutating func floor() {
    journal.open(code.shard, [code], from: 1)
    for _ in 0..<300 { _ = entry(nil) }
    expect(journal.takeOld() == code && journal.takeOld() == nil)
    expect(journal.takeFloor(of: code.shard, before: place), equals: nil)
    _ = journal.keep(jottings([(.rested(resting), code)]))
    _ = entry(1)
    let written = place
    expect(journal.takeFloor(of: code.shard, before: place), equals: nil)
    _ = journal.release(code.shard, at: place)
    _ = entry(nil)
    expect(journal.takeFloor(of: code.shard, before: place), equals: written)
    expect(journal.takeFloor(of: code.shard, before: place), equals: nil)
  }

  @Test("a room that has more to write than an entry takes stays where it was")
  mutating func tooLong() {
    journal.open(code.shard, [code], from: 1)
    let profile = Profile(name: "Ada", icon: .sun, color: Profile.palette[0], isBot: false)
    let told = RoomDeed.known(.room(n: nil, .seat(player, profile)))
    let lines = [(RoomDeed.ticked, code), (RoomDeed.rested(resting), code)]
    _ = journal.keep(jottings(lines + Array(repeating: (told, code), count: 20_000)))
    expect(verbs(entry(2)), equals: ["TICK"])
    _ = journal.release(code.shard, at: place)
    for _ in 0..<300 { _ = entry(nil) }
    expect(journal.takeFloor(of: code.shard, before: place), equals: nil)
  }
}
