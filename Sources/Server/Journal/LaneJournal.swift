// The journal of one lane, as a file: each turn is written before anybody hears of it, which
// outlives the process, and synced by another thread soon after, which outlives the machine. It is
// confined to the lane's queue. When the disk does not take it, the game goes on without: the
// journal is marked, so that nobody ever goes on from what it has.

import Driving
import Game
import Glibc
import Wire

/// Appends what happens on a lane.
final class LaneJournal: Journal {
  /// After so many bytes another segment begins.
  static let segmentBytesMax = 16 << 20
  /// For one more the oldest goes, and rooms that began in it do not come back.
  static let segmentsMax = 32

  /// How many bytes have been written.
  private(set) var bytesWritten = 0
  /// Whether it is written no more.
  private(set) var isOff = false
  private let home: JournalHome
  private let rules: String
  private let segmentBytesMax: Int
  private let whenOff: (String) -> Void
  private var segment: JournalHome.Segment
  /// Nil once it is written no more.
  private var file: JournalHome.File?
  private var length = 0
  /// In which segment the first line of each room is that is open; 0 of one that came back.
  private var beginnings: [RoomCode: Int] = [:]
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

  func keep(_ deeds: [JournalLine]) {
    if isOff { return }
    if home.isBroken { return giveUp("it could not be written or synced") }
    var lines: [UInt8] = []
    for line in deeds { line.encode(into: &lines) }
    put(JournalSegment.frame(lines, hashing: .openSSL))
    for line in deeds { note(line) }
    if !isOff, length > segmentBytesMax {
      begin(JournalHome.Segment(sequence: segment.sequence + 1, lane: segment.lane))
      if segments.count > Self.segmentsMax { dropOldest() }
    }
  }

  /// Gives up the rooms that began longest ago: lines of a room without its first mean nothing.
  private func dropOldest() {
    home.remove(home.former)
    home.remove(segments.prefix(1))
    let oldest = segments.removeFirst().sequence
    beginnings = beginnings.filter { $0.value > oldest }
  }

  /// A segment goes once no open room has a line in it.
  private func note(_ line: JournalLine) {
    switch line.deed {
    case .opened: beginnings[line.room] = segment.sequence
    case .held: beginnings[line.room] = 0
    case .closed:
      guard let beginning = beginnings.removeValue(forKey: line.room) else { return }
      if beginning == 0 { home.closeFormerRoom() }
      let needed = beginnings.values.min() ?? segment.sequence
      let old = segments.prefix { $0.sequence < min(needed, segment.sequence) }
      home.remove(old)
      segments.removeFirst(old.count)
    default: break
    }
  }

  private func put(_ bytes: [UInt8]) {
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
    home.sync(file)
  }

  private func begin(_ next: JournalHome.Segment) {
    do throws(FileFailure) {
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
