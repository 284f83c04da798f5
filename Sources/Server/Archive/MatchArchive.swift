// The archive of a server: opened before anybody comes, and written beside the game. A lane hands
// over what is over and goes on; a thread of its own reads it and waits for the disk. It knows no
// rule, and nothing of what is kept.
// Invariants: where the disk does not take it the game goes on without, and the log and `/readyz`
// say so; nothing is kept of where anybody came from.

import Archive
import ArchiveSQLite
import Cluster
import Dispatch
public import Game
import Net
import Rooms
import Synchronization
import Wire

/// Where a server's finished matches go.
public final class MatchArchive: Sendable {
  /// What an operator should know, as it happens.
  enum News: Sendable {
    /// Writing fails, and is tried again after so many seconds.
    case failed(String, seconds: Int)
    /// Writing succeeds again.
    case recovered
    /// A record of ours cannot be read, and is not kept.
    case unreadable(String)
    /// The day's backup could not be made.
    case noBackup(String)
    /// The cluster's journal does not go on at that place, where this archive ends.
    case missed(place: UInt64)
  }

  /// What has become of matches so far.
  struct Figures: Equatable, Sendable {
    /// How many came into the archive.
    var kept = 0
    /// How many did not, because too many waited.
    var dropped = 0
    /// How many wait, with what else is to be written.
    var waiting = 0
    /// Whether the disk does not take them.
    var isFailing = false
    /// How many bytes are free where it is; nil where the system does not say.
    var freeBytes: Int?
  }

  /// Where it is.
  let path: String
  /// The log that its records are in.
  public let log: MatchLog
  /// What was done so that it could be opened, a sentence each.
  let repairs: [String]
  /// Why there is none as long as this server runs; nil when there is.
  let whyOff: String?
  /// What goes wrong from its beginning on, for one who listens.
  let news: AsyncStream<News>
  private let teller: AsyncStream<News>.Continuation
  private let folder: ArchiveFolder
  /// Nil when it is off.
  private let archivist: Archivist<SQLiteArchive>?
  /// Nil when it is off.
  private let book: LogBook?
  /// Nil when it is off.
  private let desk: ReadingDesk?
  private let records: RecordDesk?
  private let keptCount = Atomic(0)
  private let forgetting = Atomic(0)
  private let state: State
  /// The place of a cluster's journal that comes next.
  private let nextPlace: UInt64
  /// What it is in a cluster; nil for a server of its own, and before it has joined.
  private let shared = AtomicLazyReference<SharedArchive>()
  /// Backups are made here: they only read, and nobody waits for them.
  private let queue = DispatchQueue(label: "chromatch.backups", qos: .utility)

  /// What the archive's thread and others both know.
  private final class State: Sendable {
    let isFailing = Atomic(false)
  }

  /// Whether something has been answered.
  private final class Answered: Sendable {
    let isTrue = Atomic(false)
  }

  /// How long a stop waits for what is to be written; the rest is in the journals, and written at
  /// the next start.
  static let stopMillisecondsMax = 400
  /// How often it is looked whether a cluster's journal has it all.
  private static let stopPollMilliseconds = 10
  /// How long an operator waits who has somebody forgotten.
  private static let forgetMillisecondsMax = 10_000
  /// How often is looked whether a day is over.
  private static let dayCheckSeconds = 600

  /// Opens the archive of a state directory, or makes it. What is damaged is moved aside. Where the
  /// disk fails there is no archive, and the game goes on.
  ///
  /// - Parameter secret: what the nodes of a cluster know, 32 bytes, which share one log; nil for a
  ///   server of its own, whose archive lies beside that.
  /// - Throws: that it must not be touched: it is in use, or a newer version made it.
  public init(
    in directory: StateDirectory, limits: ServerLimits, sharedBy secret: [UInt8]? = nil
  ) throws(FileFailure) {
    path = Self.path(in: directory.path, isShared: secret != nil)
    _ = try StateDirectory(path)
    if let secret {
      log = MatchLog(sharedBy: secret)
    } else {
      log = try MatchLog(in: directory)
    }
    folder = ArchiveFolder(path)
    let (news, teller) = AsyncStream.makeStream(
      of: News.self, bufferingPolicy: .bufferingNewest(16))
    (self.news, self.teller) = (news, teller)
    let state = State()
    self.state = state
    do throws(ArchiveFailure) {
      let (store, opening) = try folder.open(now: Instant(Clock().milliseconds()))
      let next = try store.nextPlace()
      // Each desk has a connection of its own, and so has the log.
      let (boards, matches) = (try folder.reader(), try folder.reader())
      let book = try LogBook(log, folder.reader())
      repairs = opening.sentences
      nextPlace = next
      whyOff = nil
      self.book = book
      records = RecordDesk(matches, book, bytesMax: limits.recordBytesMax)
      desk = ReadingDesk(boards, ratesHouseholds: limits.halls.ratesHouseholds)
      archivist = Archivist(store, bounds: limits.archivist) { found in
        switch found {
        case .failed(let failure, let seconds):
          state.isFailing.store(true, ordering: .relaxed)
          teller.yield(.failed(failure.description, seconds: seconds))
        case .recovered:
          state.isFailing.store(false, ordering: .relaxed)
          teller.yield(.recovered)
        }
      }
    } catch {
      if error.kind == .refused { throw FileFailure(description: error.description) }
      state.isFailing.store(true, ordering: .relaxed)
      (repairs, whyOff, archivist) = ([], error.description, nil)
      (book, desk, records, nextPlace) = (nil, nil, nil, 1)
    }
  }

