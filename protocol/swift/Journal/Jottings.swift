// What a journal is to have next: deeds, as the lines that they will be. Moves wait here by the
// hundred and become lines together, when the journal is written. It knows no files and no frames.
// Invariant: the lines are those of the deeds, in order.

public import Game

/// Deeds that wait for a journal.
public struct Jottings: Sendable {
  /// A move, as it waits.
  private struct Move {
    let player: PlayerID
    let guess: Guess
    let arrived: ClosedRange<Instant>
    let room: RoomCode
    let at: Instant
    let due: Instant?
    let last: Int
  }

  /// Whole lines of what came before the moves that wait.
  private var written: [UInt8] = []
  private var moves: [Move] = []
  /// Those that begin or end what is needed of a room.
  public private(set) var bounds: [JournalLine] = []
  /// How many there are.
  public private(set) var count = 0
  /// Whether nobody is answered any of them.
  public private(set) var areUnanswered = true
  /// When the first and the last of them happened; nil while there is none.
  public private(set) var span: (first: Instant, last: Instant)?

  /// Room for so many bytes, and so many moves, is kept from one time to the next.
  private static let bytesKept = 1 << 16
  private static let movesKept = 1 << 11
  /// Moves are seldom longer lines, in bytes.
  private static let moveBytes = 96

  /// Begins with nothing.
  public init() {}

  /// All of them as whole lines.
  public var lines: [UInt8] {
    var lines: [UInt8] = []
    write(to: &lines)
    return lines
  }

  /// Appends all of them as whole lines.
  public func write(to lines: inout [UInt8]) {
    if !written.isEmpty { lines += written }
    write(moves, to: &lines)
  }

  /// Adds a deed behind all others.
  public mutating func append(_ line: JournalLine) {
    append(line.deed, in: line.room, at: line.at, due: line.due, last: line.last)
  }

  /// Adds what a line of a journal says, of which none is made for a move.
  public mutating func append(
    _ deed: RoomDeed, in room: RoomCode, at moment: Instant, due: Instant?, last: Int
  ) {
    if case .played(let player, .set(let guess), let arrived) = deed {
      return append(
        set: guess, by: player, arrived: arrived, in: room, at: moment, due: due, last: last)
    }
    note(moment)
    if !deed.isUnanswered { areUnanswered = false }
    write(moves, to: &written)
    moves.removeAll(keepingCapacity: true)
    let line = JournalLine(deed, room: room, at: moment, due: due, last: last)
    line.encode(into: &written)
    if deed.isBound { bounds.append(line) }
  }

  /// Adds a move of sliders.
  public mutating func append(
    set guess: Guess, by player: PlayerID, arrived: ClosedRange<Instant>, in room: RoomCode,
    at moment: Instant, due: Instant?, last: Int
  ) {
    note(moment)
    moves.append(
      Move(
        player: player, guess: guess, arrived: arrived, room: room, at: moment, due: due,
        last: last))
  }

  private mutating func note(_ moment: Instant) {
    count += 1
    span = (span?.first ?? moment, max(span?.last ?? moment, moment))
  }

  private func write(_ moves: [Move], to lines: inout [UInt8]) {
    if moves.isEmpty { return }
    lines.appendLines(within: moves.count * Self.moveBytes) { line in
      for move in moves {
        JournalLine.encode(
          set: move.guess, by: move.player, arrived: move.arrived, in: move.room, at: move.at,
          due: move.due, last: move.last, to: &line)
      }
    }
  }

  /// Forgets all of them, because a journal has them.
  public mutating func clear() {
    if !written.isEmpty { written.removeAll(keepingCapacity: written.capacity <= Self.bytesKept) }
    if !moves.isEmpty { moves.removeAll(keepingCapacity: moves.capacity <= Self.movesKept) }
    if !bounds.isEmpty { bounds = [] }
    (count, areUnanswered, span) = (0, true, nil)
  }
}

extension RoomDeed {
  /// Whether it begins or ends what a journal needs of its room.
  fileprivate var isBound: Bool {
    switch self {
    case .opened, .held, .rested, .closed: true
    default: false
    }
  }
}
