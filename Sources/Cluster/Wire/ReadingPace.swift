// How much of journals one request reads. A lane that takes shards over reads while players wait,
// so one request reads a few journals and many entries; but what comes back at once is played again
// at once, and may be too long to be taken at all. So the last answer says how much the next
// request reads. It knows no request.
// Invariant: the slowest pace always has an answer, however long entries are.

/// How much one request reads.
public struct ReadingPace: Hashable, Sendable {
  /// So many journals are read in one request at the most: fewer than a lane takes over at once, so
  /// that the first are played again while others are on their way.
  public static let journalsMax = 7
  /// So many entries of one are read at once at the most.
  public static let entriesMax = 128
  /// So many at the least.
  public static let entriesMin = 16
  /// An answer is to have no more bytes of entries: a few milliseconds of playing them again.
  static let bytesGoal = 256 << 10

  /// So many journals the next request reads at the most.
  public private(set) var journals = journalsMax
  /// So many entries of each.
  public private(set) var entries = 2 * entriesMin

  /// The pace before anything was read.
  public init() {}

  /// Takes what came of a request.
  ///
  /// - Parameter bytes: so many bytes of entries were read; nil when nothing was answered, since
  ///   that may have been too long.
  public mutating func note(_ bytes: Int?) {
    guard let bytes else { return (journals, entries) = (1, ReadingPace.entriesMin) }
    if bytes > ReadingPace.bytesGoal {
      entries = max(entries / 2, ReadingPace.entriesMin)
    } else if 4 * bytes <= ReadingPace.bytesGoal {
      journals = min(2 * journals, ReadingPace.journalsMax)
      entries = min(2 * entries, ReadingPace.entriesMax)
    }
  }
}