  /// Where the archive of a state directory is.
  ///
  /// - Parameter isShared: whether it is that of a cluster's node. A server of its own that becomes
  ///   one has both.
  public static func path(in state: String, isShared: Bool) -> String {
    "\(state)/\(isShared ? "shared-archive" : "archive")"
  }

  /// Looks whether this program knows the archive that a server uses, and leaves it alone.
  ///
  /// - Throws: that it must not touch it, because a newer version made it.
  static func rehearse(in directory: StateDirectory, isShared: Bool) throws(FileFailure) {
    do throws(ArchiveFailure) {
      _ = try ArchiveFolder(path(in: directory.path, isShared: isShared)).reader()
    } catch {
      if error.kind == .refused { throw FileFailure(description: error.description) }
    }
  }

  deinit { teller.finish() }

  /// The log that rooms write records for; nil when nobody keeps them.
  var recordedLog: String? { archivist == nil ? nil : log.name }

  /// How often somebody was forgotten here.
  var forgottenCount: Int { forgetting.load(ordering: .relaxed) }

  /// What has become of matches so far.
  var figures: Figures {
    let shared = shared.load()?.figures ?? (waiting: 0, dropped: 0)
    return Figures(
      kept: keptCount.load(ordering: .relaxed),
      dropped: (archivist?.droppedCount ?? 0) + shared.dropped,
      waiting: (archivist?.waiting ?? 0) + shared.waiting,
      isFailing: state.isFailing.load(ordering: .relaxed), freeBytes: freeBytes(of: path))
  }
}

// Sharing.
extension MatchArchive {
  /// Belongs to a cluster from now on: what is handed over waits for its journal, which `follow`
  /// begins to read. Nothing was handed over before.
  func join(_ claimant: Claimant, over engines: any ClusterEngines, clock: Clock) async {
    guard let archivist else { return }
    let shared = SharedArchive(
      archivist, next: nextPlace, as: claimant, over: engines, clock: clock
    ) { [weak self] match, kept in
      self?.note(match, kept) { _ in }
    } forgotten: { [weak self] in
      self?.forgot()
    } missed: { [teller, state] place in
      state.isFailing.store(true, ordering: .relaxed)
      teller.yield(.missed(place: place))
    } unreadable: { [teller] why in
      teller.yield(.unreadable(why))
    }
    _ = self.shared.storeIfNil(shared)
  }

  /// Follows the journal of its cluster from now on.
  func follow() async { await shared.load()?.begin() }

  /// Waits until all that was handed over has come back from a cluster's journal, but not for ever.
  ///
  /// - Returns: whether it has.
  private func settle(withinMilliseconds milliseconds: Int) async -> Bool {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while shared.load()?.figures.waiting ?? 0 > 0 {
      if ContinuousClock.now >= end { return false }
      try? await Task.sleep(for: .milliseconds(Self.stopPollMilliseconds))
    }
    return true
  }

  /// Has a player forgotten by the archives of all nodes, for the operator of one that is stopped.
  ///
  /// - Returns: whether that is written; if not, the store cannot be reached, or this archive has
  ///   missed what others keep.
  public func forget(_ player: KeyID, on day: Day, at node: ClusterNode) async -> Bool {
    let clock = Clock()
    let claimant = Claimant(node, at: clock.milliseconds(), draw: randomBytes(2))
    await join(claimant, over: node.engines, clock: clock)
    await follow()
    let isForgotten = Atomic(false)
    shared.load()?.forget(player, on: day) { isForgotten.store(true, ordering: .relaxed) }
    _ = await settle(withinMilliseconds: Self.forgetMillisecondsMax)
    await leave()
    return isForgotten.load(ordering: .relaxed)
  }

