// What the archives of a cluster take in besides records, as lines in the grammar of the protocol:
// a player's one ranked try of a day, and that somebody is to be forgotten. No such line is ever
// sent to a client.
// Invariants: decode(encode(line)) == line; reading never traps, whatever the bytes.

public import Game

/// A line for all archives of a cluster.
public enum ArchiveLine: Hashable, Sendable {
  /// A match begins that is to be a player's one try of that day.
  case tried(by: KeyID, Day, RoomCode, match: Int)
  /// On that day all is to be deleted that says who somebody is.
  case forgot(KeyID, Day)

  private enum Verb: String, CaseIterable {
    case tried = "TRY"
    case forgot = "FORGET"

    static let table = VerbTable<Verb>()
  }

  /// Whether a line may be one of these; any other belongs to a record.
  public static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    Verb.allCases.contains { line.starts(with: "\($0.rawValue) ".utf8) }
  }

  /// Appends the line, with LF.
  public func encode(into lines: inout [UInt8]) {
    lines.appendLine { line in
      switch self {
      case .tried(let player, let day, let room, let match):
        line.append(word: Verb.tried.rawValue)
        Try.fields.write(Try(player: player, day: day, room: room, match: match), to: &line)
      case .forgot(let player, let day):
        line.append(word: Verb.forgot.rawValue)
        Forgetting.fields.write(Forgetting(player: player, day: day), to: &line)
      }
    }
  }

  /// Reads a line without its ending.
  ///
  /// - Throws: what is wrong with it.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> ArchiveLine {
    let line = try LineReader(bytes)
    switch line.verb(of: Verb.table) {
    case .tried:
      let found = try Try.fields.read(line)
      return .tried(by: found.player, found.day, found.room, match: found.match)
    case .forgot:
      let found = try Forgetting.fields.read(line)
      return .forgot(found.player, found.day)
    case nil: throw RefusalLine(code: .badLine, text: "that is no line for archives")
    }
  }
}

private struct Try: Described {
  let player: KeyID
  let day: Day
  let room: RoomCode
  let match: Int

  init(player: KeyID, day: Day, room: RoomCode, match: Int) {
    (self.player, self.day, self.room, self.match) = (player, day, room, match)
  }

  init(_ line: inout some FieldCoder<Try>) throws(RefusalLine) {
    player = try line(required("by", .keyID)) { $0.player }
    day = try line(required("day", .day)) { $0.day }
    room = try line(required("room", .code)) { $0.room }
    match = try line(required("match", .count)) { $0.match }
  }
}

private struct Forgetting: Described {
  let player: KeyID
  let day: Day

  init(player: KeyID, day: Day) { (self.player, self.day) = (player, day) }

  init(_ line: inout some FieldCoder<Forgetting>) throws(RefusalLine) {
    player = try line(required("by", .keyID)) { $0.player }
    day = try line(required("day", .day)) { $0.day }
  }
}
