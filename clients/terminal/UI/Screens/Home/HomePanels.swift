// The panels over the home screen: a room's code, the rules of a new one and the mode of a quick
// match. The choice of a figure needs one only where the figures are not beside the
// list.

import ClientCore
import Game
import Wire

extension Sheet {
  mutating func homePanel(
    _ panel: HomeState.Panel, _ state: HomeState, _ session: Session, today: Day
  ) {
    switch panel {
    case .code(let text, let isRefused): askForCode(text, isRefused)
    case .newRoom: form(state.wishes, title: Words["a new room"], enter: Words["open it"])
    case .quick(let chosen):
      menu(QuickMatch.words, chosen: chosen, title: Words["a match at once"], enter: Words["play"])
    case .figure(let icon): if HomeScreen.isNarrow(width) { chooseFigure(icon) }
    case .preferences(let form): preferences(form)
    case .servers(let form): servers(form)
    case .boards(let boards): self.boards(boards, session)
    case .own(let panel):
      own(
        panel,
        OwnWords(own: state.own, setup: setup, identity: session.identity, today: today))
    }
  }

  private mutating func chooseFigure(_ icon: Icon) {
    let inside = self.panel(width: 34, height: 8, title: Words["icon"])
    figures(
      chosen: icon, column: inside.column + 2, row: inside.row, end: inside.endColumn, step: 1,
      parks: true)
    answers(Words["use it"], inside)
  }

  /// A place for each letter: four, and six once there is a fifth.
  private mutating func askForCode(_ text: String, _ isRefused: Bool) {
    let inside = self.panel(width: 44, height: 8, title: Words["the code of a room"])
    let letters = Array(text.unicodeScalars)
    let places = RoomCode.lengths.first { letters.count <= $0 } ?? RoomCode.privateLength
    for place in 0..<places {
      let column = inside.column + 4 * place
      canvas.fill(Area(column: column, row: inside.row, width: 3, height: 1), Neutral.rail)
      let isTyped = place < letters.count
      canvas.put(
        isTyped ? letters[place] : "_", column: column + 1, row: inside.row,
        isTyped ? .strong : .dim)
    }
    let hint =
      RoomCode.lengths.contains(letters.count) && RoomCode(text) == nil
      ? Words["No room has a 0, O, 1, I or L in its code."]
      : isRefused
        ? Words["No code. Four or six letters or digits."]
        : Words["Four or six letters or digits."]
    canvas.text(
      hint, column: inside.column, row: inside.row + 1, isRefused ? .bright : .dim,
      limit: inside.width)
    choices(
      [
        ("⏎", Words["join"], .enter), ("Tab", Words["watch"], .tab),
        ("Esc", Words["back"], .escape),
      ], inside)
    let next = min(letters.count, places - 1)
    canvas.park(column: inside.column + 4 * next + 1, row: inside.row, visibly: true)
  }
}
