// A saved match or record as it was before editors, shells and mails had it: they add byte-order
// marks, write UTF-16, end lines in other ways, indent them, and add or drop newlines. None of that
// can make one match of another, so it is undone and named. What may be a line that was cut stays
// no line. The rules stand in protocol/README.md, under Saved files.
// Invariant: what was read is read again as it is, without a change.

/// The bytes of a saved file, without what was done to them on their way.
public struct SavedText: Hashable, Sendable {
  /// What was done to a file.
  public enum Change: String, CaseIterable, Sendable {
    /// A byte-order mark was put before it.
    case byteOrderMark = "byte-order-mark"
    /// It was written as UTF-16.
    case utf16 = "utf-16"
    /// Its lines end in CR LF, or in CR.
    case lineEnds = "line-ends"
    /// There are spaces or tabs before or behind lines.
    case margins
    /// There are empty lines.
    case blankLines = "blank-lines"
    /// Its last line has no end.
    case lastLineEnd = "last-line-end"
  }

  /// UTF-8, with lines that end in LF.
  public let bytes: [UInt8]
  /// What was undone, in the order of the cases.
  public let changes: [Change]

  /// Undoes what can be undone safely.
  public init(_ file: [UInt8]) {
    var found: Set<Change> = []
    let text = SavedText.withUnixEnds(SavedText.inUTF8(file, &found), &found)
    bytes = SavedText.lines(of: text, &found)
    changes = Change.allCases.filter(found.contains)
  }

  private static func inUTF8(_ file: [UInt8], _ found: inout Set<Change>) -> ArraySlice<UInt8> {
    var file = file
    if let isLittle = hasLowByteFirst(file) {
      let units = stride(from: 0, to: file.count - 1, by: 2)
        .map { index in
          UInt16(file[index + (isLittle ? 1 : 0)]) << 8 | UInt16(file[index + (isLittle ? 0 : 1)])
        }
      // What is none stays as it is, and has no lines.
      guard file.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
        return file[...]
      }
      found.insert(.utf16)
      file = Array(text.utf8)
    }
    guard file.starts(with: [0xef, 0xbb, 0xbf]) else { return file[...] }
    found.insert(.byteOrderMark)
    return file.dropFirst(3)
  }

  /// Whether UTF-16 has its low bytes first; nil for what is none. Every line begins with a letter
  /// of ASCII.
  private static func hasLowByteFirst(_ file: [UInt8]) -> Bool? {
    guard file.count >= 2 else { return nil }
    switch (file[0], file[1]) {
    case (0xff, 0xfe), (1...0x7f, 0): return true
    case (0xfe, 0xff), (0, 1...0x7f): return false
    default: return nil
    }
  }

  private static func withUnixEnds(
    _ text: ArraySlice<UInt8>, _ found: inout Set<Change>
  ) -> [UInt8] {
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    guard text.contains(cr) else { return Array(text) }
    found.insert(.lineEnds)
    var result: [UInt8] = []
    var last: UInt8 = 0
    for byte in text {
      if byte != lf || last != cr { result.append(byte == cr ? lf : byte) }
      last = byte
    }
    return result
  }

  private static func lines(of text: [UInt8], _ found: inout Set<Change>) -> [UInt8] {
    var pieces = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = pieces.removeLast()
    var result: [UInt8] = []
    for piece in pieces {
      let line = trimmed(piece)
      if line.isEmpty {
        found.insert(.blankLines)
        continue
      }
      if line.count != piece.count { found.insert(.margins) }
      result += line
      result.append(UInt8(ascii: "\n"))
    }
    let line = trimmed(last)
    guard isWhole(line) else { return result }
    found.insert(.lastLineEnd)
    if line.count != last.count { found.insert(.margins) }
    return result + line + [UInt8(ascii: "\n")]
  }

  /// Whether a line without an end was not cut: it is one of the last of a match or a record, which
  /// end in 64 digits.
  private static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    let isLast = ["SEED ", "TREE size="].contains { line.starts(with: $0.utf8) }
    let digits = line.reversed()
      .prefix { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
    return isLast && digits.count == 64 && line.dropLast(64).last == UInt8(ascii: "=")
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = line.drop(while: isBlank)
    return rest[..<(rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex)]
  }
}
