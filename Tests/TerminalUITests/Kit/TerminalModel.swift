// A terminal for tests: it understands just what the renderer may write (ECMA-48 by its names, in
// xterm's reading) and keeps a list of everything else. It shares no code with the writer, and is
// stricter than real ones: after the last column nobody knows where the cursor is.

import Chroma

enum ScreenColor: Equatable {
  /// What the theme writes on, and in.
  case standard, standardText
  case entry(Int)
  case direct(Int, Int, Int)
}

struct ScreenCell: Equatable {
  /// Empty in the second half of a wide glyph.
  var glyph = " "
  var foreground = ScreenColor.standardText
  var background = ScreenColor.standard
  var isBold = false
}

struct TerminalModel {
  let columns: Int
  let rows: Int
  /// Whether erasing paints in the pen's background; if not, in the standard one.
  let erasesInColor: Bool
  /// Whether what joiners join is one picture; if not, several in a row. Terminals differ.
  let joinsEmoji: Bool
  private(set) var cells: [ScreenCell]
  /// The cells that were written or erased since `forgetTouched`.
  private(set) var touched: Set<Int> = []
  private(set) var isCursorVisible = true
  private(set) var complaints: [String] = []
  private(set) var cursor: (column: Int, row: Int)? = (0, 0)
  private var pen = ScreenCell()
  private var lastPrinted: Int?

  init(columns: Int, rows: Int, erasesInColor: Bool = true, joinsEmoji: Bool = true) {
    self.columns = columns
    self.rows = rows
    self.erasesInColor = erasesInColor
    self.joinsEmoji = joinsEmoji
    cells = Array(repeating: ScreenCell(glyph: "!"), count: columns * rows)
  }

  mutating func forgetTouched() {
    touched = []
  }

