// Words and figures that are read from across a room: most are three pixels wide, all are four
// high, two pixels to a cell. They are made of half blocks, so that terminals without colors show
// them too. Letters are all capitals; for what has no shape here, ask `isLegible`.

import Chroma

/// A word or a number to be read at a glance.
struct LargeText {
  private let shapes: [[UInt8]]
  /// Whether everything in it has a shape.
  let isLegible: Bool

  /// Rows that it touches: its first and its last pixel are half a row each.
  static let rows = 3
  private static let pixels = 4
  /// Columns between two letters, and of a blank.
  private static let gap = 1, blankColumns = 2
  /// The most columns of a letter.
  private static let columnsMax = 5

  init(_ text: String) {
    let found = text.uppercased().unicodeScalars.map { LargeText.shapes[$0] }
    isLegible = found.allSatisfy { $0 != nil }
    shapes = found.map { $0 ?? [] }
  }

  /// How many columns it takes.
  var width: Int {
    shapes.reduce(-LargeText.gap) { $0 + LargeText.columns(of: $1) + LargeText.gap }
  }

  /// Draws it, half a row below the top of its first row and above the end of its last.
  func draw(on canvas: inout Canvas, column: Int, row: Int, _ style: Style) {
    var left = column
    for shape in shapes {
      let columns = LargeText.columns(of: shape)
      for across in 0..<columns {
        for down in 0..<LargeText.rows {
          func isInked(_ pixel: Int) -> Bool {
            shape.indices.contains(pixel) && shape[pixel] & (1 << (columns - 1 - across)) != 0
          }
          let (upper, lower) = (isInked(2 * down - 1), isInked(2 * down))
          guard upper || lower else { continue }
          canvas.put(
            upper ? (lower ? "█" : "▀") : "▄", column: left + across, row: row + down, style)
        }
      }
      left += columns + LargeText.gap
    }
  }

  private static func columns(of shape: [UInt8]) -> Int {
    let inked = shape.reduce(0, |)
    return inked == 0 ? blankColumns : columnsMax - (inked.leadingZeroBitCount - 3)
  }

  /// The rows of each letter from the top, its rightmost pixel in the lowest bit. Every letter has
  /// a pixel in its first column.
  private static let shapes: [Unicode.Scalar: [UInt8]] = [
    " ": [], "-": [0, 0, 0b11, 0], ".": [0, 0, 0, 0b1], "!": [0b1, 0b1, 0, 0b1],
    "+": [0, 0b010, 0b111, 0b010], "_": [0, 0, 0, 0b111],
    "0": [0b010, 0b101, 0b101, 0b010], "1": [0b110, 0b010, 0b010, 0b111],
    "2": [0b111, 0b001, 0b110, 0b111], "3": [0b111, 0b011, 0b001, 0b111],
    "4": [0b101, 0b101, 0b111, 0b001], "5": [0b111, 0b110, 0b001, 0b111],
    "6": [0b100, 0b111, 0b101, 0b111], "7": [0b111, 0b001, 0b010, 0b010],
    "8": [0b111, 0b111, 0b101, 0b111], "9": [0b111, 0b101, 0b111, 0b001],
    "A": [0b010, 0b101, 0b111, 0b101], "B": [0b110, 0b111, 0b101, 0b111],
    "C": [0b111, 0b100, 0b100, 0b111], "D": [0b110, 0b101, 0b101, 0b110],
    "E": [0b111, 0b110, 0b100, 0b111], "F": [0b111, 0b100, 0b110, 0b100],
    "G": [0b111, 0b100, 0b101, 0b111], "H": [0b101, 0b101, 0b111, 0b101],
    "I": [0b1, 0b1, 0b1, 0b1], "J": [0b001, 0b001, 0b101, 0b111],
    "K": [0b101, 0b110, 0b101, 0b101], "L": [0b100, 0b100, 0b100, 0b111],
    "M": [0b10001, 0b11011, 0b10101, 0b10001], "N": [0b1001, 0b1101, 0b1011, 0b1001],
    "O": [0b111, 0b101, 0b101, 0b111], "P": [0b111, 0b101, 0b111, 0b100],
    "Q": [0b1110, 0b1010, 0b1010, 0b1111], "R": [0b111, 0b101, 0b110, 0b101],
    "S": [0b111, 0b100, 0b011, 0b111], "T": [0b111, 0b010, 0b010, 0b010],
    "U": [0b101, 0b101, 0b101, 0b111], "V": [0b101, 0b101, 0b101, 0b010],
    "W": [0b10001, 0b10101, 0b10101, 0b01010], "X": [0b101, 0b010, 0b010, 0b101],
    "Y": [0b101, 0b101, 0b010, 0b010], "Z": [0b111, 0b001, 0b010, 0b111],
  ]
}
