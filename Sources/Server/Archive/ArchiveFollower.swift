// A node's archive in a cluster: what is to be kept goes into the journal that all archives
// follow, and comes from there, in its order, whichever node wrote it. It carries what
// `ArchiveJournal` decides, and remembers who waits for what. Confined to a queue of its own.
// Invariants: entries go to the disk in their order, each whole or not at all; a waiting caller is
// told once, when it is there, or never.

import Archive
import ArchiveSQLite
import Cluster
@preconcurrency import Dispatch
import Game
import Net
import Rooms
import Synchronization

/// Has an archive follow a cluster's journal.
actor ArchiveFollower {
  /// Something that an entry said, and what has become of it.
  typealias Done = (deed: ArchiveDeed, outcome: ArchiveOutcome)
  /// While more entries than this wait for the disk, no more are read.
  static let entriesMax = 64
  /// What the archivist has no room for is handed over again after so long, in milliseconds.
  private static let pauseMilliseconds = 1_000

  nonisolated let executor = QueueExecutor(label: "chromatch.follower")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let engines: any ClusterEngines
  private let clock: Clock
  private let archivist: Archivist<SQLiteArchive>
  /// Told what entries have come to, on any thread, and from where on nothing came.
  private var news: @Sendable (News) -> Void = { _ in }
  private var journal: ArchiveJournal
  private var entries: [ArchiveEntry] = []
  /// Whether some of them are with the archivist.
  private var isWriting = false
  private var timer: (any DispatchSourceTimer)?
  private nonisolated let waitingCount = Atomic(0)
  private nonisolated let droppedCount = Atomic(0)

  /// What happens to the archive.
  enum News: Sendable {
    /// What entries said has been done.
    case done([Done])
    /// What comes next was dropped before this archive had it: it stays as it is.
    case missed(from: UInt64)
  }

  /// An archive that has everything before a place.
  init(
    _ archivist: Archivist<SQLiteArchive>, next: UInt64, as claimant: Claimant,
    over engines: any ClusterEngines, clock: Clock
  ) {
    (self.archivist, self.engines, self.clock) = (archivist, engines, clock)
    journal = ArchiveJournal(of: claimant, next: next, at: Instant(clock.milliseconds()))
  }

  /// Follows the journal from now on, and says what comes of it, in its order.
  func begin(_ news: @escaping @Sendable (News) -> Void) {
    self.news = news
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { [weak self] in
      self?.assumeIsolated { follower in follower.turn { $0.advance(to: $1, &$2) } }
    }
    self.timer = timer
    turn { $0.advance(to: $1, &$2) }
    timer.activate()
  }

  /// Ends it; what waits is lost here, and in the journals of rooms.
  func stop() {
    timer?.cancel()
    timer = nil
  }

  /// Has lines written that all archives will take in.
  ///
  /// - Parameter refused: called, once, if they will not be: see `ArchiveJournal.write`.
  nonisolated func write(_ lines: [UInt8], refused: @escaping @Sendable () -> Void) {
    executor.post {
      self.assumeIsolated { follower in
        var isTaken = false
        follower.turn { isTaken = $0.write(lines, at: $1, &$2) }
        if !isTaken { refused() }
      }
    }
  }

  /// How much waits to be written, or to be taken in; and how much was not taken.
  nonisolated var figures: (waiting: Int, dropped: Int) {
    (waitingCount.load(ordering: .relaxed), droppedCount.load(ordering: .relaxed))
  }
}

extension ArchiveFollower {
  private func turn(
    _ body: (inout ArchiveJournal, Instant, inout [ArchiveEffect]) -> Void
  ) {
    let now = Instant(clock.milliseconds())
    var effects: [ArchiveEffect] = []
    journal.isHeld = entries.count > ArchiveFollower.entriesMax
    body(&journal, now, &effects)
    for effect in effects {
      switch effect {
      case .ask(let request): ask(request)
      case .take(let entry): entries.append(entry)
      case .missed(let place): news(.missed(from: place))
      }
    }
    journal.isHeld = entries.count > ArchiveFollower.entriesMax
    work()
    waitingCount.store(journal.waitingCount + entries.count, ordering: .relaxed)
    droppedCount.store(journal.dropped, ordering: .relaxed)
    schedule(at: now)
  }

  private func ask(_ request: ArchiveRequest) {
    // What was wanted before it began is asked again then, as if nothing had been answered.
    if timer == nil { return }
    engines.store.ask(ArchiveQuestion(request)) { [weak self] answer in
      guard let self, let answer else { return }
      executor.post { self.assumeIsolated { $0.turn { $0.hear(answer, at: $1, &$2) } } }
    }
  }

  /// Hands what waits to the archivist, one lot after another.
  private func work() {
    guard !isWriting, let last = entries.last else { return }
    let (frames, place) = (entries.map(\.frame), last.place + 1)
    isWriting = archivist.perform { store throws(ArchiveFailure) in
      let deeds = frames.flatMap { ArchiveFrame.deeds(in: $0, hashing: .openSSL) }
      let outcomes = try store.follow(deeds, before: place)
      return zip(deeds, outcomes).map { (deed: $0, outcome: $1) }
    } then: { [weak self, news] done in
      news(.done(done))
      guard let self else { return }
      executor.post { self.assumeIsolated { $0.written(before: place) } }
    }
    if isWriting { return entries.removeAll() }
    executor.queue.asyncAfter(
      deadline: .now() + .milliseconds(ArchiveFollower.pauseMilliseconds)
    ) { [weak self] in
      self?.assumeIsolated { $0.work() }
    }
  }

  private func written(before place: UInt64) {
    isWriting = false
    turn { $0.kept(before: place, at: $1, &$2) }
  }

  private func schedule(at now: Instant) {
    guard let timer else { return }
    guard let deadline = journal.deadline else { return timer.schedule(deadline: .distantFuture) }
    timer.schedule(deadline: .now() + .milliseconds(max(1, deadline - now)))
  }
}
