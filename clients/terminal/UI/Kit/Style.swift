// The one gray palette that everything but the game's own colors is drawn in, and what a glyph can
// look like. All chrome is neutral on a painted neutral surround: a tinted surround would change
// how the eye judges the colors that the game is about.

import Chroma

/// The grays of the chrome, from the surround to the brightest text.
enum Neutral {
  /// What everything stands on; painted, never left to the terminal's theme.
  static let surround = Color(gray: 24)
  /// The dark edges that set a knob off from its track.
  static let edge = Color(gray: 20)
  /// Rounds that are still to come, the empty part of a bar, a chosen row.
  static let rail = Color(gray: 52)
  /// The background of a chosen icon.
  static let chosen = Color(gray: 70)
  /// Lines and frames.
  static let line = Color(gray: 66)
  /// What keys do, and everything that may be overlooked.
  static let dim = Color(gray: 112)
  /// Labels, and the filled part of a bar.
  static let label = Color(gray: 158)
  /// Ordinary text.
  static let text = Color(gray: 208)
  /// What matters now.
  static let bright = Color(gray: 250)

  /// Nearly black or nearly white, whichever reads on `color`.
  static func ink(on color: Color) -> Color {
    color.luminance > 0.2 ? Color(gray: 12) : Color(gray: 245)
  }
}

extension Color {
  init(gray: UInt8) {
    self.init(red: gray, green: gray, blue: gray)
  }
}

/// How a glyph looks. Without a background it takes the one that is there.
struct Style: Hashable, Sendable {
  var foreground: Color
  var background: Color?
  var isBold: Bool

  init(_ foreground: Color, on background: Color? = nil, bold: Bool = false) {
    self.foreground = foreground
    self.background = background
    self.isBold = bold
  }

  static let text = Style(Neutral.text)
  static let label = Style(Neutral.label)
  static let dim = Style(Neutral.dim)
  static let line = Style(Neutral.line)
  static let bright = Style(Neutral.bright)
  /// Titles, what is chosen, what is the player's own.
  static let strong = Style(Neutral.bright, bold: true)
  /// The keys in the key line.
  static let key = Style(Neutral.text, bold: true)
}
