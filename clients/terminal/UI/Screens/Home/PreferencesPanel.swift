// The settings on the screen: a row for each field, the figures as a grid of which one is worn, and
// what the chosen field does. The figures are drawn here for the home screen too.

import ClientCore
import Game
import Wire

extension Sheet {
  /// Figures in a row of the grid.
  static let figuresAcross = 8

  /// Rows of the settings, their remark and their keys.
  private static let preferencesRows = 12

  mutating func preferences(_ form: PreferencesForm) {
    let inside = panel(width: 60, height: Sheet.preferencesRows + 4, title: Words["settings"])
    var row = inside.row
    for field in PreferencesForm.Field.allCases {
      preference(field, of: form, inside, row: row)
      row += field == .icon ? 3 : field == .name ? 2 : 1
    }
    canvas.text(form.remark, column: inside.column, row: row + 1, .label, limit: inside.width)
    choices(
      [
        ("⏎", Words["done"], .enter), ("↑↓ ←→", Words["choose"], nil),
        ("Esc", Words["done"], .escape),
      ], inside)
  }

  private mutating func preference(
    _ field: PreferencesForm.Field, of form: PreferencesForm, _ inside: Area, row: Int
  ) {
    let isChosen = field == form.field
    guard field == .icon else {
      return self.field(
        field.rawValue, form.text(of: field), inside, row: row, isChosen: isChosen,
        isTyping: form.isTyping)
    }
    canvas.text(
      form.text(of: field).name, column: inside.column, row: row, isChosen ? .strong : .label)
    let both = Area(column: inside.column, row: row, width: inside.width, height: 2)
    hits.mark(both, as: .field(field.rawValue))
    figures(
      chosen: form.icon, column: inside.column + Sheet.formNameColumns + 2, row: row,
      end: inside.endColumn, step: 1, parks: isChosen)
  }

  /// All figures in two rows, one of them chosen.
  ///
  /// - Parameters:
  ///   - step: from one row to the next.
  ///   - parks: whether the cursor belongs to the chosen one.
  mutating func figures(
    chosen: Icon?, column: Int, row: Int, end: Int, step: Int, parks: Bool
  ) {
    for (index, icon) in Icon.allCases.enumerated() {
      let place = column + index % Sheet.figuresAcross * 3
      let down = row + index / Sheet.figuresAcross * step
      guard place + 1 < end else { continue }
      let isChosen = icon == chosen
      canvas.put(
        icon.glyph, column: place, row: down,
        isChosen ? Style(Neutral.bright, on: Neutral.chosen) : .dim)
      if isChosen {
        canvas.put("▐", column: place - 1, row: down, Style(Neutral.chosen))
        canvas.put("▌", column: place + 1, row: down, Style(Neutral.chosen))
        if parks { canvas.park(column: place, row: down) }
      }
      hits.mark(Area(column: place - 1, row: down, width: 3, height: 1), as: .figure(index))
    }
  }
}
