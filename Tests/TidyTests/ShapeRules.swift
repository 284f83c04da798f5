// The shape of files: how long lines and files may be, what ends a line and a file, how a Swift
// file opens. It judges text by the file's name alone; data that must be exact to the byte
// (tables, vectors, transcripts, golden files) is left as it is.

/// What the text of a file must look like, from its name.
struct TextShape: Equatable, Sendable {
  var tabsAllowed = false
  var columnsMax: Int?
  var linesMax: Int?

  /// The shape of a file, or nothing where any text will do.
  static func of(_ file: TreeFile) -> TextShape? {
    switch file.suffix {
    case "swift", "h", "c", "js", "mjs", "css", "html": TextShape(columnsMax: 100, linesMax: 500)
    case "sh", "py", "": shapeOfScript(file)
    case "md", "modulemap", "json", "yml", "yaml", "toml", "conf", "service": TextShape()
    default: nil
    }
  }

  private static func shapeOfScript(_ file: TreeFile) -> TextShape? {
    if file.name == "LICENSE" { return nil }
    // Both are make's: a package's rules are a makefile, too.
    let tabsAllowed = ["Makefile", "rules"].contains(file.name)
    return TextShape(tabsAllowed: tabsAllowed, columnsMax: 100, linesMax: 500)
  }
}

/// Long lines and files, tabs, trailing spaces, a missing final newline, carriage returns.
func shapeFindings(of file: TreeFile) -> [Finding] {
  guard let shape = TextShape.of(file), !file.bytes.isEmpty else { return [] }
  guard file.text != nil else { return [Finding(file.path, "is not UTF-8 text")] }
  var findings: [Finding] = []
  let lines = file.lines
  for (index, line) in lines.enumerated() {
    let isTooLong = shape.columnsMax.map { line.utf8.count > $0 && line.count > $0 } ?? false
    if isTooLong { findings.append(Finding(file.path, line: index + 1, "over 100 columns")) }
    if !shape.tabsAllowed && line.utf8.contains(UInt8(ascii: "\t")) {
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
  if let linesMax = shape.linesMax, lines.count > linesMax {
    findings.append(Finding(file.path, line: linesMax + 1, "over \(linesMax) lines"))
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

/// Lines that a merge left behind.
func conflictFindings(of file: TreeFile) -> [Finding] {
  let markers = ["<<<<<<< ", "||||||| ", ">>>>>>> "]
  guard markers.contains(where: file.mentions) else { return [] }
  return file.lines.enumerated()
    .compactMap { index, line in
      markers.contains(where: line.hasPrefix)
        ? Finding(file.path, line: index + 1, "a merge left this behind") : nil
    }
}