  /// Has a player forgotten while the server runs.
  ///
  /// - Returns: whether that is written by now; if not it will be.
  func forget(_ player: KeyID, on day: Day) async -> Bool {
    let answered = Answered()
    ask(.forget(player, today: day), from: Origin(household: .max)) { _ in
      answered.isTrue.store(true, ordering: .relaxed)
    }
    let end = ContinuousClock.now + .milliseconds(Self.forgetMillisecondsMax)
    while !answered.isTrue.load(ordering: .relaxed), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(Self.stopPollMilliseconds))
    }
    return answered.isTrue.load(ordering: .relaxed)
  }

  /// Follows it no more.
  func leave() async { await shared.load()?.follower.stop() }

  /// Enters a match into the log's tree that is on the disk.
  private func note(
    _ match: MatchEntry, _ kept: KeptMatch, then: @escaping @Sendable (LoggedMatch) -> Void
  ) {
    if kept.isNew { keptCount.add(1, ordering: .relaxed) }
    book?.add(match.leaf, at: kept.index, match: match.number, then: then)
  }
}

// Writing.
extension MatchArchive {
  /// Keeps a match, soon.
  ///
  /// - Parameter then: told where it is in the log, and what ratings it has changed.
  func keep(
    _ match: FinishedMatch,
    then: @escaping @Sendable (RoomCode, LoggedMatch, [RatingChange]) -> Void = { _, _, _ in }
  ) {
    if let shared = shared.load() {
      return shared.keep(match) { [weak self] match, kept in
        guard let code = RoomCode(match.room) else { return }
        let changes = kept.ratingChanges(in: match)
        self?.book?
          .add(match.leaf, at: kept.index, match: match.number) {
            then(code, $0.told(kept), changes)
          }
      }
    }
    archivist?
      .keep(byteCount: match.body.count) { [teller] in
        do throws(RecordFault) {
          return try MatchEntry(match, hashing: .openSSL)
        } catch {
          teller.yield(.unreadable("\(error)"))
          return nil
        }
      } then: { [self] match, kept in
        guard let code = RoomCode(match.room) else { return }
        let changes = kept.ratingChanges(in: match)
        note(match, kept) { then(code, $0.told(kept), changes) }
      }
  }

  /// Keeps a match of a file, so that anybody here can race it.
  ///
  /// - Returns: which match of the log it is; nil if it is not kept.
  func keep(raced file: RecordFile) async -> Int? {
    guard let archivist,
      var match = try? MatchEntry(
        FinishedMatch(body: file.match.body, persons: file.persons), hashing: .openSSL)
    else { return nil }
    match.isOpen = true
    let entry = match
    return await withCheckedContinuation { done in
      let isTaken = archivist.perform { store throws(ArchiveFailure) in
        try store.keep([entry]).first
      } then: { [self] kept in
        if let kept { note(entry, kept) { _ in } }
        done.resume(returning: kept?.index)
      }
      if !isTaken { done.resume(returning: nil) }
    }
  }

  /// Writes a player's one try of a day down, unless there was one.
  ///
  /// - Parameters:
  ///   - now: when it is asked for, in the time of the room; the wall clock's if not given.
  ///   - then: told whether this is it.
  func claim(
    _ claim: Claim, at now: Instant = Instant(Clock().milliseconds()),
    then: @escaping @Sendable (Bool) -> Void
  ) {
    if let shared = shared.load() { return shared.claim(claim, then: then) }
    let attempt = Attempt(
      player: claim.player, day: claim.day, room: claim.room.text, number: claim.match)
    let end = ContinuousClock.now + .milliseconds(claim.until - now)
    let isTaken = archivist?
      .perform { store throws(ArchiveFailure) in
        // Nobody waits any more, and the try is still to be had.
        if ContinuousClock.now >= end { return false }
        return try store.claim(attempt)
      } then: {
        then($0)
      }
    if isTaken != true { then(false) }
  }

  private func forgot() {
    desk?.renew()
    forgetting.add(1, ordering: .relaxed)
  }

