// What the keys of each screen are: the line at the bottom, the help, and what the mouse may press
// are all made of this one table. What each key does is in ScreenKeys.swift.

import Game
import Wire

extension ScreenModel {
  /// The keys of the present screen, the most wanted first.
  var keys: [KeyBinding] {
    switch place {
    case .connection: [KeyBinding("q", "quit", .character("q"))]
    case .home: homeKeys
    case .room(let room): roomKeys(room)
    case .race: ScreenModel.raceKeys
    case .watch: ScreenModel.watchKeys
    case .results(let room, let match): resultsKeys(room, match)
    }
  }

  private var homeKeys: [KeyBinding] {
    let figure = KeyBinding("i", "icon", .character("i"), "choose the figure beside your name")
    return [
      KeyBinding("↑↓", "choose", nil, "choose a room (or k and j, Home, End)"),
      KeyBinding("⏎", "join", .enter, "sit down in the chosen room"),
      KeyBinding("n", "new room", .character("n"), "open a room of your own"),
      KeyBinding("w", "watch", .character("w"), "look on in the chosen room"),
      KeyBinding("c", "code", .character("c"), "go to a room by its code (or type it)"),
    ] + (setup.canChangeIcon ? [figure] : [])
      + [
        KeyBinding("F1", "help", .function(1), "this help (or ?)"),
        KeyBinding("q", "quit", .character("q"), "leave the game"),
      ]
  }

  private func roomKeys(_ room: RoomModel) -> [KeyBinding] {
    guard room.role == .player else { return ScreenModel.watchKeys }
    let isReady = room.mySeat?.isReady == true
    let own = KeyBinding(
      "space", isReady ? "not ready" : "ready", .character(" "),
      "say that you are ready, or not any more")
    let host = [
      KeyBinding("s", "start", .character("s"), "start now, ready or not"),
      KeyBinding("b", "add bot", .character("b"), "seat a bot (1 to 4: of that level)"),
    ]
    return [own] + (room.amHost ? host : [])
      + [
        KeyBinding("F1", "help", .function(1), "this help (or ?)"),
        KeyBinding("Esc", "leave", .escape, "leave the room"),
      ]
  }

  private static let raceKeys = [
    KeyBinding("↑↓", "slider", nil, "choose a slider (or k and j, Tab)"),
    KeyBinding("←→", "1", nil, "move it by 1 (or h and l, the wheel)"),
    KeyBinding("⇧←→", "10", nil, "move it by 10 (or H and L)"),
    KeyBinding("0-9", "type", nil, "type an exact value, then Enter"),
    KeyBinding("⏎", "lock in", .enter, "lock in (or space)"),
    KeyBinding("F1", "help", .function(1), "this help (or ?)"),
    KeyBinding("Esc", "leave", .escape, "leave the match"),
    KeyBinding("Home End", "ends", nil, "to the ends of the track"),
  ]

  private static let watchKeys = [
    KeyBinding("F1", "help", .function(1), "this help (or ?)"),
    KeyBinding("Esc", "leave", .escape, "back to the list of rooms"),
  ]

  private func resultsKeys(_ room: RoomModel, _ match: MatchModel) -> [KeyBinding] {
    guard match.isOver, room.role == .player else { return ScreenModel.watchKeys }
    let isReady = room.mySeat?.isReady == true
    return [
      KeyBinding(
        "space", isReady ? "not ready" : "ready for another", .character(" "),
        "say that you want another match"),
      KeyBinding("⏎", "the room", .enter, "put the standings aside and see the room"),
      KeyBinding("F1", "help", .function(1), "this help (or ?)"),
      KeyBinding("Esc", "leave", .escape, "leave the room"),
    ]
  }
}
