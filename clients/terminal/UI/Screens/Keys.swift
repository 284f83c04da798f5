// What the keys of each screen are: the line at the bottom, the help, and what the mouse may press
// are all made of this one table. What each key does is in ScreenKeys.swift and its neighbors.

import Game
import Wire

extension ScreenModel {
  /// The keys of the present screen, the most wanted first.
  var keys: [KeyBinding] {
    switch place {
    case .connection: [KeyBinding("q", "quit", .character("q"))]
    case .home: homeKeys
    case .wall: wallKeys
    case .room(let room): roomKeys(room)
    case .race(_, let match): raceKeys(match)
    case .watch(let room, _): watchKeys(room)
    case .results(let room, let match): resultsKeys(room, match)
    }
  }

  private static let help = KeyBinding("F1", "help", .function(1), "this help (or ?)")
  private static let talk = KeyBinding(
    "t", "say", .character("t"), "show the others how you feel")

  private static func leave(_ word: String, _ meaning: String) -> KeyBinding {
    KeyBinding("Esc", word, .escape, meaning)
  }

  private var homeKeys: [KeyBinding] {
    let figure = KeyBinding("i", "icon", .character("i"), "choose the figure beside your name")
    return [
      KeyBinding("p", "play", .character("p"), "a match at once, of any mode or one"),
      KeyBinding("↑↓", "choose", nil, "choose a room (or k and j, Home, End)"),
      KeyBinding("⏎", "join", .enter, "sit down in the chosen room"),
      KeyBinding("n", "new", .character("n"), "open a room of your own"),
      KeyBinding("w", "watch", .character("w"), "look on in the chosen room"),
      KeyBinding("v", "wall", .character("v"), "look on in all rooms at once"),
      KeyBinding("d", "daily", .character("d"), "today's targets, alone"),
      ScreenModel.help,
      KeyBinding("q", "quit", .character("q"), "leave the game"),
      KeyBinding("c", "code", .character("c"), "go to a room by its code (or type it)"),
    ] + (setup.canChangeIcon ? [figure] + ScreenModel.personal : [])
  }

  private static let personal = [
    KeyBinding("s", "settings", .character("s"), "name, icon, colors, motion, bell (or ,)"),
    KeyBinding("g", "servers", .character("g"), "go to another server, or back to one"),
  ]

  private var joinCode: [KeyBinding] {
    let key = KeyBinding("q", "code", .character("q"), "how others get in, for a camera")
    return code == nil ? [] : [key]
  }

  // MARK: Rooms

  private func ready(_ room: RoomModel, _ word: String) -> KeyBinding {
    let isReady = room.mySeat?.isReady == true
    return KeyBinding(
      "space", isReady ? "not ready" : word, .character(" "),
      "say that you are ready, or not any more (or r)")
  }

  private func roomKeys(_ room: RoomModel) -> [KeyBinding] {
    guard room.role == .player else { return watchKeys(room) }
    let host = [
      KeyBinding("s", "start", .character("s"), "start now, ready or not"),
      KeyBinding("o", "settings", .character("o"), "set mode, rounds, time and all else"),
      KeyBinding("b", "bot", .character("b"), "seat a bot (1 to 4: of that level)"),
    ]
    let seats = [
      KeyBinding("←→⏎", "seats", nil, "choose a seat: make host, put out, ban; seat a bot")
    ]
    return [ready(room, "ready")] + (room.amHost ? host : [])
      + [
        ScreenModel.help, ScreenModel.leave("leave", "leave the room"), ScreenModel.talk,
      ] + (room.amHost ? seats : [])
      + [KeyBinding("w", "look on", .character("w"), "give up your seat and look on")]
      + joinCode
  }

  private func watchKeys(_ room: RoomModel) -> [KeyBinding] {
    let sit = KeyBinding("s", "sit down", .character("s"), "take a seat, after the round")
    let seated = room.mySeat == nil ? [] : [ScreenModel.talk]
    return (room.canSit ? [sit] : []) + seated
      + [
        ScreenModel.help,
        ScreenModel.leave(
          "leave", room.isInMatch ? "leave the match" : "back to the list of rooms"),
      ]
  }

