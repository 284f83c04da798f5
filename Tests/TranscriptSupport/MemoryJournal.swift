// The journal of a lane in memory: the bytes of one segment, as they would stand on a disk.

public import Driving
public import Game
import TestSupport
public import Wire

/// How many turns there are from one room that is to write itself down to the next.
private let turnsBetweenOldRooms = 5

/// A journal that is an array.
public final class MemoryJournal: Journal {
  /// The segment so far.
  public private(set) var bytes = JournalSegment.head(rules: "memory")

  /// The lines that were kept last.
  public private(set) var newest: [UInt8] = []

  /// Open rooms, the one first that was opened or asked to write itself down longest ago.
  private var rooms: [RoomCode] = []
  private var turns = 0

  /// Keeps deeds as a frame.
  public func keep(_ deeds: Jottings) {
    newest = deeds.lines
    for deed in deeds.bounds {
      switch deed.deed {
      case .opened, .held: rooms.append(deed.room)
      case .closed: rooms.removeAll { $0 == deed.room }
      default: break
      }
    }
    JournalSegment.append(newest, to: &bytes, sum: crc32)
  }

  /// Nobody asks how old it is.
  public var markDue: Instant? { nil }

  /// Nobody wants to know.
  public func mark(at now: Instant) {}

  /// Every few turns, the next room in turn.
  public func takeOld() -> RoomCode? {
    turns += 1
    guard turns % turnsBetweenOldRooms == 0, !rooms.isEmpty else { return nil }
    rooms.append(rooms.removeFirst())
    return rooms.last
  }
}
