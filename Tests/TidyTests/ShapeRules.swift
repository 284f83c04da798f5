// The shape of files: how long lines and files may be, what ends a line and a file, how a Swift
// file opens, how many files a folder has. It judges text by the file's name alone; data that must
// be exact to the byte (tables, vectors, transcripts, golden files) is left as it is.

/// Whether text of a file is held to 100 columns and 500 lines, from its name; nil where any text
/// will do.
private func isNarrow(_ file: TreeFile) -> Bool? {
  switch file.suffix {
  case "swift", "h", "c", "js", "mjs", "css", "html", "sh", "py": true
  case "": file.name == "LICENSE" ? nil : true
  case "md", "modulemap", "json", "yml", "yaml", "toml", "conf", "service": false
  default: nil
  }
}

/// Long lines and files, tabs, trailing spaces, a missing final newline, carriage returns.
func shapeFindings(of file: TreeFile) -> [Finding] {
  guard let isNarrow = isNarrow(file), !file.bytes.isEmpty else { return [] }
  guard file.text != nil else { return [Finding(file.path, "is not UTF-8 text")] }
  var findings: [Finding] = []
  let lines = file.lines
  // Both are make's: a package's rules are a makefile, too.
  let takesTabs = ["Makefile", "rules"].contains(file.name)
  for (index, line) in lines.enumerated() {
    let isTooLong = isNarrow && line.utf8.count > 100 && line.count > 100
    if isTooLong { findings.append(Finding(file.path, line: index + 1, "over 100 columns")) }
    if !takesTabs && line.utf8.contains(UInt8(ascii: "\t")) {
      findings.append(Finding(file.path, line: index + 1, "a tab"))
    }
    if let last = line.utf8.last, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(last) {
      findings.append(Finding(file.path, line: index + 1, "white space at the end of the line"))
    }
  }
  if file.bytes.contains(UInt8(ascii: "\r")) {
    findings.append(Finding(file.path, "carriage returns"))
  }
  if file.bytes.last != UInt8(ascii: "\n") {
    findings.append(Finding(file.path, line: lines.count, "no newline at the end"))
  }
  if isNarrow, lines.count > 500 {
    findings.append(Finding(file.path, line: 501, "over 500 lines"))
  }
  return findings
}

/// A Swift file that does not begin by saying what it is.
func openingFindings(of file: TreeFile) -> [Finding] {
  guard file.isSwift else { return [] }
  var lines = file.lines[...]
  if lines.first?.hasPrefix("// swift-tools-version") == true { lines.removeFirst() }
  let comment = lines.drop { $0.isEmpty }.prefix { $0.hasPrefix("//") }
  let words = comment.flatMap { $0.drop { $0 == "/" }.split(separator: " ") }
  // A file name or a copyright line is a comment, but no sentence.
  let isSentence = words.count >= 5 && words.contains { $0.hasSuffix(".") || $0.hasSuffix(":") }
  return isSentence ? [] : [Finding(file.path, "does not open with a sentence about itself")]
}

/// Folders in which over 20 files of code lie side by side; folders within count for themselves.
func folderFindings(in tree: Tree) -> [Finding] {
  let code = tree.files.filter { isNarrow($0) == true }
  return Dictionary(grouping: code) { $0.path.split(separator: "/").dropLast() }
    .filter { $0.value.count > 20 }
    .map { folder, _ in Finding(folder.joined(separator: "/"), "over 20 files in one folder") }
    .sorted { $0.path < $1.path }
}
