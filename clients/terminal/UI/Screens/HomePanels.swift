// The panels over the home screen: a room's code, its password, and the rules of a new one. The
// choice of a figure needs none; it happens where the figures are.

import Game
import Wire

extension Sheet {
  mutating func homePanel(_ panel: HomeState.Panel, _ state: HomeState) {
    switch panel {
    case .code(let text): askForCode(text)
    case .password(let code, let text, let watches): askForPassword(code, text, watches)
    case .newRoom: chooseRules(state.wishes)
    case .figure: break
    }
  }

  /// Four places for four letters.
  private mutating func askForCode(_ text: String) {
    let inside = self.panel(width: 44, height: 8, title: "the code of a room")
    let letters = Array(text.unicodeScalars)
    for place in 0..<RoomCode.length {
      let column = inside.column + 4 * place
      canvas.fill(Area(column: column, row: inside.row, width: 3, height: 1), Neutral.rail)
      let isTyped = place < letters.count
      canvas.put(
        isTyped ? letters[place] : "_", column: column + 1, row: inside.row,
        isTyped ? .strong : .dim)
    }
    let hint =
      letters.count == RoomCode.length && RoomCode(text) == nil
      ? "No room has a 0, O, 1, I or L in its code." : "Four letters or digits."
    canvas.text(hint, column: inside.column, row: inside.row + 1, .dim, limit: inside.width)
    choices(
      [("⏎", "join", .enter), ("Tab", "watch", .tab), ("Esc", "back", .escape)], inside)
    let next = min(letters.count, RoomCode.length - 1)
    canvas.park(column: inside.column + 4 * next + 1, row: inside.row, visibly: true)
  }

  private mutating func askForPassword(_ code: RoomCode, _ text: String, _ watches: Bool) {
    let inside = self.panel(width: 44, height: 8, title: "the password of room \(code.text)")
    canvas.fill(
      Area(column: inside.column, row: inside.row, width: inside.width, height: 1), Neutral.rail)
    let shown = String(repeating: "·", count: text.count)
    let end = canvas.text(
      shown, column: inside.column, row: inside.row, .strong, limit: inside.width)
    choices([("⏎", watches ? "watch" : "join", .enter), ("Esc", "back", .escape)], inside)
    canvas.park(column: min(end, inside.endColumn - 1), row: inside.row, visibly: true)
  }

  private mutating func chooseRules(_ wishes: NewRoom) {
    let inside = self.panel(
      width: 52, height: NewRoom.Field.allCases.count + 6, title: "a new room")
    for field in NewRoom.Field.allCases {
      let row = inside.row + field.rawValue
      let isChosen = field == wishes.field
      let text = wishes.text(of: field)
      if isChosen {
        canvas.fill(
          Area(column: inside.column - 1, row: row, width: inside.width + 2, height: 1),
          Neutral.rail)
        canvas.park(column: inside.column + 10, row: row)
      }
      canvas.text(text.name, column: inside.column, row: row, isChosen ? .strong : .label)
      canvas.text(
        isChosen ? "← \(text.value) →" : "  \(text.value)", column: inside.column + 8, row: row,
        isChosen ? .strong : .text, limit: inside.width - 8)
      hits.mark(
        Area(column: inside.column, row: row, width: inside.width, height: 1),
        as: .field(field.rawValue))
    }
    choices([("⏎", "open it", .enter), ("↑↓ ←→", "choose", nil), ("Esc", "back", .escape)], inside)
  }

  /// The keys of a panel along its last row.
  private mutating func choices(_ choices: [(String, String, Key?)], _ inside: Area) {
    let row = inside.endRow - 1
    var column = inside.column
    for (label, word, key) in choices {
      let start = column
      column = canvas.text(label, column: column, row: row, .key) + 1
      column = canvas.text(word, column: column, row: row, .dim)
      if let key {
        hits.mark(Area(column: start, row: row, width: column - start, height: 1), as: .key(key))
      }
      column += 3
    }
  }
}
