// Where everybody stands: place, points, and for each round a strip with the target above the
// guess, so that a whole match is seen at a glance. Beside the last round: who locked first, what
// lag took off, lives that are left, and the mark of a room that helped.

import Chroma
import ClientCore
import Game
import Wire

/// The standings beside the last round.
struct StandingsPanel {
  let room: RoomModel
  let match: MatchState
  /// On the server's clock.
  let now: Instant

  /// How many rounds have a strip in a match that has no last one.
  private static let endlessStrips = 8
  /// Columns of a bar that is still worth looking at, and the blank before it.
  private static let barColumnsMin = 12
  /// Columns of what lag took off, such as ` −150 ms`, and with the word for it where a bar has
  /// space beside that.
  private static let lagColumns = 8, lagWordColumns = 4, lagWordWidthMin = 48

  /// Where points of the round end, and who was first, before the totals' end: columns of their
  /// own.
  private static let pointsColumns = 6, firstColumns = 12

  /// One line for each player: place, name, the rounds so far, who was first, points.
  func drawLines(on sheet: inout Sheet, _ area: Area) {
    let standings = match.standings
    let first = area.endRow - standings.count
    if first > area.row { title(on: &sheet, area) }
    let names = standings.map { ShownText.columns(of: room.label(of: $0.who)) }.max() ?? 0
    let start = area.column + 3 + min(names, area.width / 3) + 2
    let end = area.endColumn - StandingsPanel.firstColumns - StandingsPanel.marksColumns
    for (index, standing) in standings.enumerated() {
      let row = first + index
      line(standing, on: &sheet, area, row: row, nameEnd: start - 1)
      let place = Area(column: start, row: row, width: max(0, end - start), height: 1)
      thinStrips(standing, of: standings, on: &sheet, place)
    }
  }

  /// Columns of “first”, of lives, or of what somebody says.
  private static let marksColumns = 8

  private func title(on sheet: inout Sheet, _ area: Area) {
    sheet.canvas.text(Words["Standings"], column: area.column, row: area.row, .strong)
    let rounds = Phrase.rounds(match.results.count)
    sheet.canvas.text(rounds, endColumn: area.endColumn, row: area.row, .dim)
  }

  func draw(on sheet: inout Sheet, _ area: Area) {
    title(on: &sheet, area)
    let standings = match.standings
    guard !standings.isEmpty else { return }
    let step = step(on: sheet, area)
    for (index, standing) in standings.enumerated() {
      let row = firstRow(on: sheet, area) + index * (step ?? 1)
      guard row < area.endRow else { return }
      line(standing, on: &sheet, area, row: row)
      guard step != nil else { continue }
      let below = Area(
        column: area.column + 3, row: row + 1, width: area.width - 3, height: 1)
      strips(standing, of: standings, on: &sheet, below)
    }
  }

  /// Rows from one player to the next; nil where there is not even space for all with strips.
  private func step(on sheet: Sheet, _ area: Area) -> Int? {
    let count = match.standings.count
    return [4, 3, 2].first { $0 * count <= area.height - 1 && $0 <= (sheet.isBig ? 4 : 3) }
  }

  /// The row of the first player. The blank above goes where that lets everybody's guesses stand
  /// free below.
  private func firstRow(on sheet: Sheet, _ area: Area) -> Int {
    let rest = area.endRow - (area.row + 2 + rows(on: sheet, area))
    return area.row + (rest == EveryonePanel.heightMin ? 1 : 2)
  }

  /// Rows from the first player to the last.
  private func rows(on sheet: Sheet, _ area: Area) -> Int {
    let step = step(on: sheet, area) ?? 1
    return (match.standings.count - 1) * step + (step > 1 ? 2 : 1)
  }

  /// The first row below the last player.
  func endRow(on sheet: Sheet, _ area: Area) -> Int {
    let end = firstRow(on: sheet, area) + rows(on: sheet, area)
    // A blank row where there is space for one.
    return area.endRow - end > EveryonePanel.heightMin ? end + 1 : end
  }

  /// - Parameter nameEnd: the column that names end before; nil for as far as they can go.
  private func line(
    _ standing: Standing, on sheet: inout Sheet, _ area: Area, row: Int, nameEnd wanted: Int? = nil
  ) {
    let isMe = standing.who == room.me
    let style: Style = isMe ? .strong : .text
    let score = match.results.last?.score(of: standing.who)
    sheet.canvas.text(
      "\(standing.place)", column: area.column, row: row, isMe ? .strong : .dim)
    sheet.canvas.text("\(standing.total)", endColumn: area.endColumn, row: row, style)
    if let score {
      sheet.canvas.text(
        "+\(score.points)", endColumn: area.endColumn - StandingsPanel.pointsColumns, row: row, .dim
      )
    }
    let isWide = area.width >= 34
    let figure = room.figure(of: standing.who)
    let name =
      isWide ? room.label(of: standing.who) : "\(figure) \(room.name(of: standing.who))"
    let nameEnd = area.column + 3 + ShownText.columns(of: name)
    var end = area.endColumn - StandingsPanel.firstColumns + (isWide ? 0 : 1)
    var nameLimit = wanted ?? end
    for (text, style) in marks(of: standing.who, score, isWide: isWide) {
      // A name comes before what else there is to say, but not before what was just said.
      let isNews = room.shownReaction(of: standing.who, at: now) != nil
      let start = end - ShownText.columns(of: text)
      guard isNews || start > (wanted ?? nameEnd) else { continue }
      end = sheet.canvas.text(text, endColumn: end, row: row, style) - 1
      if wanted == nil { nameLimit = end }
    }
    sheet.canvas.text(
      name, column: area.column + 3, row: row, style,
      limit: max(0, nameLimit - area.column - 3))
  }

