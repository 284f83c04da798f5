// What a lane's shards have to write: entries, when rooms write themselves down, where journals
// begin. What waits until a cluster's store has it, and in which order that leaves.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

@Suite("What waits for the store")
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
      name: String(repeating: "€", count: 32), rules: .usual(of: .memory), seats: 2, isListed: true,
      password: nil)
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
    let opened = RoomDeed.opened(by: player, plain, key: [UInt8](repeating: 1, count: 32))
    _ = journal.keep(jottings([(opened, code)]))
    expect(verbs(entry(1)), equals: ["OPEN"])
    _ = journal.release(code.shard, at: place)
    expect(verbs(entry(nil)), equals: ["ALIVE"])
  }

  @Test("rooms that grow old together are named in one order in every process")
  mutating func order() {
    let codes = "BCDFGHJKMN".compactMap { RoomCode("X38\($0)") }
    journal.open(code.shard, codes, from: 1)
    for _ in 0..<300 { _ = entry(nil) }
    expect(codes.map { _ in journal.takeOld() }, equals: codes.sorted().reversed())
    expect(codes.count, isAbove: 5)
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

  private let codes = ["AAAA", "BBBB", "CCCC"].compactMap { RoomCode($0) }

  private func connection(_ number: UInt64) -> ConnectionID { ConnectionID(number: number) }

  /// A line that says a number, to these connections.
  private func line(_ number: Int, _ audience: UInt64...) -> Effect {
    .send(.watchers(number), to: audience.map(connection))
  }

  /// The numbers of lines, with those who hear them.
  private func told(_ effects: [Effect]) -> [String] {
    effects.map { effect in
      switch effect {
      case .send(let message, let audience):
        "\(message.watcherCount.map(String.init) ?? message.word)>"
          + audience.map { "\($0.number)" }.joined(separator: ",")
      case .close(let id): "close \(id.number)"
      case .publish(_, let lane): "lane \(lane)"
      default: "\(effect)"
      }
    }
  }

  /// A turn whose effects all come of one room.
  private func take(
    _ held: inout HeldEffects, of room: Int, _ effects: [Effect], batch: Int? = nil
  ) -> [String] {
    let mark = RoomMark(code: codes[room], effects: effects.startIndex..<effects.endIndex)
    let jotted = batch.map { [codes[room]: (shard: codes[room].shard, batch: $0)] } ?? [:]
    return told(held.take(effects, [mark], jotted: jotted))
  }

  @Test("a room's effects wait for what it has jotted down, but for PING; others' do not")
  func rooms() {
    var held = HeldEffects()
    expect(take(&held, of: 0, [line(1, 7)]), equals: ["1>7"])
    expect(take(&held, of: 0, [line(2, 7, 8)], batch: 5), equals: [])
    let ping = Effect.send(.ping(nonce: "aa"), to: [connection(7)])
    expect(told(held.take([ping], [], jotted: [:])), equals: ["PING>7"])
    expect(take(&held, of: 0, [line(3, 9)]), equals: [])
    expect(take(&held, of: 1, [line(4, 10)]), equals: ["4>10"])
    held.note(stored: 4, of: codes[0].shard)
    held.note(stored: 9, of: codes[1].shard)
    expect(held.sweep().isEmpty && held.queue.count == 2)
    held.note(stored: 5, of: codes[0].shard)
    expect(told(held.sweep()), equals: ["2>7,8", "3>9"])
  }

  @Test("effects of a lost shard are dropped, but closings are carried out")
  func drop() {
    var held = HeldEffects()
    let struck = Effect.publish(.closed(nil), to: 1)
    let story = Effect.publish(.told(codes[0], .watchers(1)), to: 1)
    let effects = [line(1, 7), story, struck, line(2, 8)]
    expect(take(&held, of: 0, effects, batch: 1), equals: [])
    expect(take(&held, of: 1, [line(3, 8), line(4, 9)], batch: 2), equals: [])
    let replaced = Effect.send(.no(RefusalLine(code: .replaced)), to: [connection(7)])
    expect(told(held.take([replaced, .close(connection(7))], [], jotted: [:])), equals: [])
    let (ready, missing, _) = held.drop(codes[0].shard, .movedOn)
    // A closed client receives a reason, though the one held for it may never come true.
    expect(told(ready), equals: ["lane 1", "replaced>", "moved>7", "close 7"])
    // Who has missed something is told nothing behind it.
    expect(missing.map(\.number), equals: [7, 8])
    held.note(stored: 2, of: codes[1].shard)
    expect(told(held.sweep()), equals: ["3>", "4>9"])
    // Nothing waits for a shard that is gone.
    expect(take(&held, of: 2, [line(5, 7)]), equals: ["5>7"])
  }

  @Test("a departed client gets nothing, and a slow one gets a snapshot later")
  func gone() {
    var held = HeldEffects()
    _ = take(&held, of: 0, [line(1, 7, 8, 9)], batch: 1)
    held.forget(connection(8))
    let conflated = held.take([.conflate(connection(9))], [], jotted: [:])
    expect(told(conflated), equals: ["conflate(Rooms.ConnectionID(number: 9))"])
    held.note(stored: 1, of: codes[0].shard)
    expect(told(held.sweep()), equals: ["1>7"])
  }

  /// Rooms of three shards tell six connections at random, and batches are stored at random.
  @Test("effects keep their order and never precede their storage", arguments: 1...8)
  func laws(seed: UInt64) {
    var draw = SplitMix64(seed: seed)
    var held = HeldEffects()
    var stored = [0: 0, 1: 0, 2: 0]
    var (batch, number) = (0, 0)
    var wanted: [(number: Int, room: Int, audience: [UInt64], batch: Int)] = []
    var newest = [0, 0, 0]
    var left: [Int] = []
    func note(_ effects: [Effect]) {
      for case .send(.watchers(let number), _) in effects { left.append(number) }
    }
    for _ in 0..<100 {
      let room = draw.number(in: 0...2)
      number += 1
      let audience = (1...6).filter { _ in draw.chance(30) }.map { UInt64($0) }
      let effect = Effect.send(.watchers(number), to: audience.map(connection))
      let mark = RoomMark(code: codes[room], effects: 0..<1)
      var jotted: [RoomCode: (shard: Int, batch: Int)] = [:]
      if draw.chance(40) {
        batch += 1
        newest[room] = batch
        jotted[codes[room]] = (codes[room].shard, batch)
      }
      wanted.append((number, room, audience, newest[room]))
      note(held.take([effect], [mark], jotted: jotted))
      if draw.chance(30) {
        let shard = draw.number(in: 0...2)
        let most = draw.number(in: (stored[shard] ?? 0)...max(newest[shard], stored[shard] ?? 0))
        stored[shard] = most
        held.note(stored: most, of: codes[shard].shard)
        note(held.sweep())
      }
      let all = Set(left)
      let early = wanted.first { all.contains($0.number) && $0.batch > stored[$0.room] ?? 0 }
      expect(early, equals: nil, "told before it is stored")
    }
    for code in codes { held.note(stored: .max, of: code.shard) }
    note(held.sweep())
    expect(left.sorted() == wanted.map(\.number) && held.queue.count == 0)
    for room in 0...2 {
      let order = left.filter { wanted[$0 - 1].room == room }
      expect(order, equals: order.sorted(), "a room out of turn")
    }
    for person in 1...6 {
      let order = left.filter { wanted[$0 - 1].audience.contains(UInt64(person)) }
      expect(order, equals: order.sorted(), "somebody is told out of turn")
    }
  }
}
