// What ASCII puts in the place of everything else that a canvas may hold, for terminals and fonts
// that draw it wrongly. Data, and the one question that is asked of it.

enum AsciiGlyph {
  /// The ASCII character that comes closest.
  static func standIn(for glyph: Unicode.Scalar) -> Unicode.Scalar {
    if glyph.isASCII { return glyph }
    let index = Int(glyph.value) - 0xc0
    if letters.indices.contains(index) { return Unicode.Scalar(letters[index]) }
    if let coverage = Glyph.coverage(of: glyph) { return coverage >= 1 / 2 ? "#" : "." }
    return signs.first { $0.glyph == glyph }?.ascii ?? Glyph.unknown
  }

  /// U+00C0…U+00FF without their accents.
  private static let letters = Array(
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty".utf8)

  /// The sixteen icons of players stay sixteen different ones.
  private static let signs: [(glyph: Unicode.Scalar, ascii: Unicode.Scalar)] = [
    ("◆", "#"), ("●", "o"), ("▲", "^"), ("■", "="), ("★", "*"), ("♥", "v"), ("♣", "&"), ("♠", "+"),
    ("☀", "%"), ("☾", "("), ("☂", "T"), ("♞", "S"), ("✿", "$"), ("⚑", "P"), ("⌂", "~"), ("♫", ";"),
    ("─", "-"), ("│", "|"), ("╭", "+"), ("╮", "+"), ("╰", "+"), ("╯", "+"), ("┃", "|"),
    ("↑", "^"), ("↓", "v"), ("←", "<"), ("→", ">"), ("⇧", "^"), ("⏎", "/"),
    ("▸", ">"), ("▾", "v"), ("▼", "v"), ("◐", "@"), ("✓", "y"), ("·", "."), ("…", "."),
    ("Δ", "d"), ("°", "'"), ("×", "x"), ("−", "-"), ("–", "-"), ("—", "-"),
    ("‘", "'"), ("’", "'"), ("“", "\""), ("”", "\""), ("€", "E"),
  ]
}
