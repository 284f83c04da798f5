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
    try self.init(
      count, on: house.endpoint.port,
      saying: rooms.flatMap { room in
        house.carriages.map { house.watching(room.code, number: room.number, over: $0) }
      },
      answered: house.marker,
      over: house.carriages.map { Way(opening: house.opening(over: $0), isSecure: $0.tls != nil) },
      trusting: house.certificatePath)
  }

  /// How some of them connect.
  struct Way {
    /// What is said first and answered with an HTTP head; empty for nothing.
    let opening: [UInt8]
    let isSecure: Bool
  }

  /// The same for anything that listens on loopback and can be watched.
  ///
  /// - Parameters:
  ///   - greetings: what is said on coming in, for each room by each way.
  ///   - marker: what the answer to that holds.
  ///   - ways: the first watcher takes the first, the next the next, and so on.
  ///   - certificatePath: whom to trust, PEM; only secure ways need it.
  init(
    _ count: Int, on port: UInt16, saying greetings: [[UInt8]], answered marker: String,
    over ways: [Way], trusting certificatePath: String
  ) throws(BenchError) {
    for way in ways { bench_watchers_add_way(way.opening, way.opening.count, way.isSecure) }
    for greeting in greetings { bench_watchers_add_greeting(greeting, greeting.count) }
    let status = marker.withCString { marker in
      certificatePath.withCString { certificate in
        var plan = bench_watchers_plan(
          port: port, count: Int32(count), certificate_path: certificate, marker: marker,
          drain_milliseconds: LeanWatchers.drainMilliseconds)
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
