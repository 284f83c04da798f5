// A thread that plays the rooms of journals again, a share of them: rooms know nothing of one
// another, so a server that was killed is back sooner on several cores. It knows no files.

import Archive
import Dispatch
import Game
import Net
import Rooms

/// Plays frames on a queue of its own.
actor ReplayThread {
  private nonisolated let executor = QueueExecutor(label: "chromatch.replay")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var restoration: Restoration
  private var finished: [FinishedMatch] = []

  /// Nothing has been played.
  ///
  /// - Parameter restoration: whose share it plays.
  init(_ restoration: Restoration) { self.restoration = restoration }

  /// Plays frames, soon.
  nonisolated func play(_ frames: [ArraySlice<UInt8>]) {
    executor.queue.async { self.assumeIsolated { $0.take(frames) } }
  }

  private func take(_ frames: [ArraySlice<UInt8>]) {
    for frame in frames { restoration.take(frame) { finished.append($0) } }
  }

  /// Waits until all is played.
  ///
  /// - Returns: the matches that came to their end since this was asked last.
  nonisolated func takeFinished() -> [FinishedMatch] {
    executor.queue.sync { assumeIsolated { $0.emptyFinished() } }
  }

  private func emptyFinished() -> [FinishedMatch] {
    defer { finished = [] }
    return finished
  }

  /// Waits until all is played, and says what came of it.
  nonisolated func finish() -> Restoration {
    executor.queue.sync { assumeIsolated { $0.restoration } }
  }
}
