// Queues matches for an archive. A caller hands one over and goes on at once: one thread reads it,
// another waits for the disk. Matches that come while that waits are written together, so a slower
// disk costs time, not work. It knows no server. Invariants: what was handed over is kept in that
// order, or is counted as dropped; nobody is told that a match is kept before it is on the disk; at
// most `Bounds` wait.

public import Archive
import Dispatch
import Net
import Synchronization

/// What becomes of writing, when it changes.
public enum ArchivistNews: Sendable {
  /// Something went wrong, and is tried again after so many seconds.
  case failed(ArchiveFailure, seconds: Int)
  /// What had failed is done.
  case recovered
}

/// Writes an archive in the background.
public final class Archivist<Store: Archive>: Sendable {
  /// How much may wait.
  public struct Bounds: Sendable {
    /// How many matches and requests.
    public var jobs = 4_096
    /// How many bytes of records.
    public var bytes = 64 << 20
    /// How many matches are written together.
    public var group = 256
    /// How many milliseconds a second of a pause has: a test has no time.
    var second = 1_000

    /// The usual ones.
    public init() {}
  }

  private let writer: ArchiveWriter<Store>
  private let backlog: Backlog
  private let missing = Atomic(0)

  /// Takes over an archive.
  ///
  /// - Parameter tell: hears when writing fails, each time, and when it succeeds again.
  public init(
    _ store: sending Store, bounds: Bounds = Bounds(),
    tell: @escaping @Sendable (ArchivistNews) -> Void
  ) {
    backlog = Backlog(countMax: bounds.jobs, bytesMax: bounds.bytes)
    writer = ArchiveWriter(store, bounds: bounds, tell: tell)
  }

  /// How many matches and requests wait.
  public var waiting: Int { backlog.waiting }

  /// How many were dropped because too many waited, or could not be read.
  public var droppedCount: Int { backlog.refused + missing.load(ordering: .relaxed) }

  /// Has a match kept. If too much waits it is dropped, the newest first: those before it were
  /// promised already.
  ///
  /// - Parameters:
  ///   - byteCount: how much of the bytes that may wait it takes.
  ///   - read: makes the match of what it was handed over as, on a thread of the archivist; nil
  ///     drops it.
  public func keep(
    byteCount: Int, _ read: @escaping @Sendable () -> MatchEntry?,
    then: @escaping @Sendable (MatchEntry, KeptMatch) -> Void
  ) {
    guard backlog.admit(byteCount) else { return }
    writer.add { [self] in
      guard let match = read() else {
        backlog.finish(byteCount)
        missing.add(1, ordering: .relaxed)
        return nil
      }
      return .keep(match) { [self] kept in
        backlog.finish(byteCount)
        then(match, kept)
      }
    }
  }

  /// Has something else done, in its turn behind all that was handed over before. It is done again
  /// from its beginning if it fails.
  ///
  /// - Returns: false if too much waits; then it is not done.
  @discardableResult
  public func perform<Result>(
    _ work: @escaping @Sendable (inout Store) throws(ArchiveFailure) -> Result,
    then: @escaping @Sendable (Result) -> Void
  ) -> Bool {
    guard backlog.admit(0) else { return false }
    writer.add {
      .other { [self] store throws(ArchiveFailure) in
        let result = try work(&store)
        backlog.finish(0)
        then(result)
      }
    }
    return true
  }

  /// Waits until all that was handed over is written, but not for ever.
  ///
  /// - Returns: whether it is.
  public func finish(withinMilliseconds milliseconds: Int) -> Bool {
    let done = DispatchSemaphore(value: 0)
    perform { _ in
    } then: { _ in
      done.signal()
    }
    return done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }
}

/// The one who writes, on a queue of its own, behind another one that reads.
private actor ArchiveWriter<Store: Archive> {
  enum Job: Sendable {
    case keep(MatchEntry, then: @Sendable (KeptMatch) -> Void)
    case other(@Sendable (inout Store) throws(ArchiveFailure) -> Void)
  }

  /// Everything passes it, so the order stays as it was. To read a match costs nearly as much as to
  /// write it, and both at once take three quarters of the time.
  private nonisolated let reading = DispatchQueue(label: "chromatch.archive.reading")
  private nonisolated let executor = QueueExecutor(label: "chromatch.archive")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var store: Store
  private let bounds: Archivist<Store>.Bounds
  private let tell: @Sendable (ArchivistNews) -> Void
  /// No slice: that would keep the jobs taken from its front, and so the callers that await them.
  private var waiting: [Job] = []
  /// How often the oldest has failed.
  private var failures = 0
  /// Whether the queue will come to what waits.
  private var isOnItsWay = false

  init(
    _ store: sending Store, bounds: Archivist<Store>.Bounds,
    tell: @escaping @Sendable (ArchivistNews) -> Void
  ) {
    self.store = store
    self.bounds = bounds
    self.tell = tell
  }

  /// Takes a job, from any thread; it is made where things are read.
  nonisolated func add(_ job: @escaping @Sendable () -> Job?) {
    reading.async {
      guard let job = job() else { return }
      self.executor.queue.async {
        self.assumeIsolated { writer in
          writer.waiting.append(job)
          writer.come(after: 0)
        }
      }
    }
  }

  /// Behind what others are adding just now: that is how a group comes together.
  private func come(after seconds: Int) {
    if isOnItsWay { return }
    isOnItsWay = true
    let work = { @Sendable in self.assumeIsolated { $0.work() } }
    if seconds == 0 { return executor.queue.async(execute: work) }
    executor.queue.asyncAfter(
      deadline: .now() + .milliseconds(seconds * bounds.second), execute: work)
  }

  private func work() {
    isOnItsWay = false
    do throws(ArchiveFailure) {
      try workOnce()
      if failures > 0 { tell(.recovered) }
      failures = 0
      if !waiting.isEmpty { come(after: 0) }
    } catch {
      let seconds = min(1 << min(failures, 6), 60)
      failures += 1
      tell(.failed(error, seconds: seconds))
      come(after: seconds)
    }
  }

  /// Does the oldest job, or keeps all matches that wait in front of the next other one.
  private func workOnce() throws(ArchiveFailure) {
    var group: [(match: MatchEntry, then: @Sendable (KeptMatch) -> Void)] = []
    for job in waiting.prefix(bounds.group) {
      guard case .keep(let match, let then) = job else { break }
      group.append((match, then))
    }
    if group.isEmpty {
      guard case .other(let work)? = waiting.first else { return }
      try work(&store)
      waiting.removeFirst()
      return
    }
    let kept = try store.keep(group.map(\.match))
    waiting.removeFirst(group.count)
    for (job, kept) in zip(group, kept) { job.then(kept) }
  }
}
