// The contract's own files, found from where this very file stands: tables with a header line and
// tab-separated cells. It knows how a table is written and nothing of what is in it.

import Foundation
import TestSupport
import Testing

/// The folder `protocol/` of the working tree.
enum Contract {
  static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "protocol")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The names of the files in a folder, in order.
  static func files(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
  }
}

/// A file of tab-separated cells under a line of column names.
struct Table: Sendable {
  struct Row: Sendable {
    /// Where the row stands, as "vectors/client/join.tsv:3".
    let place: String
    fileprivate let cells: [String: String]

    subscript(column: String) -> String { cells[column] ?? "" }
  }

  let columns: [String]
  let rows: [Row]

  init(_ path: String) throws {
    var lines = try Contract.text(path)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    try require(lines.popLast() == [""], "\(path) does not end in a newline")
    let columns = try require(lines.first, "\(path) has no header")
    try require(Set(columns).count == columns.count, "\(path) has two columns of one name")
    rows = try lines.enumerated().dropFirst()
      .map { index, cells in
        let place = "\(path):\(index + 1)"
        try require(cells.count == columns.count, "\(place) has \(cells.count) cells")
        return Row(place: place, cells: Dictionary(uniqueKeysWithValues: zip(columns, cells)))
      }
    self.columns = columns
  }
}
