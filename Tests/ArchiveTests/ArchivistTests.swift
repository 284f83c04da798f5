// Matches on their way: their order, what is written together, what happens when the disk fails,
// and what is dropped.

import Archive
import Dispatch
import Game
import Synchronization
import TestSupport
import Testing
import Wire

@testable import ArchiveSQLite

/// What a test and a store on another thread both look at.
private final class Script: Sendable {
  /// How often the store will fail from now on.
  let failures = Atomic(0)
  /// The store stands still while this is not signaled, once for each call.
  let turnstile = DispatchSemaphore(value: 0)
}

/// What other threads said, for whoever waits for it.
private final class Hearsay<Said: Sendable>: Sendable {
  private let count = DispatchSemaphore(value: 0)
  private let said = Mutex<[Said]>([])

  func say(_ word: Said) {
    said.withLock { $0.append(word) }
    count.signal()
  }

  /// The next words.
  func next(_ number: Int) -> [Said] {
    for _ in 0..<number { count.wait() }
    return said.withLock { said in
      defer { said.removeFirst(number) }
      return Array(said.prefix(number))
    }
  }
}

/// An archive that fails and stands still as it is told, and counts what is kept at once.
private struct ScriptedArchive: Archive {
  var memory = MemoryArchive()
  let script: Script
  let groups: Hearsay<Int>

  mutating func keep(_ matches: [MatchEntry]) throws(ArchiveFailure) -> [KeptMatch] {
    script.turnstile.wait()
    if script.failures.subtract(1, ordering: .relaxed).oldValue > 0 {
      throw ArchiveFailure(.full, "there is no room")
    }
    groups.say(matches.count)
    return memory.keep(matches)
  }

  func index(of match: MatchName) -> Int? { memory.index(of: match) }
  mutating func claim(_ attempt: Attempt) -> Bool { memory.claim(attempt) }
  mutating func forget(_ player: KeyID, on day: Day) -> Bool { memory.forget(player, on: day) }
  mutating func expire(on day: Day) { memory.expire(on: day) }
  mutating func rebuild(hashing: Hashing) -> Int { memory.rebuild(hashing: hashing) }
  mutating func follow(_ deeds: [ArchiveDeed], before place: UInt64) -> [ArchiveOutcome] {
    memory.follow(deeds, before: place)
  }
  func nextPlace() -> UInt64 { memory.nextPlace() }
  func size() -> Int { memory.size() }
  func leaves(from index: Int, count: Int) -> [[UInt8]] { memory.leaves(from: index, count: count) }
  func record(_ index: Int, for asker: Asker) -> KeptRecord? { memory.record(index, for: asker) }
  func top(_ board: Board, _ span: Span, on day: Day, for asker: Asker) -> [BoardRow] {
    memory.top(board, span, on: day, for: asker)
  }
  func hasTried(_ index: Int, by player: KeyID, before copy: Int) -> Bool { false }
  func past(of player: KeyID, before index: Int?, count: Int, for asker: Asker) -> [PlayedMatch] {
    memory.past(of: player, before: index, count: count, for: asker)
  }
  func career(of player: KeyID, in family: String) -> Career? {
    memory.career(of: player, in: family)
  }
  func hasPlayed(_ player: KeyID, rankedOn day: Day) -> Bool {
    memory.hasPlayed(player, rankedOn: day)
  }
  func profile(of player: KeyID) -> PlayerProfile? { memory.profile(of: player) }
}

@OwnThread @Suite("The archivist")
struct ArchivistTests {
  private let script = Script()
  private let groups = Hearsay<Int>()
  private let told = Hearsay<String>()
  /// Which were read; then those before are with the writer.
  private let read = Hearsay<Int>()
  private let archivist: Archivist<ScriptedArchive>

