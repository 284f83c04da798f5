// A room between matches: every seat as a swatch in its player's color, bright once the player is
// ready, everything that the host has set, in words, and how others get in, where there is space
// also as a code for cameras. What the host may do about seats and settings lies over it.

import Chroma
import ClientCore
import Game
import Wire

/// Waiting for a match.
struct RoomScreen {
  let room: RoomModel
  let desk: RoomDesk
  let keys: [KeyBinding]
  /// How others get in; nil where nobody can be told.
  let code: JoinCode?
  /// On the server's clock.
  let now: Instant

  private static let seatsRow = 4
  /// Seats are at most this wide: two players do not need the whole width.
  private static let columnsMin = 4
  /// Columns of the name of a setting, where there are not many.
  private static let factColumns = 9
  /// Columns of a state, and the blank before it.
  private static let stateColumns = 6

  func draw(on sheet: inout Sheet) {
    let daily = room.settings.rules.mode.isDaily ? "   \(Day(of: now).text)" : ""
    sheet.header(room.settings.name + daily, right: Words["room code  \(room.code.text)"])
    let isSmall = sheet.height < 24
    let square = codeArea(on: sheet)
    let height = square == nil ? seatRows(on: sheet) : RoomScreen.seatRowsBesideCode
    let namesRow = RoomScreen.seatsRow + height + (isSmall ? 0 : 1)
    sheet.canvas.park(column: Sheet.margin, row: Sheet.statusRow)
    status(on: &sheet)
    // All free seats are one place, so that those who sit have room for their names.
    let free = room.freeSeats
    let places = room.seats.count + min(1, free)
    let pitch = (sheet.columns + 2) / max(RoomScreen.columnsMin, places)
    // Where a name and a state do not fit beside each other, all states are below, and no tags.
    let isNarrow = room.seats.contains {
      ShownText.columns(of: $0.profile.name) + RoomScreen.stateColumns > pitch - 2
    }
    for index in 0..<places {
      let area = Area(
        column: Sheet.margin + index * pitch, row: RoomScreen.seatsRow, width: pitch - 2,
        height: height)
      let isChosen = desk.place == index
      if index < room.seats.count {
        seat(
          room.seats[index], on: &sheet, area, namesRow: namesRow, isChosen: isChosen,
          isNarrow: isNarrow)
      } else {
        sheet.canvas.frame(area, isChosen ? .bright : .line)
        sheet.canvas.text(
          free == 1 ? Words["free"] : Words["\(free) free"], column: area.column, row: namesRow,
          isChosen ? .strong : .dim)
        if isChosen { sheet.canvas.park(column: area.column, row: namesRow) }
      }
      let whole = Area(
        column: area.column, row: area.row, width: area.width, height: namesRow + 2 - area.row)
      sheet.hits.mark(whole, as: .seat(index))
    }
    facts(on: &sheet, row: namesRow + (isSmall ? 2 : 3), isBesideCode: square != nil)
    if let code, let square {
      sheet.canvas.draw(
        code.code, square.area, margin: square.margin,
        hasColors: sheet.setup.support.depth > .monochrome)
      sheet.hits.mark(square.area, as: .key(.character("q")))
    }
    sheet.keyLine(keys)
    if let panel = desk.panel { sheet.roomPanel(panel, room) }
  }

  /// Rows of a seat where the code stands below, and the first row of that.
  private static let seatRowsBesideCode = 6, codeRow = 14

  /// Where the code for cameras is on the page itself, below the seats and at the right end; nil
  /// where it has no space.
  private func codeArea(on sheet: Sheet) -> (area: Area, margin: Int)? {
    guard sheet.isBig, sheet.width >= 110, let code else { return nil }
    let rows = sheet.noticeRow - RoomScreen.codeRow
    guard let margin = code.margin(columns: sheet.columns * 2 / 5, rows: rows) else { return nil }
    var area = code.area(column: 0, row: RoomScreen.codeRow, margin: margin)
    area.column = sheet.endColumn - area.width
    return (area, margin)
  }

  /// Rows of a seat: those that the names, the settings and the ways in leave.
  private func seatRows(on sheet: Sheet) -> Int {
    let shares = !sheet.setup.addressesToShare.isEmpty
    if sheet.isBig { return shares ? 12 : 16 }
    return sheet.height < 24 ? 2 : shares ? 5 : min(9, sheet.height - 17)
  }

