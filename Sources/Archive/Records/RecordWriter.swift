// A record in the making, as the bytes that it will be. A long match of many players says where
// sliders stand a hundred thousand times; only the last time counts, so beyond a limit the others
// go.
// Invariant: what is left out changes nothing when the record is played again.

public import Game
public import Wire

/// Writes a record, line by line.
public struct RecordWriter: Sendable {
  /// Beyond the limit, so many bytes come before what is not needed goes once more.
  private static let stepBytes = 64 * 1_024

  private var body: [UInt8] = []
  /// The newest moves, which are not there yet.
  private var waiting = WaitingMoves()
  /// When so many bytes are there, what is not needed goes.
  private var thinsAt: Int
  /// Before this nothing is left that is not needed.
  private var thinEnd = 0
  private var isThinned = false

  /// Begins a record.
  ///
  /// - Parameter bytesMax: beyond it, only what is needed to play it again is kept.
  public init(_ opening: [RecordLine], bytesMax: Int) {
    thinsAt = bytesMax
    for line in opening { line.encode(into: &body) }
  }

  /// Adds a line.
  public mutating func append(_ line: RecordLine) {
    writeWaiting()
    line.encode(into: &body)
    if body.count > thinsAt { thin() }
  }

  /// Adds a player's move.
  ///
  /// - Parameter moment: milliseconds since the match began.
  public mutating func append(_ command: Command, by player: PlayerID, at moment: Int) {
    if waiting.isFull {
      writeWaiting()
      if body.count > thinsAt { thin() }
    }
    if waiting.take(command, by: player, at: moment) { return }
    append(.moved(command, by: player, at: moment))
  }

  private mutating func writeWaiting() { waiting.leave(into: &body) }

  /// The lines from first to last.
  public consuming func finish() -> [UInt8] {
    writeWaiting()
    if isThinned { thin() }
    return body
  }

  /// Drops each SET that another of the same player and round follows, and each RTT that another
  /// of the same player follows before anything else but such lines. More may come of the newest
  /// round, so that is looked at again.
  private mutating func thin() {
    isThinned = true
    var kept: [ArraySlice<UInt8>] = []
    var moved: Set<ArraySlice<UInt8>> = []
    var measured: Set<ArraySlice<UInt8>> = []
    var rest = body[thinEnd...]
    var lines: [ArraySlice<UInt8>] = []
    while let line = rest.takeLine() { lines.append(line) }
    for line in lines.reversed() {
      if line.starts(with: Verb.set) {
        if moved.insert(RecordWriter.player(in: line)).inserted { kept.append(line) }
      } else if line.starts(with: Verb.measured) {
        if measured.insert(RecordWriter.player(in: line)).inserted { kept.append(line) }
      } else {
        measured = []
        if line.starts(with: Verb.round) { moved = [] }
        kept.append(line)
      }
    }
    body.removeSubrange(thinEnd...)
    for line in kept.reversed() {
      if line.starts(with: Verb.round) { thinEnd = body.count }
      body += line
      body.append(UInt8(ascii: "\n"))
    }
    thinsAt = max(thinsAt, body.count + RecordWriter.stepBytes)
  }

  /// How lines begin.
  private enum Verb {
    static let set = Array("SET ".utf8)
    static let measured = Array("RTT ".utf8)
    static let round = Array("ROUND ".utf8)
  }

  /// The player of a line, who stands in its last word but one.
  private static func player(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    let rest = line[..<(line.lastIndex(of: space) ?? line.endIndex)]
    return rest[((rest.lastIndex(of: space) ?? rest.startIndex) + 1)...]
  }
}

/// A match that was played to its end.
public struct FinishedMatch: Hashable, Sendable {
  /// Its record, from RECORD to SEED.
  public let body: [UInt8]
  /// Who its players were, in seat order.
  public let persons: [Person]

  /// Puts together what belongs together.
  public init(body: [UInt8], persons: [Person]) {
    self.body = body
    self.persons = persons
  }

  /// The record as a file, before any log has it.
  public var bytes: [UInt8] {
    var bytes = body
    for person in persons { RecordLine.person(person).encode(into: &bytes) }
    return bytes
  }
}
