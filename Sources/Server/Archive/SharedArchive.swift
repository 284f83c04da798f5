// An archive that is one of a cluster's: what is to be kept is written into the journal that all
// of them follow, and the caller that handed it over is told once it has come back from there. It
// knows neither the store nor the disk. Confined to a queue of its own.
// Invariants: nobody is told anything before it is on this node's disk; at most `waitingMax` wait
// to be told.

import Archive
import ArchiveSQLite
import Cluster
import Dispatch
import Game
import Net
import Rooms
import Synchronization
import Wire

/// A node's archive as one of many.
actor SharedArchive {
  /// Of more than so many matches, tries and wishes to be forgotten nobody is told what became.
  static let waitingMax = 4_096

  /// What somebody waits for.
  private enum Awaited: Hashable {
    case match(MatchName)
    case attempt(Attempt)
    case forgetting(KeyID)

    init(_ deed: ArchiveDeed) {
      switch deed {
      case .keep(let match): self = .match(match.name)
      case .claim(let attempt): self = .attempt(attempt)
      case .forget(let player, _): self = .forgetting(player)
      }
    }
  }

  /// Called with what has been done, once; with nil if it will not be.
  private typealias Told = @Sendable (ArchiveFollower.Done?) -> Void

  nonisolated let executor = QueueExecutor(label: "chromatch.sharing")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let archivist: Archivist<SQLiteArchive>
  private let clock: Clock
  let follower: ArchiveFollower
  private let kept: @Sendable (MatchEntry, KeptMatch) -> Void
  private let forgotten: @Sendable () -> Void
  private let missed: @Sendable (UInt64) -> Void
  private let unreadable: @Sendable (String) -> Void
  private var waiting: [Awaited: [Told]] = [:]
  /// What was handed over, and of which nobody was told yet.
  private nonisolated let waitingCount = Atomic(0)

  /// Joins an archive to a cluster.
  ///
  /// - Parameters:
  ///   - next: the place of the journal that the archive has not got.
  ///   - kept: told of each match that came, whichever node wrote it.
  ///   - forgotten: told whenever somebody is forgotten, whichever node was asked.
  ///   - missed: told once if the journal does not go on where this archive ends.
  ///   - unreadable: told of a record of this node that no archive could read, and why.
  init(
    _ archivist: Archivist<SQLiteArchive>, next: UInt64, as claimant: Claimant,
    over engines: any ClusterEngines, clock: Clock,
    kept: @escaping @Sendable (MatchEntry, KeptMatch) -> Void,
    forgotten: @escaping @Sendable () -> Void,
    missed: @escaping @Sendable (UInt64) -> Void,
    unreadable: @escaping @Sendable (String) -> Void
  ) {
    (self.archivist, self.clock) = (archivist, clock)
    (self.kept, self.forgotten) = (kept, forgotten)
    (self.missed, self.unreadable) = (missed, unreadable)
    follower = ArchiveFollower(archivist, next: next, as: claimant, over: engines, clock: clock)
  }

  /// Follows the journal from now on.
  func begin() async {
    await follower.begin { [weak self] news in
      guard let self else { return }
      executor.post { self.assumeIsolated { $0.hear(news) } }
    }
  }

  /// How much waits to be written, taken in or told, and how much was not taken.
  nonisolated var figures: (waiting: Int, dropped: Int) {
    let (waiting, dropped) = follower.figures
    return (max(waiting, waitingCount.load(ordering: .relaxed)), dropped)
  }

  /// Has a match kept by all archives, unless they have it.
  nonisolated func keep(
    _ match: FinishedMatch, then: @escaping @Sendable (MatchEntry, KeptMatch) -> Void
  ) {
    guard let name = MatchName(match) else { return unreadable("its first lines") }
    // Before anything else: a stopping node waits for it.
    waitingCount.add(1, ordering: .relaxed)
    let isTaken = archivist.perform { store throws(ArchiveFailure) in
      try store.index(of: name)
    } then: { [self] index in
      defer { waitingCount.subtract(1, ordering: .relaxed) }
      let entry: MatchEntry
      do throws(RecordFault) {
        entry = try MatchEntry(match, hashing: .openSSL)
      } catch {
        return unreadable("\(error)")
      }
      if let index { return then(entry, KeptMatch(knownAt: index, seats: entry.seats.count)) }
      write(ArchiveFrame.lines(of: match), for: .match(name)) { done in
        if case (.keep(let match), .kept(let kept))? = done { then(match, kept) }
      }
    }
    if !isTaken { waitingCount.subtract(1, ordering: .relaxed) }
  }

  /// Writes a player's one try of a day down for all archives, unless there was one.
  nonisolated func claim(_ claim: Claim, then: @escaping @Sendable (Bool) -> Void) {
    let attempt = Attempt(
      player: claim.player, day: claim.day, room: claim.room.text, number: claim.match)
    // Nobody waits any more, and the try is still to be had.
    guard clock.milliseconds() < claim.until.milliseconds,
      let lines = ArchiveFrame.lines(of: attempt)
    else { return then(false) }
    write(lines, for: .attempt(attempt)) { done in
      if case (_, .claimed(true))? = done { then(true) } else { then(false) }
    }
  }

  /// Has all archives delete what says who somebody is.
  nonisolated func forget(_ player: KeyID, on day: Day, then: @escaping @Sendable () -> Void) {
    write(ArchiveFrame.lines(forgetting: player, on: day), for: .forgetting(player)) { done in
      if done != nil { then() }
    }
  }
}

extension SharedArchive {
  private nonisolated func write(
    _ lines: [UInt8], for wish: Awaited, told: @escaping Told
  ) {
    waitingCount.add(1, ordering: .relaxed)
    executor.post {
      self.assumeIsolated { $0.enter(wish, told) }
      self.follower.write(lines) {
        self.executor.post { self.assumeIsolated { $0.tell(wish, nil) } }
      }
    }
  }

  private func enter(_ wish: Awaited, _ told: @escaping Told) {
    let isRoom = waitingCount.load(ordering: .relaxed) <= SharedArchive.waitingMax
    if isRoom { return waiting[wish, default: []].append(told) }
    waitingCount.subtract(1, ordering: .relaxed)
  }

  private func tell(_ wish: Awaited, _ done: ArchiveFollower.Done?) {
    let all = waiting.removeValue(forKey: wish) ?? []
    for told in all { told(done) }
    waitingCount.subtract(all.count, ordering: .relaxed)
  }

  private func hear(_ news: ArchiveFollower.News) {
    switch news {
    case .missed(let place): missed(place)
    case .done(let all):
      for done in all {
        if case (.keep(let match), .kept(let found)) = done { kept(match, found) }
        if case .forget = done.deed { forgotten() }
        tell(Awaited(done.deed), done)
      }
    }
  }
}