  private func status(on sheet: inout Sheet) {
    let humans = room.seats.filter { !$0.profile.isBot }
    // A start waits for no seat that is away, nor for one that is idle; but it needs the host, and
    // the viewer reads this.
    let needed = [room.me, room.host]
    let waiting = room.seats.filter {
      !$0.isReady && $0.awayUntil == nil && (!$0.isIdle || needed.contains($0.player))
    }
    let host = room.host.map(room.name(of:)) ?? Words["the host"]
    let start = room.amHost ? Words["or when you say so (s)"] : Words["or when \(host) says so"]
    if let startsAt = room.startsAt {
      let seconds = Ticks.left(until: startsAt, at: now, every: 1_000) / 1_000
      sheet.status(Words["Starts in \(seconds) s"], Words["or as soon as all are ready"])
    } else if room.settings.seats == 0 {
      room.amHost
        ? sheet.status(Words["You present: you have no seat."], "")
        : sheet.status(Words["Watching"], Words["You play along as soon as it starts."])
    } else if room.role == .watcher {
      sheet.status(Words["Watching"], Words["the match starts when all are ready, \(start)"])
    } else if waiting.isEmpty && room.seats.count < min(2, room.settings.seats) {
      sheet.status(Words["You are ready"], Words["waiting for someone to race, a person or a bot"])
    } else if waiting.isEmpty && !humans.isEmpty {
      sheet.status(Words["All ready"], "")
    } else if room.settings.seats == 1 {
      sheet.status(Words["Ready when you are"], Words["the match starts with the space bar"])
    } else if room.mySeat?.isReady == true {
      let names = waiting.map { room.name(of: $0.player) }.joined(separator: ", ")
      sheet.status(Words["You are ready"], Words["waiting for \(names)"])
    } else {
      sheet.status(Words["Waiting for players"], Words["starts when all are ready, \(start)"])
    }
  }

  // MARK: Seats

  private func seat(
    _ seat: SeatState, on sheet: inout Sheet, _ area: Area, namesRow row: Int, isChosen: Bool,
    isNarrow: Bool
  ) {
    swatch(of: seat, on: &sheet, area, isChosen: isChosen)
    let isMe = seat.player == room.me
    let reaction = room.shownReaction(of: seat.player, at: now)
    let state =
      if seat.awayUntil != nil {
        Words["away"]
      } else {
        seat.isReady ? Words["ready"] : seat.isIdle ? Words["idle"] : "· · ·"
      }
    let start = sheet.canvas.text(
      reaction.map(Say.quoted) ?? state, endColumn: area.endColumn, row: isNarrow ? row + 1 : row,
      reaction != nil ? .bright : seat.isReady ? .label : .dim)
    // Without colors a bright frame is none.
    let arrow = isChosen && sheet.setup.isByNumbers ? "> " : ""
    sheet.canvas.text(
      arrow + seat.profile.name, column: area.column, row: row,
      isMe || isChosen ? .strong : .text,
      limit: isNarrow ? area.width : max(0, start - area.column - 1))
    if isChosen || (isMe && desk.place == nil) {
      sheet.canvas.park(column: area.column, row: row)
    }
    if isNarrow { return }
    let roles = [
      seat.player == room.host ? Words["host"] : nil, seat.profile.nobody,
    ]
    .compactMap(\.self)
    // One's own seat is seen without the word, too.
    let you = isMe ? [Words["you"]] : []
    let identity = [seat.profile.identity?.tag].compactMap(\.self)
    let choices = [you + roles + identity, roles + identity, you + roles, roles]
      .filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
    let tags = choices.first { ShownText.columns(of: $0) <= area.width } ?? choices.last ?? ""
    sheet.canvas.text(tags, column: area.column, row: row + 1, .dim, limit: area.width)
  }

  private func swatch(
    of seat: SeatState, on sheet: inout Sheet, _ area: Area, isChosen: Bool
  ) {
    let color = seat.profile.color
    let isBright = seat.isReady && seat.awayUntil == nil
    let shown = isBright ? color : color.mixed(with: Neutral.surround, at: 0.72)
    let isByNumbers = sheet.setup.isByNumbers
    if isByNumbers {
      sheet.canvas.frame(area, isBright || isChosen ? .bright : .line)
    } else if isChosen {
      sheet.canvas.chosen(area, shown)
    } else {
      sheet.canvas.swatch(area, shown)
    }
    let ink = isBright ? Neutral.ink(on: isByNumbers ? Neutral.surround : shown) : nil
    sheet.canvas.put(
      seat.profile.icon.glyph, column: area.column + (area.width - 1) / 2,
      row: area.row + area.height / 2, Style(ink ?? Neutral.label))
  }

  // MARK: Settings

