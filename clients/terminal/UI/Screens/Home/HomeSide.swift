// The right side of the home screen: the player's own figure, what is played today, the best that
// was played so far, and how honestly this terminal shows colors. What the server knows of the
// player is not here. Where there is no side, the most of it is one row.

import Chroma
import ClientCore
import Game
import Wire

/// What stands beside the list of rooms.
struct HomeSide {
  let session: Session
  let state: HomeState
  /// The server's day.
  let today: Day

  /// With fewer columns beside the list nothing stands there, but a row below it.
  static let widthMin = 20
  /// Five fields that nobody has filled yet.
  private static let hollow = "·····"

  func draw(on sheet: inout Sheet, _ area: Area) {
    // A blank row inside the frame is there where it costs nothing.
    let inset = sheet.isBig ? 2 : 1
    let you = Area(column: area.column, row: area.row, width: area.width, height: 5 + 2 * inset)
    sheet.canvas.frame(you, title: Words["you"])
    name(on: &sheet, column: you.column + 3, row: you.row + inset, end: you.endColumn - 3)
    figures(
      on: &sheet, column: you.column + 3, row: you.row + inset + 2, end: you.endColumn - 1)
    let words = OwnWords(
      own: state.own, setup: sheet.setup, identity: session.identity, today: today)
    var notes = [words.row, words.friends, words.rating].compactMap(\.self)
    if !sheet.isBig { notes = Array(notes.prefix(1)) }
    let daily = Area(
      column: area.column, row: you.endRow + 1, width: area.width, height: 2 + notes.count)
    self.daily(notes, on: &sheet, daily)
    let rest = Area(
      column: area.column, row: daily.endRow + 1, width: area.width,
      height: area.endRow - daily.endRow - 1)
    bestAndColors(on: &sheet, rest)
  }

  /// What matters most of it, in one row.
  func drawLine(on sheet: inout Sheet, row: Int) {
    let half = sheet.columns / 2
    let daily = Area(column: Sheet.margin, row: row, width: half, height: 1)
    if let match = today(sheet) {
      let end = sheet.canvas.text(Words["Today"], column: daily.column, row: row, .strong)
      result(of: match, on: &sheet, column: end + 2, row: row, end: daily.endColumn)
    } else {
      invitation(on: &sheet, daily)
    }
    sheet.hits.mark(daily, as: .key(.character("d")))
    let best = Area(
      column: daily.endColumn + 2, row: row, width: sheet.columns - half - 2, height: 1)
    BestPanel(bests: sheet.setup.bests).drawLine(on: &sheet, best)
  }

  // MARK: Today

  /// The day, and the key that plays it; or how it was matched, and what else it has.
  private func daily(_ notes: [String], on sheet: inout Sheet, _ area: Area) {
    guard Mode.ofTheDay != nil, area.endRow <= sheet.noticeRow else { return }
    let column = area.column + 1
    let end = sheet.canvas.text(Words["Today"], column: column, row: area.row, .strong)
    sheet.canvas.text(
      Words["\(today.text) UTC"], column: end + 2, row: area.row, .dim,
      limit: area.endColumn - end - 2)
    let below = Area(
      column: column, row: area.row + 1, width: area.endColumn - column, height: 1)
    if let match = today(sheet) {
      result(of: match, on: &sheet, column: column, row: below.row, end: area.endColumn)
    } else {
      invitation(on: &sheet, below)
    }
    for (index, note) in notes.enumerated() {
      sheet.canvas.text(
        Say.fitting(note, in: below.width), column: column, row: below.row + 1 + index, .label,
        limit: below.width)
    }
    sheet.hits.mark(area, as: .key(.character("d")))
  }

  /// What was made of the targets of the day; nil as long as they wait.
  private func today(_ sheet: Sheet) -> OwnMatch? {
    sheet.setup.bests.daily(on: today.text, at: sheet.setup.server)
  }

  private func invitation(on sheet: inout Sheet, _ area: Area) {
    let key = sheet.canvas.text("d", column: area.column, row: area.row, .key)
    let end = sheet.canvas.text(
      HomeSide.hollow, column: key + 2, row: area.row, .label, limit: area.endColumn - key - 2)
    let limit = area.endColumn - end - 1
    sheet.canvas.text(
      Say.fitting(Words["not played here"], in: limit), column: end + 1, row: area.row, .label,
      limit: limit)
  }

  private func result(
    of match: OwnMatch, on sheet: inout Sheet, column: Int, row: Int, end: Int
  ) {
    // Letters say how near each guess was, whatever colors can be seen.
    let letters = sheet.setup.today.flatMap { $0.day == today ? $0.letters : nil } ?? ""
    let help = match.isAssisted ? "◐" : ""
    let points = [letters, Phrase.points(match.points), help].filter { !$0.isEmpty }
      .joined(separator: " ")
    let space = end - column - ShownText.columns(of: points) - 2
    let next = sheet.rounds(of: match, column: column, row: row, width: min(space, 10))
    sheet.canvas.text(points, column: next > column ? next + 2 : column, row: row, .text)
  }

  // MARK: You

  private func name(on sheet: inout Sheet, column: Int, row: Int, end: Int) {
    var column = column
    if let figure = state.figure {
      sheet.canvas.put(figure.glyph, column: column, row: row, .bright)
      column += 2
    }
    sheet.canvas.text(
      session.hello.name ?? Words["guest"], column: column, row: row, .strong, limit: end - column)
  }

  /// The worn figure is marked, or the one under the cursor.
  private func figures(on sheet: inout Sheet, column: Int, row: Int, end: Int) {
    let candidate: Icon? = if case .figure(let icon) = state.panel { icon } else { nil }
    sheet.figures(
      chosen: candidate ?? state.figure, column: column, row: row, end: end, step: 2,
      parks: candidate != nil)
  }

  // MARK: Best and colors

  /// Rows of the colors' frame at the most: more of it would only take longer to paint.
  private static let colorsRowsMax = 13
  /// Rows of it at the least, and with something that helps.
  private static let colorsRowsMin = 6, colorsRowsHelping = 8

  /// The board first; but where only one of both has space, what helps with the colors has it.
  private func bestAndColors(on sheet: inout Sheet, _ area: Area) {
    let best = BestPanel(bests: sheet.setup.bests)
    let helps = sheet.setup.support.advice != nil
    let reserve = (helps ? HomeSide.colorsRowsHelping : HomeSide.colorsRowsMin) + 1
    var below = area
    if area.height < reserve + BestPanel.heightMin, helps {
      best.drawLine(on: &sheet, line(in: area, row: area.row - 1))
    } else if best.bests.matches.isEmpty {
      best.drawLine(on: &sheet, line(in: area, row: area.row))
      below.row += 2
    } else {
      var board = area
      if area.height >= reserve + BestPanel.heightMin { board.height -= reserve }
      below.row = best.draw(on: &sheet, board) + 1
    }
    below.height = area.endRow - below.row
    colors(on: &sheet, below)
  }

  private func line(in area: Area, row: Int) -> Area {
    Area(column: area.column + 1, row: row, width: area.width - 1, height: 1)
  }

  private func colors(on sheet: inout Sheet, _ area: Area) {
    guard area.height >= HomeSide.colorsRowsMin else { return }
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
