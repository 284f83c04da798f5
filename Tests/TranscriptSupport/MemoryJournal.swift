// The journal of a lane in memory: the bytes of one segment, as they would stand on a disk.

package import Game
import Rooms
import TestSupport
package import Wire

/// How many turns there are from one room that is to write itself down to the next.
private let turnsBetweenOldRooms = 5

package final class MemoryJournal: Journal {
  package private(set) var bytes = JournalSegment.head(rules: "memory")

  package private(set) var newest: [UInt8] = []

  /// Open rooms, the one first that was opened or asked to write itself down longest ago.
  private var rooms: [RoomCode] = []
  private var turns = 0

  package func keep(_ deeds: inout Jottings) {
    defer { deeds.clear() }
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

  package var markDue: Instant? { nil }
  package func mark(at now: Instant) {}

  package func takeOld() -> RoomCode? {
    turns += 1
    guard turns % turnsBetweenOldRooms == 0, !rooms.isEmpty else { return nil }
    rooms.append(rooms.removeFirst())
    return rooms.last
  }
}
