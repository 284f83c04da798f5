// Whether an archive is whole: the file as SQLite sees it, the records as the log does, what stands
// beside them as they have it, and what follows from all that. It only reads, and says everything
// that is wrong, not just the first.

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
    try database.snapshot { () throws(ArchiveFailure) in
      var inspection = Inspection()
      inspection.faults = try database.rows("PRAGMA integrity_check") { $0.text(0) }
        .filter { $0 != "ok" }
      inspection.matches = try size()
      let known = try players()
      inspection.players = known.count
      var following = FollowingCheck(self, known)
      for index in 0..<inspection.matches {
        guard let look = try look(at: index, hashing: hashing, known: known) else {
          inspection.faults.append("match \(index) is missing")
          continue
        }
        if look.hasRecord { inspection.records += 1 }
        inspection.faults += look.faults
        try following.take(look, at: index)
      }
      inspection.faults += try following.faults()
      return inspection
    }
  }
}

/// A match that is looked at.
struct MatchLook {
  /// What stands beside its record.
  let rows: MatchRows
  /// What the record says of that.
  let review: MatchReview
  /// Whether there is a record, whatever it says.
  let hasRecord: Bool
  /// What is wrong, a sentence each.
  let faults: [String]
}

extension OnDatabase {
  /// Looks at a match; nil when there is none of that index. A record that is not whole says
  /// nothing.
  func look(
    at index: Int, hashing: Hashing, known: [KeyID: PlayerRow]
  ) throws(ArchiveFailure) -> MatchLook? {
    guard let rows = try rows(index) else { return nil }
    var (record, hasRecord, faults) = (nil as KeptRecord?, true, [String]())
    do throws(ArchiveFailure) {
      record = try self.record(index, for: .keeper)
      hasRecord = record?.body != nil
    } catch {
      guard error.kind == .damaged else { throw error }
      faults.append(error.description)
    }
    let review = MatchReview(
      rows, of: record ?? KeptRecord(index: index, leaf: [], body: nil, persons: []),
      hashing: hashing, isKnown: known.isKnown)
    return MatchLook(
      rows: rows, review: review, hasRecord: hasRecord, faults: faults + review.faults)
  }
}
