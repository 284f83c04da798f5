// The rooms of one shard, as far as a journal is concerned: a count of what was said, and what
// waits to be stored. An entry has a line for each thing that was said, or begins with the count
// alone, which needs nothing before it.

#if Cluster
import Rooms

/// What one shard has said.
struct ShardRooms {
  /// How much has been said and stored.
  private(set) var count = 0
  var isOpen = false
  var isPaused = false
  private var waiting: [(batch: Int, line: String)] = []
  private var underWay: ShardEntry?
  /// The newest batch.
  private(set) var batch = 0
  /// Entries since the rooms have written themselves down.
  private var entries = 0

  static let entriesMax = 100

  /// Whether everything is stored that was said.
  var isStored: Bool { waiting.isEmpty }

  /// Says something, or writes the rooms down instead, now and then.
  mutating func say(_ value: String) -> Tenure.Input {
    batch += 1
    waiting.append((batch, entries >= ShardRooms.entriesMax ? "=\(count)" : value))
    return .jotted(batch: batch)
  }

  /// Goes on from an entry.
  mutating func replay(_ entry: ShardEntry) {
    for line in String(decoding: entry.frame, as: UTF8.self).split(separator: "\n") {
      count = line.hasPrefix("=") ? Int(line.dropFirst()) ?? 0 : count + 1
    }
    entries += 1
  }

  /// The entry that an append stands for; asked again, it is the same.
  mutating func entry(for append: ShardAppend) -> ShardEntry {
    if let underWay, underWay.name == append.name { return underWay }
    let lines = waiting.filter { $0.batch <= append.batch ?? 0 }.map { $0.line + "\n" }
    let entry = ShardEntry(
      place: append.place, name: append.name, frame: Array(lines.joined().utf8))
    underWay = entry
    return entry
  }

  /// What may be told, with its number; and whether the rooms are written down.
  mutating func release(through batch: Int) -> (told: [(Int, String)], isWritten: Bool) {
    var told: [(Int, String)] = []
    var isWritten = false
    entries += 1
    while let first = waiting.first, first.batch <= batch {
      waiting.removeFirst()
      if first.line.hasPrefix("=") {
        isWritten = true
        entries = 0
        continue
      }
      count += 1
      told.append((count, first.line))
    }
    return (told, isWritten)
  }
}
#endif
