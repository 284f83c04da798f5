// A room between matches: every seat as a swatch in its player's color, bright once the player is
// ready, the rules of the match to come, and how others get in.

import Chroma
import Game
import Wire

/// Waiting for a match.
struct RoomScreen {
  let room: RoomModel
  let keys: [KeyBinding]

  private static let seatsRow = 4
  /// Seats are at most this wide: two players do not need the whole width.
  private static let columnsMin = 4
  /// Narrower seats have the state below the name, and no tags.
  private static let nameAndStateWidth = 14

  func draw(on sheet: inout Sheet) {
    sheet.header(room.settings.name, right: "room code  \(room.code.text)")
    let seats = sheet.isBig ? 12 : sheet.height >= 24 ? 7 : 3
    status(on: &sheet)
    // All free seats are one place, so that those who sit have room for their names.
    let free = max(0, room.settings.seats - room.seats.count)
    let places = room.seats.count + min(1, free)
    let pitch = (sheet.columns + 2) / max(RoomScreen.columnsMin, places)
    for index in 0..<places {
      let area = Area(
        column: Sheet.margin + index * pitch, row: RoomScreen.seatsRow, width: pitch - 2,
        height: seats)
      if index < room.seats.count {
        seat(room.seats[index], on: &sheet, area)
      } else {
        sheet.canvas.frame(area)
        sheet.canvas.text(
          free == 1 ? "free" : "\(free) free", column: area.column, row: area.endRow + 1, .dim)
      }
    }
    rules(on: &sheet, row: RoomScreen.seatsRow + seats + (sheet.height < 24 ? 3 : 4))
    sheet.keyLine(keys)
  }

  private func status(on sheet: inout Sheet) {
    let humans = room.seats.filter { !$0.profile.isBot }
    let waiting = room.seats.filter { !$0.isReady }
    let host = room.host.map(room.name(of:)) ?? "the host"
    let start = room.amHost ? "or when you say so (s)" : "or when \(host) says so"
    if room.role == .watcher {
      sheet.status("Watching", "the match starts when all are ready, \(start)")
    } else if waiting.isEmpty && !humans.isEmpty {
      sheet.status("All are ready", "")
    } else if room.mySeat?.isReady == true {
      let names = waiting.map { room.name(of: $0.player) }.joined(separator: ", ")
      sheet.status("You are ready", "waiting for \(names)")
    } else {
      sheet.status("Waiting for players", "starts when all are ready, \(start)")
    }
  }

  // MARK: Seats

  private func seat(_ seat: SeatModel, on sheet: inout Sheet, _ area: Area) {
    let color = seat.profile.color
    let isBright = seat.isReady && seat.awayUntil == nil
    let shown = isBright ? color : color.mixed(with: Neutral.surround, at: 0.72)
    if sheet.setup.isByNumbers {
      sheet.canvas.frame(area, isBright ? .bright : .line)
    } else {
      sheet.canvas.swatch(area, shown)
    }
    let ink = isBright ? Neutral.ink(on: sheet.setup.isByNumbers ? Neutral.surround : shown) : nil
    sheet.canvas.put(
      seat.profile.icon.glyph, column: area.column + (area.width - 1) / 2,
      row: area.row + area.height / 2, Style(ink ?? Neutral.label))
    let isMe = seat.player == room.me
    let state = seat.awayUntil != nil ? "away" : seat.isReady ? "ready" : "· · ·"
    let row = area.endRow + 1
    let isNarrow = area.width < RoomScreen.nameAndStateWidth
    sheet.canvas.text(
      state, endColumn: area.endColumn, row: isNarrow ? row + 1 : row,
      seat.isReady ? .label : .dim)
    sheet.canvas.text(
      seat.profile.name, column: area.column, row: row, isMe ? .strong : .text,
      limit: isNarrow ? area.width : area.width - state.count - 1)
    if isMe { sheet.canvas.park(column: area.column, row: row) }
    if isNarrow { return }
    let tags = [
      isMe ? "you" : nil, seat.player == room.host ? "host" : nil,
      seat.profile.isBot ? "bot" : nil,
    ]
    sheet.canvas.text(
      tags.compactMap(\.self).joined(separator: ", "), column: area.column, row: row + 1, .dim,
      limit: area.width)
  }

  // MARK: Rules

  private func rules(on sheet: inout Sheet, row: Int) {
    let rules = room.settings.rules
    sheet.canvas.text("Rules", column: Sheet.margin, row: row, .strong)
    let facts = [
      ("mode", rules.mode.words), ("level", rules.level.words),
      ("rounds", "\(rules.rounds) of \(rules.seconds) s"), ("scoring", "ΔE 2000, faster counts"),
      ("listed", room.settings.isListed ? "everybody sees the room" : "by its code only"),
      ("watching", room.watchers == 0 ? "nobody" : "\(room.watchers)"),
    ]
    let half = sheet.width / 2
    let first = row + (sheet.isBig ? 2 : 1)
    for (index, (key, value)) in facts.enumerated() {
      let column = Sheet.margin + index % 2 * half
      let place = first + index / 2
      sheet.canvas.text(key, column: column, row: place, .dim)
      sheet.canvas.text(value, column: column + 10, row: place, .text, limit: half - 14)
    }
    share(on: &sheet, row: first + (sheet.height < 24 ? 3 : 4))
  }

  /// What others type to get in, one way a line.
  private func share(on sheet: inout Sheet, row: Int) {
    let addresses = sheet.setup.addressesToShare
    guard !addresses.isEmpty, row < sheet.noticeRow else { return }
    sheet.canvas.text("join by", column: Sheet.margin, row: row, .dim)
    for (index, address) in addresses.enumerated() where row + index < sheet.noticeRow {
      sheet.canvas.text(
        "chromatch join \(address) \(room.code.text)", column: Sheet.margin + 10,
        row: row + index, index == 0 ? .bright : .label, limit: sheet.columns - 10)
    }
  }
}