  private func resultsKeys(_ room: RoomModel, _ match: MatchModel) -> [KeyBinding] {
    let values =
      setup.isByNumbers
      ? []
      : [
        KeyBinding(
          "v", "values", .character("v"), "write what the swatches are on them, or not any more")
      ]
    guard match.isOver else { return values + watchKeys(room) }
    let aside = KeyBinding("⏎", "the room", .enter, "put the standings aside and see the room")
    guard room.role == .player else { return [aside] + values + watchKeys(room) }
    let isReady = room.mySeat?.isReady == true
    let again = KeyBinding(
      "r", isReady ? "not ready" : "rematch", .character("r"),
      "say that you want another match (or space)")
    return [again, aside] + values
      + [ScreenModel.talk, ScreenModel.help, ScreenModel.leave("leave", "leave the room")]
  }

  // MARK: Races

  private func raceKeys(_ match: MatchModel) -> [KeyBinding] {
    let assist = KeyBinding("a", "assist", .character("a"), "hide the help, or show it again")
    let leave = ScreenModel.leave("leave", "leave the match")
    let common =
      [ScreenModel.help, leave] + (match.rules.isAssisted ? [assist] : []) + [ScreenModel.talk]
    let mode = match.rules.mode
    guard mode.answer == .sliders else { return ScreenModel.tileKeys + common }
    return isOnWheel ? wheelKeys(mode, common) : sliderKeys(mode, common)
  }

  /// What does not fit in the line is in the help.
  private func wheelKeys(_ mode: Mode, _ common: [KeyBinding]) -> [KeyBinding] {
    let ends = mode.stops > 1 ? ScreenModel.stopKeys : []
    var keys = ScreenModel.wheelKeys
    keys += ends.prefix(1)
    keys += [ScreenModel.sliders, ScreenModel.palette]
    keys += common
    keys += ends.dropFirst()
    return keys + ScreenModel.exactWheelKeys + [ScreenModel.undo]
  }

  private func sliderKeys(_ mode: Mode, _ common: [KeyBinding]) -> [KeyBinding] {
    let ends = mode.stops > 1 ? ScreenModel.stopKeys : []
    var keys = ends.prefix(1) + ScreenModel.sliderKeys
    if ends.isEmpty { keys.append(ScreenModel.far) }
    keys.append(ScreenModel.lock)
    if mode.hasWheel { keys.append(setup.isByNumbers ? ScreenModel.noWheel : ScreenModel.wheel) }
    keys.append(ScreenModel.palette)
    keys += common
    keys += ends.dropFirst()
    if !ends.isEmpty { keys.append(ScreenModel.far) }
    return keys + ScreenModel.endKeys + [ScreenModel.undo]
  }

  private static let lock = KeyBinding("⏎", "lock in", .enter, "lock in (or space)")
  private static let palette = KeyBinding(
    "p", "palette", .character("p"), "go to a color by its name")
  private static let undo = KeyBinding(
    "u", "undo", .character("u"), "back to before the last change")

  private static let sliderKeys = [
    KeyBinding("↑↓", "slider", nil, "choose a slider (or k and j, Tab)"),
    KeyBinding("←→", "1", nil, "move it by 1 (or h and l, the wheel)"),
  ]
  private static let far = KeyBinding("⇧", "10", nil, "with Shift by 10 (or H and L)")
  private static let wheel = KeyBinding(
    "m", "wheel", .character("m"), "hue and saturation on a wheel, and back")
  private static let noWheel = KeyBinding(
    "m", "no wheel", nil, "the wheel needs 256 colors or more")

  private static let stopKeys = [
    KeyBinding("Tab", "A or B", .tab, "go to the other end of the gradient"),
    KeyBinding("x", "swap ends", .character("x"), "each end takes the other's color"),
  ]

  private static let endKeys = [
    KeyBinding("0-9", "type", nil, "type an exact value, then Enter"),
    KeyBinding("Home End", "ends", nil, "to the ends of the track"),
  ]

  private static let wheelKeys = [
    KeyBinding("←→↑↓", "move", nil, "move the loupe, with Shift by 5 (or drag it)"),
    KeyBinding("[ ]", "brightness", nil, "by 1, { } by 10 (or the mouse's wheel)"),
    lock,
  ]
  private static let sliders = KeyBinding("m", "sliders", .character("m"), "back to the sliders")

  /// For where the grid of the wheel's pixels is too coarse.
  private static let exactWheelKeys = [
    KeyBinding(", .", "hue", nil, "hue down or up by 1°"),
    KeyBinding("- =", "saturation", nil, "saturation down or up by 1"),
  ]

  private static let tileKeys = [
    KeyBinding("←→↑↓", "choose", nil, "choose a tile (or h l k j)"),
    KeyBinding("⏎", "take it", .enter, "lock the chosen tile (or space)"),
    KeyBinding("1…=", "take", nil, "lock a tile at once by its key, or by a click"),
  ]
}
