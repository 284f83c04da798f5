// The tables of the contract: a header line and tab-separated cells. It knows how a table is
// written and nothing of what is in it.

public import Foundation
import Testing

/// The folder `protocol/` of the working tree.
public let protocolFolder = URL(filePath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "protocol")

/// A file of the folder `protocol/` of the working tree.
public func protocolFile(_ path: String) throws -> String {
  try String(contentsOf: protocolFolder.appending(path: path), encoding: .utf8)
}

/// A file of tab-separated cells under a line of column names.
public struct ContractTable: Sendable {
  /// One line under the names.
  public struct Row: Sendable {
    /// Where the row stands, as "vectors/client/join.tsv:3".
    public let place: String
    fileprivate let cells: [String: String]

    /// The cell of a column.
    public subscript(column: String) -> String { cells[column] ?? "" }
  }

  /// The names of the columns.
  public let columns: [String]
  /// The rows, in order.
  public let rows: [Row]

  /// Reads a file of the folder `protocol/`.
  public init(_ path: String) throws {
    var lines = try protocolFile(path)
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
