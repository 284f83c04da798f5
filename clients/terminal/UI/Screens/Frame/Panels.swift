// What panels over a screen are made of: a frame in the middle, a list of which one row is chosen,
// a form, and the keys along the last row. The picture below stays, so that nobody loses sight of
// the game; it steps back, but for the colors that are judged.

import ClientCore
import Game
import Wire

extension Sheet {
  /// An empty frame in the middle of the screen; answers its inside.
  mutating func panel(width wanted: Int, height rows: Int, title: String) -> Area {
    // Where rows are few, the blank ones at the top and at the bottom go first.
    let isTight = rows > height - 2
    let size = (min(wanted, columns), isTight ? min(rows - 2, height) : rows)
    let area = Area(
      column: (width - size.0) / 2, row: (height - size.1) / 2, width: size.0, height: size.1)
    canvas.stepBack(except: judged)
    canvas.fill(area.inset(columns: -2, rows: 0), Neutral.surround)
    canvas.frame(area, title: title, .label)
    return area.inset(columns: 3, rows: isTight ? 1 : 2)
  }

  /// The keys of a panel along its last row.
  mutating func choices(_ choices: [(String, String, Key?)], _ inside: Area) {
    let row = inside.endRow - 1
    var column = inside.column
    for (label, word, key) in choices {
      let start = column
      column = canvas.text(setup.name(ofKey: label), column: column, row: row, .key) + 1
      column = canvas.text(word, column: column, row: row, .dim)
      if let key {
        hits.mark(Area(column: start, row: row, width: column - start, height: 1), as: .key(key))
      }
      column += 3
    }
  }

  /// The keys of a panel that does something or goes back.
  ///
  /// - Parameter chooses: whether there is a list to choose from.
  mutating func answers(_ enter: String, chooses: Bool = false, _ inside: Area) {
    let list: [(String, String, Key?)] = chooses ? [("↑↓", Words["choose"], nil)] : []
    choices([("⏎", enter, .enter)] + list + [("Esc", Words["back"], .escape)], inside)
  }

  /// The row that is chosen in a list, on the rail and with the cursor.
  mutating func chosenRow(_ inside: Area, row: Int) {
    canvas.fill(inside.inset(columns: -1, rows: 0).line(row), Neutral.rail)
    canvas.park(column: inside.column, row: row)
  }

  /// A list in a panel, one row of which is chosen.
  mutating func menu(_ rows: [String], chosen: Int, title: String, enter: String) {
    let inside = panel(width: 52, height: rows.count + 6, title: title)
    for (index, text) in rows.enumerated() where index < inside.height - 1 {
      let row = inside.row + index
      let isChosen = index == chosen
      if isChosen { chosenRow(inside, row: row) }
      canvas.text("\(index + 1)", column: inside.column, row: row, isChosen ? .strong : .dim)
      canvas.text(
        text, column: inside.column + 3, row: row, isChosen ? .strong : .text,
        limit: inside.width - 3)
      hits.mark(inside.line(row), as: .choice(index))
    }
    answers(enter, chooses: true, inside)
  }

  /// A question with its two answers.
  mutating func question(_ sentence: String, title: String, yes: String, no: String) {
    let inside = panel(width: 52, height: 7, title: title)
    canvas.text(sentence, column: inside.column, row: inside.row, .text, limit: inside.width)
    choices([("⏎", yes, .enter), ("Esc", no, .escape)], inside)
    canvas.park(column: inside.column, row: inside.endRow - 1)
  }

  // MARK: Forms

  /// Rows of a form's panel besides its fields: a remark and the keys, each after a blank.
  private static let formRowsBelow = 4

  /// The settings of a room, to be walked through.
  mutating func form(_ form: RoomForm, title: String, enter: String) {
    let fields = form.fields
    let inside = panel(
      width: 60, height: fields.count + Sheet.formRowsBelow + 4, title: title)
    let visible = min(fields.count, max(1, inside.height - Sheet.formRowsBelow))
    let chosen = fields.firstIndex(of: form.field) ?? 0
    let first = max(0, min(chosen - visible / 2, fields.count - visible))
    for (offset, field) in fields[first..<first + visible].enumerated() {
      self.field(
        first + offset, form.text(of: field), inside, row: inside.row + offset,
        isChosen: field == form.field, isTyping: form.isTyping, isFixed: form.fixed(field) != nil)
    }
    let remark = form.remark
    canvas.text(
      remark, column: inside.column, row: inside.row + visible + 1,
      form.problem == nil ? .label : .bright, limit: inside.width)
    let keys: [(String, String, Key?)] = [
      ("⏎", enter, form.problem == nil ? .enter : nil), ("↑↓ ←→", Words["choose"], nil),
      ("Esc", Words["back"], .escape),
    ]
    choices(keys, inside)
  }

  /// Columns of the names of fields, before their values.
  static let formNameColumns = 10

  /// A field of a form: its name and its value, between arrows where it can be changed by them.
  mutating func field(
    _ index: Int, _ text: (name: String, value: String), _ inside: Area, row: Int, isChosen: Bool,
    isTyping: Bool, isFixed: Bool = false
  ) {
    let values = inside.column + Sheet.formNameColumns
    if isChosen { chosenRow(inside, row: row) }
    canvas.text(text.name, column: inside.column, row: row, isChosen ? .strong : .label)
    let hasArrows = isChosen && !isFixed && !isTyping
    let end = canvas.text(
      hasArrows ? "← \(text.value) →" : "  \(text.value)", column: values, row: row,
      isFixed ? .dim : isChosen ? .strong : .text, limit: inside.endColumn - values)
    if isChosen && isTyping {
      canvas.park(column: min(end, inside.endColumn), row: row, visibly: true)
    }
    hits.mark(inside.line(row), as: .field(index))
  }
}
