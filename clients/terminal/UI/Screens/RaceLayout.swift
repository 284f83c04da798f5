// Where everything on the race screen stands, from the size of the grid and the number of sliders
// alone: counted from the bottom, and whatever is left over goes to the two colors.

import Chroma
import Game
import Wire

/// The places of a race screen.
struct RaceLayout {
  let target: Area
  let yours: Area
  /// The other players' swatches; no height where only a row of names fits.
  let strip: Area
  /// The row with the other players' names.
  let namesRow: Int
  private let firstSlider: Int
  private let sliderStep: Int

  /// The first row of the two colors, below their labels.
  private static let colorsRow = 4

  init(width: Int, height: Int, sliders: Int, hasRivals: Bool) {
    let isBig = height >= 36
    let isSmall = height < 24 || width < 80
    namesRow = height - (isBig ? 4 : 3)
    let stripHeight = !hasRivals || isSmall ? 0 : isBig ? 6 : 2
    strip = Area(
      column: Sheet.margin, row: namesRow - stripHeight, width: width - 2 * Sheet.margin,
      height: stripHeight)
    sliderStep = height < 24 ? 1 : 2
    let gap = isBig ? 2 : 1
    let slidersEnd = hasRivals ? strip.row - gap : height - 2 - gap
    firstSlider = slidersEnd - (sliders - 1) * sliderStep - 1
    let rows = firstSlider - gap - RaceLayout.colorsRow
    let side = (width - 6) / 2
    target = Area(column: Sheet.margin, row: RaceLayout.colorsRow, width: side, height: rows)
    yours = Area(column: width / 2 + 1, row: RaceLayout.colorsRow, width: side, height: rows)
  }

  func sliderRow(_ index: Int) -> Int { firstSlider + index * sliderStep }
}

extension Sheet {
  /// The other players: their colors as they move, how near they are, and who has locked.
  mutating func rivals(
    _ rivals: [PlayerID], of room: RoomModel, _ match: MatchModel, _ layout: RaceLayout
  ) {
    guard !rivals.isEmpty else { return }
    let pitch = (layout.strip.width + 2) / rivals.count
    for (index, rival) in rivals.enumerated() {
      let column = layout.strip.column + index * pitch
      let area = Area(
        column: column, row: layout.strip.row, width: pitch - 2, height: layout.strip.height)
      rivalColor(rival, match, area, namesRow: layout.namesRow)
      rivalName(rival, room, match, area, row: layout.namesRow)
    }
  }

  private mutating func rivalColor(
    _ rival: PlayerID, _ match: MatchModel, _ area: Area, namesRow: Int
  ) {
    guard !setup.isByNumbers else { return }
    let mode = match.rules.mode
    let color = match.round?.moves[rival]?.color ?? mode.color(of: mode.start)
    guard let color else { return }
    if area.height > 0 {
      canvas.swatch(area, color)
    } else {
      canvas.fill(Area(column: area.column, row: namesRow, width: 3, height: 1), color)
    }
  }

  private mutating func rivalName(
    _ rival: PlayerID, _ room: RoomModel, _ match: MatchModel, _ area: Area, row: Int
  ) {
    let isLocked = match.round?.locks[rival] != nil
    let near = match.round?.moves[rival].map { "\($0.near)%" } ?? ""
    let isAway = room.seat(of: rival)?.awayUntil != nil
    let text = isAway ? "away" : isLocked ? "✓ \(near)" : near
    let end = canvas.text(
      text, endColumn: area.endColumn, row: row, isLocked ? .bright : .label)
    // Without a swatch of its own the color is a small field around the figure.
    let isField = area.height == 0 && !setup.isByNumbers
    let figure = area.column + (isField ? 1 : 0)
    let ink = Neutral.ink(on: canvas.background(column: figure, row: row))
    canvas.put(
      room.figure(of: rival), column: figure, row: row, Style(isField ? ink : Neutral.text))
    let column = figure + (isField ? 3 : 2)
    canvas.text(
      room.name(of: rival), column: column, row: row, isLocked ? .bright : .text,
      limit: max(0, end - column - 1))
  }
}

extension Canvas {
  /// What a glyph would stand on; the surround off the canvas.
  fileprivate func background(column: Int, row: Int) -> Color {
    contains(column: column, row: row) ? self[column, row].background : surround
  }
}
