// Files of the working tree: read, and held against what they have to be; and the tables of the
// contract, a header line and tab-separated cells. It knows nothing of what is in them.

public import Foundation
public import Testing

/// The root of the working tree.
public let treeFolder = URL(filePath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The folder `protocol/` of the working tree.
public let protocolFolder = treeFolder.appending(path: "protocol")

/// A file of the working tree.
public func treeFile(_ path: String) throws -> String {
  try String(contentsOf: treeFolder.appending(path: path), encoding: .utf8)
}

/// A file of the folder `protocol/` of the working tree.
public func protocolFile(_ path: String) throws -> String { try treeFile("protocol/\(path)") }

/// Whether files are written as the code has them, which `make golden` asks for.
public let writesGolden = ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write"

/// Expects that a file of the working tree holds a text. `make golden` writes it anew; the review
/// is the difference.
public func expectGolden(
  _ path: String, holds text: String, sourceLocation location: SourceLocation = #_sourceLocation
) throws {
  if writesGolden { try Data(text.utf8).write(to: treeFolder.appending(path: path)) }
  let kept = try treeFile(path).split(separator: "\n", omittingEmptySubsequences: false)
  // Only the lines that differ are worth reading.
  let difference = text.split(separator: "\n", omittingEmptySubsequences: false)
    .difference(from: kept).prefix(12)
  expect(isEmpty: difference, path, sourceLocation: location)
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
