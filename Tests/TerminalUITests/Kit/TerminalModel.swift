// A terminal for tests: it understands just what the renderer may write (ECMA-48 by its names, in
// xterm's reading) and keeps a list of everything else, so that no test passes by luck. It shares
// no code with the writer. What it is stricter about than real ones: after the last column nobody
// knows where its cursor is, and using it there is an error.

import Chroma

/// A color as the terminal keeps it.
enum ScreenColor: Equatable {
  /// What the theme writes on, and in.
  case standard, standardText
  case entry(Int)
  case direct(Int, Int, Int)
}

/// A cell as the terminal keeps it.
struct ScreenCell: Equatable {
  var glyph: Character = " "
  var foreground = ScreenColor.standardText
  var background = ScreenColor.standard
  var isBold = false
}

struct TerminalModel {
  let columns: Int
  let rows: Int
  /// Whether erasing paints in the pen's background; if not, in the standard one.
  let erasesInColor: Bool
  private(set) var cells: [ScreenCell]
  /// The cells that were written or erased since `forgetTouched`.
  private(set) var touched: Set<Int> = []
  private(set) var isCursorVisible = true
  private(set) var synchronizedFrames = 0
  private(set) var complaints: [String] = []
  private(set) var cursor: (column: Int, row: Int)? = (0, 0)
  private var pen = ScreenCell()

  init(columns: Int, rows: Int, erasesInColor: Bool = true) {
    self.columns = columns
    self.rows = rows
    self.erasesInColor = erasesInColor
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
      case " "...: print(scalar)
      default: complaints.append("control \(scalar.value)")
      }
    }
  }

  private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
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
    case ([2026], "h"): break
    case ([2026], "l"): synchronizedFrames += 1
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
    let index = cursor.row * columns + cursor.column
    cells[index] = pen
    cells[index].glyph = Character(scalar)
    touched.insert(index)
    self.cursor = cursor.column + 1 < columns ? (cursor.column + 1, cursor.row) : nil
  }

  private mutating func erase(_ count: Int) {
    guard let cursor else { return complaints.append("erasing at an unknown place") }
    for column in cursor.column..<min(columns, cursor.column + count) {
      erase(at: cursor.row * columns + column)
    }
  }

  private mutating func erase(at index: Int) {
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
