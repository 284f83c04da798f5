// The three pictures of a round: two colors side by side, two gradients, and tiles. Target and
// guess are always equally large and on the same surround. Where colors cannot be seen there are
// names and numbers in frames of the same size.

import Chroma
import Game
import Wire

// Two colors.
extension RaceScreen {
  func pair(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    sheet.target(
      target(clock), layout.target, clock, numbers: helps(on: sheet) ? targetNumbers(clock) : nil)
    yours(on: &sheet, layout.yours)
    if helps(on: sheet) { names(on: &sheet, layout, clock) }
    hands(on: &sheet, layout, clock)
  }

  private var isLocked: Bool { round?.locks[room.me] != nil }

  private func yours(on sheet: inout Sheet, _ area: Area) {
    sheet.canvas.text(
      isLocked ? Words["YOURS ✓"] : Words["YOURS"], column: area.column, row: area.row - 1,
      isLocked ? .strong : .label)
    let color = swatch.color
    guard !sheet.setup.isByNumbers else {
      return sheet.named(
        area, [name(of: color), Say.values(state.guess, of: mode), color.hex.uppercased()])
    }
    sheet.patch(area, color)
    let start = sheet.canvas.text(
      color.hex.uppercased(), endColumn: area.endColumn, row: area.row - 1, .label)
    let off = sheet.offText(color)
    // Without three blanks on either side it would be read as one with the rest.
    guard start - area.column > off.count + 11 else { return }
    sheet.canvas.text(off, endColumn: start - 3, row: area.row - 1, .label)
  }

  /// The target in figures, where it cannot be seen and has to be remembered: hints would do it for
  /// the player.
  private func targetNumbers(_ clock: RoundClock) -> String? {
    guard round?.start.hides != nil, let answer = round?.challenge.answer else { return nil }
    return Say.values(answer, of: mode)
  }

  /// The names of both colors, at the foot of each.
  private func names(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    guard !sheet.setup.isByNumbers else { return }
    if let target = target(clock) { sheet.caption([name(of: target.color)], in: layout.target) }
    sheet.caption(
      [name(of: swatch.color), Say.labeledValues(state.guess, of: mode)], in: layout.yours)
  }
}

// Two gradients.
extension RaceScreen {
  func gradients(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    sheet.target(target(clock), layout.target, clock, numbers: nil)
    let painted = mode.swatch(of: state.painted) ?? swatch
    if sheet.setup.isByNumbers {
      let names = [0, 1].map { name(of: Stops.color($0, of: swatch)) }
      sheet.named(layout.yours, [names.joined(separator: " → "), "\(values(0)) → \(values(1))"])
    } else {
      sheet.canvas.gradient(layout.yours, painted.gradient, ends: swatch.gradient)
    }
    if helps(on: sheet), !sheet.setup.isByNumbers {
      if let target = target(clock) { sheet.endNames(of: target, in: layout.target) }
      sheet.endNames(of: swatch, in: layout.yours)
    }
    stopLabels(on: &sheet, layout.yours)
    stops(on: &sheet, layout)
    hands(on: &sheet, layout, clock)
  }

  /// The values of one stop.
  private func values(_ stop: Int) -> String {
    let count = state.slidersPerStop
    return zip(state.guess.values, mode.channels).dropFirst(stop * count).prefix(count)
      .map { "\($0)\($1.unit)" }.joined(separator: " ")
  }

  /// Between the gradients: which end is which, and which one the sliders move.
  private func stopLabels(on sheet: inout Sheet, _ area: Area) {
    let row = area.row - 1
    let isLocked = round?.locks[room.me] != nil
    sheet.canvas.text(
      isLocked ? Words["YOURS ✓"] : Words["YOURS"], centeredIn: area.columns, row: row,
      isLocked ? .strong : .label)
    let styles: [Style] = [0, 1].map { $0 == state.stop ? .strong : .label }
    sheet.canvas.text("▾ \(Stops.names[0])", column: area.column, row: row, styles[0])
    sheet.canvas.text("\(Stops.names[1]) ▾", endColumn: area.endColumn, row: row, styles[1])
    for stop in [0, 1] {
      let half = Area(
        column: area.column + stop * area.width / 2, row: row, width: area.width / 2,
        height: area.height + 1)
      sheet.hits.mark(half, as: .stop(stop))
    }
  }

