// The journal of one lane, as a file: each turn is written before anybody hears of it, which
// outlives the process, and synced by another thread soon after, which outlives the machine. It is
// confined to the lane's queue. When the disk does not take it, the game goes on without: the
// journal is marked, so that nobody ever goes on from what it has. Once the disk takes it again it
// begins anew, and all rooms are to write themselves down.

import Game
import Glibc
import Rooms
import Wire

/// Appends what happens on a lane.
final class LaneJournal: Journal {
  /// After so many bytes another segment begins.
  static let segmentBytesMax = 16 << 20
  /// For one more the oldest goes. A room of which it has the first line does not come back, unless
  /// it writes itself down once more.
  static let segmentsMax = 32
  /// A room that began so many segments ago is to write itself down. All others are left for the
  /// match that runs there.
  static let ageSegmentsMax = segmentsMax / 4
  /// After so long without a line it says that the server is still there, in milliseconds: often
  /// enough that what is kept never seems old.
  static let markMilliseconds = 60_000
  /// Room for a frame of so many bytes is kept from one to the next.
  private static let frameBytesKept = 1 << 16

  /// How many bytes have been written.
  private(set) var bytesWritten = 0
  /// Whether it is not written.
  private(set) var isOff = false
  private let home: JournalHome
  private let rules: String
  private let segmentBytesMax: Int
  private let whenOff: (String) -> Void
  private var segment: JournalHome.Segment
  /// Nil while it is not written.
  private var file: JournalHome.File?
  private var length = 0
  /// Lines to be written, and the frame that they are: the next are put together in their place.
  private var (lines, frame): ([UInt8], [UInt8]) = ([], [])
  /// When what was kept last happened.
  private var newest = Instant(milliseconds: 0)
  /// In which segment the first line of each room is that is open; 0 of one that came back, -1 of
  /// one whose lines are lost.
  private var beginnings: [RoomCode: Int] = [:]
  /// How many of them each segment has; those that have none are left out.
  private var roomCounts: [Int: Int] = [:]
  /// Rooms that are to write themselves down.
  private var old: [RoomCode] = []
  /// All segments that are there, the newest last.
  private var segments: [JournalHome.Segment] = []

  /// Begins a segment after all that are there.
  init(
    in home: JournalHome, lane: Int, rules: String,
    segmentBytesMax: Int = LaneJournal.segmentBytesMax, whenOff: @escaping (String) -> Void
  ) {
    self.home = home
    self.rules = rules
    self.segmentBytesMax = segmentBytesMax
    self.whenOff = whenOff
    segment = JournalHome.Segment(sequence: home.lastFormer + 1, lane: lane)
    begin(segment)
  }

  func keep(_ deeds: inout Jottings) {
    defer { deeds.clear() }
    if !isOff, home.isBroken { giveUp("it could not be written or synced") }
    if !isOff {
      deeds.write(to: &lines)
      putFrame(atLeisure: deeds.areUnanswered)
    }
    for line in deeds.bounds { note(line) }
    if isOff { return }
    if let last = deeds.span?.last { newest = max(newest, last) }
    if length > segmentBytesMax {
      begin(JournalHome.Segment(sequence: segment.sequence + 1, lane: segment.lane))
      old = beginnings.filter { isOld($0.value) }.map(\.key)
      if segments.count > Self.segmentsMax { dropOldest() }
    }
  }

  func takeOld() -> RoomCode? {
    while !isOff, let code = old.popLast() {
      if let beginning = beginnings[code], isOld(beginning) { return code }
    }
    return nil
  }

  var markDue: Instant? {
    isOff || beginnings.isEmpty ? nil : newest + Self.markMilliseconds
  }

  func mark(at now: Instant) {
    if home.isBroken { return giveUp("it could not be written or synced") }
    newest = now
    JournalMark(at: now).encode(into: &lines)
    putFrame()
  }

  /// Begins anew, since the disk takes it again and all that was written is gone.
  ///
  /// - Returns: whether it is written now.
  func comeBack() -> Bool {
    (isOff, file, segments) = (false, nil, [])
    old = Array(beginnings.keys)
    for room in old { beginnings[room] = -1 }
    roomCounts = old.isEmpty ? [:] : [-1: old.count]
    begin(JournalHome.Segment(sequence: segment.sequence + 1, lane: segment.lane))
    return !isOff
  }

  func startOver() {
    if isOff { return }
    newest = Instant(milliseconds: 0)
    begin(JournalHome.Segment(sequence: segment.sequence + 1, lane: segment.lane))
    removeUnneeded()
  }

  private func isOld(_ beginning: Int) -> Bool {
    beginning <= 0 || beginning + Self.ageSegmentsMax <= segment.sequence
  }

  /// Gives up the rooms that began longest ago: lines of a room without its first mean nothing.
  private func dropOldest() {
    let oldest = segments[0].sequence
    for (room, beginning) in beginnings where beginning <= oldest { forget(room, from: beginning) }
    removeUnneeded()
  }

  /// A segment goes once no open room has its first line in it, or in one before.
  private func note(_ line: JournalLine) {
    switch line.deed {
    case .opened: begin(line.room, in: segment.sequence)
    case .held:
      begin(line.room, in: 0)
      old.append(line.room)
    case .rested:
      let before = beginnings[line.room]
      if let before { forget(line.room, from: before) }
      begin(line.room, in: segment.sequence)
      if let before, before != segment.sequence { removeUnneeded() }
    case .closed:
      guard let beginning = beginnings[line.room] else { return }
      forget(line.room, from: beginning)
      removeUnneeded()
    default: break
    }
  }

  private func begin(_ room: RoomCode, in segment: Int) {
    beginnings[room] = segment
    roomCounts[segment, default: 0] += 1
  }

  private func forget(_ room: RoomCode, from beginning: Int) {
    beginnings[room] = nil
    let rest = roomCounts[beginning, default: 1] - 1
    roomCounts[beginning] = rest == 0 ? nil : rest
    if beginning == 0, let file { home.closeFormerRoom(onceSynced: file) }
  }

  private func removeUnneeded() {
    let needed = roomCounts.keys.min() ?? segment.sequence
    let unneeded = segments.prefix { $0.sequence < min(needed, segment.sequence) }
    guard !unneeded.isEmpty, let file else { return }
    home.remove(Array(unneeded), onceSynced: file)
    segments.removeFirst(unneeded.count)
  }

  /// Writes the lines as a frame.
  private func putFrame(atLeisure: Bool = false) {
    JournalSegment.append(lines, to: &frame, sum: crc32)
    put(frame, atLeisure: atLeisure)
    let keepsRoom = frame.capacity <= Self.frameBytesKept
    frame.removeAll(keepingCapacity: keepsRoom)
    lines.removeAll(keepingCapacity: keepsRoom)
  }

  private func put(_ bytes: [UInt8], atLeisure: Bool = false) {
    guard let file else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return giveUp(String(cString: strerror(errno))) }
      rest = rest.dropFirst(count)
    }
    length += bytes.count
    bytesWritten += bytes.count
    if atLeisure { home.syncAtLeisure(file) } else { home.sync(file) }
  }

  private func begin(_ next: JournalHome.Segment) {
    do throws(FileFailure) {
      // What goes because of what is in it may go as soon as the next one is synced.
      if let file { home.syncNow(file) }
      file = try home.make(next)
      (segment, length) = (next, 0)
      segments.append(next)
      put(JournalSegment.head(rules: rules))
    } catch {
      giveUp(error.description)
    }
  }

  private func giveUp(_ why: String) {
    (isOff, file) = (true, nil)
    home.giveUp(segment)
    whenOff(why)
  }
}
