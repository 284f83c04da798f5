// The home screen: the open rooms, who one is, and how the terminal shows colors. In the corner
// stands what a game depends on: the server, the way to it, and the colors.

import Chroma
import ClientCore
import Game
import Wire

/// Choosing a room.
struct HomeScreen {
  let session: Session
  let state: HomeState
  /// The pair to practice on, where it stands in the place of the rooms.
  let practice: Practice?
  /// How much of the line between the two has gone; nil while it does not go.
  let vanish: Double?
  let keys: [KeyBinding]
  /// On the server's clock.
  let now: Instant

  private static let firstRow = 5

  func draw(on sheet: inout Sheet) {
    sheet.header(
      sheet.width >= 110
        ? Words["color matching, together"] : sheet.width >= 80 ? Words["color matching"] : "",
      right: corner(of: sheet))
    rainbow(on: &sheet)
    let listWidth = HomeScreen.listWidth(sheet.width)
    list(on: &sheet, width: listWidth)
    let side = HomeSide(
      session: session, state: state, today: Day(of: now))
    if HomeScreen.isNarrow(sheet.width) {
      side.drawLine(on: &sheet, row: sheet.noticeRow)
    } else {
      let column = listWidth + 3
      side.draw(
        on: &sheet,
        Area(column: column, row: 3, width: sheet.endColumn - column, height: sheet.height - 5))
    }
    if sheet.isBig { guide(on: &sheet, width: listWidth) }
    sheet.keyLine(keys)
    if let panel = state.panel { sheet.homePanel(panel, state, session, today: Day(of: now)) }
  }

  private static func listWidth(_ width: Int) -> Int {
    width >= 110 ? width * 3 / 5 : min(48, width - 12)
  }

  /// Whether a window is too narrow for anything beside the list.
  static func isNarrow(_ width: Int) -> Bool {
    width - Sheet.margin - listWidth(width) - 3 < HomeSide.widthMin
  }

  /// Who one is, where, how far that is and in what colors, as much of it as fits.
  private func corner(of sheet: Sheet) -> String {
    let figure = HomeScreen.isNarrow(sheet.width) ? state.figure.map { "\($0.glyph) " } ?? "" : ""
    let name = figure + (session.hello.name ?? Words["guest"])
    // A connection that is gone has no round trip.
    let measured = session.state == .online ? session.clock.roundTrip : nil
    let roundTrip = measured.map { Words["   \($0) ms"] } ?? ""
    let colors = "   \(sheet.setup.support.label)"
    let whole = "\(name)@\(sheet.setup.server)"
    let candidates = [whole + roundTrip + colors, whole + colors, name + roundTrip + colors]
    return candidates.first { ShownText.columns(of: $0) <= sheet.columns } ?? name
  }

  /// The only hues that are not of a round: what it is all about, in one line.
  private func rainbow(on sheet: inout Sheet) {
    guard !sheet.setup.isByNumbers else { return }
    for offset in 0..<sheet.columns {
      let color = HSB(hue: 360 * offset / sheet.columns, saturation: 62, brightness: 82)?.color
      sheet.canvas.put(
        "▄", column: Sheet.margin + offset, row: 1, Style(color ?? Neutral.rail))
    }
  }

  // MARK: Rooms

  private func list(on sheet: inout Sheet, width: Int) {
    let rooms = session.listings
    if let practice { return self.practice(practice, rooms.count, on: &sheet, width: width) }
    let playing = rooms.count { $0.state == .playing }
    let end = sheet.canvas.text(Words["Open rooms"], column: 3, row: 3, .strong)
    let count = rooms.isEmpty ? "" : Words["\(rooms.count - playing) waiting · \(playing) playing"]
    sheet.canvas.text(count, column: end + 2, row: 3, .dim)
    if let errand {
      sheet.canvas.text(errand, column: 5, row: HomeScreen.firstRow, .text, limit: width - 4)
      return sheet.canvas.park(column: 3, row: HomeScreen.firstRow)
    }
    guard let selected = state.index(in: rooms) else { return nothing(on: &sheet) }
    let last = sheet.noticeRow - (sheet.isBig ? HomeScreen.guideLines.count + 7 : 1)
    let space = max(1, last - HomeScreen.firstRow)
    let step = rooms.count * 2 <= space ? 2 : 1
    let visible = max(1, space / step)
    let first = max(0, min(selected - visible / 2, rooms.count - visible))
    for index in first..<min(rooms.count, first + visible) {
      let place = Area(
        column: 2, row: HomeScreen.firstRow + (index - first) * step, width: width - 2, height: 1)
      row(rooms[index], on: &sheet, place, isSelected: index == selected)
      sheet.hits.mark(place, as: .listing(index))
    }
  }

