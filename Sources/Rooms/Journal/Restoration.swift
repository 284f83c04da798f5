// Rooms from the journals of a server that is gone: all lines are played again, room by room, and
// every player who had a seat has it. Rooms know nothing of one another, so several threads may
// each play a share of them. It knows no files. Invariant: what it gives is exactly what the lines
// say; a room that comes out otherwise is not given at all.

public import Archive
public import Game
public import Wire

/// Rooms that are being read from journals.
public struct Restoration: Sendable {
  /// The newest moment that any line tells of; nil when there is none.
  public private(set) var newest: Instant?
  /// Rooms of which a line did not come to what it says it did.
  public private(set) var differing: Set<RoomCode> = []
  /// How many lines cannot be read.
  public private(set) var linesUnreadable = 0
  /// The greatest number that any player has.
  private(set) var playersMax = 0
  private(set) var replays: [RoomCode: RoomReplay] = [:]
  private let daily: [UInt8]
  private let hashing: Hashing
  private let limits: Limits
  private let log: String?
  /// Which rooms it plays: all that fall into one of so many shares.
  private var share = (index: 0, count: 1)

  /// Nothing has been read.
  ///
  /// - Parameters:
  ///   - daily: the secret that daily targets come from, as it was then.
  ///   - log: the log that keeps finished matches; nil where none does.
  public init(daily: [UInt8], hashing: Hashing, limits: Limits, log: String? = nil) {
    self.log = log
    self.daily = daily
    self.hashing = hashing
    self.limits = limits
  }

  /// The server was still there at a moment, though no line may tell of it.
  public mutating func wasAlive(at moment: Instant) {
    newest = newest.map { max($0, moment) }
  }

  /// How many rooms there are so far.
  public var roomCount: Int { replays.count }

  /// The rooms there are so far, in no order.
  public var codes: some Collection<RoomCode> { replays.keys }

  /// Takes the lines of a frame. Those of one room have to come in their order.
  ///
  /// - Parameter finished: handed each match that the lines come to the end of. The server that was
  ///   to keep it then may be gone as well, or may have done it.
  public mutating func take(
    _ frame: ArraySlice<UInt8>, finished: (FinishedMatch) -> Void
  ) {
    var rest = frame
    while let bytes = rest.takeLine() {
      guard isMine(bytes) else { continue }
      // Of a line that cannot be read nothing is known, not even the room; its next one shows it.
      if let line = try? JournalLine.decode(bytes) {
        take(line, finished: finished)
      } else if let mark = JournalMark.decode(bytes) {
        wasAlive(at: mark.at)
      } else if share.index == 0 || JournalLine.room(of: bytes) != nil {
        // One that names no room comes to every share.
        linesUnreadable += 1
      }
    }
    if !rest.isEmpty && share.index == 0 { linesUnreadable += 1 }
  }

  /// As many of them, each for a share of the rooms; nothing may have been read. All have to take
  /// all frames.
  public func divided(into count: Int) -> [Restoration] {
    precondition(newest == nil, "rooms that are there already would be in each share")
    return (0..<count)
      .map { index in
        var part = self
        part.share = (index, count)
        return part
      }
  }

  /// What all shares have read.
  public mutating func unite(_ parts: [Restoration]) {
    for part in parts {
      newest = [newest, part.newest].compactMap(\.self).max()
      playersMax = max(playersMax, part.playersMax)
      differing.formUnion(part.differing)
      linesUnreadable += part.linesUnreadable
      replays.merge(part.replays) { _, new in new }
    }
  }

  /// Whether a line is of a room of this share. One that names no room is everybody's.
  private func isMine(_ line: ArraySlice<UInt8>) -> Bool {
    if share.count == 1 { return true }
    guard let code = JournalLine.room(of: line) else { return true }
    return code.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % share.count == share.index
  }

  private mutating func take(_ line: JournalLine, finished: (FinishedMatch) -> Void) {
    newest = max(newest ?? line.at, line.at)
    playersMax = max(playersMax, line.deed.player?.number ?? 0)
    switch line.deed {
    case .opened, .rested:
      differing.remove(line.room)
      replays[line.room] = RoomReplay(
        line, daily: daily, hashing: hashing, limits: limits, log: log)
    default: break
    }
    guard let index = replays.index(forKey: line.room) else { return }
    // In its place: a room that is only looked at is copied.
    let (isAsSaid, isOpen) = replays.values[index].play(line, finished: finished)
    if !isAsSaid { differing.insert(line.room) }
    if !isOpen { replays.remove(at: index) }
  }
}

extension Hall {
  /// Takes back the rooms of a server that is gone, as far as this is their lane, before anybody
  /// has come. Every lane has to be told of the same ones.
  public mutating func restore(_ restoration: Restoration, _ turn: inout Turn) {
    guard let stopped = restoration.newest else { return }
    playersMade = max(playersMade, restoration.playersMax / laneCount + 1)
    if lane == Hall.bookLane { book.enter(restored: restoration.replays.count) }
    takeBack(restoration, since: stopped, &turn)
  }

  /// Opens the rooms again that live here, and has them go on from when nobody played them.
  mutating func takeBack(
    _ restoration: Restoration, since stopped: Instant, _ turn: inout Turn
  ) {
    let codes = restoration.replays.keys.filter { home(of: $0) == lane }.sorted()
    for code in codes {
      guard let replay = restoration.replays[code] else { continue }
      // Who has left this room and sits in another one by now is lost here, if leaving was.
      for (player, sitter) in replay.sitters where players[player]?.room == nil {
        players[player] = Player(
          profile: sitter.profile, token: sitter.token, depth: sitter.depth, connection: nil,
          room: code)
        tokens[sitter.token] = player
      }
      let entry = RoomEntry(replay.room)
      entry.room.asksArchive = log != nil
      entry.jotted.last = replay.room.history.last
      entry.jotted.isLookedOn = replay.room.isLookedOn
      entry.jotted.wasVisited = replay.room.wasVisited
      rooms[code] = entry
      touch(code, .held(since: stopped), &turn) { room, turn in room.goOn(since: stopped, &turn) }
    }
  }
}
