// The palette: colors with names, to move the sliders to at once. It lies where the sliders or the
// wheel are, so that target and guess stay in sight, and is gone after one choice. A color is taken
// by its own key, by the arrows and Enter, or by a press on it.

import Chroma
import ClientCore
import Game

/// Where the colors of the palette stand.
struct PalettePanel {
  /// The frame around all.
  let frame: Area
  /// How many colors stand side by side.
  let columns: Int
  private let rowStep: Int

  /// Columns of a color with its key and name and what is between two, as wanted and at least.
  private static let entryWidths = [18, 15]
  /// Columns of all but the swatch: the mark, the key, blanks and the longest name.
  static let widthWithoutSwatch = 12
  /// Columns that all keys of the panel take.
  static let widthOfKeys = 35
  /// Rows of the frame, a blank and the keys.
  private static let rowsAround = 4

  /// Over the wheel, if it fits there, and else along the bottom.
  init(width: Int, height: Int, isOnWheel: Bool) {
    let end = height - 2
    var places = [Area(column: 2, row: 3, width: width - 4, height: end - 3)]
    if isOnWheel {
      let diameter = WheelLayout.diameter(width: width, height: height)
      places.insert(Area(column: 1, row: 3, width: diameter + 15, height: end - 3), at: 0)
    }
    for place in places {
      for entry in PalettePanel.entryWidths {
        if let panel = PalettePanel(in: place, entry, isAtBottom: place.column > 1) {
          self = panel
          return
        }
      }
    }
    (frame, columns, rowStep) = (places[0], 1, 1)
  }

  private init(frame: Area, columns: Int, rowStep: Int) {
    (self.frame, self.columns, self.rowStep) = (frame, columns, rowStep)
  }

  /// The panel in a place, at its top or bottom; nil when it does not fit.
  private init?(in place: Area, _ entryWidth: Int, isAtBottom: Bool) {
    let columns = min(4, (place.width - 2) / entryWidth)
    guard columns > 0 else { return nil }
    let rows = (NamedColor.all.count + columns - 1) / columns
    func height(_ step: Int) -> Int { (rows - 1) * step + 1 + PalettePanel.rowsAround }
    // Along the bottom blanks between the rows would hide what is above.
    let isLoose = height(2) <= (isAtBottom ? place.height / 2 : place.height)
    let step = isLoose ? 2 : 1
    guard height(step) <= place.height else { return nil }
    let row = isAtBottom ? place.endRow - height(step) : place.row
    self.init(
      frame: Area(column: place.column, row: row, width: place.width, height: height(step)),
      columns: columns, rowStep: step)
  }

  /// Inside the frame.
  var inside: Area { frame.inset(columns: 1, rows: 1) }

  /// The row of a color.
  subscript(index: Int) -> Area {
    let width = inside.width / columns
    return Area(
      column: inside.column + index % columns * width, row: inside.row + index / columns * rowStep,
      width: width - 1, height: 1)
  }
}

extension Sheet {
  /// Draws the palette with one color chosen.
  mutating func palette(_ panel: PalettePanel, chosen: Int) {
    canvas.fill(panel.frame.inset(columns: -1, rows: 0), Neutral.surround)
    canvas.frame(panel.frame, title: Words["colors"], .label)
    for (index, (entry, key)) in zip(NamedColor.all, TileKeys.all).enumerated() {
      let area = panel[index]
      let isChosen = index == chosen
      if isChosen {
        canvas.fill(area, Neutral.rail)
        canvas.put("▸", column: area.column, row: area.row, .bright)
        canvas.park(column: area.column, row: area.row)
      }
      canvas.put(key, column: area.column + 2, row: area.row, isChosen ? .strong : .key)
      var column = area.column + 4
      if !setup.isByNumbers {
        let width = area.width - PalettePanel.widthWithoutSwatch
        let swatch = Area(column: column, row: area.row, width: min(width, 6), height: 1)
        canvas.fill(swatch, entry.color)
        column = swatch.endColumn + 1
      }
      canvas.text(
        entry.name, column: column, row: area.row, isChosen ? .strong : .text,
        limit: area.endColumn - column)
      hits.mark(area, as: .color(index))
    }
    let isNarrow = panel.inside.width < PalettePanel.widthOfKeys
    choices(
      [("⏎", Words["take"], .enter)] + (isNarrow ? [] : [("←→↑↓", Words["choose"], nil)])
        + [("Esc", Words["back"], .escape)],
      panel.inside.inset(columns: 2, rows: 0))
  }
}

// Keys and the mouse.
extension ScreenModel {
  /// Where the palette lies.
  var palettePanel: PalettePanel {
    PalettePanel(width: width, height: height, isOnWheel: isOnWheel)
  }

  /// Opens the palette at what looks most like one's own color.
  mutating func openPalette() {
    race.forgetTyped()
    let swatch = race.mode.swatch(of: guess) ?? Swatch(Mode.startColor)
    race.palette = NamedColor.index(nearestTo: Stops.color(race.stop, of: swatch))
  }

  mutating func pressOnPalette(_ key: Key) {
    guard let chosen = race.palette else { return }
    let columns = palettePanel.columns
    switch key {
    case .left, .character("h"): choose(color: chosen - 1)
    case .right, .tab, .character("l"): choose(color: chosen + 1)
    case .up, .character("k"): choose(color: chosen - columns)
    case .down, .character("j"): choose(color: chosen + columns)
    case .home: choose(color: 0)
    case .end: choose(color: NamedColor.all.count - 1)
    case .enter, .character(" "): take(color: chosen)
    case .escape, .character("p"): race.palette = nil
    case .character(let letter):
      if let index = TileKeys.all.firstIndex(of: letter) { take(color: index) }
    default: break
    }
  }

  /// Moves the choice, and never off the palette.
  private mutating func choose(color index: Int) {
    if NamedColor.all.indices.contains(index) { race.palette = index }
  }

  /// Moves the sliders of the active stop to a color, or as near to it as they come.
  mutating func take(color index: Int) {
    guard race.palette != nil, NamedColor.all.indices.contains(index) else { return }
    race.palette = nil
    race.undos.pause()
    let nearest = race.mode.nearest(Swatch(NamedColor.all[index].color))
    var guess = guess
    for slider in race.sliders { guess.values[slider] = nearest.values[slider] }
    move(to: guess)
  }
}
