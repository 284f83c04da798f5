// Where the journals of a server lie: a directory of segments in its state directory, named
// LANE.SEQUENCE, which one server at a time may use. It does not know what the lines say.
// Invariants: nobody else writes there meanwhile; nothing that was left behind is changed, and it
// goes only once no room needs it and the archive has its matches; after a journal could not be
// written nothing that is old is ever taken for what was: once the disk takes journals again, all
// of that goes before they begin anew.

import Archive
import Dispatch
import Game
import Glibc
import Net
import Rooms
import Synchronization
import Wire

/// A directory of journals.
public final class JournalHome: Sendable {
  /// A segment of the journal of one lane.
  struct Segment: Hashable, Comparable {
    /// Greater than that of all before it.
    let sequence: Int
    let lane: Int
    /// Whether it could not be written to its end.
    var isBroken = false

    var name: String { "\(lane).\(sequence)\(isBroken ? ".broken" : "")" }

    init(sequence: Int, lane: Int) {
      self.sequence = sequence
      self.lane = lane
    }

    init?(name: String) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count), let lane = Int(parts[0]), let sequence = Int(parts[1]),
        parts.count == 2 || parts[2] == "broken"
      else { return nil }
      self.init(sequence: sequence, lane: lane)
      isBroken = parts.count == 3
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.sequence, one.lane) < (other.sequence, other.lane)
    }
  }

  /// Where it is.
  public let path: String
  private let directory: Int32
  /// What is there from before, in order.
  let former: [Segment]
  /// The newest of them.
  var lastFormer: Int { former.last?.sequence ?? 0 }
  /// Has to have the matches of a segment before that goes; nil where none are kept.
  private let archive: MatchArchive?
  /// How many segments wait for it.
  private let owed = Atomic(0)
  private let queue = DispatchQueue(label: "chromatch.journal", qos: .utility)
  private let broken = Atomic(false)
  /// Whether it is looked again and again whether the disk takes journals.
  private let isLooking = Atomic(false)
  /// Told once it does, and all journals are to begin anew.
  private let listener = AtomicLazyReference<Listener>()
  /// How many rooms are open that came back from former segments.
  private let formerRooms = Atomic(0)

  /// How many segments that no room needs wait for the archive at the most; the next is removed at
  /// once.
  static let owedMax = 32
  /// How long what was written may wait to be on the disk, in milliseconds.
  static let syncMilliseconds = 50
  /// The same of what nobody is answered, such as positions, if nothing else was written behind it:
  /// each sync takes the processor a tenth of a millisecond, and clients that come back after a
  /// power cut say theirs again.
  static let leisureMilliseconds = 500
  /// How often it is looked whether the disk takes journals again, in seconds.
  static let lookSeconds = 10
  /// It does once so many bytes are free, so that journals do not end again at once.
  static let freeBytesMin = 64 << 20

  /// What a directory of journals is called in a state directory.
  public enum Name: String, Sendable {
    case usual = "journal"
    /// Of somebody who plays alone, without a secret.
    case alone = "journal-alone"
  }

  /// Takes the directory for this server alone.
  ///
  /// - Throws: why it cannot be used, such as that another server does.
  public init(
    state: StateDirectory, name: Name = .usual, archive: MatchArchive? = nil
  ) throws(FileFailure) {
    self.archive = archive
    path = "\(state.path)/\(name.rawValue)"
    _ = try StateDirectory(path)
    directory = try openOwnDirectory(path)
    if takeLock(of: directory) != 0 {
      close(directory)
      throw FileFailure(description: "another server uses \(path)")
    }
    former = JournalHome.names(in: directory).compactMap(Segment.init(name:)).sorted()
  }

  /// Another server may have it at once.
  deinit {
    releaseLock(of: directory)
    close(directory)
  }

  private static func names(in directory: Int32) -> [String] {
    let copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}

// Reading.
extension JournalHome {
  /// Everything that the segments say that were left behind; nothing of those under other rules.
  ///
  /// - Parameter finished: handed each match that was played to its end.
  /// - Throws: that a file is none of this server's, or of another version; nothing is changed.
  func read(
    rules: String, into restoration: inout Restoration, finished: (FinishedMatch) -> Void
  ) throws(FileFailure) -> Remains {
    try Self.read(
      former, of: directory, at: path, rules: rules, into: &restoration, finished: finished)
  }

  /// Everything that segments say that another server may be writing.
  static func peek(
    state: StateDirectory, rules: String, into restoration: inout Restoration
  ) throws(FileFailure) -> Remains {
    let path = "\(state.path)/journal"
    _ = try StateDirectory(path)
    let directory = try openOwnDirectory(path)
    defer { close(directory) }
    let segments = names(in: directory).compactMap(Segment.init(name:)).sorted()
    return try read(segments, of: directory, at: path, rules: rules, into: &restoration) { _ in }
  }

