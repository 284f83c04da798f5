// A segment of a journal as bytes: a line that says what it is, then frames, one for each turn of a
// lane, with a sum, so that a turn is there whole or not at all. What a machine that lost its power
// or a full disk left behind the last whole frame is no frame. It knows no files, and nothing of
// what the lines say.
// Invariant: whatever bytes are read, frames are those that were written, from the first on, up to
// one that is not whole.

public import Game

/// CRC-32 of bytes (RFC 1952, section 8), from whatever library is at hand.
public typealias FrameSum = @Sendable (_ bytes: [UInt8]) -> UInt32

/// The bytes of a segment.
public enum JournalSegment {
  /// The version that is written, and the only one that is read.
  public static let version = 3
  /// The most bytes of lines in a frame.
  public static let frameBytesMax = 1 << 24

  private static let headForm = fields(required("v", .count), required("rules", .word))
  private static let frameForm = fields(
    required("bytes", .int(in: 1...frameBytesMax)), required("sum", .hex(bytes: 4)))

  /// The first line of a segment.
  public static func head(rules: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendLine { line in
      line.append("JOURNAL")
      headForm.write((version, rules), to: &line)
    }
    return bytes
  }

  /// Appends whole lines of one turn as a frame.
  public static func append(_ lines: [UInt8], to segment: inout [UInt8], sum: FrameSum) {
    let sum = digits(of: sum(lines))
    segment.appendLine { line in
      line.append("TURN")
      frameForm.write((lines.count, sum), to: &line)
    }
    segment += lines
  }

  /// The lines of all whole frames of a segment; nil when not even its first line is whole.
  ///
  /// - Throws: why it cannot be read at all.
  public static func read(
    _ bytes: [UInt8], sum: FrameSum
  ) throws(JournalFailure) -> (rules: String, frames: [ArraySlice<UInt8>])? {
    var rest = bytes[...]
    // Of a file that was never synced the first sector may be nothing, and a later one there.
    guard bytes.first != 0, let first = takeLine(&rest) else { return nil }
    guard let line = try? LineReader(first), line.verb == "JOURNAL",
      let (version, rules) = try? headForm.read(line)
    else { throw .noJournal }
    guard version == Self.version else { throw .version(version) }
    var frames: [ArraySlice<UInt8>] = []
    while let head = takeLine(&rest), let line = try? LineReader(head), line.verb == "TURN",
      let (count, digits) = try? frameForm.read(line), rest.count >= count
    {
      let lines = rest.prefix(count)
      guard lines.last == UInt8(ascii: "\n"), Self.digits(of: sum(Array(lines))) == digits else {
        break
      }
      frames.append(lines)
      rest = rest.dropFirst(count)
    }
    return (rules, frames)
  }

  /// Takes the next line without its LF; nil when it is not whole.
  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var longest = rest.prefix(Wire.serverLineBytesMax)
    guard let line = longest.takeLine() else { return nil }
    rest = rest[longest.startIndex...]
    return line
  }

  /// A sum as it is written, from the highest byte on.
  private static func digits(of sum: UInt32) -> [UInt8] {
    withUnsafeBytes(of: sum.bigEndian) { Array($0) }
  }

  /// A word that is another one when the same deeds would come to something else, or would be
  /// written otherwise: a hash of the version, of the edition of the rules, of one round of each
  /// mode as it is told and as a bot plays it, and of the secret of daily targets.
  public static func rules(daily: [UInt8], _ hashing: Hashing) -> String {
    guard let seed = MatchSeed(bytes: [UInt8](repeating: 0, count: MatchSeed.byteCount)) else {
      preconditionFailure("32 bytes are a seed")
    }
    var text = hashing.hmac(daily, Array("journal \(version) \(Rules.edition)".utf8))
    for mode in Mode.all {
      let players = [PlayerID(number: 1), PlayerID(number: 2)]
      var match = Match(
        rules: .usual(of: mode), players: players, seed: seed, nonces: [.none, .none],
        hashing: hashing, start: Instant(milliseconds: 0))
      let bot = players[0]
      var hand: Hand?
      while let due = match.deadline {
        var events: [Event] = []
        if let moment = hand?.deadline, moment < due {
          for command in hand?.act(at: moment) ?? [] {
            events += (try? match.apply(command, by: bot, arrived: moment...moment)) ?? []
          }
        } else {
          events = match.advance(to: due)
        }
        for event in events { ServerMessage.play(n: nil, event).encode(into: &text) }
        if case .shut = events.first { break }
        if case .round(let start) = events.first, let skill = Skill(level: 2) {
          var draw = RandomStream(key: seed.bytes, hashing: hashing)
          hand = Hand(
            skill: skill, mode: mode, challenge: mode.challenge(of: start), opens: start.opens,
            tolerance: match.rules.tolerance(inRound: 1), draw: &draw)
        }
      }
    }
    return String(hex: hashing.sha256(text).prefix(8))
  }
}

/// Why a segment cannot be read at all.
public enum JournalFailure: Error, Hashable, Sendable {
  /// It is something else.
  case noJournal
  /// It is one of another version.
  case version(Int)
}
