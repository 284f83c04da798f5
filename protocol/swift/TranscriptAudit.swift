// The offline check of a saved transcript: everything that one client received, byte for byte. It
// finds the matches in it and has each one audited, and finds what is missing between the lines. It
// knows the order in which a room tells things, and leaves what is fair to `Audit`.
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
/// - Parameter transcript: the bytes of one connection, or of several one after another, as they
///   came from the server. What follows the last LF is no line.
public func audit(transcript: [UInt8], hashing: Hashing) -> TranscriptReport {
  var auditor = TranscriptAuditor(hashing: hashing)
  var rest = transcript[...]
  while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
    var line = rest[..<end]
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    auditor.read(line)
    rest = rest[(end + 1)...]
  }
  auditor.loseSight()
  return auditor.report
}

/// A transcript as far as it was read.
private struct TranscriptAuditor {
  /// The promise of a match's seed.
  private struct Promise {
    let match: Int
    let hash: [UInt8]
  }

  /// The present or last match.
  private struct Running {
    let match: Int
    var audit: Audit
    var flaw: Flaw?
    /// Whether some of it was told as it happened.
    var isLive: Bool
    var isOver = false
    /// The number of the newest event that the audit has heard.
    var heard = 0

    mutating func blame(_ flaw: Flaw) {
      self.flaw = self.flaw ?? flaw
      audit.blame(flaw)
    }
  }

  private(set) var report = TranscriptReport()
  private let hashing: Hashing
  private var line = 0
  private var room: RoomCode?
  /// The number of the newest event; nil before the first.
  private var last: Int?
  private var rules: Rules?
  private var promise: Promise?
  private var shares = Shares()
  private var running: Running?

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
    case .room(let number, let event):
      if follows(number) { take(event, number) }
    case .play(let number, let event):
      if follows(number) { take(event, number) }
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

  /// Promises and matches that are known of the same room stay known; it told them, and is bound.
  private mutating func enter(_ code: RoomCode, _ number: Int) {
    if code != room {
      loseSight()
      (running, promise, rules) = (nil, nil, nil)
      shares = Shares()
    }
    room = code
    last = number
    shares.forget()
  }

  /// The present match will not be heard of any more.
  mutating func loseSight() {
    guard let running, running.isLive, !running.isOver else { return }
    report.findings.append(
      TranscriptReport.Finding(room: room, match: running.match, verdict: nil))
  }
}

// What happens in the room.
extension TranscriptAuditor {
  private mutating func take(_ event: RoomEvent, _ number: Int?) {
    switch event {
    case .settings(let view): rules = view.rules
    case .readied(let player, _, let share): shares.give(share, by: player, hashing)
    case .reveal(let match, let players):
      if match == promise?.match ?? match { shares.call(players, isNews: number != nil) }
    case .away(let player, _): shares.lose(player, forGood: false)
    case .gone(let player, let why):
      shares.lose(player, forGood: true)
      if hearsAnew(number) { running?.audit.lose(player, isPutOut: why.isPutOut) }
    case .commit(let match, let hash): commit(Promise(match: match, hash: hash))
    case .countdown(let match, let opens, let players, let nonces):
      begin(match, players, nonces, opens: opens, isPicture: number == nil)
    case .seat, .back, .hosted: break
    }
  }

  /// A promise may be made anew until the match begins, but only for shares that are given later.
  private mutating func commit(_ new: Promise) {
    let isBegun = running.map { $0.match == new.match && $0.isLive } ?? false
    if isBegun || (promise?.match == new.match && promise?.hash == new.hash) { return }
    shares.expire()
    promise = new
  }

  private mutating func begin(
    _ match: Int, _ players: [PlayerID], _ nonces: [Nonce], opens: Instant, isPicture: Bool
  ) {
    let before = running.flatMap { $0.match == match ? $0 : nil }
    if before == nil { loseSight() }
    guard let rules else { return }
    var begun = Running(
      match: match,
      audit: Audit(
        rules: rules, players: players, nonces: nonces,
        commitment: promise.flatMap { $0.match == match ? $0.hash : nil }, opens: opens),
      isLive: !isPicture || before.map { $0.isLive && !$0.isOver } == true)
    if let flaw = before?.flaw { begun.blame(flaw) }
    let flaw = shares.begin(players, nonces, isShared: rules.mode.isDaily)
    if let flaw, !isPicture { begun.blame(flaw) }
    running = begun
  }

  /// Whether the present match has not heard an event yet. With since= a client can ask for what it
  /// knows already.
  private mutating func hearsAnew(_ number: Int?) -> Bool {
    guard let number else { return true }
    guard number > running?.heard ?? 0 else { return false }
    running?.heard = number
    return true
  }

  private mutating func take(_ event: Event, _ number: Int?) {
    guard hearsAnew(number), var match = running else { return }
    match.isLive = match.isLive || number != nil
    match.audit.hear(event, isNews: number != nil)
    if match.isLive, !match.isOver, let verdict = match.audit.verdict(hashing) {
      match.isOver = true
      report.findings.append(
        TranscriptReport.Finding(room: room, match: match.match, verdict: verdict))
    }
    running = match
  }
}
