// From what somebody wished for to the settings of a room: what was not said stays as it is or is
// as usual, and what does not go together is refused with a sentence.

import Game
import Wire

extension RoomWishes {
  /// A new room's settings.
  func settings(owner: String) throws(RefusalLine) -> RoomSettings {
    let rules = Rules.usual(of: mode ?? Rules.standard.mode)
    let usual = RoomSettings(
      name: "\(owner)'s room", rules: rules, seats: rules.mode.seats.upperBound, isListed: true,
      password: nil)
    return try settings(changing: usual, opens: false)
  }

  /// A room's settings after a change; `opens` takes its password away.
  func settings(changing old: RoomSettings, opens: Bool) throws(RefusalLine) -> RoomSettings {
    let mode = mode ?? old.rules.mode
    // Rounds and time of another mode mean nothing in this one, and so may the number of seats.
    let isOther = mode != old.rules.mode
    let usual = isOther ? Rules.usual(of: mode) : old.rules
    let rules = Rules(
      checkedMode: mode, rounds: rounds ?? usual.rounds, seconds: seconds ?? usual.seconds,
      level: level ?? (mode.isFixed ? usual.level : old.rules.level),
      isAssisted: isAssisted ?? (mode.isFixed ? usual.isAssisted : old.rules.isAssisted))
    guard let rules else {
      throw .badSetting("\(mode.name) has \(usual.rounds) rounds of \(usual.seconds) s, always")
    }
    let clean = name.flatMap {
      Names.cleaned($0, charactersMax: RoomSettings.nameCharactersMax)
    }
    let settings = RoomSettings(
      name: clean ?? old.name, rules: rules,
      seats: seats ?? min(old.seats, mode.seats.upperBound), isListed: isListed ?? old.isListed,
      password: opens ? nil : password ?? old.password, isRated: isRated ?? old.isRated,
      delay: delay ?? old.delay, isExact: isExact ?? old.isExact,
      isKnownOnly: isKnownOnly ?? old.isKnownOnly)
    guard mode.seats.contains(settings.seats) else {
      throw .badSetting("\(mode.name) has at most \(mode.seats.upperBound) seats")
    }
    guard !settings.isRated || (settings.isListed && settings.password == nil) else {
      throw .badSetting("a rated room is listed and has no password")
    }
    return settings
  }
}

extension RefusalLine {
  /// A setting that does not go with the others.
  static func badSetting(_ text: String) -> RefusalLine {
    RefusalLine(code: .badField, text: text)
  }
}
