// A name as it stands in a sentence. Servers that clean names leave nothing to do here but for
// those that are written from right to left; others may send any text. Invariant: a name never
// changes the order of what stands beside it.

extension String {
  /// The name without marks of direction, and isolated where it has letters from right to left.
  /// Screens order them by themselves and drop what isolates; a terminal or a screen reader that is
  /// sent plain lines needs it.
  var inSentence: String {
    var name = String.UnicodeScalarView()
    var isTurned = false
    for scalar in unicodeScalars where !String.turningMarks.contains(scalar) {
      name.append(scalar)
      isTurned = isTurned || Glyph.kind(of: scalar) == .rightToLeft
    }
    return isTurned ? "\u{2068}\(String(name))\u{2069}" : String(name)
  }

  /// U+061C, U+200E and U+200F; the wire takes no others.
  private static let turningMarks: [Unicode.Scalar] = ["\u{61c}", "\u{200e}", "\u{200f}"]
}
