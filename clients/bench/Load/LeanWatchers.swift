// The watchers who only take in what comes, in C and on a thread of their own. There is one crowd
// of them in a process, so this value holds nothing but the promise that it was begun.

import CBenchFloor
import Glibc
import Net
import Wire

/// A crowd of watchers that reads ten times a second and counts.
struct LeanWatchers {
  /// What they have seen so far.
  struct Seen {
    /// How many are in the room, and how many have been lost.
    let inside: Int
    let lost: Int
    /// Bytes that came, as they are on the wire but for TLS.
    let bytes: Int
    /// MOVE lines that came.
    let moves: Int
  }

  /// Has so many come to watch rooms, each as many as another.
  ///
  /// - Parameter rooms: the code of each room if it is a server's, and its number.
  /// - Throws: `BenchError.watchersFailed`.
  init(
    _ count: Int, at house: House, rooms: [(code: RoomCode?, number: Int)]
  ) throws(BenchError) {
    var greetings: [UInt8] = []
    var ends: [Int] = []
    for room in rooms {
      greetings += house.watching(room.code, number: room.number)
      ends.append(greetings.count)
    }
    let opening = house.opening
    let status = opening.withUnsafeBufferPointer { opening in
      greetings.withUnsafeBufferPointer { greetings in
        ends.withUnsafeBufferPointer { ends in
          house.marker.withCString { marker in
            var plan = bench_watchers_plan(
              port: house.endpoint.port, count: Int32(count), opening: opening.baseAddress,
              opening_count: opening.count, greetings: greetings.baseAddress,
              greeting_ends: ends.baseAddress, greetings_count: Int32(ends.count), marker: marker,
              drain_milliseconds: LeanWatchers.drainMilliseconds)
            return bench_watchers_start(&plan)
          }
        }
      }
    }
    if status != 0 { throw .watchersFailed(why: String(cString: strerror(errno))) }
  }

  var seen: Seen {
    let counts = bench_watchers_seen()
    return Seen(
      inside: Int(counts.inside), lost: Int(counts.ended), bytes: Int(counts.bytes),
      moves: Int(counts.moves))
  }

  /// Has them hang up, and returns when they are gone.
  func leave() { bench_watchers_stop() }

  /// Two batches of a room lie in a socket by then: far less than it holds.
  private static let drainMilliseconds: Int32 = 100
}
