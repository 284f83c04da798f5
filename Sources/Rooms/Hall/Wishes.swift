// From what somebody wished for to the settings of a room: what was not said stays as it is or is
// as usual, and what does not go together is refused with a sentence. It names only the settings
// that depend on each other.

import Game
import Wire

extension RoomWishes {
  /// A new room's settings.
  func settings(owner: String) throws(RefusalLine) -> RoomSettings {
    let rules = Rules.usual(of: mode ?? Rules.standard.mode)
    let isOwn = (names ?? .own) == .own
    let usual = RoomSettings(
      name: isOwn ? "\(owner)'s room" : "open to all", rules: rules,
      seats: rules.mode.seats.upperBound, isListed: true,
      password: nil)
    return try settings(changing: usual, opens: false)
  }

  /// A room's settings after a change; `opens` takes its password away.
  func settings(changing old: RoomSettings, opens: Bool) throws(RefusalLine) -> RoomSettings {
    var new = old
    let mode = mode ?? old.rules.mode
    if mode != old.rules.mode {
      // Rounds and time of another mode mean nothing in this one, and so may the number of seats.
      new.rules = Rules.usual(of: mode)
      if !mode.isFixed {
        (new.rules.level, new.rules.isAssisted) = (old.rules.level, old.rules.isAssisted)
      }
      new.seats = min(old.seats, mode.seats.upperBound)
    }
    for setting in RoomSetting.all {
      if let wish = self[setting] { new[setting] = wish }
    }
    guard new.rules.isAllowed else {
      let usual = Rules.usual(of: mode)
      throw .badSetting("\(mode.name) has \(usual.rounds) rounds of \(usual.seconds) s, always")
    }
    let clean = name.flatMap {
      Names.cleaned($0, charactersMax: RoomSettings.nameCharactersMax)
    }
    new.name = clean ?? old.name
    if opens { new.password = nil }
    try new.requirePresenter()
    try new.requireNames()
    // A ghost race has the seats of its ghosts, whatever its mode.
    guard seats == nil || mode.seats.contains(new.seats) || (new.seats == 0 && new.isPresented)
    else {
      throw .badSetting("\(mode.name) has at most \(mode.seats.upperBound) seats")
    }
    guard !new.isRated || new.isPublic else {
      throw .badSetting("a rated room is listed and has no password")
    }
    return new
  }
}

extension RoomSettings {
  /// Refuses what does not go with a presenter, or without one.
  fileprivate func requirePresenter() throws(RefusalLine) {
    guard seats > 0 || isPresented else {
      throw .badSetting("a room without seats has a presenter")
    }
    guard !isPresented || hasCrowd else {
      throw .badSetting("a presenter's room is not rated, not the day's, and has no delay")
    }
  }

  /// Refuses to count for players what nobody knows of whom it is.
  func requireNames() throws(RefusalLine) {
    guard names == .own || !(isRated || rules.mode.isDaily) else {
      throw .badSetting("where it counts, people are called as they say")
    }
  }
}

extension RefusalLine {
  /// A setting that does not go with the others.
  static func badSetting(_ text: String) -> RefusalLine {
    RefusalLine(code: .badField, text: text)
  }
}
