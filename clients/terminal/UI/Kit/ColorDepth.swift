// How many colors a terminal shows, and which of them comes nearest to one that it cannot show.
// Whether a terminal really has that depth is Detection's question. Nothing is ever dithered: a
// swatch is one color, and where that is not the color meant, a view can say by how much.

import Chroma

/// The colors that a terminal can be told to show.
package enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// None: no color code is ever written.
  case monochrome
  /// The sixteen of ISO 6429 and aixterm, whose looks every theme makes up anew.
  case palette16
  /// Entries 16 to 255 of xterm's palette, a 6×6×6 cube and 24 grays; the first 16 are never used,
  /// since themes change them.
  case palette256
  /// Any 8-bit sRGB color, exactly.
  case truecolor

  /// The name that players type: `none`, `16`, `256` or `24bit`.
  package var name: String {
    switch self {
    case .monochrome: "none"
    case .palette16: "16"
    case .palette256: "256"
    case .truecolor: "24bit"
    }
  }

  /// The depth of that name; `truecolor` and `24` are 24 bits too. Nil for any other.
  package init?(name: String) {
    switch name {
    case "none": self = .monochrome
    case "16": self = .palette16
    case "256": self = .palette256
    case "24bit", "24", "truecolor": self = .truecolor
    default: return nil
    }
  }

  /// Fewer colors come before more.
  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The color that is seen where `color` is meant, and how far off it is. Nil where no color is
  /// seen at all. Among sixteen it is a guess, since the theme is not known.
  func shown(_ color: Color) -> (color: Color, difference: Difference)? {
    switch self {
    case .monochrome: return nil
    case .palette16, .palette256:
      let nearest = palette.color(at: palette.nearest(to: color))
      return (nearest, nearest.difference(from: color))
    case .truecolor: return (color, .zero)
    }
  }

  /// The palette that colors are looked up in, empty where there is nothing to look up.
  var palette: Palette {
    switch self {
    case .palette16: .sixteen
    case .palette256: .cubeAndGrays
    case .monochrome, .truecolor: .empty
    }
  }
}