  init() {
    var bounds = Archivist<ScriptedArchive>.Bounds()
    (bounds.jobs, bounds.bytes, bounds.group, bounds.second) = (8, 1_000, 3, 0)
    archivist = Archivist(
      ScriptedArchive(script: script, groups: groups), bounds: bounds,
      tell: { [told] news in
        switch news {
        case .failed(let failure, let seconds): told.say("\(failure): again in \(seconds)")
        case .recovered: told.say("recovered")
        }
      })
  }

  private func keep(_ number: Int, bytes: Int = 10) {
    let match = MatchEntry(
      body: Array(repeating: 7, count: bytes), leaf: Array(repeating: 7, count: 32),
      began: firstDay.moment(number), room: "NEU9", number: number, mode: "rgb", family: nil,
      isUsual: true, daily: nil, seats: [])
    archivist.keep(byteCount: bytes) { [read] in
      read.say(number)
      return match
    } then: { [told] in
      told.say("\($1.index)")
    }
  }

  @Test("matches that come during a write are written together, in order, a group at most")
  func groupCommit() {
    // It stands in a first write of some of them, or will. The last may come by itself.
    for number in 0...7 { keep(number) }
    expect(read.next(8), equals: Array(0...7))
    for _ in 0..<8 { script.turnstile.signal() }
    expect(told.next(8), equals: (0...7).map(String.init))
    var sizes: [Int] = []
    while sizes.reduce(0, +) < 8, let size = groups.next(1).first { sizes.append(size) }
    expect(sizes.reduce(0, +), equals: 8)
    expect(sizes.allSatisfy { $0 <= 3 } && sizes.count <= 4)
    expect(archivist.waiting == 0 && archivist.droppedCount == 0)
  }

  @Test("a failed write is repeated, later each time, and nothing overtakes it")
  func retries() {
    script.failures.store(9, ordering: .relaxed)
    keep(0)
    archivist.perform {
      $0.size()
    } then: { [told] in
      told.say("then \($0)")
    }
    for _ in 0..<11 { script.turnstile.signal() }
    keep(1)
    let pauses = [1, 2, 4, 8, 16, 32, 60, 60, 60].map { "there is no room: again in \($0)" }
    expect(told.next(13), equals: pauses + ["0", "recovered", "then 1", "1"])
    // Afterwards it begins with short pauses again.
    script.failures.store(1, ordering: .relaxed)
    keep(2)
    for _ in 0..<2 { script.turnstile.signal() }
    expect(told.next(3), equals: ["there is no room: again in 1", "2", "recovered"])
  }

  @Test("beyond the bounds the newest are dropped and counted, and questions are refused")
  func drops() {
    for number in 0..<10 { keep(number) }
    expect(archivist.waiting == 8 && archivist.droppedCount == 2)
    let isTaken = archivist.perform { _ in
    } then: { _ in
    }
    expect(!isTaken && archivist.droppedCount == 3)
    for _ in 0..<10 { script.turnstile.signal() }
    expect(told.next(8), equals: (0..<8).map(String.init))
    expect(archivist.waiting == 0 && archivist.droppedCount == 3)
  }

  @Test("bytes are bounded as well, and a match that cannot be read is dropped and counted")
  func bytes() {
    for (number, bytes) in [400, 500, 101, 100].enumerated() { keep(number, bytes: bytes) }
    expect(archivist.waiting == 3 && archivist.droppedCount == 1)
    for _ in 0..<3 { script.turnstile.signal() }
    expect(told.next(3), equals: ["0", "1", "2"])
    expect(archivist.waiting, equals: 0)
    archivist.keep(byteCount: 900) {
      nil
    } then: { _, _ in
    }
    expect(archivist.finish(withinMilliseconds: 86_400_000))
    keep(4, bytes: 900)
    script.turnstile.signal()
    expect(told.next(1), equals: ["3"])
    expect(archivist.droppedCount, equals: 2)
  }

  @Test("finishing waits for what waits, but not for ever")
  func finishes() {
    keep(0)
    expect(!archivist.finish(withinMilliseconds: 1))
    script.turnstile.signal()
    expect(archivist.finish(withinMilliseconds: 86_400_000))
    expect(told.next(1), equals: ["0"])
  }
}
