// Rules about ARCHITECTURE.md: its map has one line for each folder of the tree, and its index
// lists each decision where it stands. The page is read as text, line by line; what a line says
// about a folder or a decision is for people to judge.

/// The page with the map and the decisions.
let architecturePath = "ARCHITECTURE.md"

/// Folders without a line on the map, lines without a folder, and folders with two lines.
func mapFindings(in tree: Tree) -> [Finding] {
  guard let page = tree.file(architecturePath) else {
    return [Finding(architecturePath, "is missing")]
  }
  var mapped: Set<String> = []
  var findings: [Finding] = []
  for (number, line) in section("## Code map", of: page) where line.hasPrefix("| `") {
    let folder = String(line.dropFirst(3).prefix { $0 != "`" })
    if !tree.folders.contains(folder) {
      findings.append(Finding(page.path, line: number, "the tree has no folder \(folder)"))
    }
    if !mapped.insert(folder).inserted {
      findings.append(Finding(page.path, line: number, "\(folder) is on the map already"))
    }
  }
  return findings
    + tree.foldersWithFiles.filter { !mapped.contains($0) }
    .map { Finding(page.path, "the map has no line for \($0)") }
}

/// Decisions that the index lacks or lists in another chapter or order, and numbers used twice.
func decisionFindings(in tree: Tree) -> [Finding] {
  guard let page = tree.file(architecturePath) else {
    return [Finding(architecturePath, "is missing")]
  }
  var findings: [Finding] = []
  var chapters: [String: [Int]] = [:]
  var chapter = ""
  var seen: Set<Int> = []
  for (number, line) in section("## Decisions", of: page) {
    if line.hasPrefix("### ") {
      chapter = String(line.dropFirst(4))
      chapters[chapter] = []
    } else if line.hasPrefix("- **"), let decision = Int(line.dropFirst(4).prefix { $0 != "." }) {
      chapters[chapter, default: []].append(decision)
      if !seen.insert(decision).inserted {
        findings.append(Finding(page.path, line: number, "there are two decisions \(decision)"))
      }
    } else if line.first?.isNumber == true, line.contains(". **") {
      findings.append(Finding(page.path, line: number, "begin a decision with \"- **\""))
    }
  }
  for (number, line) in page.lines.enumerated() where line.hasPrefix("| [") {
    let cells = line.split(separator: "|")
    let name = String(line.dropFirst(3).prefix { $0 != "]" })
    let listed = cells.last.map(numbers) ?? []
    if chapters.removeValue(forKey: name) != listed {
      findings.append(
        Finding(page.path, line: number + 1, "the chapter \(name) has other decisions"))
    }
  }
  return findings
    + chapters.keys.sorted().map { Finding(page.path, "the index has no chapter \($0)") }
}

/// The lines below a heading of the second level, with their numbers.
private func section(_ heading: String, of page: TreeFile) -> [(number: Int, line: Substring)] {
  let lines = page.lines.enumerated().map { (number: $0.offset + 1, line: $0.element) }
  return Array(
    lines.drop { $0.line != heading }.dropFirst().prefix { !$0.line.hasPrefix("## ") })
}

/// The numbers of a cell such as ` 1, 2, 30 `.
private func numbers(in cell: Substring) -> [Int] {
  cell.split { $0 == "," || $0 == " " }.compactMap { Int($0) }
}

extension Tree {
  /// The folders that hold a file themselves, but for what Python leaves behind.
  fileprivate var foldersWithFiles: [String] {
    let folders = files.compactMap { file in
      file.path.lastIndex(of: "/").map { String(file.path[..<$0]) }
    }
    return Set(folders).filter { !$0.hasSuffix("__pycache__") }.sorted()
  }
}
