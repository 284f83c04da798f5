// The question for a room's password, over whatever screen one is on: before a room of the list
// that has one, and whenever the server lets nobody in without it, however one came there. What was
// wrong is said inside it, until something is typed. Which room asks is the session's to know.

import ClientCore
import Game
import Wire

/// A password, as far as it is typed.
struct PasswordForm: Equatable, Sendable {
  let code: RoomCode
  /// Whether it is asked for to look on, rather than to sit down.
  let watches: Bool
  var text = ""
  /// Why it is asked for again: one English sentence.
  var problem: String?

  /// A question that nobody has answered yet.
  init(_ code: RoomCode, watches: Bool) {
    self.code = code
    self.watches = watches
  }

  /// The question of a room that did not let the user in.
  init(_ door: LockedDoor) {
    self.init(door.code, watches: door.watches)
    problem = door.wasWrong ? RefusalCode.wrongPass.sentence : nil
  }

  mutating func type(_ letter: Unicode.Scalar) {
    problem = nil
    guard text.count < RoomSettings.passwordCharactersMax else { return }
    text.unicodeScalars.append(letter)
  }

  mutating func rubOut() {
    problem = nil
    if !text.isEmpty { text.removeLast() }
  }
}

extension ScreenModel {
  /// Goes for a room in the list, by way of its password if it has one.
  mutating func enter(_ listing: Listing, watches: Bool) {
    guard listing.hasPassword else { return enter(listing.code, watches: watches) }
    password = PasswordForm(listing.code, watches: watches)
  }

  /// Goes for a room.
  mutating func enter(_ code: RoomCode, password: String? = nil, watches: Bool) {
    home.panel = nil
    act(watches ? .watch(code, password: password) : .join(code, password: password))
  }

  mutating func press(_ key: Key, inPassword form: PasswordForm) {
    var form = form
    switch key {
    case .escape: return password = nil
    case .enter:
      guard !form.text.isEmpty else { return }
      password = nil
      return enter(form.code, password: form.text, watches: form.watches)
    case .backspace: form.rubOut()
    case .character(let letter): form.type(letter)
    default: return
    }
    password = form
  }
}

extension Sheet {
  mutating func question(for form: PasswordForm) {
    let inside = panel(
      width: 44, height: 9, title: Words["the password of room \(form.code.text)"])
    canvas.fill(inside.line(inside.row), Neutral.rail)
    let shown = String(repeating: "·", count: form.text.count)
    let end = canvas.text(
      shown, column: inside.column, row: inside.row, .strong, limit: inside.width)
    if let problem = form.problem {
      canvas.text(
        problem, column: inside.column, row: inside.row + 2, .bright, limit: inside.width)
    }
    answers(form.watches ? Words["watch"] : Words["join"], inside)
    canvas.park(column: min(end, inside.endColumn - 1), row: inside.row, visibly: true)
  }
}
