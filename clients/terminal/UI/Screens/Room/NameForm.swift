// What a player is called and which figure stands beside it, to be changed in the room between
// matches, over the seats. It begins with what everyone sees now. Invariant: what it gives back is
// a name that a server takes.

import ClientCore
import Game
import Wire

/// A name and a figure, as far as they are chosen.
struct NameForm: Equatable, Sendable {
  private(set) var name: String
  private(set) var icon: Icon

  /// What everyone sees now.
  init(_ profile: Profile) { (name, icon) = (profile.name, profile.icon) }

  /// Adds a letter to the name, as far as it fits.
  mutating func type(_ letter: Unicode.Scalar) {
    var longer = name
    longer.unicodeScalars.append(letter)
    if PlayerName.isBegun(longer) { name = longer }
  }

  mutating func rubOut() { name = String(name.dropLast()) }

  /// Takes a figure so many places further.
  mutating func choose(by places: Int) {
    let all = Icon.allCases
    icon = all[((all.firstIndex(of: icon) ?? 0) + places + all.count) % all.count]
  }
}

extension ScreenModel {
  /// Whether the player can be renamed now: on a seat, between matches.
  var canRename: Bool {
    guard let room = session?.room else { return false }
    return room.mySeat != nil && !room.isRunning && !room.isAboutToBegin
  }

  mutating func openName() {
    if canRename { naming = session?.room?.mySeat.map { NameForm($0.profile) } }
  }

  mutating func press(_ key: Key, inName form: NameForm) {
    var form = form
    switch key {
    case .escape: return naming = nil
    case .enter:
      naming = nil
      guard let name = PlayerName.clean(form.name) else { return }
      act(.rename(name: name, icon: form.icon))
      home.figure = form.icon
      wishes += [.prefer(.name(name)), .prefer(.icon(form.icon))]
      return
    case .backspace: form.rubOut()
    case .left: form.choose(by: -1)
    case .right: form.choose(by: 1)
    case .character(let letter): form.type(letter)
    default: return
    }
    naming = form
  }
}

extension Sheet {
  mutating func question(for form: NameForm) {
    let inside = panel(width: 52, height: 9, title: Words["your name and icon"])
    canvas.fill(inside.line(inside.row), Neutral.rail)
    canvas.put(form.icon.glyph, column: inside.column, row: inside.row, .bright)
    let end = canvas.text(
      form.name, column: inside.column + 2, row: inside.row, .strong, limit: inside.width - 2)
    canvas.text(
      Words["What others call you: up to \(Profile.nameCharactersMax) characters."],
      column: inside.column, row: inside.row + 2, .label, limit: inside.width)
    choices(
      [
        ("⏎", Words["use it"], .enter), ("←→", Words["icon"], nil), ("Esc", Words["back"], .escape),
      ], inside)
    canvas.park(column: min(end, inside.endColumn - 1), row: inside.row, visibly: true)
  }
}