  /// Both ends in figures: the one that the sliders move at the left, as a swatch too. Beside a
  /// wheel there may be space for that one only.
  private func stops(on sheet: inout Sheet, _ layout: RaceLayout) {
    let row = layout.stopRow
    let columns = layout.wheel?.side ?? Sheet.margin..<sheet.endColumn
    let active = state.stop
    let color = Stops.color(active, of: swatch)
    var column = sheet.canvas.text(
      Words["stop \(Stops.names[active])"], column: columns.lowerBound, row: row, .strong)
    if !sheet.setup.isByNumbers {
      sheet.canvas.fill(Area(column: column + 1, row: row, width: 6, height: 1), color)
      column += 7
    }
    column = sheet.canvas.text(color.hex.uppercased(), column: column + 1, row: row, .label)
    guard columns.count >= RaceScreen.stopsWidth else { return }
    let off = sheet.offText(color)
    sheet.canvas.text(off, column: column + 3, row: row, .dim)
    let other = Stops.color(1 - active, of: swatch).hex.uppercased()
    let start = sheet.canvas.text(
      Words["stop \(Stops.names[1 - active]) \(other)"], endColumn: columns.upperBound, row: row,
      .dim)
    sheet.hits.mark(
      Area(column: start, row: row, width: columns.upperBound - start, height: 1),
      as: .stop(1 - active))
  }

  /// Columns that both ends take in figures.
  private static let stopsWidth = 56
}

// Tiles.
extension RaceScreen {
  func tiles(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    let color = round?.challenge.target.color
    sheet.target(
      target(clock), layout.target, clock, numbers: helps(on: sheet) ? color.map(Say.hsb) : nil,
      label: Words["Which tile is this color?"], .strong)
    sheet.canvas.park(column: layout.target.column, row: layout.target.row - 1)
    guard let round, clock.isShown else { return }
    let grid = TileGrid(layout.yours, count: round.challenge.tiles.count)
    if helps(on: sheet), !sheet.setup.isByNumbers {
      sheet.caption([name(of: round.challenge.target.color)], in: layout.target)
    }
    let locked = round.locks[room.me] == nil ? nil : state.guess.values[0]
    for (index, color) in round.challenge.tiles.enumerated() {
      let number = index + 1
      let mark: TileMark =
        number == locked
        ? .right
        : state.wrongTiles.contains(number)
          ? .wrong : number == state.guess.values[0] ? .chosen : .plain
      sheet.tile(
        grid[index], color, key: TileKeys.all[index], mark,
        name: helps(on: sheet) || hints(on: sheet) ? name(of: color) : nil,
        showsValues: !hints(on: sheet))
      sheet.hits.mark(grid[index], as: .tile(number))
      if mark == .chosen {
        sheet.canvas.park(column: grid[index].column + 2, row: sheet.tileKeyRow(grid[index]))
      }
    }
  }
}

extension Sheet {
  /// What is to be matched, under its label: hidden before the round opens, and again in modes that
  /// let it be seen for a while only.
  mutating func target(
    _ target: Swatch?, _ area: Area, _ clock: RoundClock, numbers: String?,
    label: String = Words["TARGET"], _ style: Style = .label, isSquare: Bool = false
  ) {
    let end = canvas.text(label, column: area.column, row: area.row - 1, style)
    guard let target else {
      guard clock.isHidden else { return hidden(area, count: clock.secondsToOpen) }
      canvas.frame(area)
      canvas.text(
        Words["hidden"], centeredIn: area.columns, row: area.row + area.height / 2, .label)
      return
    }
    guard !setup.isByNumbers else {
      return named(area, Say.names(of: target) + (numbers.map { [$0] } ?? []))
    }
    patch(area, target, square: isSquare)
    guard target.to == nil, !isSquare else { return }
    let off = offText(target.color)
    if area.endColumn - off.count > end {
      canvas.text(off, endColumn: area.endColumn, row: area.row - 1, .label)
    }
  }

  /// Lines at the foot of a swatch, in what reads on it.
  mutating func caption(_ lines: [String], in area: Area) {
    guard area.height > lines.count + 1 else { return }
    for (index, line) in lines.enumerated() {
      let row = area.endRow - 1 - lines.count + index
      let ink = canvas.ink(column: area.column + 2, row: row)
      canvas.text(
        line, column: area.column + 2, row: row, Style(ink, bold: index == 0),
        limit: area.width - 4)
    }
  }

  /// The names of both ends of a gradient, in its last row.
  mutating func endNames(of swatch: Swatch, in area: Area) {
    let row = area.endRow - 1
    let half = area.width / 2 - 2
    let left = name(of: swatch.color)
    canvas.inked(left, column: area.column + 1, row: row, limit: half)
    let right = name(of: swatch.to ?? swatch.color)
    let length = min(half, ShownText.columns(of: right))
    canvas.inked(right, column: area.endColumn - 1 - length, row: row, limit: half)
  }
}

extension Canvas {
  /// Text on whatever is there, each letter in what reads on its own cell.
  mutating func inked(_ text: String, column: Int, row: Int, limit: Int) {
    let end = self.text(text, column: column, row: row, .text, limit: limit)
    for place in column..<max(column, end) where contains(column: place, row: row) {
      ink(ink(column: place, row: row), column: place, row: row)
    }
  }
}
