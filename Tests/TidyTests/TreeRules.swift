// Rules about the tree as a whole: its folders, the size of its files, its change log and its
// manifest. The manifest is read as text: what counts is what a person reading it sees, not what
// it evaluates to.

/// The folders that may stand at the root, beside hidden ones.
let rootFolders: Set = ["Sources", "Tests", "protocol", "clients", "deploy"]

/// Folders at the root that the house does not have.
func rootFindings(in tree: Tree) -> [Finding] {
  tree.folders.filter { !$0.contains("/") && !rootFolders.contains($0) }
    .map { Finding($0, "the house has no such folder at its root") }
}

/// Files of more than 512 KiB that are not pictures.
func sizeFindings(in tree: Tree) -> [Finding] {
  let pictures: Set = ["png", "jpg", "jpeg", "gif", "webp", "svg"]
  return tree.files.filter { $0.bytes.count > 512 << 10 && !pictures.contains($0.suffix) }
    .map { Finding($0.path, "\($0.bytes.count >> 10) KiB; 512 are enough") }
}

/// A change log whose sections are not `## Unreleased` or `## 1.2.3` with an optional date.
func changelogFindings(in tree: Tree) -> [Finding] {
  let path = "CHANGELOG.md"
  guard let file = tree.file(path) else { return [Finding(path, "is missing")] }
  let headings = file.lines.enumerated().filter { $0.element.hasPrefix("## ") }
  if headings.isEmpty { return [Finding(path, "has no section")] }
  return headings.enumerated()
    .compactMap { order, heading in
      let words = heading.element.dropFirst(3).split(separator: " ")
      let numbers = words.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
      let isVersion = numbers.count == 3 && numbers.allSatisfy { Int($0) != nil }
      if isVersion || (order == 0 && words == ["Unreleased"]) { return nil }
      return Finding(path, line: heading.offset + 1, "is neither Unreleased, on top, nor a version")
    }
}

/// A manifest that leaves a wall of the compiler out, or a target of the house.
func manifestFindings(in tree: Tree, house: House) -> [Finding] {
  let path = "Package.swift"
  guard let manifest = tree.file(path) else { return [Finding(path, "is missing")] }
  var findings: [Finding] = []
  let text = manifest.text ?? ""
  for setting in [
    ".enableUpcomingFeature(\"InternalImportsByDefault\")",
    ".enableUpcomingFeature(\"MemberImportVisibility\")",
    ".enableUpcomingFeature(\"ExistentialAny\")",
    ".treatAllWarnings(as: .error)", "target.swiftSettings = (target.swiftSettings ?? []) + house",
  ] where !text.contains(setting) {
    findings.append(Finding(path, "lacks \(setting)"))
  }
  for row in house.rows where !text.contains("\"\(row.target)\"") {
    findings.append(Finding(path, "lacks the target \(row.target)"))
  }
  return findings
}