  /// What stands between a name and its points, from right to left: who was first has that column,
  /// and lives stand left of it.
  private func marks(
    of player: PlayerID, _ score: Score?, isWide: Bool
  ) -> [(String, Style)] {
    if let reaction = room.shownReaction(of: player, at: now) {
      return [(Say.quoted(reaction), .bright)]
    }
    var marks: [(String, Style)] = []
    if score?.isFirst == true { marks.append((isWide ? Words["first"] : Words["1st"], .label)) }
    if score?.isAssisted == true && isWide { marks.append(("◐", .text)) }
    if let hearts = match.hearts(of: player, isShort: !isWide) { marks.append((hearts, .text)) }
    if room.departure(of: player)?.isPutOut == true { marks.append((Words["removed"], .dim)) }
    return marks
  }

  private func strips(
    _ standing: Standing, of all: [Standing], on sheet: inout Sheet, _ area: Area
  ) {
    let (left, row) = (area.column, area.row)
    var end = area.endColumn
    // All bars are equally long, whichever players had a lag.
    if match.results.last?.scores.contains(where: { $0.lag > 0 }) == true {
      let lag = match.results.last?.score(of: standing.who)?.lag ?? 0
      let isShort = area.width + 3 < StandingsPanel.lagWordWidthMin
      sheet.canvas.text(
        Say.lag(lag, isShort: isShort), endColumn: end, row: row, .dim)
      end -= StandingsPanel.lagColumns + (isShort ? 0 : StandingsPanel.lagWordColumns)
    }
    guard !sheet.setup.isByNumbers else {
      return differences(of: standing.who, on: &sheet, area, end: end)
    }
    let count = match.rules.mode.isEndless ? StandingsPanel.endlessStrips : match.rules.rounds
    // Half the width for the rounds, the rest for the bar.
    let space = max(1, area.width / 2)
    var width = min(6, max(1, space / count - 1))
    // Two columns each, if that leaves some for the bar.
    if width == 1, 3 * count + StandingsPanel.barColumnsMin <= end - left { width = 2 }
    let pitch = width + (width > 1 ? 1 : 0)
    for (index, result) in match.results.suffix(count).enumerated() {
      let place = Area(column: left + index * pitch, row: row, width: width, height: 1)
      guard place.endColumn <= end, let score = result.score(of: standing.who) else { continue }
      sheet.canvas.strip(place, result.target, match.guessed(score, in: result))
    }
    let start = left + count * pitch + 1
    let bar = Area(column: start, row: row, width: end - start, height: 1)
    guard bar.width > 6 else { return }
    let best = max(1, all.map(\.total).max() ?? 1)
    sheet.canvas.bar(
      bar, fraction: Double(standing.total) / Double(best),
      standing.who == room.me ? Neutral.bright : Neutral.label)
  }

  /// The differences of all rounds, where colors cannot be seen.
  private func differences(of player: PlayerID, on sheet: inout Sheet, _ area: Area, end: Int) {
    var differences = match.results.map { result in
      result.score(of: player)?.difference.words ?? "–"
    }
    // Half a number is none: the newest that fit.
    func words() -> String { "ΔE " + differences.joined(separator: "  ") }
    while differences.count > 1, ShownText.columns(of: words()) > end - area.column - 1 {
      differences.removeFirst()
    }
    sheet.canvas.text(
      words(), column: area.column, row: area.row, .label, limit: end - area.column)
  }

  /// The rounds so far in the lower half of a line, each with the target left of the guess, and a
  /// bar for all points: lines above each other do not run into one.
  private func thinStrips(
    _ standing: Standing, of all: [Standing], on sheet: inout Sheet, _ area: Area
  ) {
    guard !sheet.setup.isByNumbers else {
      return differences(of: standing.who, on: &sheet, area, end: area.endColumn)
    }
    let count = match.rules.mode.isEndless ? StandingsPanel.endlessStrips : match.rules.rounds
    let half = min(3, max(1, (area.width / 2 / count - 1) / 2))
    let pitch = 2 * half + 1
    guard count * pitch <= area.width else { return }
    func put(_ color: Color, _ column: Int) {
      sheet.canvas.put("▄", column: column, row: area.row, Style(color))
    }
    for (index, result) in match.results.suffix(count).enumerated() {
      guard let score = result.score(of: standing.who) else { continue }
      let guess = match.guessed(score, in: result)
      for step in 0..<half {
        let column = area.column + index * pitch + step
        let steps = max(1, half - 1)
        put(result.target.gradient.color(at: step, of: steps), column)
        if let guess { put(guess.gradient.color(at: step, of: steps), column + half) }
      }
    }
    let start = area.column + count * pitch + 1
    let width = area.endColumn - start
    guard width >= StandingsPanel.barColumnsMin else { return }
    let best = max(1, all.map(\.total).max() ?? 1)
    let filled = width * standing.total / best
    for column in 0..<width {
      let isMine = standing.who == room.me
      put(
        column >= filled ? Neutral.rail : isMine ? Neutral.bright : Neutral.label, start + column)
    }
  }
}
