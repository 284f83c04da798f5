// Every screen at the three sizes it is drawn for, glyph by glyph and color by color, against what
// is kept in Golden/. `CHROMATCH_GOLDEN=write` writes the files anew; the review is their
// difference.

import Chroma
import Foundation
import Testing

@testable import TerminalUI

@Suite("Golden screens")
struct ScreenGoldenTests {
  private static let sizes = [(60, 18), (80, 24), (120, 40)]

  @Test(arguments: Scene.allCases)
  func everyScreenLooksAsItDid(scene: Scene) throws {
    var stage = try scene.stage(columns: 80, rows: 24)
    let pages = Self.sizes.map { columns, rows in
      stage.model.resize(columns: columns, rows: rows)
      return stage.canvas.page
    }
    let seen = pages.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Golden/\(scene.rawValue).txt")
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      try Data(seen.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(seen.split(separator: "\n"), golden.split(separator: "\n"))
      .first { $0 != $1 }
    #expect(seen == golden, "first difference: \(String(describing: difference))")
  }
}

extension Canvas {
  /// Runs of a row beyond which they are summed up in one number.
  private static let runsMax = 14

  /// The canvas as text: its glyphs, then the colors of each row that has others than the row
  /// above, as runs of `column text-color/background` with `*` for bold.
  fileprivate var page: String {
    var lines = ["\(width)×\(height), cursor \(cursorText)"] + picture.map { "|\($0)" }
    var above = ""
    for row in 0..<height {
      let runs = runs(in: row)
      let colors =
        runs.count <= Canvas.runsMax
        ? runs.joined(separator: " ") : "\(runs.count) runs \(Canvas.fingerprint(of: runs))"
      if colors != above { lines.append("\(row): \(colors)") }
      above = colors
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var cursorText: String {
    cursor.map { "\($0.point.column),\($0.point.row)\($0.isVisible ? " visible" : "")" } ?? "none"
  }

  private func runs(in row: Int) -> [String] {
    var runs: [String] = []
    var last = ""
    for column in 0..<width {
      let cell = self[column, row]
      let text = cell.glyph == " " ? "" : "\(Canvas.brief(cell.foreground))"
      let look = "\(text)/\(Canvas.brief(cell.background))\(cell.isBold ? "*" : "")"
      if look != last { runs.append("\(column) \(look)") }
      last = look
    }
    return runs
  }

  /// Grays by their level, everything else in hexadecimal digits.
  private static func brief(_ color: Color) -> String {
    color.red == color.green && color.green == color.blue
      ? "g\(color.red)" : String(color.hex.dropFirst())
  }

  /// FNV-1a, 64 bits.
  private static func fingerprint(of runs: [String]) -> String {
    let hash = runs.joined(separator: " ").utf8
      .reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