  private static func read(
    _ segments: [Segment], of directory: Int32, at path: String, rules: String,
    into restoration: inout Restoration, finished: (FinishedMatch) -> Void
  ) throws(FileFailure) -> Remains {
    var remains = Remains()
    let threads = restoration.divided(into: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
      .map(ReplayThread.init)
    defer { restoration.unite(threads.map { $0.finish() }) }
    for segment in segments {
      let name = "\(path)/\(segment.name)"
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try readFile(
          segment.name, in: directory, called: name, access: .ownerAlone,
          bytesMax: LaneJournal.segmentBytesMax + 2 * JournalSegment.frameBytesMax)
      } catch {
        // The process that writes there may just have removed what no room needs any more.
        if faccessat(directory, segment.name, F_OK, 0) != 0, errno == ENOENT { continue }
        throw error
      }
      do throws(JournalFailure) {
        guard let read = try JournalSegment.read(bytes, sum: crc32) else { continue }
        if segment.isBroken { remains.isBroken = true }
        guard read.rules == rules else {
          remains.hasOtherRules = true
          continue
        }
        // They play one segment while the next is read.
        for thread in threads { thread.takeFinished().forEach(finished) }
        for thread in threads { thread.play(read.frames) }
      } catch {
        throw FileFailure(description: "\(name) \(error.sentence)")
      }
    }
    for thread in threads { thread.takeFinished().forEach(finished) }
    return remains
  }

  /// What is to be known of journals besides their rooms.
  struct Remains {
    /// One of them could not be written to its end, so all of them may be old.
    fileprivate var isBroken = false
    /// They are of a server that plays otherwise, or knows another secret.
    fileprivate var hasOtherRules = false

    /// Why nothing is taken back of what they say; nil when it is.
    var flaw: String? {
      if isBroken { return "the journal could not be written to its end" }
      return hasOtherRules ? "the journal is of other rules or another daily secret" : nil
    }
  }

  /// Has what was left behind outlive the machine before anything is written that goes on from it.
  func syncFormer() {
    for segment in former {
      let descriptor = openat(directory, segment.name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0 || fdatasync(descriptor) != 0 { broken.store(true, ordering: .relaxed) }
      if descriptor >= 0 { close(descriptor) }
    }
    if fsync(directory) != 0 { broken.store(true, ordering: .relaxed) }
  }

  /// So many rooms came back; the last of them to close takes the former segments along.
  func begin(formerRooms count: Int) {
    formerRooms.store(count, ordering: .relaxed)
    if count == 0 { remove(former) }
  }

  /// One of them has closed or written itself down, which a segment has that is written.
  func closeFormerRoom(onceSynced file: File) {
    file.formerRooms.add(1, ordering: .sequentiallyConsistent)
    sync(file)
  }

  private func leave(formerRooms count: Int) {
    if count == 0 { return }
    if formerRooms.subtract(count, ordering: .relaxed).newValue == 0 { remove(former) }
  }

  /// Removes what no room needs any more because of what a segment has that is written. A machine
  /// that loses its power has either the one or the other.
  func remove(_ segments: [Segment], onceSynced file: File) {
    queue.async { [weak self] in
      if let self, syncs(file) { remove(segments) }
    }
  }

  /// Removes what no room needs any more, once the archive has the matches in it.
  private func remove(_ segments: [Segment]) {
    guard let archive else { return drop(segments) }
    for segment in segments {
      let remove = { @Sendable [self] in
        owed.subtract(1, ordering: .relaxed)
        drop([segment])
      }
      let isTooMany = owed.add(1, ordering: .relaxed).newValue > Self.owedMax
      if isTooMany || !archive.whenWritten(remove) { remove() }
    }
  }

  /// Removes segments at once.
  private func drop(_ segments: [Segment]) {
    for segment in segments { unlinkat(directory, segment.name, 0) }
  }
}

// Writing.
extension JournalHome {
  /// A segment that is open, until nobody has it any more.
  final class File: Sendable {
    let descriptor: Int32
    /// Whether it is to be synced soon, and whether at its leisure.
    fileprivate let isWaiting = Atomic(false)
    fileprivate let isWaitingAtLeisure = Atomic(false)
    /// Whether its name has never been synced.
    fileprivate let isNew = Atomic(true)
    /// How many rooms need what was left behind no more once it is synced.
    fileprivate let formerRooms = Atomic(0)

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  /// Makes an empty segment.
  func make(_ segment: Segment) throws(FileFailure) -> File {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
    let descriptor = openat(directory, segment.name, flags, 0o600)
    guard descriptor >= 0 else { throw FileFailure(errno, "cannot make \(path)/\(segment.name)") }
    return File(descriptor)
  }

