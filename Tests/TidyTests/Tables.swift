// The three tables beside this file: the house (imports.tsv), its words (words.tsv), and the
// exceptions. They are data so that a change of the house reads as a change of one line. This file
// knows their columns, not what is in them. Lines that begin with `#` are for people; the first
// other line names the columns.

/// A table that cannot be read, and where.
struct TableError: Error, CustomStringConvertible {
  let description: String
}

/// The rows of a tab-separated table, each with its line number.
func rows(
  of text: String, named name: String, columns: [String]
) throws(TableError) -> [(line: Int, cells: [String])] {
  var rows: [(line: Int, cells: [String])] = []
  var header: [String]?
  for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    if line.isEmpty || line.hasPrefix("#") { continue }
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard header != nil else {
      header = cells
      if cells != columns {
        throw TableError(description: "\(name):\(index + 1): columns must be \(columns)")
      }
      continue
    }
    if cells.count != columns.count || cells.contains("") {
      throw TableError(description: "\(name):\(index + 1): wants \(columns.count) filled cells")
    }
    rows.append((index + 1, cells))
  }
  return rows
}

/// The import table.
struct House: Sendable {
  /// What a target is for, and so which words belong in it.
  enum Kind: String, Sendable { case pure, edge, shim, program }

  struct Row: Sendable {
    let folder: String
    let target: String
    let kind: Kind
    let imports: Set<String>
  }

  static let path = "Tests/TidyTests/imports.tsv"
  let rows: [Row]

  init(parsing text: String) throws(TableError) {
    let columns = ["folder", "target", "kind", "package imports", "SDK imports"]
    var parsed: [Row] = []
    for (line, cells) in try TidyTests.rows(of: text, named: Self.path, columns: columns) {
      guard let kind = Kind(rawValue: cells[2]) else {
        throw TableError(description: "\(Self.path):\(line): no kind is called '\(cells[2])'")
      }
      let imports = Self.names(in: cells[3]).union(Self.names(in: cells[4]))
      parsed.append(Row(folder: cells[0], target: cells[1], kind: kind, imports: imports))
    }
    rows = parsed
  }

  /// The names in a cell; a lone dash means none.
  private static func names(in cell: String) -> Set<String> {
    if cell == "-" { return [] }
    return Set(cell.split { $0 == "," || $0 == " " }.map(String.init))
  }

  /// The row of the innermost folder that holds a file.
  func row(holding file: TreeFile) -> Row? {
    rows.filter { file.isBelow($0.folder) }.max { $0.folder.count < $1.folder.count }
  }
}

/// A word that does not belong somewhere.
struct BannedWord: Sendable {
  enum Place: String, Sendable { case pure, libraries, product, inner, everywhere }
  enum Reading: String, Sendable { case code, text }

  static let path = "Tests/TidyTests/words.tsv"
  /// Tests against real programs. All others wait for events, never by the clock: a test must not
  /// fail because the machine is slow or everything was stopped for a while.
  private static let outer = ["EndToEnd", "Bench", "Cluster", "ClusterSimulation"]
    .map { "Tests/\($0)Tests" }
  let word: String
  let tokens: [String]
  let place: Place
  let reading: Reading
  let reason: String

  static func parse(_ text: String) throws(TableError) -> [BannedWord] {
    var words: [BannedWord] = []
    for (line, cells) in try rows(of: text, named: path, columns: ["word", "where", "in", "why"]) {
      guard let place = Place(rawValue: cells[1]), let reading = Reading(rawValue: cells[2]) else {
        throw TableError(description: "\(path):\(line): no such place or reading")
      }
      let tokens = SwiftToken.tokens(of: Array(cells[0].utf8)).map(\.text)
      words.append(
        BannedWord(
          word: cells[0], tokens: tokens, place: place, reading: reading, reason: cells[3]))
    }
    return words
  }

  /// Whether the word is banned in a file of a target of a kind; `nil` is a test or the manifest.
  func isBanned(in file: TreeFile, of kind: House.Kind?) -> Bool {
    switch place {
    case .pure: kind == .pure
    case .libraries: kind == .pure || kind == .edge
    case .product: kind != nil
    case .inner:
      file.path.split(separator: "/").dropFirst().first?.hasSuffix("Tests") == true
        && !Self.outer.contains(where: file.isBelow)
    case .everywhere: true
    }
  }
}

/// A word allowed in one file after all.
struct WordException: Sendable {
  static let path = "Tests/TidyTests/exceptions.tsv"
  let file: String
  let word: String
  let line: Int

  static func parse(_ text: String) throws(TableError) -> [WordException] {
    try rows(of: text, named: path, columns: ["file", "word", "why"])
      .map { line, cells in WordException(file: cells[0], word: cells[1], line: line) }
  }
}
