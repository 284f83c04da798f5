// The journal of all archives: what a node asks, takes in and misses. That all take in the same,
// each thing once, when nodes are killed and requests are lost and doubled, the simulation proves.

import Game
import TestSupport
import Testing
import TranscriptSupport

@testable import Cluster
@testable import Rooms

@Suite("The archives' journal")
struct ArchiveJournalTests {
  static let me = Claimant(node: 1, start: 7)
  static let other = Claimant(node: 2, start: 9)

  /// A journal under test, and what it wants.
  private final class Stage {
    var now = Instant(milliseconds: 1_000)
    var journal = ArchiveJournal(of: me, next: 1, at: Instant(milliseconds: 1_000))
    var effects: [ArchiveEffect] = []

    /// It has said how far it is, and reads.
    init() {
      journal.advance(to: now, &effects)
      expect(wants(), equals: [.ask(.mark(node: 1, before: 1))])
      hear(.marks([1: 1]))
      expect(wants(), equals: [.ask(.read(from: 1))])
    }

    func write(_ text: String) -> Bool { journal.write(Array("\(text)\n".utf8), at: now, &effects) }

    func hear(_ answer: ArchiveAnswer) { journal.hear(answer, at: now, &effects) }

    func pass(_ milliseconds: Int) {
      let end = now + milliseconds
      while let due = journal.deadline, due <= end {
        now = max(now, due)
        journal.advance(to: now, &effects)
        if journal.deadline.map({ $0 <= now }) == true { break }
      }
      now = end
    }

    func wants() -> [ArchiveEffect] {
      defer { effects = [] }
      return effects
    }
  }

  private static func entry(
    _ place: UInt64, _ text: String, by author: Claimant = me, number: UInt64 = 1
  ) -> ArchiveEntry {
    ArchiveEntry(place: place, author: author, number: number, frame: Array("\(text)\n".utf8))
  }

  private static func page(
    _ from: UInt64, floor: UInt64 = 1, _ entries: [ArchiveEntry] = [], isLast: Bool = true
  ) -> ArchiveAnswer { .page(from: from, floor: floor, entries, isLast: isLast) }

  @Test("an entry goes behind all others, and is applied once it is stored")
  func writing() {
    let stage = Stage()
    expect(stage.write("a"))
    expect(stage.wants(), equals: [])
    let theirs = Self.entry(1, "x", by: Self.other)
    stage.hear(Self.page(1, [theirs]))
    expect(stage.wants(), equals: [.take(theirs), .ask(.append(Self.entry(2, "a")))])
    // Whatever comes meanwhile goes together.
    expect(stage.write("b") && stage.write("c"))
    expect(stage.wants(), equals: [])
    stage.hear(.stored(place: 2))
    let next = Self.entry(3, "b\nc", number: 2)
    expect(stage.wants(), equals: [.take(Self.entry(2, "a")), .ask(.append(next))])
    stage.hear(.stored(place: 3))
    expect(stage.wants() == [.take(next)] && stage.journal.waitingCount == 0)
  }

  @Test("an unanswered write is repeated unchanged, after a look for others' entries")
  func time() {
    let stage = Stage()
    stage.pass(ArchiveJournal.answerMilliseconds)
    expect(stage.wants(), equals: [.ask(.read(from: 1))])
    stage.hear(Self.page(1))
    _ = stage.write("a")
    _ = stage.wants()
    stage.pass(2 * ArchiveJournal.answerMilliseconds)
    let again = ArchiveEffect.ask(.append(Self.entry(1, "a")))
    expect(stage.wants(), equals: [again, again])
    stage.hear(.stored(place: 1))
    _ = stage.wants()
    stage.pass(ArchiveJournal.pollMilliseconds)
    expect(stage.wants(), contains: .ask(.read(from: 2)))
    // Somebody says that there is more.
    stage.hear(Self.page(2))
    stage.journal.look(at: stage.now, &stage.effects)
    expect(stage.wants(), equals: [.ask(.read(from: 2))])
  }

  @Test("an archive that missed an entry applies no more, and says so", arguments: [false, true])
  func missing(hasHole: Bool) {
    let stage = Stage()
    let theirs = Self.entry(5, "x", by: Self.other)
    stage.hear(Self.page(1, floor: hasHole ? 1 : 5, [theirs]))
    expect(stage.wants(), equals: [.missed(from: 1)])
    expect(stage.journal.hasMissed && stage.journal.deadline == nil)
    expect(!stage.write("a") && stage.journal.dropped == 1)
  }

  @Test("while the disk is behind, no more is taken in")
  func held() {
    let stage = Stage()
    stage.hear(Self.page(1, isLast: false))
    expect(stage.wants(), equals: [.ask(.read(from: 1))])
    stage.journal.isHeld = true
    stage.hear(Self.page(1))
    expect(stage.write("a") && stage.wants() == [] && stage.journal.deadline == nil)
    stage.journal.isHeld = false
    stage.journal.advance(to: stage.now, &stage.effects)
    expect(stage.wants(), equals: [.ask(.append(Self.entry(1, "a")))])
  }

  @Test("the queue is bounded, and so is an entry")
  func bounds() {
    let stage = Stage()
    let long = [UInt8](repeating: 10, count: ArchiveEntry.frameBytesMax)
    expect(!stage.journal.write(long + [10], at: stage.now, &stage.effects))
    let most = ArchiveJournal.waitingBytesMax / long.count
    for _ in 0..<most { expect(stage.journal.write(long, at: stage.now, &stage.effects)) }
    expect(!stage.journal.write([10], at: stage.now, &stage.effects))
    expect(stage.journal.dropped, equals: 2)
    _ = stage.wants()
    stage.hear(Self.page(1))
    guard case .ask(.append(let entry))? = stage.wants().last else {
      Issue.record("nothing is written")
      return
    }
    expect(entry.frame.count, equals: long.count)
  }

  @Test("entries that all archives have on disk are dropped")
  func dropping() {
    let stage = Stage()
    let places = ArchiveJournal.markPlaces
    stage.hear(Self.page(1, (1...places).map { Self.entry($0, "x", by: Self.other) }))
    _ = stage.wants()
    stage.journal.kept(before: places, at: stage.now, &stage.effects)
    expect(stage.wants(), equals: [])
    stage.journal.kept(before: places + 1, at: stage.now, &stage.effects)
    expect(stage.wants(), equals: [.ask(.mark(node: 1, before: places + 1))])
    stage.hear(.marks([1: places + 1, 2: 40]))
    expect(stage.wants(), equals: [.ask(.drop(before: 40))])
  }

  @Test("entries that are too old are dropped, even unread ones")
  func tooLong() {
    let stage = Stage()
    let most = ArchiveJournal.placesMax
    for first in stride(from: 1, through: most + 9, by: 10) {
      let entries = (first..<(first + 10)).map { Self.entry($0, "x", by: Self.other) }
      stage.hear(Self.page(first, entries, isLast: first > most))
    }
    let next = stage.journal.next
    _ = stage.wants()
    stage.journal.kept(before: next, at: stage.now, &stage.effects)
    expect(stage.wants(), equals: [.ask(.mark(node: 1, before: next))])
    stage.hear(.marks([1: next, 2: 5]))
    expect(stage.wants(), equals: [.ask(.drop(before: next - most))])
  }
}
