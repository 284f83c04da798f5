// A record that a client puts together from what a server answers to REPLAY. It may have a
// megabyte, so no server sends it at once: the client asks for each piece when it has the one
// before.
// Invariant: what is put together is what was cut, or nothing; it takes no more than `bytesMax`.

/// Puts a record together from what a server answers to REPLAY.
public struct RecordPieces: Sendable {
  /// What a line meant.
  public enum Meaning: Equatable, Sendable {
    /// It is part of the record, or of the way there.
    case taken
    /// A piece is whole: ask for the next one, from this line on.
    case next(from: Int)
    /// The record is whole.
    case whole([UInt8])
    /// The server does not have it, or does not say it.
    case refused(RefusalLine)
    /// It is about something else.
    case foreign(ServerMessage)
  }

  /// A server said something that makes no record.
  public struct Nonsense: Error, Sendable {
    /// Describes it.
    public init() {}
  }

  /// No record has more bytes.
  public static let bytesMax = 2 << 20

  private let index: Int
  private var bytes: [UInt8] = []
  /// How many lines are there, and how many there will be.
  private var count = 0
  private var total: Int?
  private var isInside = false

  /// Nothing of the record at that place is there yet.
  public init(of index: Int) { self.index = index }

  /// What to ask first.
  public var question: ClientMessage { .replay(index: index, from: count) }

  /// Takes a line, without its ending.
  public mutating func take(_ line: ArraySlice<UInt8>) throws(Nonsense) -> Meaning {
    if isInside, !line.starts(with: "END ".utf8) {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
      count += 1
      if bytes.count > Self.bytesMax || count > total ?? 0 { throw Nonsense() }
      return .taken
    }
    guard let message = try? ServerMessage.decode(line) else { return .taken }
    switch message {
    case .end where isInside:
      isInside = false
      return count == total ? .whole(bytes) : .next(from: count)
    case .replayed(let piece):
      guard piece.index == index, piece.from == count, piece.lines > count,
        total == nil || total == piece.lines
      else { throw Nonsense() }
      (isInside, total) = (true, piece.lines)
      return .taken
    case .no(let refusal) where refusal.verb == ClientVerb.replay.rawValue:
      return .refused(refusal)
    default: return .foreign(message)
    }
  }
}
