// Where everybody stands: place, points, and for each round a strip with the target above the
// guess, so that a whole match is seen at a glance. Beside the last round: who locked first, what
// lag took off, lives that are left, and the mark of a room that helped.

import Chroma
import Game
import Wire

/// The standings beside the last round.
struct StandingsPanel {
  let room: RoomModel
  let match: MatchModel
  /// On the server's clock.
  let now: Instant

  /// How many rounds have a strip in a match that has no last one.
  private static let endlessStrips = 8
  /// Columns of a bar that is still worth looking at, and the blank before it.
  private static let barColumnsMin = 12
  /// Columns of what lag took off, such as ` −150 ms`, and with the word for it where a bar has
  /// space beside that.
  private static let lagColumns = 8, lagWordColumns = 4, lagWordWidthMin = 48

  func draw(on sheet: inout Sheet, _ area: Area) {
    sheet.canvas.text(Words["Standings"], column: area.column, row: area.row, .strong)
    let rounds = Say.count(match.results.count, Words["round"])
    let isWide = area.width >= 36
    let label = match.isOver ? (isWide ? "\(rounds), " : "") + readiness : rounds
    sheet.canvas.text(label, endColumn: area.endColumn, row: area.row, .dim)
    let standings = match.standings
    guard !standings.isEmpty else { return }
    let step = step(on: sheet, area)
    for (index, standing) in standings.enumerated() {
      let row = firstRow(on: sheet, area) + index * (step ?? 1)
      guard row < area.endRow else { return }
      line(standing, on: &sheet, area, row: row)
      if step != nil { strips(standing, of: standings, on: &sheet, area, row: row + 1) }
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

  /// How many are ready for the next match.
  private var readiness: String {
    Words["\(room.seats.count { $0.isReady }) of \(room.seats.count) ready"]
  }

  private func line(_ standing: Standing, on sheet: inout Sheet, _ area: Area, row: Int) {
    let isMe = standing.who == room.me
    let style: Style = isMe ? .strong : .text
    let score = match.results.last?.score(of: standing.who)
    sheet.canvas.text(
      "\(standing.place)", column: area.column, row: row, isMe ? .strong : .dim)
    sheet.canvas.text("\(standing.total)", endColumn: area.endColumn, row: row, style)
    var end = area.endColumn - 6
    if let score { end = sheet.canvas.text("+\(score.points)", endColumn: end, row: row, .dim) }
    let isWide = area.width >= 34
    let figure = room.figure(of: standing.who)
    let name =
      isWide ? room.label(of: standing.who) : "\(figure) \(room.name(of: standing.who))"
    let nameEnd = area.column + 3 + ShownText.columns(of: name)
    for (text, style) in marks(of: standing.who, score, isWide: isWide) {
      // A name comes before what else there is to say, but not before what was just said.
      let isNews = room.shownReaction(of: standing.who, at: now) != nil
      let start = end - 1 - ShownText.columns(of: text)
      if isNews || start > nameEnd {
        end = sheet.canvas.text(text, endColumn: end - 1, row: row, style)
      }
    }
    sheet.canvas.text(
      name, column: area.column + 3, row: row, style, limit: max(0, end - area.column - 4))
  }

  /// What stands between a name and its points, from right to left, and least of all what the
  /// screen says elsewhere.
  private func marks(
    of player: PlayerID, _ score: Score?, isWide: Bool
  ) -> [(String, Style)] {
    var marks: [(String, Style)] = []
    if let reaction = room.shownReaction(of: player, at: now) {
      return [(Say.quoted(reaction), .bright)]
    }
    if score?.isAssisted == true && isWide { marks.append(("◐", .text)) }
    if score?.isFirst == true { marks.append((isWide ? Words["first"] : Words["1st"], .label)) }
    if let hearts = match.hearts(of: player, isShort: !isWide) { marks.append((hearts, .text)) }
    if match.isOver && room.seat(of: player)?.isReady == true {
      marks.append((Words["ready"], .label))
    }
    if room.departure(of: player)?.isPutOut == true { marks.append((Words["put out"], .dim)) }
    return marks
  }

  private func strips(
    _ standing: Standing, of all: [Standing], on sheet: inout Sheet, _ area: Area, row: Int
  ) {
    let left = area.column + 3
    var end = area.endColumn
    // All bars are equally long, whoever had a lag.
    if match.results.last?.scores.contains(where: { $0.lag > 0 }) == true {
      let lag = match.results.last?.score(of: standing.who)?.lag ?? 0
      let isShort = area.width < StandingsPanel.lagWordWidthMin
      sheet.canvas.text(
        Say.lag(lag, isShort: isShort), endColumn: end, row: row, .dim)
      end -= StandingsPanel.lagColumns + (isShort ? 0 : StandingsPanel.lagWordColumns)
    }
    guard !sheet.setup.isByNumbers else {
      var differences = match.results.map { result in
        result.score(of: standing.who)?.difference.tenthsText ?? "–"
      }
      // Half a number is none: the newest that fit.
      func words() -> String { "ΔE " + differences.joined(separator: "  ") }
      while differences.count > 1, ShownText.columns(of: words()) > end - left - 1 {
        differences.removeFirst()
      }
      sheet.canvas.text(words(), column: left, row: row, .label, limit: end - left)
      return
    }
    let count = match.rules.mode.isEndless ? StandingsPanel.endlessStrips : match.rules.rounds
    // Half the width for the rounds, the rest for the bar.
    let space = max(1, (area.width - 3) / 2)
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
}
