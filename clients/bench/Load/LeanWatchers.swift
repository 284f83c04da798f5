// The watchers who only take in what comes, in C and on a thread of their own. There is one crowd
// of them in a process, so this value holds nothing but the promise that it was begun.

import CBenchFloor
import Net
import Wire

/// A crowd of watchers that reads ten times a second and counts.
struct LeanWatchers {
  /// Has so many come to watch rooms, each as many as another.
  ///
  /// - Parameter rooms: the code of each room if it is a server's, and its number.
  init(
    _ count: Int, at house: House, rooms: [(code: RoomCode?, number: Int)]
  ) throws(BenchError) {
    for carriage in house.carriages {
      let opening = house.opening(over: carriage)
      bench_watchers_add_way(opening, opening.count, carriage.tls != nil)
    }
    for (code, number) in rooms {
      for carriage in house.carriages {
        let greeting = house.watching(code, number: number, over: carriage)
        bench_watchers_add_greeting(greeting, greeting.count)
      }
    }
    let status = house.marker.withCString { marker in
      house.certificatePath.withCString { certificate in
        var plan = bench_watchers_plan(
          port: house.endpoint.port, count: Int32(count), certificate_path: certificate,
          marker: marker, drain_milliseconds: LeanWatchers.drainMilliseconds)
        return bench_watchers_start(&plan)
      }
    }
    if status != 0 { throw BenchError("the watchers could not begin: \(lastFailure())") }
  }

  /// What they have seen so far.
  var seen: bench_watchers_counts { bench_watchers_seen() }

  func leave() { bench_watchers_stop() }

  /// Two batches of a room lie in a socket by then: far less than it holds.
  private static let drainMilliseconds: Int32 = 100
}
