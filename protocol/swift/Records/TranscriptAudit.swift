// The offline check of a saved transcript: everything that one client received, byte for byte. It
// finds the matches in it and has each one audited, and finds what is missing between the lines. It
// knows the order of lines, and leaves the room and what is fair to `HeardRoom`.
// Invariant: reading never traps, whatever the bytes.

public import Game

/// What a transcript proves.
public struct TranscriptReport: Hashable, Sendable {
  /// A match that was heard while it ran, at least in part.
  public struct Finding: Hashable, Sendable {
    /// The room; nil when the transcript does not say how the client came in.
    public let room: RoomCode?
    /// Which match of the room, counted from 1.
    public let match: Int
    /// Whether it was fair; nil when its seed was not told.
    public let verdict: Verdict?

    /// Describes what was found.
    public init(room: RoomCode?, match: Int, verdict: Verdict?) {
      self.room = room
      self.match = match
      self.verdict = verdict
    }
  }

  /// Something that is wrong with the lines themselves.
  public enum Fault: Hashable, Sendable {
    /// A line that is not one of the protocol.
    case unreadable(line: Int)
    /// Events of these numbers are missing before the line.
    case gap(line: Int, missing: ClosedRange<Int>)
    /// An event of a number that came before.
    case repeated(line: Int, number: Int)
  }

  /// The matches, in the order in which they ended or were lost sight of.
  public internal(set) var findings: [Finding] = []
  /// What is wrong with lines, which are counted from 1.
  public internal(set) var faults: [Fault] = []

  /// Whether there are matches, every one of them is proved fair, and no line is missing.
  public var isProved: Bool {
    faults.isEmpty && !findings.isEmpty && findings.allSatisfy { $0.verdict == .verified }
  }
}

/// Checks a saved transcript.
///
/// - Parameters:
///   - transcript: the bytes of one connection, or of several one after another, as they came
///     from the server. What follows the last LF is no line.
///   - hashing: gives the hashes.
public func audit(transcript: [UInt8], hashing: Hashing) -> TranscriptReport {
  var auditor = TranscriptAuditor(hashing: hashing)
  var rest = transcript[...]
  while var line = rest.takeLine() {
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    auditor.read(line)
  }
  auditor.loseSight()
  return auditor.report
}

/// A transcript as far as it was read.
private struct TranscriptAuditor {
  private(set) var report = TranscriptReport()
  private let hashing: Hashing
  private var line = 0
  private var code: RoomCode?
  /// The number of the newest event; nil before the first.
  private var last: Int?
  /// Whether the room may be told anew, because IN was the line before.
  private var isEntering = false
  /// The room; nil until its settings are told.
  private var room: HeardRoom?
  /// The match of which some was told as it happened, until its verdict is known.
  private var live: Int?
  /// The last match whose verdict is known.
  private var settled = 0

  init(hashing: Hashing) {
    self.hashing = hashing
  }

  mutating func read(_ bytes: ArraySlice<UInt8>) {
    line += 1
    do throws(RefusalLine) {
      guard let message = try ServerMessage.decode(bytes) else {
        // An event of a newer server: it means nothing here, but is not missing.
        let number = ServerMessage.number(in: bytes)
        if let number, number == last.map({ $0 + 1 }) { last = number }
        return
      }
      take(message)
    } catch {
      report.faults.append(.unreadable(line: line))
    }
  }

  private mutating func take(_ message: ServerMessage) {
    switch message {
    case .entered(let code, _, let number): enter(code, number)
    case .room(let number, _), .play(let number, _):
      if follows(number) { hear(message, isNews: number != nil) }
    default: break
    }
  }

  /// Whether an event is news. Those without a number are part of the room as it is.
  private mutating func follows(_ number: Int?) -> Bool {
    guard let number else { return true }
    if let last {
      guard number > last else {
        report.faults.append(.repeated(line: line, number: number))
        return false
      }
      if number > last + 1 {
        report.faults.append(.gap(line: line, missing: (last + 1)...(number - 1)))
      }
    }
    last = number
    return true
  }

  /// What the same room promised still binds it.
  private mutating func enter(_ code: RoomCode, _ number: Int) {
    if code != self.code {
      loseSight()
      (room, live, settled) = (nil, nil, 0)
    }
    self.code = code
    last = number
    isEntering = true
  }

  /// The match that was heard will not be heard of any more.
  mutating func loseSight() {
    if let live { find(live, nil) }
    live = nil
  }

  private mutating func find(_ match: Int, _ verdict: Verdict?) {
    report.findings.append(
      TranscriptReport.Finding(room: code, match: match, verdict: verdict))
  }

  /// Takes what is told of the room. Before its settings nothing can be understood; where IN is
  /// followed by events the room is not told anew.
  private mutating func hear(_ message: ServerMessage, isNews: Bool) {
    if case .room(_, .settings(let view)) = message, room == nil || (isEntering && !isNews) {
      room = HeardRoom(settings: view, last: last ?? 0, before: room)
    }
    isEntering = false
    room?.fold(message, hashing: hashing)
    guard let room, let match = room.state.match else { return }
    if let live, live != match.number { loseSight() }
    if isNews, match.number != settled { live = match.number }
    guard let verdict = room.verdict else { return }
    if live == match.number { find(match.number, verdict) }
    (live, settled) = (nil, match.number)
  }
}
