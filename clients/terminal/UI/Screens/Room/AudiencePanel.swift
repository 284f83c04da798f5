// The list of those who look on, over any screen of a room but a race. Everybody may read it; the
// host points at somebody and puts them out. While it lies open it wants to be told anew every two
// seconds, since nobody tells who has come and gone. Who they are is the room's; here is only what
// a hand points at.
// Invariant: after `follow`, the watcher who is pointed at is in the list, and only hosts do
// anything about them.

import ClientCore
import Game
import Wire

/// The open list of those who look on.
struct AudiencePanel: Sendable {
  /// What is being done with it.
  enum Dialog: Equatable, Sendable {
    case reading
    /// Choosing what to do about somebody.
    case measures(PlayerID, chosen: Int)
    /// Making sure that somebody is to be banned.
    case ban(PlayerID)
  }

  /// What a host can do about somebody who looks on.
  static let measures: [RoomDesk.Measure] = [.kick, .ban]

  /// The row that is chosen, and who that is; nil for nobody.
  private(set) var place = 0
  private(set) var player: PlayerID?
  var step = Dialog.reading
  /// When the list was last asked for; nil when it has to be asked for at once.
  var askedAt: Instant?

  /// Takes a look at the room. The choice stays on its person, or else on its row.
  mutating func follow(_ room: RoomModel) {
    let onlookers = room.onlookers
    place = onlookers.firstIndex { $0.player == player } ?? place
    choose(place, of: onlookers)
    switch step {
    case .measures(let who, _), .ban(let who):
      if !room.amHost || !onlookers.contains(where: { $0.player == who }) { step = .reading }
    case .reading: break
    }
  }

  /// Points at a row, or at the nearest that there is.
  mutating func choose(_ index: Int, of onlookers: [Onlooker]) {
    place = max(0, min(index, onlookers.count - 1))
    player = onlookers.isEmpty ? nil : onlookers[place].player
  }

  /// When the list is to be asked for; nil where the server does not tell it.
  func nextQuestion(_ room: RoomModel) -> Instant? {
    guard room.audience?.isTold != false else { return nil }
    return askedAt.map { $0 + SessionLimits.audienceMilliseconds } ?? Instant(milliseconds: 0)
  }
}

extension RoomModel {
  /// Who looks on, as far as it is known.
  var onlookers: [Onlooker] { audience?.onlookers ?? [] }
}

// Keys and the mouse.
extension ScreenModel {
  /// Whether the list of those who look on can be opened here.
  var showsAudience: Bool {
    [.room, .watch, .results].contains(screen) && session?.room != nil
  }

  mutating func pressOnAudience(_ key: Key, in room: RoomModel) {
    switch audience?.step {
    case .measures(let who, let chosen): press(key, about: who, chosen: chosen)
    case .ban(let who):
      audience?.step = .reading
      if key == .enter { putOut(.ban(who)) }
    case .reading: read(key, in: room)
    case nil: break
    }
  }

  private mutating func read(_ key: Key, in room: RoomModel) {
    switch key {
    case .up, .left, .character("k"), .character("h"): choose(by: -1, in: room)
    case .down, .right, .tab, .character("j"), .character("l"): choose(by: 1, in: room)
    case .pageUp: choose(by: -AudiencePanel.rowsMax, in: room)
    case .pageDown: choose(by: AudiencePanel.rowsMax, in: room)
    case .home: audience?.choose(0, of: room.onlookers)
    case .end: audience?.choose(room.onlookers.count, of: room.onlookers)
    case .enter, .character(" "):
      if room.amHost, let who = audience?.player { audience?.step = .measures(who, chosen: 0) }
    case .escape, .character("a"): audience = nil
    default: break
    }
  }

  private mutating func choose(by rows: Int, in room: RoomModel) {
    let place = audience?.place ?? 0
    audience?.choose(place + rows, of: room.onlookers)
  }

  private mutating func press(_ key: Key, about who: PlayerID, chosen: Int) {
    switch Menu.press(key, chosen: chosen, of: AudiencePanel.measures.count) {
    case .choose(let index): audience?.step = .measures(who, chosen: index)
    case .take(let index) where AudiencePanel.measures[index] == .ban: audience?.step = .ban(who)
    case .take:
      audience?.step = .reading
      putOut(.kick(who))
    case .goBack: audience?.step = .reading
    case .nothing: break
    }
  }

  /// Puts somebody out, and asks at once who is left.
  private mutating func putOut(_ action: UserAction) {
    audience?.askedAt = nil
    act(action)
  }

  mutating func mouseOnAudience(
    _ action: Mouse.Action, _ control: Control, in room: RoomModel
  ) {
    guard case .choice(let index) = control, let audience else { return }
    switch (audience.step, action) {
    case (.measures(let who, _), .press(.left)): press(.enter, about: who, chosen: index)
    case (.reading, .press(.left)):
      if audience.place == index { return pressOnAudience(.enter, in: room) }
      self.audience?.choose(index, of: room.onlookers)
    case (.reading, .wheelUp): choose(by: -1, in: room)
    case (.reading, .wheelDown): choose(by: 1, in: room)
    default: break
    }
  }

