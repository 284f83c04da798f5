// Every screen at 80×24, and the telling ones at a smaller or larger size, glyph by glyph and color
// by color, against the pages in Golden/.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

struct ScreenGoldenTests {
  /// The first scene of each file; the file has all scenes from there to the next file's first.
  static let files: [(name: String, first: Scene)] = [
    ("home", .connecting), ("boards", .boards), ("rooms", .room), ("audience", .audience),
    ("races", .countdown), ("watching", .watch), ("results", .results),
    ("wall", .wall), ("numbers", .numbers), ("wheel", .wheel), ("along", .watchAlong),
  ]

  private static func scenes(ofFile index: Int) -> ArraySlice<Scene> {
    let all = Scene.allCases
    func place(_ index: Int) -> Int {
      files.indices.contains(index) ? all.firstIndex(of: files[index].first) ?? 0 : all.count
    }
    return all[place(index)..<place(index + 1)]
  }

  @Test("every screen looks as it did", arguments: files.indices)
  func looks(index: Int) throws {
    var seen: [String] = []
    for scene in Self.scenes(ofFile: index) {
      var stage = try scene.stage()
      for (columns, rows) in [(80, 24)] + scene.otherSizes {
        stage.model.resize(columns: columns, rows: rows)
        seen.append("== \(scene.rawValue) \(stage.canvas.page)")
      }
    }
    try expectGolden(
      "Tests/TerminalUITests/Screens/Golden/\(Self.files[index].name).txt", holds: seen.joined())
  }
}

extension Canvas {
  /// Runs of a row beyond which they are summed up in one number.
  private static let runsMax = 14

  /// The canvas as text: rows by their numbers with their glyphs, blank ones left out; and above
  /// the first of rows that have the same colors those, as runs of `column text-color/background`
  /// with `*` for bold, unless nothing is on them.
  fileprivate var page: String {
    var lines = ["\(width)×\(height), cursor \(cursorText)"]
    let glyphs = picture
    let colors = (0..<height).map { look(ofRow: $0) }
    let plain = "0 /\(Canvas.brief(surround))"
    for row in 0..<height {
      if colors[row] != plain, row == 0 || colors[row] != colors[row - 1] {
        let last = colors[row...].firstIndex { $0 != colors[row] } ?? height
        let rows = last - row > 1 ? "\(row)-\(last - 1)" : "\(row)"
        lines.append("\(rows): \(colors[row])")
      }
      if !glyphs[row].isEmpty { lines.append("\(row)|\(glyphs[row])") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func look(ofRow row: Int) -> String {
    let runs = runs(in: row)
    guard runs.count > Canvas.runsMax else { return runs.joined(separator: " ") }
    return "\(runs.count) runs \(Canvas.fingerprint(of: runs))"
  }

  private var cursorText: String {
    cursor.map { "\($0.point.column),\($0.point.row)\($0.isVisible ? " visible" : "")" } ?? "none"
  }

  private func runs(in row: Int) -> [String] {
    var runs: [String] = []
    var last = ""
    for column in 0..<width {
      let cell = self[column, row]
      let text = cell.glyph == " " ? "" : Canvas.brief(cell.foreground)
      let look = "\(text)/\(Canvas.brief(cell.background))\(cell.isBold ? "*" : "")"
      if look != last { runs.append("\(column) \(look)") }
      last = look
    }
    return runs
  }

  private static func brief(_ color: Color) -> String {
    color.red == color.green && color.green == color.blue
      ? "g\(color.red)" : String(color.hex.dropFirst())
  }

  private static func fingerprint(of runs: [String]) -> String {
    let hash = runs.joined(separator: " ").utf8
      .reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
