// Figures that are read from across a room: three pixels wide and four high, two pixels to a cell.
// They are made of half blocks, so that terminals without colors show them too. Whatever has no
// figure leaves a gap.

import Chroma

/// A number to be read at a glance.
struct Numeral {
  private let shapes: [[UInt8]]

  /// Columns from one figure to the next, and columns that a figure takes.
  private static let pitch = 4, figureColumns = 3
  /// Rows that it touches: its first and its last pixel are half a row each.
  static let rows = 3
  private static let pixels = 4

  /// - Parameter text: digits, and `+` before them.
  init(_ text: String) {
    shapes = text.utf8.map { Numeral.shape(of: $0) }
  }

  /// How many columns it takes.
  var width: Int {
    shapes.count * Numeral.pitch - (Numeral.pitch - Numeral.figureColumns)
  }

  /// Draws it, half a row below the top of its first row and above the end of its last.
  func draw(on canvas: inout Canvas, column: Int, row: Int, _ style: Style) {
    for (place, shape) in shapes.enumerated() {
      for across in 0..<Numeral.figureColumns {
        for down in 0..<Numeral.rows {
          let upper = isInked(shape, across, 2 * down - 1)
          let lower = isInked(shape, across, 2 * down)
          guard upper || lower else { continue }
          canvas.put(
            upper ? (lower ? "█" : "▀") : "▄", column: column + place * Numeral.pitch + across,
            row: row + down, style)
        }
      }
    }
  }

  private func isInked(_ shape: [UInt8], _ column: Int, _ pixel: Int) -> Bool {
    (0..<Numeral.pixels).contains(pixel) && shape[pixel] & (4 >> column) != 0
  }

  /// The rows of a figure, its left pixel in the highest of three bits.
  private static func shape(of byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "0"): [0b111, 0b101, 0b101, 0b111]
    case UInt8(ascii: "1"): [0b110, 0b010, 0b010, 0b111]
    case UInt8(ascii: "2"): [0b111, 0b001, 0b110, 0b111]
    case UInt8(ascii: "3"): [0b111, 0b011, 0b001, 0b111]
    case UInt8(ascii: "4"): [0b101, 0b101, 0b111, 0b001]
    case UInt8(ascii: "5"): [0b111, 0b110, 0b001, 0b111]
    case UInt8(ascii: "6"): [0b100, 0b111, 0b101, 0b111]
    case UInt8(ascii: "7"): [0b111, 0b001, 0b010, 0b010]
    case UInt8(ascii: "8"): [0b111, 0b111, 0b101, 0b111]
    case UInt8(ascii: "9"): [0b111, 0b101, 0b111, 0b001]
    case UInt8(ascii: "+"): [0b000, 0b010, 0b111, 0b010]
    default: [0, 0, 0, 0]
    }
  }
}
