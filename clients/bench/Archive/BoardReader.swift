// Somebody who looks at boards all the time, on a queue of their own, and takes the time of each
// look. Invariant: one look at a time.

import Archive
import ArchiveSQLite
import Game
import Histogram
import Net

/// Looks at boards until it is stopped.
actor BoardReader {
  private let executor = QueueExecutor(label: "chromatch.bench.boards")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let folder: ArchiveFolder
  private var isStopped = false
  private var looks = Tally.spans()

  /// Between two looks, in milliseconds.
  private static let pauseMilliseconds = 5

  init(_ folder: ArchiveFolder) { self.folder = folder }

  /// Looks at one board after another until it is stopped.
  ///
  /// - Returns: how long each look took.
  func read() async throws -> Histogram<UInt64> {
    let reader = try folder.reader()
    let day = Day(of: Instant(milliseconds: Int(Clock().milliseconds())))
    let boards: [(Board, Span)] = [
      (.rating(family: "sliders"), .always), (.best(mode: "rgb"), .always),
      (.best(mode: "rgb"), .day(day)), (.best(mode: "rgb"), Span.week(of: day)),
    ]
    var turn = 0
    while !isStopped {
      let (board, span) = boards[turn % boards.count]
      turn += 1
      let begin = ContinuousClock.now
      _ = try reader.top(board, span, on: day, for: .anybody)
      looks.record(nanoseconds: Int64((ContinuousClock.now - begin) / .nanoseconds(1)))
      try await Task.sleep(for: .milliseconds(Self.pauseMilliseconds))
    }
    return looks
  }

  /// Has it stop.
  func stop() { isStopped = true }
}
