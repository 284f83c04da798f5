// Whether an archive is whole: the file as SQLite sees it, and the records as the log does. It only
// reads, and says everything that is wrong, not just the first.

public import Archive
public import Game

/// What an archive holds, and what is wrong with it.
public struct Inspection: Hashable, Sendable {
  /// How many matches were ever kept.
  public var matches = 0
  /// How many of them still have their record.
  public var records = 0
  /// How many players are known.
  public var players = 0
  /// What is wrong, a sentence each; nothing if all is well.
  public var faults: [String] = []
}

extension SQLiteReader {
  /// Checks everything.
  public func inspect(hashing: Hashing) throws(ArchiveFailure) -> Inspection {
    var inspection = Inspection()
    inspection.faults = try database.rows("PRAGMA integrity_check") { $0.text(0) }
      .filter { $0 != "ok" }
    inspection.matches = try size()
    inspection.players = try database.number("SELECT count(*) FROM players")
    for index in 0..<inspection.matches {
      do throws(ArchiveFailure) {
        guard let record = try record(index) else {
          inspection.faults.append("match \(index) is missing")
          continue
        }
        guard let body = record.body else { continue }
        inspection.records += 1
        // A leaf as RFC 9162 has it.
        if hashing.sha256([0] + body) != record.leaf {
          inspection.faults.append("the record of match \(index) is not the one that was kept")
        }
      } catch {
        inspection.faults.append(error.description)
      }
    }
    return inspection
  }
}
