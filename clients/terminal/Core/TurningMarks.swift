// Texts of others beside our own words. Servers that clean names leave nothing to do here; others
// may send any text. Invariant: no mark in a name turns what stands beside it around.

extension String {
  /// The text without marks of direction (Bidi_Control). Screens order letters from right to left
  /// by themselves and need none; on plain lines they would be blanks or boxes, or read aloud.
  package var withoutTurningMarks: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.properties.isBidiControl { text.append(scalar) }
    return String(text)
  }
}
