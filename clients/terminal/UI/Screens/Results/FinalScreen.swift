// The results after the last round: who has won, large; the whole match as a mosaic with the points
// beside it; the best guess and the fastest lock; whether the targets are proved to have been fair;
// and who wants another match.

import Chroma
import ClientCore
import Game
import Wire

extension ResultsScreen {
  /// The first row of the mosaic: above it stand who has won and the numbers of the rounds.
  private static let mosaicRow = 6
  /// Columns of a place, of what a player's state takes, and of points.
  private static let placeColumns = 3, stateColumns = 8, totalColumns = 7
  /// Columns of names, at least and at most.
  private static let namesColumns = 8...22

  /// The page after the last round.
  func drawEnd(on sheet: inout Sheet) {
    let change = room.ratings[room.me].map(\.words)
    let played = room.series.map { Words["match \($0.played) of \(room.settings.series)"] }
    sheet.header(room.settings.name, right: change ?? unrated ?? played ?? Words["match over"])
    title(on: &sheet)
    let last = sheet.noticeRow - (sheet.height >= 24 ? 4 : 3)
    let alongRow = last - (room.series == nil ? 0 : 1)
    let foot = alongRow - (match.crowd == nil ? 0 : 2)
    if let crowd = match.crowd {
      sheet.status(
        room.crowd.final?.standing ?? "",
        "\(Words["The crowd"]): \(Phrase.total(crowd.together.total))", row: alongRow - 1)
      sheet.best(crowd.bestOfMatch, row: alongRow, points: \.total)
    }
    table(
      on: &sheet,
      Area(
        column: Sheet.margin, row: ResultsScreen.mosaicRow, width: sheet.columns,
        height: foot - ResultsScreen.mosaicRow))
    if let series = room.series {
      SeriesLine(room: room, series: series).draw(on: &sheet, row: last)
    }
    records(on: &sheet, row: sheet.noticeRow - (sheet.height >= 24 ? 3 : 2))
    proof(on: &sheet, row: sheet.noticeRow - (sheet.height >= 24 ? 2 : 1))
    rematch(on: &sheet)
    sheet.canvas.park(column: Sheet.margin, row: ResultsScreen.mosaicRow)
    // The key of the rematch has a place of its own right above.
    sheet.keyLine(room.role == .player ? keys.filter { $0.key != .character("r") } : keys)
  }

  /// That nobody was rated, such as among players of one address; nil where a rating came, or where
  /// none is to be expected. Ratings are told as soon as the match is kept.
  private var unrated: String? {
    guard room.settings.isRated, room.placeInLog != nil, room.ratings.isEmpty else { return nil }
    return Words["no rating came of this match"]
  }

  // MARK: Who has won

  private func title(on sheet: inout Sheet) {
    // Nobody has won anything when the targets were not fair.
    if case .mismatch = room.verdict {
      return sheet.status(room.verdict?.words(in: room) ?? "", "")
    }
    let large = LargeText(winner)
    // Large letters would begin in the row of the banner.
    guard !hasBanner, large.isLegible, large.width <= sheet.columns else {
      return sheet.status(winner, "", row: Sheet.statusRow + 1)
    }
    large.draw(on: &sheet.canvas, column: Sheet.margin, row: Sheet.statusRow, .bright)
  }

  private var winner: String {
    let winners = match.standings.filter { $0.place == 1 }.map(\.who)
    if match.players.isEmpty {
      return match.crowd?.bestOfMatch.first.map { Words["\($0.called) wins"] }
        ?? Words["match over"]
    }
    if winners.isEmpty { return Words["Everyone left"] }
    if match.standings.count == 1 { return Phrase.points(match.standings[0].total) }
    if let champions = room.champions { return champion(champions) }
    if winners == [room.me] { return Words["You win."] }
    if winners.count == 1 { return Words["\(room.name(of: winners[0])) wins"] }
    if winners.count == 2 {
      let (one, other) = (room.name(of: winners[0]), room.name(of: winners[1]))
      return Words["\(one) and \(other) share first place"]
    }
    return Words["\(winners.count) share the first place"]
  }

  /// Who has won the whole series, by the match that is over.
  private func champion(_ players: [PlayerID]) -> String {
    if players == [room.me] { return Words["You win the series."] }
    if players.count == 1 { return Words["\(room.name(of: players[0])) wins the series"] }
    if players.count > 2 { return Words["\(players.count) share the series"] }
    let names = players.map(room.name(of:))
    return Words["\(names[0]) and \(names[1]) share the series"]
  }

  // MARK: The mosaic

