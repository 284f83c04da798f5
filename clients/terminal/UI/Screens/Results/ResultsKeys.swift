// What keys do after a round and on the final standings, and the table of those keys.

import ClientCore
import Game
import Wire

extension ScreenModel {
  mutating func press(_ key: Key, after match: MatchState, in room: RoomModel) {
    if key == .character("v") { return showsValues.toggle() }
    guard match.isOver else { return lookOn(by: key, room) }
    if pace(by: key, room) { return }
    switch key {
    case .escape: act(.leave)
    case .character("c") where offersDay(match):
      showsDay = true
      if let today = setup.today { wishes.append(.copy(today.text)) }
    case .enter: matchPutAside = match.number
    case _ where room.role != .player: sit(by: key, room)
    case .character("r"), .character(" "): act(.ready(room.mySeat?.isReady != true))
    case .character("x") where room.canStopSeries: act(.ready(false))
    case .character("g"): if let index = room.placeInLog { act(.race(index)) }
    default: break
    }
  }

  /// Whether there is a day's result to paste.
  private func offersDay(_ match: MatchState) -> Bool {
    match.rules.mode.isDaily && match.isOver && setup.today != nil
  }

  func resultsKeys(_ room: RoomModel, _ match: MatchState) -> [KeyBinding] {
    let values =
      setup.isByNumbers
      ? []
      : [
        KeyBinding(
          "v", Words["values"], .character("v"),
          Words["show values on the swatches, or hide them"])
      ]
    let day =
      offersDay(match)
      ? [
        KeyBinding(
          "c", Words["copy"], .character("c"), Words["copy the day's result, and show it"])
      ] : []
    guard match.isOver else { return values + watchKeys(room) }
    let aside = KeyBinding(
      "⏎", Words["the room"], .enter, Words["close the standings and see the room"])
    guard room.role == .player else { return [aside] + values + watchKeys(room) }
    let isReady = room.mySeat?.isReady == true
    let again = KeyBinding(
      "r", isReady ? Words["not ready"] : Words["rematch"], .character("r"),
      Words["say that you want another match (or space)"])
    let ghosts =
      room.placeInLog == nil
      ? []
      : [
        KeyBinding(
          "g", Words["race it"], .character("g"), Words["race this match again, against its ghosts"]
        )
      ]
    let last =
      talk + [
        ScreenModel.help, ScreenModel.leave(Words["leave"], Words["leave the room"]),
        ScreenModel.audience,
      ]
    return [again] + day + stop(room) + [aside] + ghosts + values + last
  }
}
