// The tables beside this file, words.tsv and exceptions.tsv, and the folders that words are judged
// by. Tables are data so that a change of the house reads as a change of one line. This file knows
// their columns, not what is in them. What a target may import, Package.swift says and the compiler
// checks, but for modules of the system, which are words. Lines that begin with `#` are for people;
// the first other line names the columns.

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

/// What a folder of the product is for, and so which words belong in it: pure (no clock, socket,
/// random source or log), an edge, which touches the system, or a program, which composes.
enum FolderKind: Sendable {
  case pure, edge, program

  private static let product = ["Sources", "protocol", "clients"]
  private static let edges = [
    "Sources/ArchiveSQLite", "Sources/Discovery", "Sources/Engines", "Sources/Net",
    "Sources/Server",
  ]
  private static let programs = ["Sources/chromatchd", "clients/terminal/App", "clients/bench"]

  /// A new folder is pure until a list above says otherwise; `nil` is a test or the manifest.
  init?(of file: TreeFile) {
    guard Self.product.contains(where: file.isBelow) else { return nil }
    self =
      Self.programs.contains(where: file.isBelow)
      ? .program : Self.edges.contains(where: file.isBelow) ? .edge : .pure
  }
}

/// A word that does not belong somewhere.
struct BannedWord: Sendable {
  enum Extent: String, Sendable { case pure, libraries, product, inner, everywhere }
  enum Reading: String, Sendable { case code, text }

  static let path = "Tests/TidyTests/words.tsv"
  /// Tests against real programs. All others wait for events, never by the clock: a test must not
  /// fail because the machine is slow or everything was stopped for a while.
  private static let outer = ["EndToEnd", "Bench", "Cluster", "ClusterSimulation"]
    .map { "Tests/\($0)Tests" }
  let word: String
  let tokens: [String]
  let place: Extent
  let reading: Reading
  let reason: String

  static func parse(_ text: String) throws(TableError) -> [BannedWord] {
    var words: [BannedWord] = []
    for (line, cells) in try rows(of: text, named: path, columns: ["word", "where", "in", "why"]) {
      guard let place = Extent(rawValue: cells[1]), let reading = Reading(rawValue: cells[2]) else {
        throw TableError(description: "\(path):\(line): no such place or reading")
      }
      let tokens = SwiftToken.tokens(of: Array(cells[0].utf8)).map(\.text)
      words.append(
        BannedWord(
          word: cells[0], tokens: tokens, place: place, reading: reading, reason: cells[3]))
    }
    return words
  }

  /// Whether the word is banned in a file.
  func isBanned(in file: TreeFile) -> Bool {
    let kind = FolderKind(of: file)
    return switch place {
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
