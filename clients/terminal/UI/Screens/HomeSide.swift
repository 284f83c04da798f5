// The right side of the home screen: the player's own figure, what is played today, and how
// honestly this terminal shows colors. What the server knows of the player is not here.

import Chroma
import Game
import Wire

/// What stands beside the list of rooms.
struct HomeSide {
  let session: Session
  let state: HomeState
  /// The server's day.
  let today: String

  func draw(on sheet: inout Sheet, _ area: Area) {
    guard area.width >= 20 else { return figuresOnly(on: &sheet, area) }
    // A blank row inside the frame is there where it costs nothing.
    let inset = sheet.isBig ? 2 : 1
    let you = Area(column: area.column, row: area.row, width: area.width, height: 5 + 2 * inset)
    sheet.canvas.frame(you, title: Words["you"])
    name(on: &sheet, column: you.column + 3, row: you.row + inset, end: you.endColumn - 3)
    figures(
      on: &sheet, column: you.column + 3, row: you.row + inset + 2, end: you.endColumn - 1)
    let daily = Area(column: area.column, row: you.endRow + 1, width: area.width, height: 2)
    self.daily(on: &sheet, daily)
    let screen = Area(
      column: area.column, row: daily.endRow + 1, width: area.width,
      height: area.endRow - daily.endRow - 1)
    colors(on: &sheet, screen)
  }

  /// The targets of the day, and the key that plays them.
  private func daily(on sheet: inout Sheet, _ area: Area) {
    guard let mode = Mode.ofTheDay, area.endRow <= sheet.noticeRow else { return }
    let end = sheet.canvas.text(Words["Today"], column: area.column + 1, row: area.row, .strong)
    sheet.canvas.text(
      Words["\(today) UTC"], column: end + 2, row: area.row, .dim, limit: area.endColumn - end - 2)
    let key = sheet.canvas.text("d", column: area.column + 1, row: area.row + 1, .key)
    sheet.canvas.text(
      mode.sentence, column: key + 2, row: area.row + 1, .label, limit: area.endColumn - key - 2)
    sheet.hits.mark(area, as: .key(.character("d")))
  }

  private func name(on sheet: inout Sheet, column: Int, row: Int, end: Int) {
    var column = column
    if let figure = state.figure {
      sheet.canvas.put(figure.glyph, column: column, row: row, .bright)
      column += 2
    }
    sheet.canvas.text(
      session.hello.name ?? Words["guest"], column: column, row: row, .strong, limit: end - column)
  }

  private func figuresOnly(on sheet: inout Sheet, _ area: Area) {
    guard case .figure = state.panel else { return }
    figures(on: &sheet, column: area.column, row: area.row, end: area.endColumn)
  }

  /// The worn figure is marked, or the one under the cursor.
  private func figures(on sheet: inout Sheet, column: Int, row: Int, end: Int) {
    let candidate: Icon? = if case .figure(let icon) = state.panel { icon } else { nil }
    sheet.figures(
      chosen: candidate ?? state.figure, column: column, row: row, end: end, step: 2,
      parks: candidate != nil)
  }

  // MARK: Colors

  /// Rows of the frame at the most: more of it would only take longer to paint.
  private static let colorsRowsMax = 13

  private func colors(on sheet: inout Sheet, _ area: Area) {
    guard area.height >= 6 else { return }
    var area = area
    area.height = min(area.height, HomeSide.colorsRowsMax)
    sheet.canvas.frame(area, title: Words["your screen"])
    let inside = area.inset(columns: 3, rows: sheet.isBig ? 2 : 1)
    let support = sheet.setup.support
    sheet.canvas.text(support.label, column: inside.column, row: inside.row, .text)
    // All that is said comes before the field, which is only there to be looked at.
    let rest = Area(
      column: inside.column, row: inside.row + 1, width: inside.width, height: inside.height - 1)
    var top = sheet.canvas.paragraph(support.reason, rest, .dim)
    if let advice = support.advice {
      let rest = Area(
        column: rest.column, row: top, width: rest.width, height: inside.endRow - top)
      top = sheet.canvas.paragraph(advice, rest, .label)
    }
    top += sheet.isBig ? 1 : 0
    guard !sheet.setup.isByNumbers else { return }
    field(
      on: &sheet,
      Area(column: inside.column, row: top, width: inside.width, height: inside.endRow - top))
  }

  /// Every hue from light to dark: steps in it are steps of the terminal.
  private func field(on sheet: inout Sheet, _ area: Area) {
    guard area.width > 1, area.height > 0 else { return }
    for column in 0..<area.width {
      for halfRow in 0..<2 * area.height {
        let depth = (2 * halfRow + 1) * 100 / (4 * area.height)
        let color = HSB(
          hue: 360 * column / area.width, saturation: min(85, 25 + depth),
          brightness: min(100, 130 - depth))
        if let color {
          sheet.canvas.pixel(
            column: area.column + column, halfRow: 2 * area.row + halfRow, color.color)
        }
      }
    }
  }
}
