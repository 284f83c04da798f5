// A month of days, one's last ten matches, rating and best, and which friends have played, over the
// home screen. What is known of them is `OwnKnowledge`; here is only which month is looked at. A
// day that was played has an x and one that was missed a dot: no color says it.

import ClientCore
import Game
import Wire

/// The open panel.
struct OwnPanel: Equatable, Sendable {
  /// The month that is looked at; nil for the present one.
  var month: Month?
}

extension ScreenModel {
  mutating func press(_ key: Key, onOwn panel: OwnPanel) {
    var panel = panel
    let today = Month(of: Day(of: session?.clock.server(at: now) ?? now))
    let month = panel.month ?? today
    switch key {
    case .escape, .character("y"): return home.panel = nil
    case .left, .pageUp, .character("h"): panel.month = month.previous
    case .right, .pageDown, .character("l"): panel.month = month == today ? nil : month.next
    case .character("d"): return playDaily()
    default: break
    }
    home.panel = .own(panel)
  }
}

/// What is said of the person, in words.
struct OwnWords {
  let own: OwnKnowledge
  let setup: ScreenSetup
  let identity: KeyID?
  let today: Day

  /// The days that are known: the server's, or else those of this computer.
  var days: OwnDays { own.matches.map { OwnDays($0) } ?? OwnDays(setup.ownDays) }

  /// How many days in a row; nil for none.
  var row: String? {
    let count = days.inARow(until: today)
    if count == 0 { return nil }
    let row = Words[count, "\(count) day in a row", "\(count) days in a row"]
    return own.matches == nil ? Words["\(row), as far as this computer knows"] : row
  }

  /// Which friends have played today; nil for who has none.
  var friends: String? {
    let count = setup.friends.all.count
    if count == 0 { return nil }
    let there = own.board.filter { setup.friends.contains($0.tag) }
    if there.isEmpty {
      return Words[
        count, "Your friend has not played today.",
        "None of your \(count) friends has played today."]
    }
    let names = there.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    return Words["Have played today: \(names)"]
  }

  /// The rating, its margin and what changed it; nil where nothing is known.
  var rating: String? {
    guard let rating = own.rating(of: identity) else {
      return own.missing.map {
        Words[
          $0, "rating ? until \($0) more rated match",
          "rating ? until \($0) more rated matches"]
      }
    }
    let title = Lookup.board(.rating(family: rating.family), .always).title
    let delta = rating.delta.map { $0 < 0 ? " (−\(-$0))" : " (+\($0))" } ?? ""
    return "\(title): \(rating.value) ±\(rating.margin)\(delta)"
  }

  /// The best of the mode played last; nil for none.
  var best: String? {
    own.best.map { best in
      "\(Lookup.board(.best(mode: best.mode.name), .always).title): \(best.total)"
    }
  }
}

extension Sheet {
  /// Columns of the panel, its frame included, and of a day of its month.
  private static let ownColumns = 76, dayColumns = 4
  /// Rows of a month: its title, the days of the week, and six weeks.
  private static let monthRows = 8
  /// So many of the last matches are shown.
  static let lastMatches = 10

  mutating func own(_ panel: OwnPanel, _ words: OwnWords) {
    let notes = [words.row, words.rating, words.best, words.friends].compactMap(\.self)
    let inside = self.panel(
      width: Sheet.ownColumns, height: Sheet.lastMatches + 9 + notes.count,
      title: Words["your days"])
    canvas.park(column: inside.column, row: inside.row)
    month(panel.month ?? Month(of: words.today), words, inside)
    let column = inside.column + 7 * Sheet.dayColumns + 3
    let list = Area(
      column: column, row: inside.row, width: inside.endColumn - column, height: inside.height)
    canvas.text(Words["your last matches"], column: column, row: inside.row, .strong)
    let matches = words.own.matches ?? []
    if matches.isEmpty {
      canvas.paragraph(
        Words["You have played nothing here yet."],
        Area(column: column, row: inside.row + 1, width: list.width, height: 3), .label)
    }
    for (index, match) in matches.prefix(Sheet.lastMatches).enumerated() {
      lastMatch(match, list.line(inside.row + 1 + index))
    }
    for (index, note) in notes.enumerated() {
      canvas.text(
        note, column: inside.column, row: inside.row + Sheet.lastMatches + 2 + index, .text,
        limit: inside.width)
    }
    choices(
      [("←→", Words["month"], nil), ("Esc", Words["back"], .escape)], inside)
  }

  private mutating func month(_ month: Month, _ words: OwnWords, _ area: Area) {
    canvas.text(month.text, column: area.column, row: area.row, .strong)
    let heads = Words["Mo Tu We Th Fr Sa Su"].split(separator: " ")
    for (index, head) in heads.enumerated() {
      canvas.text(
        String(head), column: area.column + index * Sheet.dayColumns, row: area.row + 1, .dim)
    }
    let days = words.days
    for (index, week) in month.weeks.enumerated() {
      for (weekday, day) in week.enumerated() {
        guard let day else { continue }
        let isPlayed = days.hasPlayed(day.number)
        let isToday = day == words.today
        let mark = isPlayed ? "x" : day.number < words.today.number ? "·" : ""
        let column = area.column + weekday * Sheet.dayColumns
        canvas.text(
          "\(Month.dayOfMonth(day))", endColumn: column + 2, row: area.row + 2 + index,
          isPlayed ? .strong : isToday ? .bright : .dim)
        canvas.text(mark, column: column + 2, row: area.row + 2 + index, .text)
        if isToday { canvas.text("<", column: column + 3, row: area.row + 2 + index, .text) }
      }
    }
    canvas.text(
      Words["x played, · missed, < today"], column: area.column, row: area.row + Sheet.monthRows,
      .dim)
  }

  /// The newest matches from the top on; in two columns where there are more than rows and both
  /// columns have space for how each match ended.
  mutating func lastMatches(_ matches: [PlayedMatch], _ area: Area) {
    let endings = matches.map { ShownText.columns(of: $0.ending) }
    let widest = Sheet.lastColumns + (endings.max() ?? 0)
    let half = area.width / 2 - 1
    let isDouble = matches.count > area.height && widest <= half
    let width = isDouble ? half : min(max(widest, half), area.width)
    for (index, match) in matches.prefix(area.height * (isDouble ? 2 : 1)).enumerated() {
      let (across, down) = index.quotientAndRemainder(dividingBy: area.height)
      lastMatch(
        match,
        Area(
          column: area.column + across * (half + 2), row: area.row + down, width: width, height: 1))
    }
  }

  /// Columns of a match without how it ended: a day, a mode and points, each with blanks.
  private static let lastColumns = 22

  /// A match of one's own in few columns; how it ended, as far as that fits.
  private mutating func lastMatch(_ match: PlayedMatch, _ line: Area) {
    canvas.text(
      String(Day(of: match.began).text.suffix(5)), column: line.column, row: line.row, .dim)
    canvas.text(match.mode, column: line.column + 6, row: line.row, .text, limit: 8)
    let space = line.width - Sheet.lastColumns
    let ending = Say.fitting(match.ending, in: space)
    if ShownText.columns(of: ending) <= space {
      canvas.text(ending, column: line.column + 15, row: line.row, .label)
    }
    canvas.text("\(match.total)", endColumn: line.endColumn, row: line.row, .text)
  }
}