  /// Looks up what somebody asks who comes from there.
  func ask(_ question: Question, from origin: Origin, then: @escaping @Sendable (Answer) -> Void) {
    switch question {
    case .log(let since):
      book?.ask(since: since, for: origin) { then(Answer(question, $0)) }
    case .top(let board, let span, let first, let asker, let today):
      desk?
        .top(board, span, on: today, from: first, by: asker, origin) { then(Answer(question, $0)) }
    case .past(let player, let index, let asker):
      desk?.past(of: player, from: index, by: asker, origin) { then(Answer(question, $0)) }
    case .forget(let player, let today):
      if let shared = shared.load() {
        return shared.forget(player, on: today) { then(Answer(question, [.forgotten])) }
      }
      archivist?
        .perform { store throws(ArchiveFailure) in
          try store.forget(player, on: today)
        } then: { [self] _ in
          forgot()
          then(Answer(question, [.forgotten]))
        }
    case .record(let index, let line, let asker, let today):
      records?
        .ask(index, from: line, by: asker, on: today, origin) { then(Answer(question, $0)) }
    case .original(let index, let asker, let today):
      records?
        .original(index, by: asker, on: today, origin) { found in
          switch found {
          case .success(let original): then(Answer(question, [], original: original))
          case .failure(let refusal): then(Answer(question, [.no(refusal)]))
          }
        }
    }
  }

  /// Looks up a match that anybody may see, for somebody who comes from there.
  func publish(
    _ index: Int, on today: Day, _ origin: Origin, then: @escaping @Sendable (Publication) -> Void
  ) {
    guard let records else { return then(.success(nil)) }
    records.publish(index, on: today, origin, then: then)
  }

  /// Has something done once all that was handed over before is on the disk.
  ///
  /// - Returns: false if that will not be: there is no archive, or too much waits.
  func whenWritten(_ work: @escaping @Sendable () -> Void) -> Bool {
    archivist?
      .perform { _ in
      } then: { _ in
        work()
      } ?? false
  }

  /// Waits until all that was handed over is written, here or in a cluster's journal, but not for
  /// ever.
  ///
  /// - Returns: whether it is.
  func finish(withinMilliseconds milliseconds: Int) -> Bool {
    archivist?.finish(withinMilliseconds: milliseconds) ?? true
  }

  /// The same, without holding up a thread that others need.
  func finish() async {
    _ = await settle(withinMilliseconds: Self.stopMillisecondsMax)
    await withCheckedContinuation { continuation in
      DispatchQueue.global()
        .async { [self] in
          _ = finish(withinMilliseconds: Self.stopMillisecondsMax)
          continuation.resume()
        }
    }
  }
}

// Days.
extension MatchArchive {
  /// Makes a backup each day and deletes what was kept long enough, for as long as the task runs.
  func tend() -> Task<Void, any Error> {
    Task { [weak self] in
      var last: Day?
      while true {
        let today = Day(of: Instant(Clock().milliseconds()))
        if today != last { self?.tend(on: today) }
        last = today
        try await Task.sleep(for: .seconds(Self.dayCheckSeconds))
      }
    }
  }

  /// Does what is done once a day, unless the clock cannot be right.
  func tend(on day: Day) {
    if archivist == nil || day.number < Configuration.firstDay { return }
    // A server that has stopped does not hold the archive until its backup is made.
    queue.async { [weak self, folder, teller] in
      do throws(ArchiveFailure) {
        try folder.backUp(on: day)
      } catch {
        teller.yield(.noBackup(error.description))
      }
      // Behind the backup: what is deleted by mistake, as by a clock that is wrong, is in it.
      self?.archivist?
        .perform { store throws(ArchiveFailure) in
          try store.expire(on: store.countedDay(on: day))
        } then: { _ in
        }
    }
  }
}

// Starting.
extension MatchArchive {
  /// Takes in what had ended before the server was gone, as its journals tell it. Most of it is
  /// kept already.
  struct CatchingUp {
    private let archive: MatchArchive?
    private let reader: SQLiteReader?
    /// Whether the disk is worth waiting for.
    private var isPatient = true
    /// How many were not kept yet.
    private(set) var count = 0

    /// So many are handed over before they are waited for.
    private static let group = 32
    private static let patienceMilliseconds = 5_000

    init(_ archive: MatchArchive?) {
      self.archive = archive
      reader = archive?.archivist == nil ? nil : try? archive?.folder.reader()
    }

    mutating func take(_ match: FinishedMatch) {
      guard let archive, let name = MatchName(match) else { return }
      // What cannot be asked is handed over: nothing is kept twice.
      if let known = try? reader?.index(of: name), known >= 0 { return }
      archive.keep(match)
      count += 1
      if count % Self.group == 0, isPatient {
        isPatient = archive.finish(withinMilliseconds: Self.patienceMilliseconds)
      }
    }
  }
}

extension ServerLimits {
  /// What may wait for the archive.
  fileprivate var archivist: Archivist<SQLiteArchive>.Bounds {
    var bounds = Archivist<SQLiteArchive>.Bounds()
    (bounds.jobs, bounds.bytes) = (archiveMatchesMax, archiveBytesMax)
    return bounds
  }
}
