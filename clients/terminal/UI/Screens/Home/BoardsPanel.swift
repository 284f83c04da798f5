// The boards over the home screen: today's tries, ratings, the best matches, and the user's own
// past matches; one list at a time. While one lies open it is asked for anew every few seconds.
// What is on it is the session's; here is only which one is looked at.
// Invariant: rows that are shown are of the list that is chosen.

import Chroma
import ClientCore
import Game
import Wire

/// The open list.
struct BoardsPanel: Equatable, Sendable {
  /// Which list.
  enum Page: Equatable, Sendable {
    case board(Board)
    case past
  }

  /// All lists, in the order in which they are leafed through.
  static let pages: [Page] = Board.all.map(Page.board) + [.past]

  private(set) var place = 0
  private(set) var time = BoardTime.always
  /// How many rows have been scrolled away, and which of all is chosen.
  fileprivate(set) var first = 0
  fileprivate var chosen = 0
  /// Whether friends alone are shown, and oneself.
  fileprivate(set) var isOfFriends = false
  /// When it was last asked for, and what; nil when it has to be asked for at once.
  fileprivate var asked: (at: Instant, lookup: Lookup)?

  static func == (one: BoardsPanel, other: BoardsPanel) -> Bool {
    one.place == other.place && one.time == other.time && one.first == other.first
      && one.chosen == other.chosen && one.isOfFriends == other.isOfFriends
  }

  var page: Page { Self.pages[place] }

  /// What the session has to look up for it.
  var lookup: Lookup {
    switch page {
    case .board(let board): .board(board, hasTime ? time : .always)
    case .past: .past
    }
  }

  /// Whether it can be of a day, of a week or of always.
  var hasTime: Bool { if case .board(.best) = page { true } else { false } }

  /// Leafs on by so many lists.
  mutating func leaf(by pages: Int) {
    let count = Self.pages.count
    place = ((place + pages) % count + count) % count
    (first, chosen) = (0, 0)
  }

  /// Looks at the next length of time.
  mutating func changeTime() {
    guard hasTime, let index = BoardTime.allCases.firstIndex(of: time) else { return }
    time = BoardTime.allCases[(index + 1) % BoardTime.allCases.count]
    (first, chosen) = (0, 0)
  }

  /// What was found of it; nil while that is not known.
  func found(_ session: Session) -> Found? {
    session.found.flatMap { $0.lookup == lookup ? $0 : nil }
  }

  /// The past match that ⏎ races: the one that is chosen.
  func chosenMatch(_ session: Session) -> PlayedMatch? {
    found(session).flatMap { $0.matches.dropFirst(chosen).first }
  }

  /// The rows that are shown, or would be by scrolling.
  fileprivate func rows(_ session: Session, _ setup: ScreenSetup) -> [BoardLine] {
    let rows = found(session)?.rows ?? []
    if !isOfFriends { return rows }
    return rows.filter { $0.id == session.identity || setup.friends.contains($0.tag) }
  }

  fileprivate func chosenRow(_ session: Session, _ setup: ScreenSetup) -> BoardLine? {
    let rows = rows(session, setup)
    return rows.indices.contains(chosen) ? rows[chosen] : nil
  }

  /// From one question to the next, and after one that was refused.
  private static let anewMilliseconds = 5_000, againMilliseconds = 1_000

  /// When it is to be asked for.
  func nextQuestion(_ session: Session) -> Instant {
    guard let asked, asked.lookup == lookup else { return Instant(milliseconds: 0) }
    let isRefused = found(session)?.refusal == .notNow
    return asked.at + (isRefused ? Self.againMilliseconds : Self.anewMilliseconds)
  }
}