  /// Has a segment synced soon that was written. A lane goes on meanwhile; that it failed is told
  /// with its next line.
  func sync(_ file: File) {
    if file.isWaiting.exchange(true, ordering: .sequentiallyConsistent) { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.syncMilliseconds)) { [weak self] in
      file.isWaiting.store(false, ordering: .sequentiallyConsistent)
      let formerRooms = file.formerRooms.exchange(0, ordering: .sequentiallyConsistent)
      guard let self else {
        fdatasync(file.descriptor)
        return
      }
      if syncs(file) { leave(formerRooms: formerRooms) }
    }
  }

  /// Has a segment synced at leisure that was written, but only by what nobody is answered. Of one
  /// that was synced meanwhile nothing is left to do.
  func syncAtLeisure(_ file: File) {
    if file.isWaitingAtLeisure.exchange(true, ordering: .sequentiallyConsistent) { return }
    let deadline = DispatchTime.now() + .milliseconds(Self.leisureMilliseconds)
    queue.asyncAfter(deadline: deadline) { [weak self] in
      file.isWaitingAtLeisure.store(false, ordering: .sequentiallyConsistent)
      if let self { _ = syncs(file) } else { fdatasync(file.descriptor) }
    }
  }

  /// Has a segment synced before whatever is asked for from now on.
  func syncNow(_ file: File) {
    queue.async { [weak self] in _ = self?.syncs(file) }
  }

  /// Whether what was written outlives the machine. A file that is new does so once its name does.
  private func syncs(_ file: File) -> Bool {
    let isNew = file.isNew.exchange(false, ordering: .relaxed)
    if fdatasync(file.descriptor) == 0, !isNew || fsync(directory) == 0 { return true }
    broken.store(true, ordering: .relaxed)
    return false
  }

  /// Waits until all is done that was asked for, but for what is to be synced soon.
  func finish() { queue.sync {} }

  /// Whether something that was written may be lost.
  var isBroken: Bool { broken.load(ordering: .relaxed) }

  /// Marks a segment that cannot be written, so that nobody goes on from what it has.
  func giveUp(_ segment: Segment) {
    broken.store(true, ordering: .relaxed)
    var marked = segment
    marked.isBroken = true
    if renameat(directory, segment.name, directory, marked.name) != 0 {
      // Where nothing can be marked, nothing may stay.
      drop(JournalHome.names(in: directory).compactMap(Segment.init(name:)))
    }
    if !isLooking.exchange(true, ordering: .relaxed) { lookLater() }
  }
}

// Coming back.
extension JournalHome {
  /// Has somebody told, on any thread, when the disk takes journals again.
  func whenBack(_ tell: @escaping @Sendable () -> Void) { _ = listener.storeIfNil(Listener(tell)) }

  private final class Listener: Sendable {
    let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
  }

  private func lookLater() {
    queue.asyncAfter(deadline: .now() + .seconds(Self.lookSeconds)) { [weak self] in self?.look() }
  }

  /// Looks whether the disk takes journals again. What is there is not needed once the archive has
  /// the matches in it; without an archive that takes them it stays for the next start.
  func look() {
    guard hasRoom else { return lookLater() }
    guard let archive else { return queue.async { [weak self] in self?.comeBack() } }
    let isAsked = archive.whenWritten { [weak self] in
      self?.queue.async { [weak self] in self?.comeBack() }
    }
    if !isAsked { lookLater() }
  }

  private func comeBack() {
    drop(Self.names(in: directory).compactMap(Segment.init(name:)))
    guard fsync(directory) == 0,
      !Self.names(in: directory).contains(where: { Segment(name: $0) != nil })
    else { return lookLater() }
    broken.store(false, ordering: .relaxed)
    isLooking.store(false, ordering: .relaxed)
    listener.load()?.tell()
  }

  /// Whether a file can be written and synced, and there is room for more.
  private var hasRoom: Bool {
    guard let free = freeBytes(of: path), free >= Self.freeBytesMin else { return false }
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = openat(directory, "trial", flags, 0o600)
    guard descriptor >= 0 else { return false }
    defer {
      close(descriptor)
      unlinkat(directory, "trial", 0)
    }
    let bytes = [UInt8](repeating: 0, count: 1 << 16)
    return write(descriptor, bytes, bytes.count) == bytes.count && fdatasync(descriptor) == 0
  }
}

/// How many bytes are free for this program where a file is; nil where the system does not say.
func freeBytes(of path: String) -> Int? {
  var status = statvfs()
  guard statvfs(path, &status) == 0 else { return nil }
  return Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
}

extension JournalFailure {
  /// What is wrong with a file.
  fileprivate var sentence: String {
    switch self {
    case .noJournal: "is no journal; move it away to start without what it holds"
    case .version(let version):
      "is of version \(version), and this server reads version \(JournalSegment.version): start "
        + "the server that wrote it, or move it away to start without what it holds"
    }
  }
}