  private func table(on sheet: inout Sheet, _ area: Area) {
    var standings = match.standings
    if standings.count > area.height, let mine = standings.first(where: { $0.who == room.me }) {
      standings = standings.prefix(area.height - 1).filter { $0.who != room.me } + [mine]
    }
    standings = Array(standings.prefix(area.height))
    let names = standings.map { ShownText.columns(of: room.label(of: $0.who)) }.max() ?? 0
    let space = sheet.width < 80 ? ResultsScreen.namesColumns.lowerBound + 4 : names
    let width = min(
      max(names, ResultsScreen.namesColumns.lowerBound), space,
      ResultsScreen.namesColumns.upperBound)
    let left = area.column + ResultsScreen.placeColumns + width + 1 + ResultsScreen.stateColumns
    let mosaic = Mosaic(
      match, players: standings.map(\.who),
      // Where colors cannot be seen, every field says how its guess came out.
      labeled: sheet.setup.isByNumbers ? nil : room.me,
      in: Area(
        column: left, row: area.row,
        width: area.endColumn - ResultsScreen.totalColumns - left, height: area.height))
    mosaic.draw(on: &sheet, showsValues: showsValues)
    if let vanish {
      mosaic.seam(of: room.me).draw(on: &sheet.canvas, progress: vanish)
    }
    heads(of: mosaic, on: &sheet)
    for (index, standing) in standings.enumerated() {
      let row = mosaic.row(of: index)
      let isMe = standing.who == room.me
      let style: Style = isMe ? .strong : .text
      sheet.canvas.text("\(standing.place)", column: area.column, row: row, isMe ? .strong : .dim)
      sheet.canvas.text(
        name(of: standing.who, in: width), column: area.column + ResultsScreen.placeColumns,
        row: row, style, limit: width)
      let (state, look) = state(of: standing.who)
      sheet.canvas.text(
        state, column: left - ResultsScreen.stateColumns, row: row, look,
        limit: ResultsScreen.stateColumns - 1)
      sheet.canvas.text("\(standing.total)", endColumn: area.endColumn, row: row, style)
    }
    outcomes(of: mosaic, on: &sheet)
  }

  /// As much of what a player is called as fits.
  private func name(of player: PlayerID, in columns: Int) -> String {
    let label = room.label(of: player)
    return ShownText.columns(of: label) <= columns
      ? label : "\(room.figure(of: player)) \(room.name(of: player))"
  }

  private func state(of player: PlayerID) -> (String, Style) {
    if let reaction = room.shownReaction(of: player, at: now) {
      return (Say.quoted(reaction), .bright)
    }
    // A bot gives way to one that suits the player better, which is no news.
    if room.seat(of: player) == nil, room.profile(of: player)?.isBot == true { return ("", .dim) }
    if room.departure(of: player)?.isPutOut == true { return (Words["removed"], .dim) }
    guard let seat = room.seat(of: player) else { return (Words["left"], .dim) }
    if seat.awayUntil != nil { return (Words["away"], .dim) }
    return seat.isReady ? (Words["ready"], .label) : ("", .dim)
  }

  /// Above each column its round.
  private func heads(of mosaic: Mosaic, on sheet: inout Sheet) {
    for (index, result) in mosaic.rounds.enumerated() {
      sheet.canvas.text(
        "\(result.round)", centeredIn: mosaic.columns(ofRound: index), row: mosaic.area.row - 1,
        .dim)
    }
  }

  /// Below one's own row how each guess came out, all in the longest form that fits everywhere.
  private func outcomes(of mosaic: Mosaic, on sheet: inout Sheet) {
    guard let row = mosaic.labelRow else { return }
    let texts = mosaic.rounds.map { $0.score(of: room.me).map(match.labels(of:)) ?? [] }
    let narrowest = texts.indices.map { mosaic.columns(ofRound: $0).count }.min() ?? 0
    let forms = texts.map(\.count).max() ?? 0
    let form = (0..<forms)
      .first { form in
        texts.allSatisfy { ShownText.columns(of: $0.form(form) ?? "") < narrowest }
      }
    guard let form else { return }
    for (index, texts) in texts.enumerated() {
      sheet.canvas.text(
        texts.form(form) ?? "", centeredIn: mosaic.columns(ofRound: index), row: row, .label)
    }
  }

  // MARK: Below

