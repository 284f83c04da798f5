// Text over several rows, broken between words. What does not fit in the area ends in `…`; nothing
// is hyphenated, and words that are longer than a row are cut.

extension Canvas {
  /// Writes text into an area, as many words a row as fit.
  ///
  /// - Returns: the row after the last that was written.
  @discardableResult
  mutating func paragraph(_ text: String, _ area: Area, _ style: Style) -> Int {
    var row = area.row
    var words = text.split(separator: " ")[...]
    while !words.isEmpty, row < area.endRow {
      let isLast = row == area.endRow - 1
      var line = String(words.removeFirst())
      while let word = words.first,
        isLast
          || ShownText.columns(of: line) + 1 + ShownText.columns(of: String(word))
            <= area.width
      {
        line += " " + word
        words.removeFirst()
      }
      self.text(line, column: area.column, row: row, style, limit: area.width)
      row += 1
    }
    return row
  }
}