  /// Keeps the list up to date while it lies open, and closes it where there is none.
  mutating func followAudience() {
    guard showsAudience, let session, let room = session.room else { return audience = nil }
    audience?.follow(room)
    guard let due = audience?.nextQuestion(room), due <= now, session.isInRoom else { return }
    audience?.askedAt = now
    act(.who)
  }
}

// The picture.
extension AudiencePanel {
  /// How many rows are shown at once, at most.
  static let rowsMax = 16
  /// So many are shown on the smallest screen without scrolling.
  private static let rowsShownAnywhere = 12
  /// Columns of the color, the figure and the blanks around it.
  private static let columnsBeforeName = 5
  /// Rows of a panel besides its list: frame, blanks and the keys; and those of a remark.
  private static let rowsAround = 6, rowsOfRemark = 2

  func draw(on sheet: inout Sheet, _ room: RoomModel) {
    switch step {
    case .reading: drawList(on: &sheet, room)
    case .measures(let who, let chosen):
      sheet.menu(
        AudiencePanel.measures.map(\.words), chosen: chosen, title: room.label(of: who),
        enter: Words["do it"])
    case .ban(let who): sheet.banQuestion(room.name(of: who))
    }
  }

  private func drawList(on sheet: inout Sheet, _ room: RoomModel) {
    let onlookers = room.onlookers
    let rows = min(max(1, onlookers.count), AudiencePanel.rowsMax)
    let hasRemark = onlookers.count > AudiencePanel.rowsShownAnywhere || room.watchersUntold > 0
    let inside = sheet.panel(
      width: 52,
      height: rows + AudiencePanel.rowsAround + (hasRemark ? AudiencePanel.rowsOfRemark : 0),
      title: Words["who watches"])
    let visible = max(1, min(rows, inside.height - (hasRemark ? 3 : 2)))
    let first = max(0, min(place - visible / 2, onlookers.count - visible))
    let scrolls = onlookers.count > visible
    if onlookers.isEmpty {
      sheet.canvas.text(empty(room), column: inside.column, row: inside.row, .label)
      sheet.canvas.park(column: inside.column, row: inside.row)
    }
    for (index, onlooker) in onlookers.enumerated().dropFirst(first).prefix(visible) {
      let row = inside.row + index - first
      let isChosen = index == place && (room.amHost || scrolls)
      if isChosen { sheet.chosenRow(inside, row: row) }
      draw(onlooker, on: &sheet, inside, row: row, isMe: onlooker.player == room.me, isChosen)
      sheet.hits.mark(inside.line(row), as: .choice(index))
    }
    sheet.canvas.text(
      remark(room, scrolls: scrolls), column: inside.column, row: inside.row + visible + 1, .label,
      limit: inside.width)
    let acts: [(String, String, Key?)] =
      room.amHost && !onlookers.isEmpty ? [("⏎", Words["remove"], .enter)] : []
    let moves: [(String, String, Key?)] =
      scrolls || !acts.isEmpty ? [("↑↓", Words["choose"], nil)] : []
    sheet.choices(acts + moves + [("Esc", Words["back"], .escape)], inside)
  }

  private func draw(
    _ onlooker: Onlooker, on sheet: inout Sheet, _ inside: Area, row: Int, isMe: Bool,
    _ isChosen: Bool
  ) {
    let style: Style = isMe || isChosen ? .strong : .text
    if !sheet.setup.isByNumbers {
      sheet.canvas.fill(
        Area(column: inside.column, row: row, width: 2, height: 1), onlooker.profile.color)
    } else if isChosen {
      sheet.canvas.put(">", column: inside.column, row: row, .strong)
    }
    sheet.canvas.put(onlooker.profile.icon.glyph, column: inside.column + 3, row: row, style)
    let known = onlooker.profile.identity?.tag ?? ""
    let tag = isMe ? Words["you"] : onlooker.profile.isBot ? Words["bot"] : known
    let end = sheet.canvas.text(tag, endColumn: inside.endColumn, row: row, .dim)
    let column = inside.column + AudiencePanel.columnsBeforeName
    sheet.canvas.text(
      onlooker.profile.name, column: column, row: row, style, limit: max(0, end - column - 1))
  }

  private func empty(_ room: RoomModel) -> String {
    switch room.audience?.isTold {
    case true: Words["Nobody is watching."]
    case false: Words["This server tells only the host."]
    case nil: Words["Asking the server…"]
    }
  }

  /// Where one is in a list that is longer than the panel, and what the server left out of it.
  private func remark(_ room: RoomModel, scrolls: Bool) -> String {
    let (count, untold) = (room.onlookers.count, room.watchersUntold)
    guard count > 0 else { return "" }
    guard untold > 0 else { return scrolls ? Words["\(place + 1) of \(count)"] : "" }
    return Words["\(place + 1) of the newest \(count); \(untold) more watch"]
  }
}
