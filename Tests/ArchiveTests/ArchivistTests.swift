// Matches on their way: their order, what is written together, what happens when the disk fails,
// and what is dropped.

import Archive
import Dispatch
import Game
import Identity
import Ratings
import Synchronization
import Testing

@testable import ArchiveSQLite

/// What a test and a store on another thread both look at.
private final class Script: Sendable {
  /// How often the store will fail from now on.
  let failures = Atomic(0)
  /// The store stands still while this is not signaled, once for each call.
  let turnstile = DispatchSemaphore(value: 0)
}

/// An archive that fails and stands still as it is told, and counts what is kept at once.
private struct ScriptedArchive: Archive {
  var memory = MemoryArchive()
  let script: Script
  let groups: AsyncStream<Int>.Continuation

  mutating func keep(_ matches: [MatchEntry]) throws(ArchiveFailure) -> [KeptMatch] {
    script.turnstile.wait()
    if script.failures.subtract(1, ordering: .relaxed).oldValue > 0 {
      throw ArchiveFailure(.full, "there is no room")
    }
    groups.yield(matches.count)
    return memory.keep(matches)
  }

  func index(of match: MatchName) -> Int? { memory.index(of: match) }
  mutating func claim(_ attempt: Attempt) -> Bool { memory.claim(attempt) }
  mutating func forget(_ player: KeyID, on day: Day) -> Bool { memory.forget(player, on: day) }
  mutating func expire(on day: Day) { memory.expire(on: day) }
  mutating func rebuild() { memory.rebuild() }
  func size() -> Int { memory.size() }
  func leaves(from index: Int, count: Int) -> [[UInt8]] { memory.leaves(from: index, count: count) }
  func record(_ index: Int) -> KeptRecord? { memory.record(index) }
  func top(_ board: Board, _ span: Span, on day: Day) -> [BoardRow] {
    memory.top(board, span, on: day)
  }
  func past(of player: KeyID, before index: Int?, count: Int) -> [PastMatch] {
    memory.past(of: player, before: index, count: count)
  }
  func career(of player: KeyID, in family: String) -> Career? {
    memory.career(of: player, in: family)
  }
  func profile(of player: KeyID) -> PlayerProfile? { memory.profile(of: player) }
}

@Suite("The archivist", .timeLimit(.minutes(1)))
struct ArchivistTests {
  private let script = Script()
  private let groups: AsyncStream<Int>
  private let archivist: Archivist<ScriptedArchive>
  private let told: AsyncStream<String>
  private let teller: AsyncStream<String>.Continuation

  init() {
    let (groups, grouping) = AsyncStream.makeStream(of: Int.self)
    let (told, teller) = AsyncStream.makeStream(of: String.self)
    (self.groups, self.told, self.teller) = (groups, told, teller)
    var bounds = Archivist<ScriptedArchive>.Bounds()
    (bounds.jobs, bounds.bytes, bounds.group, bounds.second) = (8, 1_000, 3, 0)
    archivist = Archivist(
      ScriptedArchive(script: script, groups: grouping), bounds: bounds,
      tell: { news in
        switch news {
        case .failed(let failure, let seconds): teller.yield("\(failure): again in \(seconds)")
        case .recovered: teller.yield("recovered")
        }
      })
  }

  private func keep(_ number: Int, bytes: Int = 10) {
    let match = MatchEntry(
      body: Array(repeating: 7, count: bytes), leaf: Array(repeating: 7, count: 32),
      began: firstDay.moment(number), room: "NEU9", number: number, mode: "rgb", family: nil,
      isUsual: true, daily: nil, seats: [])
    archivist.keep(byteCount: bytes) {
      match
    } then: { [teller] _, kept in
      teller.yield("\(kept.index)")
    }
  }

  private func heard(_ count: Int) async -> [String] {
    var heard: [String] = []
    for await line in told.prefix(count) { heard.append(line) }
    return heard
  }

  @Test("what comes while it writes is written together, in order, a group at most")
  func groupCommit() async {
    keep(0)
    // It stands in that first write, or will; both are told apart by the size of the first group.
    for number in 1...6 { keep(number) }
    for _ in 0..<7 { script.turnstile.signal() }
    #expect(await heard(7) == (0...6).map(String.init))
    var sizes: [Int] = []
    for await size in groups {
      sizes.append(size)
      if sizes.reduce(0, +) == 7 { break }
    }
    #expect(sizes.allSatisfy { $0 <= 3 } && sizes.count <= 4)
    #expect(archivist.waiting == 0 && archivist.droppedCount == 0)
  }

  @Test("what fails is tried again, later each time, and nothing overtakes it")
  func retries() async {
    script.failures.store(9, ordering: .relaxed)
    keep(0)
    archivist.perform {
      $0.size()
    } then: { [teller] in
      teller.yield("then \($0)")
    }
    for _ in 0..<11 { script.turnstile.signal() }
    keep(1)
    let pauses = [1, 2, 4, 8, 16, 32, 60, 60, 60]
      .map { "there is no room: again in \($0)" }
    #expect(await heard(13) == pauses + ["0", "recovered", "then 1", "1"])
    // Afterwards it begins with short pauses again.
    script.failures.store(1, ordering: .relaxed)
    keep(2)
    for _ in 0..<2 { script.turnstile.signal() }
    #expect(await heard(3) == ["there is no room: again in 1", "2", "recovered"])
  }

  @Test("beyond the bounds the newest are dropped and counted")
  func drops() async {
    for number in 0..<10 { keep(number) }
    #expect(archivist.waiting == 8 && archivist.droppedCount == 2)
    for _ in 0..<10 { script.turnstile.signal() }
    #expect(await heard(8) == (0..<8).map(String.init))
    #expect(archivist.waiting == 0 && archivist.droppedCount == 2)
  }

  @Test("bytes are bounded as well: what fits is kept, what would be too much is not")
  func bytes() async {
    keep(0, bytes: 400)
    keep(1, bytes: 500)
    keep(2, bytes: 101)
    keep(3, bytes: 100)
    #expect(archivist.waiting == 3 && archivist.droppedCount == 1)
    for _ in 0..<3 { script.turnstile.signal() }
    #expect(await heard(3) == ["0", "1", "2"])
    #expect(archivist.waiting == 0)
  }

  @Test("what cannot be read is dropped and counted, and holds up nobody")
  func unreadable() async {
    archivist.keep(byteCount: 900) {
      nil
    } then: { _, _ in
    }
    #expect(archivist.finish(withinMilliseconds: 60_000))
    keep(0, bytes: 900)
    script.turnstile.signal()
    #expect(await heard(1) == ["0"])
    #expect(archivist.droppedCount == 1)
  }

  @Test("what is asked for when too much waits is refused")
  func refuses() async {
    for number in 0..<8 { keep(number) }
    let isTaken = archivist.perform { _ in
    } then: { _ in
    }
    #expect(!isTaken && archivist.droppedCount == 1)
    for _ in 0..<8 { script.turnstile.signal() }
    _ = await heard(8)
  }

  @Test("finishing waits for what waits, but not for ever")
  func finishes() async {
    keep(0)
    #expect(!archivist.finish(withinMilliseconds: 1))
    script.turnstile.signal()
    #expect(archivist.finish(withinMilliseconds: 60_000))
    #expect(await heard(1) == ["0"])
  }
}