  /// - Parameter isBesideCode: whether they have one column, since the code has the other.
  private func facts(on sheet: inout Sheet, row: Int, isBesideCode: Bool) {
    sheet.canvas.text(Words["Rules"], column: Sheet.margin, row: row, .strong)
    let across = isBesideCode ? 1 : 2
    let half = sheet.width / 2
    let first = row + (sheet.isBig ? 2 : 1)
    let facts = room.settings.facts(watchers: room.watchers)
    for (index, (name, fact)) in facts.enumerated() {
      let words = name == Words["series"] ? room.seriesWords ?? fact : fact
      let column = Sheet.margin + index % across * half
      let place = first + index / across
      let wordsColumn = column + (sheet.width >= 110 ? 12 : RoomScreen.factColumns)
      sheet.canvas.text(name, column: column, row: place, .dim)
      let limit = min(column + half - 1, sheet.endColumn) - wordsColumn
      sheet.canvas.text(
        Say.fitting(words, in: limit), column: wordsColumn, row: place, .text, limit: limit)
      if name == Words["watching"] {
        let area = Area(column: column, row: place, width: sheet.columns / across, height: 1)
        sheet.hits.mark(area, as: .key(.character("a")))
      }
    }
    let below = first + (facts.count + across - 1) / across + (sheet.height < 24 ? 0 : 1)
    share(
      on: &sheet, row: below,
      end: isBesideCode ? Sheet.margin + half : sheet.endColumn)
  }

  /// What others type to get in, one way a line, the page second, and what they should see then,
  /// whole or not at all.
  private func share(on sheet: inout Sheet, row: Int, end: Int) {
    let addresses = sheet.setup.addressesToShare
    let fingerprint = sheet.setup.fingerprintToShare ?? ""
    let column = Sheet.margin + 10
    let rows = sheet.noticeRow - row
    guard !addresses.isEmpty, rows > 0 else { return }
    sheet.canvas.text(Words["join by"], column: Sheet.margin, row: row, .dim)
    let showsFingerprint =
      !fingerprint.isEmpty && rows > 1 && fingerprint.count <= sheet.columns
    let space = end - column
    var ways = addresses.map { address in
      let place = "\(address)/\(room.code.text)"
      let command = Words["chromatch join \(place)"]
      return command.count <= space ? command : place
    }
    if let page = code?.address.page { ways.insert(page, at: 1) }
    let shown = ways.prefix(showsFingerprint ? rows - 1 : rows)
    for (index, way) in shown.enumerated() {
      sheet.canvas.text(
        way, column: column, row: row + index, index == 0 ? .bright : .label, limit: space)
    }
    guard showsFingerprint else { return }
    let below = row + shown.count
    if fingerprint.count <= end - Sheet.margin {
      // It needs no name, and where lines are short it has no space for one.
      let fits = column + fingerprint.count <= end
      sheet.canvas.text(fingerprint, column: fits ? column : Sheet.margin, row: below, .label)
    } else {
      let middle = fingerprint.index(fingerprint.startIndex, offsetBy: (fingerprint.count + 1) / 2)
      sheet.canvas.text(String(fingerprint[..<middle]), column: column, row: below, .label)
      sheet.canvas.text(String(fingerprint[middle...]), column: column, row: below + 1, .label)
    }
  }
}

extension Sheet {
  /// What the host has open over the seats.
  mutating func roomPanel(_ panel: RoomDesk.Panel, _ room: RoomModel) {
    switch panel {
    case .settings(let form):
      self.form(form, title: Words["the room's settings"], enter: Words["apply"])
    case .measures(let who, let chosen):
      let isBot = room.profile(of: who)?.isBot == true
      menu(
        RoomDesk.Measure.all(isBot: isBot).map(\.words), chosen: chosen, title: room.label(of: who),
        enter: Words["do it"])
    case .bots(let chosen):
      menu(
        RoomDesk.botWords, chosen: chosen, title: Words["seat a bot that is"],
        enter: Words["seat it"])
    case .friends(let chosen):
      menu(
        room.acquaintances.map { person in
          "\(setup.friends.contains(person.id.tag) ? "★" : "·") \(person.name), \(person.id.tag)"
        }, chosen: chosen, title: Words["friends, known on this computer alone"],
        enter: Words["friend or not"])
    case .ban(let who): banQuestion(room.name(of: who))
    }
  }

  /// Makes sure that somebody is to be banned.
  mutating func banQuestion(_ name: String) {
    question(
      Words["The room will never let \(name) in again."], title: Words["ban \(name)?"],
      yes: Words["ban"], no: Words["do not"])
  }
}

extension RoomModel {
  /// A player's newest reaction, while it is fresh.
  ///
  /// - Parameter now: by the clock that the screen shows, which for watchers may be late; reactions
  ///   are dated when they were heard.
  func shownReaction(of player: PlayerID, at now: Instant) -> Reaction? {
    freshReaction(of: player, at: now + delayMilliseconds)
  }
}
