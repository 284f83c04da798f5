// The journals of a lane's shards, as far as they are not stored: what has been jotted down, by
// shard and in order, and the entry of each that is on its way. It decides when rooms write
// themselves down, so that no journal grows without end. It knows no store.
// Invariants: an entry says whole runs of lines, each of one room in one turn, in the order in
// which they were jotted down; asked for again, it is the same to the byte; what the journal is to
// begin with is at or before where each room of the shard was written whole. A room that would have
// to write more of itself than an entry takes stays where it was.

import Game
import Rooms
import Wire

/// What a lane's shards have jotted down.
struct ShardJournal {
  /// What nobody is answered goes to the store after so long, in milliseconds; as often as a shard
  /// writes an entry without saying anything.
  static let unansweredMilliseconds = 1_000
  /// What would make an entry longer waits for the next, in bytes. One run that is longer is an
  /// entry by itself.
  static let entryBytesMax = 128 << 10
  /// With so many entries a journal begins anew; a room that was written whole further back than
  /// half of them is to write itself down. The lane that takes the shard over reads all of it, a
  /// page after the other, while players wait.
  static let entriesMax: UInt64 = 128

  /// What became of a room's lines.
  struct JottedLines {
    let shard: Int
    /// The store has them when it has this.
    var batch: Int
    /// Whether nobody is answered any of them.
    var areUnanswered: Bool
  }

  /// Lines of one room that were jotted down together.
  fileprivate struct Run {
    let batch: Int
    var lines: [UInt8]
    /// Rooms that begin anew with it.
    var begun: [RoomCode] = []
    /// Rooms that end with it.
    var ended: [RoomCode] = []
  }

  fileprivate struct Shard {
    /// What is not stored, the oldest first.
    var waiting: [Run] = []
    /// The newest batch that the tenure knows of; 0 before the first.
    var told = 0
    /// The entry on its way, and how many runs it says.
    var underWay: (entry: ShardEntry, runs: Int)?
    /// Where each room was written whole.
    var bases: [RoomCode: UInt64] = [:]
    /// Rooms that have been asked to write themselves down.
    var asked: Set<RoomCode> = []
    /// Where the journal begins, or will begin soon.
    var floor: UInt64
  }

  /// A shard without rooms has about so many entries at the most.
  private static let marksMax: UInt64 = 8
  private let entriesMax: UInt64
  private var shards: [Int: Shard] = [:]
  /// Since when what nobody is answered waits that the tenure of a shard does not know of, where
  /// there is any.
  private var unansweredSince: [Int: Instant] = [:]
  /// Batches count up, whatever becomes of shards.
  private var batch = 0
  private var old: [RoomCode] = []

  /// - Parameter entriesMax: `ShardJournal.entriesMax`, or fewer for tests.
  init(entriesMax: UInt64 = ShardJournal.entriesMax) { self.entriesMax = entriesMax }

  /// Whether a shard is open.
  func isOpen(_ shard: Int) -> Bool { shards[shard] != nil }

  /// Opens a shard with rooms that have been read from its journal.
  ///
  /// - Parameter floor: where the journal begins.
  mutating func open(_ shard: Int, _ rooms: some Collection<RoomCode>, from floor: UInt64) {
    var opened = Shard(floor: floor)
    for code in rooms { opened.bases[code] = floor }
    shards[shard] = opened
  }

  /// Forgets a shard, and what of it is not stored.
  mutating func close(_ shard: Int) { (shards[shard], unansweredSince[shard]) = (nil, nil) }

  /// Takes what a turn has jotted down.
  ///
  /// - Returns: what has to be stored for each room that did.
  mutating func keep(_ deeds: Jottings) -> [RoomCode: JottedLines] {
    if deeds.count == 0 { return [:] }
    var kept: [RoomCode: JottedLines] = [:]
    var (room, code): (ArraySlice<UInt8>?, RoomCode?) = (nil, nil)
    var rest = deeds.lines[...]
    while let line = rest.takeLine() {
      let kind = JournalLine.kind(of: line)
      let other = JournalLine.room(of: line)
      let isNew = other != room || kind == .begins || code == nil
      if isNew {
        (room, code) = (other, other.flatMap { RoomCode(String(decoding: $0, as: UTF8.self)) })
      }
      guard let code, let index = shards.index(forKey: code.shard) else { continue }
      if isNew {
        batch += 1
        shards.values[index].waiting.append(Run(batch: batch, lines: []))
        let first = JottedLines(shard: code.shard, batch: batch, areUnanswered: true)
        kept[code, default: first].batch = batch
      }
      shards.values[index].add(line, kind, of: code)
      if kind != .unanswered { kept[code]?.areUnanswered = false }
    }
    for kept in kept.values where kept.areUnanswered && unansweredSince[kept.shard] == nil {
      unansweredSince[kept.shard] = deeds.span?.first
    }
    return kept
  }
}

