// Text over several rows: where it is broken, and what becomes of what does not fit.

import Testing

@testable import TerminalUI

struct ParagraphTests {
  @Test(
    arguments: [
      ("", 6, 2, ["", ""]), ("one", 6, 2, ["one", ""]), ("one two", 7, 2, ["one two", ""]),
      ("one two", 6, 2, ["one", "two"]), ("one two three", 6, 2, ["one", "two t…"]),
      ("seventeen", 4, 2, ["sev…", ""]),
    ])
  func rowsAreBrokenBetweenWords(text: String, width: Int, height: Int, rows: [String]) {
    var canvas = Canvas(width: width, height: height)
    let end = canvas.paragraph(
      text, Area(column: 0, row: 0, width: width, height: height), .text)
    #expect(canvas.picture == rows)
    #expect(end == rows.count { !$0.isEmpty })
  }
}
