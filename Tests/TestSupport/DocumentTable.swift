// Tables of documents whose rows follow from the code. `CHROMATCH_GOLDEN=write` writes them; the
// review is their difference. It knows nothing of what is in a table.

import Foundation
import Synchronization
import Testing

/// Tests write the same document at the same time.
private let writing = Mutex(())

/// Compares the first table below a heading of a document with what it has to be.
///
/// - Parameters:
///   - rows: lines of the table, each with its bars.
///   - document: from the root of the working tree on.
///   - isWhole: whether the table has no other rows. Otherwise a row is found by its first cell,
///     and a new one comes after the row before it.
public func expectTable(
  _ rows: [String], of document: String, below heading: String, isWhole: Bool
) throws {
  try writing.withLock { _ in
    var lines = try treeFile(document).components(separatedBy: "\n")
    let top = try require(lines.firstIndex(of: heading), "\(document) has no \(heading)")
    let rule = try require(lines[top...].firstIndex { $0.hasPrefix("|---") })
    let range = (rule + 1)..<(lines[rule...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex)
    var table = Array(lines[range])
    if isWhole {
      table = rows
    } else {
      var next = table.endIndex
      for row in rows {
        let cell = row.prefix(through: row.range(of: " |")?.lowerBound ?? row.startIndex)
        if let place = table.firstIndex(where: { $0.hasPrefix(cell) }) {
          table[place] = row
          next = place + 1
        } else {
          table.insert(row, at: next)
          next += 1
        }
      }
    }
    if writesGolden {
      lines.replaceSubrange(range, with: table)
      try Data(lines.joined(separator: "\n").utf8).write(to: treeFolder.appending(path: document))
    } else {
      expect(Array(lines[range]), equals: table, "\(document), \(heading): `make golden` writes it")
    }
  }
}
