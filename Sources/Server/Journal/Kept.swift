// What a server begins with: the rooms of one that is gone, or nothing where what was left behind
// is too old, of other rules, or not whole. It decides whether; how is the restoration's. Matches
// that had ended are for the archive, however old.

import Game
import Net
public import Rooms
import Wire

/// What journals gave back, and where they go on.
public struct Kept: Sendable {
  let home: JournalHome
  /// The mark of this server's own journals.
  let rules: String
  private(set) var restoration: Restoration
  /// Why nothing is taken back of what there was; nil when it is.
  private(set) var isDropped: String?
  /// How many matches had ended, and were not in the archive.
  let matchesCaughtUp: Int

  /// From then on nobody comes back.
  static let ageMillisecondsMax: Int64 = 600_000
  /// A server's time goes on from its journals, so that it never runs back, but no further ahead of
  /// the clock than this: then the clock was wrong when they were written, or is wrong now.
  public static let aheadMillisecondsMax: Int64 = 60_000

  /// Takes the journals of a state directory for this server alone, and reads what was left behind.
  /// What is dropped is removed; the rest stays as long as a room needs it.
  ///
  /// - Parameters:
  ///   - journal: which of the directory's.
  ///   - daily: the server's `dailySecret`: rooms under another one play otherwise.
  ///   - archive: takes in matches that had ended, also of rooms that do not come back.
  ///   - aliveAt: when the server that wrote them was still there, in milliseconds of Unix time;
  ///     nil where only they can tell.
  /// - Throws: that another server uses them, or what somebody should look at before it is lost.
  public init(
    in state: StateDirectory, journal: JournalHome.Name = .usual, daily: [UInt8], limits: Limits,
    archive: MatchArchive? = nil, aliveAt: Int64? = nil
  ) throws(FileFailure) {
    home = try JournalHome(state: state, name: journal, archive: archive)
    rules = JournalSegment.rules(daily: daily, .openSSL)
    let nothing = Restoration(
      daily: daily, hashing: .openSSL, limits: limits, log: archive?.recordedLog)
    restoration = nothing
    var catchingUp = MatchArchive.CatchingUp(archive)
    let remains = try home.read(rules: rules, into: &restoration) { catchingUp.take($0) }
    matchesCaughtUp = catchingUp.count
    if let aliveAt { restoration.wasAlive(at: Instant(aliveAt)) }
    let age = restoration.newest.map { Clock().milliseconds() - Int64($0.milliseconds) } ?? 0
    isDropped = remains.flaw
    if isDropped == nil, age > Self.ageMillisecondsMax {
      isDropped = "the journal is \(age / 60_000) minutes old"
    }
    // A server that has just become this one goes on with its time, whatever the clock shows.
    if isDropped == nil, aliveAt == nil, -age > Self.aheadMillisecondsMax {
      isDropped = "the journal is \(-age / 60_000) minutes ahead of the clock"
    }
    if isDropped != nil { restoration = nothing }
    if restoration.roomCount > 0 { home.syncFormer() }
    home.begin(formerRooms: restoration.roomCount)
  }

  /// Reads the journals of a state directory as if this server took the place of the one that
  /// writes them, and leaves them alone.
  ///
  /// - Returns: how many rooms would come back.
  /// - Throws: why not all of them would.
  public static func rehearse(
    in state: StateDirectory, daily: [UInt8], limits: Limits
  ) throws(FileFailure) -> Int {
    try rehearsal(in: state, daily: daily, limits: limits).roomCount
  }

  /// The same with all that the journals tell.
  static func rehearsal(
    in state: StateDirectory, daily: [UInt8], limits: Limits
  ) throws(FileFailure) -> Restoration {
    let rules = JournalSegment.rules(daily: daily, .openSSL)
    var restoration = Restoration(daily: daily, hashing: .openSSL, limits: limits)
    let remains = try JournalHome.peek(state: state, rules: rules, into: &restoration)
    if let flaw = remains.flaw {
      throw FileFailure(description: "no room would come back: \(flaw)")
    }
    if !restoration.differing.isEmpty {
      let rooms = restoration.differing.sorted().map(\.text).joined(separator: ", ")
      throw FileFailure(
        description: "rooms play otherwise than they did and would not come back: \(rooms)")
    }
    return restoration
  }

  /// The newest moment that journals tell of, in milliseconds of Unix time; 0 when there is none.
  var newest: Int64 { Int64(restoration.newest?.milliseconds ?? 0) }
}