// Keys and the mouse.
extension ScreenModel {
  mutating func press(_ key: Key, onBoards panel: BoardsPanel) {
    var panel = panel
    switch key {
    case .escape, .character("b"):
      return home.panel = nil
    case .left, .character("h"): panel.leaf(by: -1)
    case .right, .character("l"): panel.leaf(by: 1)
    case .tab: panel.changeTime()
    case .up, .character("k"): panel.chosen -= 1
    case .down, .character("j"): panel.chosen += 1
    case .pageUp: panel.chosen -= BoardsPanel.rowsShownAnywhere
    case .pageDown: panel.chosen += BoardsPanel.rowsShownAnywhere
    case .home: panel.chosen = 0
    case .end: panel.chosen = Board.rowsMax
    case .character("f"):
      if let row = session.flatMap({ panel.chosenRow($0, setup) }), row.id != session?.identity {
        befriend(row.id, row.name)
      }
    case .character("o"):
      panel.isOfFriends.toggle()
      (panel.first, panel.chosen) = (0, 0)
    case .enter, .character("d"):
      if panel.page == .board(.daily) { return playDaily() }
      if let match = session.flatMap(panel.chosenMatch) {
        home.panel = nil
        return act(.race(match.index))
      }
    default: break
    }
    scroll(&panel)
    home.panel = .boards(panel)
  }

  mutating func mouse(_ action: Mouse.Action, onBoards panel: BoardsPanel) {
    switch action {
    case .wheelUp: press(.up, onBoards: panel)
    case .wheelDown: press(.down, onBoards: panel)
    default: break
    }
  }

  private func scroll(_ panel: inout BoardsPanel) {
    guard let session else { return }
    let matches = panel.found(session)?.matches.count ?? 0
    let count = max(panel.rows(session, setup).count, matches)
    let shown = BoardsPanel.rows(inHeight: height)
    panel.chosen = min(max(panel.chosen, 0), max(0, count - 1))
    panel.first = min(max(panel.first, panel.chosen - shown + 1, 0), panel.chosen)
  }

  /// Keeps the open list up to date.
  mutating func followBoards() {
    guard screen == .home, case .boards(var panel) = home.panel, let session,
      session.state == .online, panel.nextQuestion(session) <= now
    else { return }
    panel.asked = (now, panel.lookup)
    home.panel = .boards(panel)
    act(.lookUp(panel.lookup))
  }
}

// The picture.
extension BoardsPanel {
  /// So many rows are shown on the smallest screen.
  static let rowsShownAnywhere = 8
  /// Rows of the panel besides its list: frame, blanks, title, remark and keys.
  private static let rowsAround = 11
  private static let rowsMost = 24

  /// How many rows are shown on a screen of that height.
  static func rows(inHeight height: Int) -> Int {
    min(max(height - rowsAround, rowsShownAnywhere), rowsMost)
  }

  fileprivate func remark(_ session: Session) -> String {
    switch page {
    case .board(.daily): Words["Everyone's one ranked try of today."]
    case .board(.rating) where found(session)?.ratesHouseholds == true:
      Words["Play ten rated matches to appear here; rivals of one address count."]
    case .board(.rating): Words["Play ten rated matches to appear here."]
    case .board(.best): Words["Everyone's best match under the usual rules."]
    case .past: Words["The newest first."]
    }
  }

  /// What stands in the place of rows.
  fileprivate func empty(_ session: Session) -> String? {
    guard let found = found(session) else { return Words["Asking the server…"] }
    if let whyNot = found.whyNot { return whyNot }
    guard found.rows.isEmpty && found.matches.isEmpty else { return nil }
    return page == .past ? Words["You have played nothing here yet."] : Words["Nobody yet."]
  }
}

extension Sheet {
  /// Columns of a board, its frame included, and of the tag behind a name.
  private static let boardColumns = 68, tagColumns = 9
  /// Where the color, the name and the colors of a day begin, from the left.
  private static let faceColumn = 5, nameColumn = 10, colorsColumn = 37
  /// Columns of a margin, the blank before it included.
  private static let marginColumns = 6

