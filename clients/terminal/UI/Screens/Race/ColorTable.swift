// Twelve colors that everybody knows by name, to begin a match from: a table, and nothing that a
// drag could not do as well. What opens it and what it looks like is in PalettePanel.swift.

import Chroma
import ClientCore

/// A color with its name.
struct NamedColor: Sendable {
  let name: String
  let color: Color

  private init(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.name = name
    color = Color(red: red, green: green, blue: blue)
  }

  /// As many as tiles have keys, around the wheel and then what is not on its rim.
  static var all: [NamedColor] {
    [
      NamedColor(Words["red"], 255, 0, 0), NamedColor(Words["orange"], 255, 128, 0),
      NamedColor(Words["yellow"], 255, 255, 0), NamedColor(Words["green"], 0, 255, 0),
      NamedColor(Words["cyan"], 0, 255, 255), NamedColor(Words["blue"], 0, 0, 255),
      NamedColor(Words["violet"], 128, 0, 255), NamedColor(Words["magenta"], 255, 0, 255),
      NamedColor(Words["brown"], 128, 64, 0), NamedColor(Words["white"], 255, 255, 255),
      NamedColor(Words["gray"], 128, 128, 128), NamedColor(Words["black"], 0, 0, 0),
    ]
  }

  /// The entry that looks most like a color, the first of equals.
  static func index(nearestTo color: Color) -> Int {
    let differences = all.map { $0.color.difference(from: color) }
    return differences.indices.min { differences[$0] < differences[$1] } ?? 0
  }
}