  private func row(_ room: Listing, on sheet: inout Sheet, _ place: Area, isSelected: Bool) {
    let row = place.row
    if isSelected {
      sheet.canvas.fill(place, Neutral.rail)
      sheet.canvas.put("▸", column: 3, row: row, .bright)
      sheet.canvas.park(column: 3, row: row)
    }
    let end = place.endColumn - 1
    let isWide = place.width >= 60
    sheet.canvas.text(state(of: room, sheet.setup), endColumn: end, row: row, .label)
    sheet.canvas.text("\(room.taken)/\(room.seats)", endColumn: end - 11, row: row, .text)
    let modeColumn = isWide ? 32 : 23
    sheet.canvas.text(
      room.name, column: 5, row: row, isSelected ? .strong : .text, limit: modeColumn - 6)
    sheet.canvas.text(
      room.mode, column: modeColumn, row: row, isSelected ? .text : .label,
      limit: HomeScreen.modeColumns)
    var column = modeColumn + HomeScreen.modeColumns + 2
    for icon in room.icons where column < end - 15 {
      sheet.canvas.put(icon.glyph, column: column, row: row, isSelected ? .text : .label)
      column += 2
    }
  }

  /// Columns of the longest name of a mode.
  private static let modeColumns = 8

  /// What there is to know before one goes in.
  private func state(of room: Listing, _ setup: ScreenSetup) -> String {
    if room.state == .playing {
      return Words["round \(room.round)"] + (room.of > 0 ? "/\(room.of)" : "")
    }
    if room.hasPassword { return Words["password"] }
    if room.isExact && setup.support.depth < .truecolor { return Words["24 bits"] }
    return room.isRated ? Words["rated"] : Words["waiting"]
  }

  /// What is under way; nil when nothing is.
  private var errand: String? {
    switch session.intent {
    case .browse: nil
    case .create: Words["Opening a room…"]
    case .join(let code, _): Words["Joining room \(code.text)…"]
    case .watch(.some(let code), _): Words["Going to watch room \(code.text)…"]
    case .watch(nil, _): Words["Looking for a room to watch…"]
    case .quick(let mode):
      Words["Looking for a match\(mode.map { Words[" of \($0.name)"] } ?? "")…"]
    }
  }

  // MARK: Newcomers

  private static var guideLines: [(String, String)] {
    [
      (Words["see"], Words["Everyone sees the same color at the same moment."]),
      (Words["mix"], Words["Move the sliders until yours looks the same."]),
      (Words["lock"], Words["Lock once it is close enough; a miss costs a moment."]),
      (Words["bell"], Words["The first lock rings it: the others have three seconds."]),
      (Words["score"], Words["Accuracy counts most; being slow costs half at most."]),
    ]
  }

  /// How a race goes, where there is space for it; for who knows, how the last ones went.
  private func guide(on sheet: inout Sheet, width: Int) {
    let lines = HomeScreen.guideLines
    let area = Area(
      column: 2, row: sheet.noticeRow - lines.count - 4, width: width - 2,
      height: lines.count + 4)
    let matches = (state.own.matches ?? []).prefix(Sheet.lastMatches)
    sheet.canvas.frame(
      area, title: matches.isEmpty ? Words["how a race goes"] : Words["your last matches"])
    if !matches.isEmpty {
      return sheet.lastMatches(Array(matches), area.inset(columns: 3, rows: 2))
    }
    for (index, (word, sentence)) in lines.enumerated() {
      let row = area.row + 2 + index
      sheet.canvas.text(word, column: area.column + 3, row: row, .text)
      sheet.canvas.text(
        sentence, column: area.column + 11, row: row, .label, limit: area.width - 13)
    }
  }

  // MARK: Nobody there

  /// The pair, and below it how to get to others.
  private func practice(
    _ practice: Practice, _ rooms: Int, on sheet: inout Sheet, width: Int
  ) {
    let row = sheet.practice(practice, vanish, width: width)
    guard rooms == 0 else {
      let end = sheet.canvas.text("Esc", column: 3, row: row, .key)
      sheet.canvas.text(
        Words["to the open rooms: \(rooms)"], column: end + 2, row: row, .label)
      return sheet.hits.mark(
        Area(column: 3, row: row, width: width - 4, height: 1), as: .key(.escape))
    }
    ways(on: &sheet, column: 3, row: row)
  }

  /// That no room is open is known only from the list of this connection.
  private func nothing(on sheet: inout Sheet) {
    let row = HomeScreen.firstRow
    if session.listedAt != nil {
      sheet.canvas.text(Words["No room is open right now."], column: 5, row: row, .text)
    }
    ways(on: &sheet, column: 5, row: row + 2)
    sheet.canvas.park(column: 5, row: row + 2)
  }

  /// What one can do where there is no room yet, a key a row, as many as there is space for.
  private func ways(on sheet: inout Sheet, column: Int, row: Int) {
    let ways = [
      (
        "p",
        session.isPrivate
          ? Words["plays at once, against a bot"]
          : Words["plays at once; a bot may be all there is"]
      ),
      ("n", Words["opens a room; bots keep you company"]),
      ("c", Words["takes the code of a friend's room"]),
    ]
    let all = nearby(sheet.setup.servers).map { [("g", $0)] + ways } ?? ways
    for (offset, (key, word)) in all.enumerated() where row + offset < sheet.noticeRow {
      let end = sheet.canvas.text(key, column: column, row: row + offset, .key)
      sheet.canvas.text(word, column: end + 2, row: row + offset, .label)
    }
  }

  /// Who plays on this network; nil if nobody is known to.
  private func nearby(_ servers: [ServerChoice]) -> String? {
    let games = servers.filter { $0.news != nil }
    guard let first = games.first else { return nil }
    return games.count == 1
      ? Words["goes to \(first.name), on this network"]
      : Words["goes to one of \(games.count) games on this network"]
  }
}