extension ShardJournal.Shard {
  /// Adds a line to the newest run.
  fileprivate mutating func add(
    _ line: ArraySlice<UInt8>, _ kind: JournalLine.LineKind, of code: RoomCode
  ) {
    let end = waiting.count - 1
    waiting[end].lines += line
    waiting[end].lines.append(UInt8(ascii: "\n"))
    switch kind {
    case .begins: waiting[end].begun.append(code)
    case .ends: waiting[end].ended.append(code)
    case .unanswered, .other: break
    }
  }
}

// To the store and back.
extension ShardJournal {
  /// Notes that somebody waits for a batch.
  ///
  /// - Returns: what the shard's tenure is to be told.
  mutating func want(_ batch: Int, of shard: Int) -> Tenure.Input {
    guard let index = shards.index(forKey: shard) else { return .jotted(batch: batch) }
    shards.values[index].told = max(shards.values[index].told, batch)
    let newest = shards.values[index].waiting.last?.batch ?? 0
    if newest <= shards.values[index].told { unansweredSince[shard] = nil }
    return .jotted(batch: shards.values[index].told)
  }

  /// When what nobody is answered is to be stored; nil while there is none.
  var unansweredDue: Instant? {
    unansweredSince.values.min().map { $0 + Self.unansweredMilliseconds }
  }

  /// The shards of which it is to be stored by now, with their newest batches.
  func dueUnanswered(at now: Instant) -> [(shard: Int, batch: Int)] {
    unansweredSince.filter { $0.value + Self.unansweredMilliseconds <= now }.keys.sorted()
      .compactMap { shard in
        shards[shard]?.waiting.last.map { (shard, $0.batch) }
      }
  }

  /// The entry that stands for an append; asked for again, it is the same.
  mutating func entry(for append: ShardAppend, of number: Int, at now: Instant) -> ShardEntry? {
    guard var shard = shards[number] else { return nil }
    if let underWay = shard.underWay, underWay.entry.name == append.name { return underWay.entry }
    var (frame, runs) = ([UInt8](), 0)
    for run in shard.waiting {
      guard let newest = append.batch, run.batch <= newest else { break }
      if runs > 0, frame.count + run.lines.count > Self.entryBytesMax { break }
      // The room is there without it, too.
      if run.lines.count <= ShardEntry.frameBytesMax {
        frame += run.lines
      } else {
        shard.waiting[runs].begun = []
      }
      runs += 1
    }
    // The lane that goes on from it has to know until when somebody played.
    if runs == 0, !shard.bases.isEmpty { JournalMark(at: now).encode(into: &frame) }
    let entry = ShardEntry(place: append.place, name: append.name, frame: frame)
    shard.underWay = (entry, runs)
    noteOldRooms(&shard, before: append.place)
    shards[number] = shard
    return entry
  }

  /// The store has an entry.
  ///
  /// - Returns: the newest batch that it has by now, and what the tenure is to be told besides.
  mutating func release(_ number: Int, at place: UInt64) -> (stored: Int?, next: Tenure.Input?) {
    guard var shard = shards[number], let underWay = shard.underWay else { return (nil, nil) }
    let stored = shard.waiting.prefix(underWay.runs)
    for run in stored {
      for code in run.begun {
        shard.bases[code] = place
        shard.asked.remove(code)
      }
      for code in run.ended { shard.bases[code] = nil }
    }
    let newest = stored.last?.batch
    shard.waiting.removeFirst(underWay.runs)
    shard.underWay = nil
    let isMore = shard.waiting.first.map { $0.batch <= shard.told } ?? false
    shards[number] = shard
    return (newest, isMore ? .jotted(batch: shard.told) : nil)
  }

  /// Looks for rooms that were written whole long ago.
  private mutating func noteOldRooms(_ shard: inout Shard, before place: UInt64) {
    var found: [RoomCode] = []
    for (code, base) in shard.bases where place - base > entriesMax / 2 {
      if shard.asked.insert(code).inserted { found.append(code) }
    }
    // A dictionary's order differs from process to process, and a seed would not repeat.
    old += found.sorted()
  }

  /// A room that is to write itself down; nil while there is none. It is named once.
  mutating func takeOld() -> RoomCode? { old.popLast() }

  /// Where a journal is to begin from now on; nil while it has not grown enough.
  ///
  /// - Parameter place: everything before it is stored.
  mutating func takeFloor(of number: Int, before place: UInt64) -> UInt64? {
    guard let shard = shards[number], place > 1 else { return nil }
    let floor = min(shard.bases.values.min() ?? place - 1, place - 1)
    // A lane that opens a shard reads it all. Most have no room, only the entries of their owners.
    let step = shard.bases.isEmpty ? min(Self.marksMax, entriesMax / 2) : entriesMax / 2
    guard floor >= shard.floor + step else { return nil }
    shards[number]?.floor = floor
    return floor
  }
}