  /// The best guess and the fastest lock.
  private func records(on sheet: inout Sheet, row: Int) {
    let scores = match.results.flatMap { result in
      result.scores.filter { match.guessed($0, in: result) != nil }
        .map { (score: $0, round: result.round, isLocked: match.isLocked($0, in: result)) }
    }
    var column = Sheet.margin
    func say(_ name: String, _ value: String, _ holders: [(who: PlayerID, round: Int)]) {
      let start = sheet.canvas.text(name, column: column, row: row, .dim) + 1
      let end = sheet.canvas.text(value, column: start, row: row, .strong) + 1
      let who = names(of: holders.map(\.who))
      let isWhole = sheet.width >= 80 && holders.count == 1
      column =
        sheet.canvas.text(
          isWhole ? Words["\(who), round \(holders[0].round)"] : who, column: end, row: row,
          .label, limit: max(0, sheet.endColumn - end)) + 3
    }
    let nearest = scores.map(\.score.difference).min()
    if match.rules.mode.answer != .tiles, let nearest {
      let best = scores.filter { $0.score.difference == nearest }
      say(Words["best"], Say.difference(nearest), best.map { ($0.score.who, $0.round) })
    }
    let locked = scores.filter(\.isLocked)
    if let least = locked.map(\.score.elapsed).min() {
      let fastest = locked.filter { $0.score.elapsed == least }
      say(Words["fastest lock"], Say.tenths(least), fastest.map { ($0.score.who, $0.round) })
    }
  }

  /// The players who share a record, the viewer first, each once.
  private func names(of players: [PlayerID]) -> String {
    let others = match.players.filter { $0 != room.me && players.contains($0) }
    let me = players.contains(room.me) ? [Words["you"]] : []
    return (me + others.map(room.name(of:))).joined(separator: ", ")
  }

  private func proof(on sheet: inout Sheet, row: Int) {
    if case .mismatch = room.verdict {
      return sheet.status(winner, "", row: row)
    }
    let words = room.verdict?.words(in: room) ?? Words["the seed has not been revealed yet"]
    let first = room.isFirstTry.map { "   " + ($0 ? Words["first try"] : Words["later try"]) } ?? ""
    let kept = room.placeInLog.map { first + "   " + Words["Match #\($0)"] } ?? ""
    // The number asks for the match again, so where columns are few the sentence is cut.
    let space = sheet.columns - ShownText.columns(of: kept)
    sheet.status("", Say.fitting(words, in: space) + kept, row: row)
  }

  /// Who wants another match, beside the key that says so.
  private func rematch(on sheet: inout Sheet) {
    guard room.role == .player else { return }
    let isReady = room.mySeat?.isReady == true
    let row = sheet.noticeRow
    let words = isReady ? Words[" r  ready ✓ "] : Words[" r  rematch "]
    let end = sheet.canvas.text(
      words, column: Sheet.margin, row: row,
      Style(Neutral.bright, on: isReady ? Neutral.rail : Neutral.chosen, bold: true))
    sheet.hits.mark(
      Area(column: Sheet.margin, row: row, width: end - Sheet.margin, height: 1),
      as: .key(.character("r")))
    sheet.canvas.text(
      readiness, column: end + 2, row: row, .label, limit: sheet.endColumn - end - 2)
  }

  /// Who is ready for another match, and who is waited for.
  private var readiness: String {
    let seats = room.seats.filter { $0.awayUntil == nil }
    guard seats.count > 1 else { return Words["the same again"] }
    func names(_ isReady: Bool) -> String {
      seats.filter { $0.isReady == isReady }
        .map { $0.player == room.me ? Words["you"] : $0.profile.name }
        .joined(separator: ", ")
    }
    if let startsAt = room.startsAt {
      let seconds = Ticks.left(until: startsAt, at: now, every: 1_000) / 1_000
      return room.series == nil
        ? Words["Starts in \(seconds) s"] : Words["Next match in \(seconds) s"]
    }
    if room.series?.isStopped == true {
      return room.amHost
        ? Words["the clock is stopped until you are ready"]
        : Words["the host has stopped the clock"]
    }
    let (ready, waiting) = (names(true), names(false))
    if waiting.isEmpty { return Words["all ready"] }
    return ready.isEmpty
      ? Words["nobody is ready yet"] : Words["ready: \(ready)   not yet: \(waiting)"]
  }
}

extension MatchState {
  /// How a guess came out, the longest way to say it first.
  fileprivate func labels(of score: Score) -> [String] {
    rules.mode.answer == .tiles
      ? outcomes(of: score)
      : outcomes(of: score).dropLast() + [outcome(of: score), score.difference.words]
  }
}

extension [String] {
  /// The text of that form, or the shortest where there are fewer.
  fileprivate func form(_ index: Int) -> String? { indices.contains(index) ? self[index] : last }
}
