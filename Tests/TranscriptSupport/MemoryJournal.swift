// The journal of a lane in memory: the bytes of one segment, as they would stand on a disk.

public import Driving
import Game
public import Wire

/// A journal that is an array.
public final class MemoryJournal: Journal {
  /// The segment so far.
  public private(set) var bytes = JournalSegment.head(rules: "memory")

  /// The lines that were kept last.
  public private(set) var newest: [UInt8] = []

  /// Keeps deeds as a frame.
  public func keep(_ deeds: [JournalLine]) {
    newest = []
    for deed in deeds { deed.encode(into: &newest) }
    bytes += JournalSegment.frame(newest, hashing: .genuine)
  }
}
