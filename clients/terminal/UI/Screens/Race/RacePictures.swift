// The three pictures of a round: two colors side by side, two gradients, and tiles. Target and
// guess are always equally large, on the same surround, and touch: nothing is drawn on them, over
// them or between them. Where colors cannot be seen there are names and numbers in frames of the
// same size.

import Chroma
import ClientCore
import Game
import Wire

// Two colors.
extension RaceScreen {
  func pair(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    labels(on: &sheet, layout, clock)
    let numbers = helps(on: sheet) ? targetNumbers(clock) : nil
    sheet.target(target(clock), layout.target, clock, numbers: numbers)
    let color = swatch.color
    if sheet.setup.isByNumbers {
      sheet.named(
        layout.yours, [color.words, Say.values(guess, of: mode), color.hex.uppercased()])
    } else {
      // At once, or the knob beside it would change the pen in every row.
      sheet.canvas.fillBlock(layout.yours, color)
    }
    hands(on: &sheet, layout, clock)
    lockMark(on: &sheet, layout)
    dissolve(on: &sheet, layout, clock)
  }

  /// The line goes, where the target is seen.
  private func dissolve(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    guard let vanish, target(clock) != nil else { return }
    Seam(between: layout.target, layout.yours).draw(on: &sheet.canvas, progress: vanish)
  }

  var isLocked: Bool { round?.lock(of: room.me) != nil }

  /// The target in figures, where it cannot be seen and has to be remembered: hints would do it for
  /// the player.
  private func targetNumbers(_ clock: RoundClock) -> String? {
    guard round?.start.hides != nil, let answer = round?.challenge.answer else { return nil }
    return Say.values(answer, of: mode)
  }
}

// Two gradients.
extension RaceScreen {
  func gradients(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    labels(on: &sheet, layout, clock)
    sheet.target(target(clock), layout.target, clock, numbers: nil)
    let painted = mode.swatch(of: state.painted) ?? swatch
    if sheet.setup.isByNumbers {
      let names = [0, 1].map { Stops.color($0, of: swatch).words }
      sheet.named(layout.yours, [names.joined(separator: " → "), "\(values(0)) → \(values(1))"])
    } else {
      sheet.canvas.gradient(layout.yours, painted.gradient, ends: swatch.gradient)
    }
    stopLabels(on: &sheet, layout.yours)
    stops(on: &sheet, layout)
    hands(on: &sheet, layout, clock)
    lockMark(on: &sheet, layout)
    dissolve(on: &sheet, layout, clock)
  }

  /// The values of one stop.
  private func values(_ stop: Int) -> String {
    let count = state.slidersPerStop
    return zip(guess.values, mode.channels).dropFirst(stop * count).prefix(count)
      .map { "\($0)\($1.unit)" }.joined(separator: " ")
  }

  /// Below the guess: which end is which, what they are called where the room helps, and which one
  /// the sliders move.
  private func stopLabels(on sheet: inout Sheet, _ area: Area) {
    let row = area.endRow
    let namesColors = helps(on: sheet) && !sheet.setup.isByNumbers
    let label = isLocked ? Words["YOURS ✓"] : Words["YOURS"]
    let length = ShownText.columns(of: label)
    let start = area.column + (area.width - length) / 2
    sheet.canvas.text(label, column: start, row: row, isLocked ? .strong : .label)
    func styled(_ stop: Int) -> [(String, Style)] {
      let word = stop == 0 ? Words["▴ left"] : Words["right ▴"]
      let name = namesColors ? Stops.color(stop, of: swatch).words : ""
      return [(word, stop == state.stop ? .strong : .label), (name, .text)]
    }
    sheet.labels(
      left: styled(0), right: styled(1), around: start..<start + length, in: area.columns, row: row)
    for stop in [0, 1] {
      let half = Area(
        column: area.column + stop * area.width / 2, row: area.row, width: area.width / 2,
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
      active == 0 ? Words["left end"] : Words["right end"], column: columns.lowerBound, row: row,
      .strong)
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
      Stops.named(1 - active, other), endColumn: columns.upperBound, row: row,
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
  /// Columns at the end of the labels' row for the clock of a round of tiles.
  private static let clockColumns = 9

  func tiles(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    let color = round?.challenge.target.color
    let row = layout.labelRow
    // The question needs the left half: the clock goes to the end.
    let end = layout.columns.upperBound
    let taken = sheet.headline(
      headline(clock), over: end - RaceScreen.clockColumns..<end, row: row)
    sheet.labels(
      left: [
        (Words["Which tile is this color?"], .strong),
        (color.map { clock.isShown ? sheet.offText(Swatch($0)) : "" } ?? "", .label),
      ], right: [], around: taken, in: layout.columns, row: row)
    sheet.target(
      target(clock), layout.target, clock, numbers: helps(on: sheet) ? color.map(Say.hsb) : nil)
    sheet.canvas.park(column: layout.target.column, row: row)
    guard let round, clock.isShown else { return }
    let grid = TileGrid(layout.yours, count: round.challenge.tiles.count)
    if helps(on: sheet), !sheet.setup.isByNumbers {
      sheet.caption([round.challenge.target.color.words], in: layout.target)
    }
    let locked = round.lock(of: room.me) == nil ? nil : guess.values[0]
    for (index, color) in round.challenge.tiles.enumerated() {
      let number = index + 1
      let mark: TileMark =
        number == locked
        ? .right
        : state.wrongTiles.contains(number)
          ? .wrong : number == guess.values[0] ? .chosen : .plain
      sheet.tile(
        grid[index], color, key: TileKeys.all[index], mark,
        name: helps(on: sheet) || hints(on: sheet) ? color.words : nil,
        showsValues: !hints(on: sheet))
      sheet.hits.mark(grid[index], as: .tile(number))
      if mark == .chosen {
        sheet.canvas.park(column: grid[index].column + 2, row: sheet.tileKeyRow(grid[index]))
      }
    }
  }
}

extension Sheet {
  /// What is to be matched: hidden before the round opens, and again in modes that let it be seen
  /// for a while only.
  mutating func target(_ target: Swatch?, _ area: Area, _ clock: RoundClock, numbers: String?) {
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
    patch(area, target, square: true)
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
