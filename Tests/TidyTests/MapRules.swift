// Rules about ARCHITECTURE.md: it is a page of an hour, its map has the top two levels of folders,
// and what it names exists. The page is read as text, line by line; what a line says about a folder
// is for people to judge.

/// The page that tells how the parts fit.
let architecturePath = "ARCHITECTURE.md"

/// The folders at the root, beside hidden ones.
private let rootFolders: Set = ["Sources", "Tests", "protocol", "clients", "deploy"]

/// How long the page may be.
let architectureBytesMax = 25_000

/// A page that is too long, folders without a line on the map, lines without a folder, folders with
/// two lines, and names in backticks that nothing in the tree has.
func mapFindings(in tree: Tree) -> [Finding] {
  guard let page = tree.file(architecturePath) else {
    return [Finding(architecturePath, "is missing")]
  }
  var mapped: Set<String> = []
  var findings: [Finding] = []
  if page.bytes.count > architectureBytesMax {
    findings.append(
      Finding(page.path, "\(page.bytes.count) bytes; \(architectureBytesMax) are enough"))
  }
  for (number, line) in section("## Map", of: page) where line.hasPrefix("| `") {
    for folder in quoted(in: line.dropFirst().prefix { $0 != "|" }) {
      if !tree.folders.contains(folder) {
        findings.append(Finding(page.path, line: number, "the tree has no folder \(folder)"))
      }
      if !mapped.insert(folder).inserted {
        findings.append(Finding(page.path, line: number, "\(folder) is on the map already"))
      }
    }
  }
  return findings
    + tree.foldersOfMap.filter { !mapped.contains($0) }
    .map { Finding(page.path, "the map has no line for \($0)") } + nameFindings(in: tree, page)
}

/// Names of files and folders in a page that nothing in the tree has. The map has its own rule.
private func nameFindings(in tree: Tree, _ page: TreeFile) -> [Finding] {
  let map = Set(section("## Map", of: page).map(\.number))
  let known = Set(tree.folders + tree.files.flatMap { [$0.path, $0.name] })
  return page.lines.enumerated()
    .flatMap { offset, line in
      quoted(in: line)
        .filter { !map.contains(offset + 1) && isPath($0) && !known.contains($0) }
        .map { Finding(page.path, line: offset + 1, "the tree has no \($0)") }
    }
}

/// Whether a text in backticks names a file, or a folder by its whole path.
private func isPath(_ text: String) -> Bool {
  let suffixes: Set = ["swift", "mjs", "js", "tsv", "md", "py", "json", "txt", "c", "h", "css"]
  if text.contains(" ") || text.contains("(") { return false }
  if let folder = text.split(separator: "/").first, text.contains("/") {
    return rootFolders.contains(String(folder))
  }
  guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return false }
  return suffixes.contains(String(text[text.index(after: dot)...]))
}

/// What stands between backticks in a line.
private func quoted(in line: Substring) -> [String] {
  line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    .filter { !$0.offset.isMultiple(of: 2) }
    .map { String($0.element) }
}

/// The lines below a heading of the second level, with their numbers.
private func section(_ heading: String, of page: TreeFile) -> [(number: Int, line: Substring)] {
  let lines = page.lines.enumerated().map { (number: $0.offset + 1, line: $0.element) }
  return Array(
    lines.drop { $0.line != heading }.dropFirst().prefix { !$0.line.hasPrefix("## ") })
}

extension Tree {
  /// The folders of the top two levels that hold a file, themselves or further down; of the top
  /// level those alone that hold one themselves. What Python leaves behind does not count.
  fileprivate var foldersOfMap: [String] {
    let folders = files.compactMap { file -> String? in
      let components = file.path.split(separator: "/").dropLast()
      if components.isEmpty || components.contains("__pycache__") { return nil }
      return components.prefix(2).joined(separator: "/")
    }
    return Set(folders).sorted()
  }
}
