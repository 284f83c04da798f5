// What all archives of a cluster take in, and the lines that say it: records with the PERSON lines
// that belong to them, one after another, and between them single lines. It knows no place and no
// store. Invariant: whatever the lines are, all archives read the same out of them; what none can
// read, none takes in.

public import Game
import Wire

/// A change of an archive.
public enum ArchiveDeed: Hashable, Sendable {
  /// A match is kept.
  case keep(MatchEntry)
  /// A player has a ranked try.
  case claim(Attempt)
  /// Somebody is forgotten on a day.
  case forget(KeyID, on: Day)
}

/// What has become of one.
public enum ArchiveOutcome: Hashable, Sendable {
  /// The match is kept.
  case kept(KeptMatch)
  /// Whether the try was the player's first of that day, or is the same.
  case claimed(Bool)
  /// Whether there was anything to forget.
  case forgot(Bool)
}

/// Lines for all archives.
public enum ArchiveFrame {
  /// The lines of a match.
  public static func lines(of match: FinishedMatch) -> [UInt8] { match.bytes }

  /// The line of a try.
  ///
  /// - Returns: nil if no room has such a code.
  public static func lines(of attempt: Attempt) -> [UInt8]? {
    guard let code = RoomCode(attempt.room) else { return nil }
    return ArchiveLine.tried(by: attempt.player, attempt.day, code, match: attempt.number).bytes
  }

  /// The line that has somebody forgotten.
  public static func lines(forgetting player: KeyID, on day: Day) -> [UInt8] {
    ArchiveLine.forgot(player, day).bytes
  }

  /// What lines say, in order.
  ///
  /// - Parameter hashing: what leaves of the log are made with.
  public static func deeds(in frame: [UInt8], hashing: Hashing) -> [ArchiveDeed] {
    var deeds: [ArchiveDeed] = []
    var record: [ArraySlice<UInt8>] = []
    func end() {
      if let match = match(record, hashing: hashing) { deeds.append(.keep(match)) }
      record = []
    }
    var rest = frame[...]
    while let line = rest.takeLine() {
      if ArchiveLine.begins(line) {
        end()
        switch try? ArchiveLine.decode(line) {
        case .tried(let player, let day, let room, let match):
          deeds.append(
            .claim(Attempt(player: player, day: day, room: room.text, number: match)))
        case .forgot(let player, let day): deeds.append(.forget(player, on: day))
        case nil: break
        }
      } else {
        if line.starts(with: "RECORD ".utf8) { end() }
        record.append(line)
      }
    }
    end()
    return deeds
  }

  private static func match(_ lines: [ArraySlice<UInt8>], hashing: Hashing) -> MatchEntry? {
    let isPerson = { (line: ArraySlice<UInt8>) in line.starts(with: "PERSON ".utf8) }
    let body = lines.prefix { !isPerson($0) }
    let persons = lines[body.endIndex...]
      .map { line in
        if case .person(let person) = RecordLine(canonical: line) { person } else { nil as Person? }
      }
    guard !body.isEmpty, persons.allSatisfy({ $0 != nil }) else { return nil }
    let bytes = body.flatMap { $0 + [UInt8(ascii: "\n")] }
    return try? MatchEntry(
      FinishedMatch(body: bytes, persons: persons.compactMap(\.self)), hashing: hashing)
  }
}

extension ArchiveLine {
  /// The line as it is written.
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }
}
