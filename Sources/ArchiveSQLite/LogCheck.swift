// Whether the log is still the one that backups have: the tree, its root and all proofs are made of
// the leaves at each start and stand nowhere else, so a leaf that changed after its record's time
// was up can be told by an earlier copy alone.

public import Archive
public import Game

extension ArchiveFolder {
  /// Checks everything: the archive, and that its log begins with what the newest and the oldest
  /// backup have of it.
  public func inspect(hashing: Hashing, on day: Day) throws(ArchiveFailure) -> Inspection {
    let reader = try reader()
    var inspection = try reader.inspect(hashing: hashing)
    let names = backupsByAge(on: day)
    for name in Set([names.first, names.last].compactMap(\.self)).sorted() {
      do throws(ArchiveFailure) {
        guard let fault = try logFault(of: reader, besideBackup: name) else { continue }
        inspection.faults.append("the log is not the one of the backup \(name): \(fault)")
      } catch {
        inspection.faults.append("the backup \(name) cannot be read: \(error)")
      }
    }
    return inspection
  }

  /// So many leaves are held in memory.
  private static let leavesMax = 4_096

  private func logFault(
    of reader: SQLiteReader, besideBackup name: String
  ) throws(ArchiveFailure) -> String? {
    let backup = try backup(name)
    var index = 0
    while true {
      // The backup first: what it has was kept before.
      let leaves = try backup.leaves(from: index, count: Self.leavesMax)
      if leaves.isEmpty { return nil }
      let kept = try reader.leaves(from: index, count: leaves.count)
      if let offset = zip(leaves, kept).enumerated().first(where: { $1.0 != $1.1 })?.offset {
        return "match \(index + offset) has another hash there"
      }
      index += leaves.count
      if kept.count < leaves.count { return "that has at least \(index) matches" }
    }
  }
}