  mutating func write(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self)).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1b}": control(&rest)
      case "\r": place { (_, row) in (0, row) }
      case "\u{08}": place { ($0 - 1, $1) }
      case " "...: print(scalar)
      default: complaints.append("control \(scalar.value)")
      }
    }
  }

  private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
    lastPrinted = nil
    guard rest.popFirst() == "[" else { return complaints.append("escape without [") }
    let marker = rest.first == "?" ? rest.popFirst() : nil
    var parameters = ""
    while let scalar = rest.popFirst() {
      if ("0"..."9").contains(scalar) || scalar == ";" {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
        .map { Int($0) ?? 0 }
      if marker != nil {
        setMode(numbers, scalar)
      } else {
        perform(numbers, scalar)
      }
      return
    }
    complaints.append("a sequence without an end")
  }

  private mutating func perform(_ numbers: [Int], _ final: Unicode.Scalar) {
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "H":
      let column = numbers.count > 1 ? max(1, numbers[1]) : 1
      if count > rows || column > columns { complaints.append("CUP off the screen") }
      cursor = (column - 1, count - 1)
    case "A": place { ($0, $1 - count) }
    case "B": place { ($0, $1 + count) }
    case "C": place { ($0 + count, $1) }
    case "D": place { ($0 - count, $1) }
    case "G": place { (_, row) in (count - 1, row) }
    case "X": erase(count)
    case "K" where numbers.first ?? 0 == 0: erase(columns)
    case "J" where numbers.first == 2:
      for index in cells.indices { erase(at: index) }
    case "m": setPen(numbers.isEmpty ? [0] : numbers)
    default: complaints.append("CSI \(numbers) \(final)")
    }
  }

  private mutating func setMode(_ numbers: [Int], _ final: Unicode.Scalar) {
    switch (numbers, final) {
    case ([25], "h"): isCursorVisible = true
    case ([25], "l"): isCursorVisible = false
    case ([2026], "h"), ([2026], "l"): break
    default: complaints.append("mode \(numbers) \(final)")
    }
  }

  private mutating func place(_ move: (Int, Int) -> (Int, Int)) {
    guard let cursor else { return complaints.append("a move from an unknown place") }
    let (column, row) = move(cursor.column, cursor.row)
    if !(0..<columns).contains(column) || !(0..<rows).contains(row) {
      complaints.append("a move off the screen")
    }
    self.cursor = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    guard let cursor else { return complaints.append("a glyph at an unknown place") }
    let columns = TerminalModel.columns(of: scalar)
    if columns == 0 || joinsEmoji && isJoined(scalar), let last = lastPrinted {
      cells[last].glyph.unicodeScalars.append(scalar)
      if joinsEmoji, scalar == "\u{fe0f}", cells[last].glyph.unicodeScalars.count == 2 {
        widen(last)
      }
      return
    }
    let index = cursor.row * self.columns + cursor.column
    for part in index..<index + columns {
      if part >= (cursor.row + 1) * self.columns { return complaints.append("half a glyph") }
      halve(part)
      cells[part] = pen
      cells[part].glyph = part == index ? String(Character(scalar)) : ""
      touched.insert(part)
    }
    lastPrinted = index
    advance(columns)
  }

  private mutating func advance(_ columns: Int) {
    cursor = cursor.flatMap { cursor in
      let column = cursor.column + columns
      return column < self.columns ? (column, cursor.row) : nil
    }
  }

  private mutating func widen(_ index: Int) {
    guard let cursor, TerminalModel.columns(of: cells[index].glyph.unicodeScalars.first ?? " ") == 1
    else { return }
    halve(index + 1)
    cells[index + 1] = cells[index]
    cells[index + 1].glyph = ""
    touched.insert(index + 1)
    self.cursor = cursor
    advance(1)
  }

  /// Leaves a blank of the other half of a wide glyph.
  private mutating func halve(_ index: Int) {
    if cells[index].glyph.isEmpty { cells[index - 1].glyph = " " }
    if index + 1 < cells.count, cells[index + 1].glyph.isEmpty { cells[index + 1].glyph = " " }
  }

  private func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    guard let last = lastPrinted, let before = cells[last].glyph.unicodeScalars.last else {
      return false
    }
    let isFlag = [before, scalar].allSatisfy { (0x1f1e6...0x1f1ff).contains($0.value) }
    return before == "\u{200d}" || (0x1f3fb...0x1f3ff).contains(scalar.value)
      || isFlag && cells[last].glyph.unicodeScalars.count == 1
  }

  /// As xterm counts them, for the characters of the tests.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0300...0x036f, 0x0591...0x05bd, 0x064b...0x065f, 0x0e31, 0x0e34...0x0e3a,
      0x0e47...0x0e4e, 0x0901...0x0902, 0x093c, 0x0941...0x0948, 0x094d, 0x200b...0x200f,
      0x20d0...0x20f0, 0xfe00...0xfe0f:
      0
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xff01...0xff60,
      0x1f1e6...0x1f1ff, 0x1f300...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x2615, 0x26a1:
      2
    default: 1
    }
  }

  private mutating func erase(_ count: Int) {
    guard let cursor else { return complaints.append("erasing at an unknown place") }
    for column in cursor.column..<min(columns, cursor.column + count) {
      erase(at: cursor.row * columns + column)
    }
  }

  private mutating func erase(at index: Int) {
    halve(index)
    cells[index] = ScreenCell(background: erasesInColor ? pen.background : .standard)
    touched.insert(index)
  }

  private mutating func setPen(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: pen = ScreenCell()
      case 1: pen.isBold = true
      case 22: pen.isBold = false
      case 30...37: pen.foreground = .entry(number - 30)
      case 40...47: pen.background = .entry(number - 40)
      case 90...97: pen.foreground = .entry(number - 82)
      case 100...107: pen.background = .entry(number - 92)
      case 38: pen.foreground = color(&rest)
      case 48: pen.background = color(&rest)
      default: complaints.append("SGR \(number)")
      }
    }
  }

  private mutating func color(_ rest: inout ArraySlice<Int>) -> ScreenColor {
    switch rest.popFirst() {
    case 2:
      let channels = rest.prefix(3)
      rest = rest.dropFirst(3)
      guard let first = channels.first, channels.count == 3 else { break }
      return .direct(first, channels[channels.startIndex + 1], channels[channels.startIndex + 2])
    case 5:
      if let entry = rest.popFirst() { return .entry(entry) }
    default: break
    }
    complaints.append("a color cut short")
    return .standard
  }
}