  mutating func boards(_ panel: BoardsPanel, _ session: Session) {
    let count = BoardsPanel.rows(inHeight: height)
    let inside = self.panel(width: Sheet.boardColumns, height: count + 9, title: Words["boards"])
    let end = canvas.text("← ", column: inside.column, row: inside.row, .key)
    let next = canvas.text(panel.lookup.title, column: end, row: inside.row, .strong)
    canvas.text(" →", column: next, row: inside.row, .key)
    hits.mark(
      Area(column: inside.column, row: inside.row, width: 2, height: 1), as: .key(.left))
    hits.mark(Area(column: next, row: inside.row, width: 3, height: 1), as: .key(.right))
    canvas.park(column: inside.column, row: inside.row)
    let list = Area(
      column: inside.column, row: inside.row + 2, width: inside.width, height: inside.height - 5)
    if let empty = panel.empty(session) {
      canvas.text(empty, column: list.column, row: list.row, .label, limit: list.width)
    } else if let found = panel.found(session) {
      let rows = panel.rows(session, setup)
      for (index, row) in rows.dropFirst(panel.first).prefix(list.height).enumerated() {
        let isChosen = panel.first + index == panel.chosen
        self.row(
          row, list.line(list.row + index), isMine: row.id == session.identity, isChosen: isChosen)
      }
      for (index, match) in found.matches.dropFirst(panel.first).prefix(list.height).enumerated() {
        self.match(
          match, list.line(list.row + index), isChosen: panel.first + index == panel.chosen)
      }
    }
    canvas.text(
      panel.remark(session), column: inside.column, row: inside.endRow - 2, .dim,
      limit: inside.width)
    let play: [(String, String, Key?)] =
      panel.page == .board(.daily)
      ? [("⏎", Words["play"], .enter)]
      : panel.chosenMatch(session) != nil ? [("⏎", Words["race it"], .enter)] : []
    let time: [(String, String, Key?)] = panel.hasTime ? [("Tab", Words["time"], .tab)] : []
    let friends: [(String, String, Key?)] =
      panel.page == .past
      ? []
      : [
        ("f", Words["friend"], .character("f")),
        ("o", panel.isOfFriends ? Words["all"] : Words["friends"], .character("o")),
      ]
    choices(
      play + [("←→", Words["boards"], nil)] + time + friends + [("Esc", Words["back"], .escape)],
      inside)
  }

  /// A row of a board: place, who, the colors of a day, and what it is worth.
  private mutating func row(_ row: BoardLine, _ line: Area, isMine: Bool, isChosen: Bool) {
    if isMine { canvas.fill(line.inset(columns: -1, rows: 0), Neutral.rail) }
    if isChosen { canvas.put("▸", column: line.column - 1, row: line.row, .bright) }
    let style: Style = isMine ? .strong : .text
    canvas.text("\(row.place)", endColumn: line.column + 3, row: line.row, isMine ? .strong : .dim)
    if !setup.isByNumbers {
      canvas.fill(
        Area(column: line.column + Sheet.faceColumn, row: line.row, width: 2, height: 1), row.color)
    }
    canvas.put(
      row.icon.glyph, column: line.column + Sheet.faceColumn + 3, row: line.row, style)
    let name = line.column + Sheet.nameColumn
    let end = canvas.text(row.name, column: name, row: line.row, style, limit: 16)
    let tag = max(end + 1, name + 17)
    let known = row.isBot ? Words["bot"] : row.tag
    canvas.text(isMine ? Words["you"] : known, column: tag, row: line.row, .dim)
    if setup.friends.contains(row.tag) {
      canvas.put("★", column: line.column + Sheet.colorsColumn - 2, row: line.row, .text)
    }
    if !setup.isByNumbers {
      for (index, color) in row.colors.prefix(5).enumerated() {
        let column = line.column + Sheet.colorsColumn + 2 * index
        canvas.fill(Area(column: column, row: line.row, width: 2, height: 1), color)
      }
    }
    var right = line.endColumn
    if let margin = row.margin {
      canvas.text("±\(margin)", endColumn: right, row: line.row, .dim)
      right -= Sheet.marginColumns
    }
    canvas.text("\(row.value)", endColumn: right, row: line.row, style)
  }

  /// A match of one's own: when, what, and how it ended.
  private mutating func match(_ match: PlayedMatch, _ line: Area, isChosen: Bool) {
    if isChosen { canvas.fill(line.inset(columns: -1, rows: 0), Neutral.rail) }
    canvas.text(Day(of: match.began).text, column: line.column, row: line.row, .dim)
    canvas.text(match.mode, column: line.column + 12, row: line.row, .text, limit: 10)
    canvas.text(
      match.ending, column: line.column + 23, row: line.row, .label,
      limit: line.width - 32)
    canvas.text("\(match.total)", endColumn: line.endColumn, row: line.row, .text)
  }
}
