// The best matches of one's own, as a board beside the list of rooms: each with its rounds in
// colors, the target above the answer, and with what it was worth. Where there is space for a row
// only, it is one of them. What is best has been decided elsewhere.

import Chroma
import ClientCore
import Game
import Wire

/// A board of one's own.
struct BestPanel {
  let bests: BestMatches

  /// A frame around one match.
  static let heightMin = 3
  /// Columns of the longest name of a mode, and the blank after it.
  private static let modeColumns = 9
  /// Columns of rounds in colors: more would push the points away from their mode.
  private static let stripColumns = 12
  /// Columns of points and of the blank before them: an endless match can have five digits.
  private static let pointsColumns = 6
  /// Columns of a frame's upper edge that are not its title's.
  private static let titleMargins = 6
  /// Columns of the mark of help and the blank before it.
  private static let markColumns = 2
  /// Columns of a difference such as `12.3` and of the blanks before it.
  private static let differenceColumns = 7
  /// With fewer columns inside the frame there is space for points alone.
  private static let columnsRoomy = 34

  /// Which matches are shown in an area, and how.
  private struct Plan {
    let inset: Int
    let hasLegend: Bool
    /// Rows from one match to the next: the second says when it was, the third is blank.
    let pitch: Int
    let matches: [OwnMatch]

    init(_ bests: BestMatches, _ area: Area, isBig: Bool) {
      inset = isBig ? 2 : 1
      hasLegend = isBig && area.width - 6 >= BestPanel.columnsRoomy
      let rows = area.height - 2 * inset - (hasLegend ? 1 : 0)
      func count(_ pitch: Int) -> Int { (rows + (pitch == 3 ? 1 : 0)) / pitch }
      let roomy = (isBig ? [3, 2] : [2]).first { count($0) >= bests.modesCount }
      pitch = roomy ?? 1
      matches = bests.board(rows: count(pitch))
    }

    var height: Int {
      2 * inset + (hasLegend ? 1 : 0) + matches.count * pitch - (pitch == 3 ? 1 : 0)
    }
  }

  /// Draws the board from the top of an area on.
  ///
  /// - Returns: the row below it.
  func draw(on sheet: inout Sheet, _ area: Area) -> Int {
    let plan = Plan(bests, area, isBig: sheet.isBig)
    guard !plan.matches.isEmpty else { return area.row }
    var frame = area
    frame.height = plan.height
    // Where no legend says that points are those of a round, the title does.
    let title = plan.hasLegend ? Words["your best"] : Words["your best, a round"]
    sheet.canvas.frame(frame, title: Say.fitting(title, in: area.width - BestPanel.titleMargins))
    let inside = frame.inset(columns: 3, rows: plan.inset)
    var row = inside.row
    if plan.hasLegend {
      legend(on: &sheet, inside)
      row += 1
    }
    var above: Mode?
    for match in plan.matches {
      let line = inside.line(row)
      if match.mode != above {
        sheet.canvas.text(match.mode.name, column: line.column, row: row, .text)
      }
      above = match.mode
      result(match, on: &sheet, line)
      if plan.pitch > 1 { detail(match, on: &sheet, line) }
      row += plan.pitch
    }
    return frame.endRow
  }

  /// The best of one mode in one row, with the points of the whole match: those of a round would
  /// have no space for their unit.
  func drawLine(on sheet: inout Sheet, _ area: Area) {
    var column = sheet.canvas.text(Words["Your best"], column: area.column, row: area.row, .strong)
    guard let match = bests.board(rows: 1).first else {
      sheet.canvas.text(Words["is yet to come"], column: column + 2, row: area.row, .label)
      return
    }
    column = sheet.canvas.text(match.mode.name, column: column + 2, row: area.row, .label) + 2
    let points = "\(match.points)"
    let space = area.endColumn - column - points.utf8.count - 2
    let end = sheet.rounds(of: match, column: column, row: area.row, width: min(space, 10))
    sheet.canvas.text(points, column: end > column ? end + 2 : column, row: area.row, .text)
  }

  /// Where points and differences end.
  private func ends(_ line: Area) -> (points: Int, difference: Int)? {
    let difference = line.endColumn - BestPanel.markColumns
    return line.width >= BestPanel.columnsRoomy
      ? (difference - BestPanel.differenceColumns, difference) : nil
  }

  private func legend(on sheet: inout Sheet, _ inside: Area) {
    guard let ends = ends(inside) else { return }
    sheet.canvas.text(Words["a round"], endColumn: ends.points, row: inside.row, .dim)
    sheet.canvas.text("ΔE", endColumn: ends.difference, row: inside.row, .dim)
  }

  private func result(_ match: OwnMatch, on sheet: inout Sheet, _ line: Area) {
    var end = line.endColumn
    if let ends = ends(line) {
      sheet.canvas.text(
        match.difference.words, endColumn: ends.difference, row: line.row, .label)
      if match.isAssisted { sheet.canvas.put("◐", column: end - 1, row: line.row, .label) }
      end = ends.points
      sheet.canvas.text("\(match.worth)", endColumn: end, row: line.row, .strong)
      end -= BestPanel.pointsColumns
    } else {
      sheet.canvas.text("\(match.worth)", endColumn: end, row: line.row, .strong)
      end -= BestPanel.pointsColumns
      if match.isAssisted {
        sheet.canvas.put("◐", column: end, row: line.row, .label)
        end -= 1
      }
    }
    let start = line.column + BestPanel.modeColumns
    sheet.rounds(
      of: match, column: start, row: line.row,
      width: min(end - start, BestPanel.stripColumns))
  }

  /// When it was, and how it ended, as much as fits.
  private func detail(_ match: OwnMatch, on sheet: inout Sheet, _ line: Area) {
    let column = line.column + (ends(line) == nil ? 0 : BestPanel.modeColumns)
    let ending =
      match.mode.isEndless
      ? Phrase.rounds(match.rounds)
      : match.players > 1 ? Words["place \(match.place) of \(match.players)"] : ""
    let words = ([match.day] + (ending.isEmpty ? [] : [ending])).joined(separator: ", ")
    let limit = line.endColumn - column
    sheet.canvas.text(
      Say.fitting(words, in: limit), column: column, row: line.row + 1, .dim, limit: limit)
  }
}

extension Sheet {
  /// The newest rounds of a match, each as its target above its answer, two columns wide if that
  /// shows as many of them; nothing where colors cannot be judged.
  ///
  /// - Returns: the column after them.
  @discardableResult
  mutating func rounds(of match: OwnMatch, column: Int, row: Int, width: Int) -> Int {
    guard width > 0, !setup.isByNumbers else { return column }
    let each = 2 * match.pairs.count <= width ? 2 : 1
    var end = column
    for pair in match.pairs.suffix(width) {
      let place = Area(column: end, row: row, width: each, height: 1)
      canvas.strip(place, Swatch(pair.target), Swatch(pair.answer))
      end = place.endColumn
    }
    return end
  }
}
