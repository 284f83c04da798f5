// What a journal is to have next: deeds as the lines that they will be, one behind the other. Of
// most of them nobody asks anything more, so they are bytes as soon as they are done. It knows no
// files and no frames.
// Invariant: the lines are those of the deeds, in order.

public import Game

/// Deeds that wait for a journal.
public struct Jottings: Sendable {
  /// All of them as whole lines.
  public private(set) var lines: [UInt8] = []
  /// Those that begin or end what is needed of a room.
  public private(set) var bounds: [JournalLine] = []
  /// How many there are.
  public private(set) var count = 0
  /// Whether all of them are moves.
  public private(set) var areMoves = true
  /// When the first and the last of them happened; nil while there is none.
  public private(set) var span: (first: Instant, last: Instant)?

  /// Room for so many bytes is kept from one time to the next.
  static let bytesKept = 1 << 16

  /// Begins with nothing.
  public init() {}

  /// Adds a deed behind all others.
  public mutating func append(_ line: JournalLine) {
    line.encode(into: &lines)
    if line.isBound { bounds.append(line) }
    count += 1
    areMoves = areMoves && line.isMove
    span = (span?.first ?? line.at, max(span?.last ?? line.at, line.at))
  }

  /// Forgets all of them, because a journal has them.
  public mutating func clear() {
    lines.removeAll(keepingCapacity: lines.capacity <= Self.bytesKept)
    bounds = []
    (count, areMoves, span) = (0, true, nil)
  }
}

extension JournalLine {
  /// Whether it begins or ends what a journal needs of its room.
  fileprivate var isBound: Bool {
    switch deed {
    case .opened, .held, .rested, .closed: true
    default: false
    }
  }
}
