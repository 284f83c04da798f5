// What an eye sees of a cell, told apart from how it is said: a full block and a background are the
// same look, and so are a quadrant and its complement with the colors swapped. Tests compare looks
// of canvases with looks of terminals, so the renderer is free to say things as it likes.

public import Chroma
import TestSupport

@testable import TerminalUI

enum Look: Equatable {
  case quarters(ScreenColor, ScreenColor, ScreenColor, ScreenColor)
  case glyph(String, ScreenColor, on: ScreenColor, bold: Bool)

  /// The second half of a wide glyph is told from a blank by what it is the half of.
  init(_ text: String, _ foreground: ScreenColor, _ background: ScreenColor, bold: Bool) {
    let glyph = Look.settled(text)
    if let inked = Look.inkedQuarters(of: glyph) ?? (foreground == background ? 0 : nil) {
      func quarter(_ bit: Int) -> ScreenColor { inked & bit == 0 ? background : foreground }
      self = .quarters(quarter(8), quarter(4), quarter(2), quarter(1))
    } else {
      let isBlock = ("\u{2580}"..."\u{259f}").contains(glyph)
      self = .glyph(glyph, foreground, on: background, bold: bold && !isBlock)
    }
  }

  init(_ cell: ScreenCell) {
    self.init(cell.glyph, cell.foreground, cell.background, bold: cell.isBold)
  }

  /// What all terminals show in the first column of a character: its letter and that one's marks;
  /// of what is joined, the first.
  private static func settled(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isJoined = scalars.contains { [0x200d, 0xfe0f].contains($0.value) }
    let marks = scalars.dropFirst().prefix { $0.properties.generalCategory == .nonspacingMark }
    return String(scalars.prefix(isJoined ? 1 : 1 + marks.count))
  }

  /// The quarters that a glyph fills, in the order above from the highest bit.
  private static func inkedQuarters(of glyph: String) -> Int? {
    glyph.isEmpty ? 0 : " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█".map(String.init).firstIndex(of: glyph)
  }
}

extension Canvas {
  /// What the cells ought to look like on a terminal of a depth.
  func looks(_ depth: ColorDepth) -> [Look] {
    var known: [Color: ScreenColor] = [:]
    func screenColor(_ color: Color) -> ScreenColor {
      if depth == .truecolor {
        return .direct(Int(color.red), Int(color.green), Int(color.blue))
      }
      if let known = known[color] { return known }
      let entry = ScreenColor.entry(Int(depth.palette.nearest(to: color)))
      known[color] = entry
      return entry
    }
    return cells.map { cell in
      let isColored = depth != .monochrome
      var foreground = screenColor(cell.foreground)
      // No frame and no word is lost among sixteen colors.
      let isLost = foreground == screenColor(cell.background) && cell.foreground != cell.background
      if depth == .palette16, isLost, cell.columns == 1, Glyph.coverage(of: cell.glyph) == nil {
        foreground = .entry(foreground == .entry(8) ? 7 : 8)
      }
      return Look(
        String(cell.glyph) + (tail(of: cell)?.tail ?? ""),
        isColored ? foreground : .standardText,
        isColored ? screenColor(cell.background) : .standard, bold: cell.isBold)
    }
  }
}

extension TerminalModel {
  var looks: [Look] { cells.map { Look($0) } }
}

extension Canvas {
  /// The glyphs row by row, without the blanks at the ends.
  var picture: [String] {
    (0..<height)
      .map { row in
        var line = ""
        for column in 0..<width where !self[column, row].isRest {
          line.unicodeScalars.append(self[column, row].glyph)
          line += tail(of: self[column, row])?.tail ?? ""
        }
        while line.last == " " { line.removeLast() }
        return line
      }
  }

  /// One letter a cell for the color in it, by a legend; `?` for a color that is not in it.
  func colors(_ part: KeyPath<Cell, Color>, _ legend: KeyValuePairs<Character, Color>) -> [String] {
    (0..<height)
      .map { row in
        String(
          (0..<width)
            .map { column in
              legend.first { $0.value == self[column, row][keyPath: part] }?.key ?? "?"
            })
      }
  }
}

extension Color: ExpressibleByStringLiteral {
  /// Colors in tables are written as players see them.
  public init(stringLiteral text: String) {
    guard let color = Color(hex: text) else { preconditionFailure("no color: \(text)") }
    self = color
  }
}

extension SplitMix64 {
  mutating func roll(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(0..<elements.count)]
  }
}
