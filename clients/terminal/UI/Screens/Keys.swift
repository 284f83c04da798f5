// What the keys of each screen are: the line at the bottom, the help, and what the mouse may press
// are all made of this one table. What each key does is in ScreenKeys.swift and its neighbors.

import Game
import Wire

extension ScreenModel {
  /// The keys of the present screen, the most wanted first.
  var keys: [KeyBinding] {
    switch (place, session?.room, session?.room?.match) {
    case (.home, _, _): homeKeys
    case (.wall, _, _): wallKeys
    case (.room, let room?, _): roomKeys(room)
    case (.race, _, let match?): raceKeys(match)
    case (.watch, let room?, _): watchKeys(room)
    case (.results, let room?, let match?): resultsKeys(room, match)
    default: [KeyBinding("q", Words["quit"], .character("q"))]
    }
  }

  private static var help: KeyBinding {
    KeyBinding("F1", Words["help"], .function(1), Words["this help (or ?)"])
  }
  private static var talk: KeyBinding {
    KeyBinding(
      "t", Words["say"], .character("t"), Words["show the others how you feel"])
  }

  private static var audience: KeyBinding {
    KeyBinding(
      "a", Words["audience"], .character("a"), Words["see who watches; the host can put them out"])
  }

  private static func leave(_ word: String, _ meaning: String) -> KeyBinding {
    KeyBinding("Esc", word, .escape, meaning)
  }

  private var homeKeys: [KeyBinding] {
    let figure = KeyBinding(
      "i", Words["icon"], .character("i"), Words["choose the figure beside your name"])
    let list = [
      KeyBinding("p", Words["play"], .character("p"), Words["a match at once, of any mode or one"]),
      KeyBinding("↑↓", Words["choose"], nil, Words["choose a room (or k and j, Home, End)"]),
      KeyBinding("⏎", Words["join"], .enter, Words["sit down in the chosen room"]),
      KeyBinding("n", Words["new"], .character("n"), Words["open a room of your own"]),
      KeyBinding("w", Words["watch"], .character("w"), Words["look on in the chosen room"]),
      KeyBinding("v", Words["wall"], .character("v"), Words["look on in all rooms at once"]),
      KeyBinding("d", "daily", .character("d"), Words["today's targets, alone"]),
      ScreenModel.help,
      KeyBinding("q", Words["quit"], .character("q"), Words["leave the game"]),
      KeyBinding(
        "c", Words["code"], .character("c"), Words["go to a room by its code (or type it)"]),
    ]
    // What is not there cannot be chosen; the pair to practice on can be moved instead.
    let absent: [Key?] = [nil, .enter, .character("w")]
    let mine =
      showsPractice
      ? [list[0]] + ScreenModel.practiceKeys + list.dropFirst().filter { !absent.contains($0.key) }
      : list
    let keys = mine + (setup.canChangeIcon ? [figure] + ScreenModel.personal : [])
    guard HomeScreen.isNarrow(width) else { return keys }
    // A chosen row speaks for itself, `d` stands above the line, and the wall wants a wide window.
    let later: [Key?] = [nil, .character("v"), .character("d")]
    return keys.filter { !later.contains($0.key) } + keys.filter { later.contains($0.key) }
  }

  private static var practiceKeys: [KeyBinding] {
    [
      KeyBinding(
        "↑↓ ←→", Words["practice"], nil, Words["choose and move a slider, with Shift by 10"]),
      KeyBinding("⏎", Words["next pair"], .enter, Words["another pair, once the line is gone"]),
    ]
  }

  private static var personal: [KeyBinding] {
    [
      KeyBinding(
        "s", Words["settings"], .character("s"), Words["name, icon, colors and more (or ,)"]),
      KeyBinding(
        "g", Words["servers"], .character("g"), Words["go to another server, or back to one"]),
    ]
  }

  private var joinCode: [KeyBinding] {
    let key = KeyBinding(
      "q", Words["code"], .character("q"), Words["how others get in, for a camera"])
    return code == nil ? [] : [key]
  }

  // MARK: Rooms

  private func ready(_ room: RoomModel, _ word: String) -> KeyBinding {
    let isReady = room.mySeat?.isReady == true
    return KeyBinding(
      "space", isReady ? Words["not ready"] : word, .character(" "),
      Words["say that you are ready, or not any more (or r)"])
  }

  private func roomKeys(_ room: RoomModel) -> [KeyBinding] {
    guard room.role == .player else { return watchKeys(room) }
    let host = [
      KeyBinding("s", Words["start"], .character("s"), Words["start now, ready or not"]),
      KeyBinding(
        "o", Words["settings"], .character("o"), Words["set mode, rounds, time and all else"]),
    ]
    let bot = [
      KeyBinding("b", Words["bot"], .character("b"), Words["seat a bot (1 to 4: of that level)"])
    ]
    let seats = [
      KeyBinding(
        "←→⏎", Words["seats"], nil, Words["choose a seat: make host, put out, ban; seat a bot"])
    ]
    return [ready(room, Words["ready"])] + (room.amHost ? host : [])
      + (room.amHost && room.freeSeats > 0 ? bot : [])
      + [
        ScreenModel.help, ScreenModel.leave(Words["leave"], Words["leave the room"]),
        ScreenModel.talk,
      ] + (room.amHost ? seats : []) + [ScreenModel.audience]
      + [KeyBinding("w", Words["look on"], .character("w"), Words["give up your seat and look on"])]
      + joinCode
  }

  private func watchKeys(_ room: RoomModel) -> [KeyBinding] {
    let sit = KeyBinding(
      "s", Words["sit down"], .character("s"), Words["take a seat, after the round"])
    let seated = room.mySeat == nil ? [] : [ScreenModel.talk]
    return (room.canSit ? [sit] : []) + seated
      + [
        ScreenModel.help,
        ScreenModel.leave(
          Words["leave"],
          room.isInMatch ? Words["leave the match"] : Words["back to the list of rooms"]),
        ScreenModel.audience,
      ]
  }

  private func resultsKeys(_ room: RoomModel, _ match: MatchState) -> [KeyBinding] {
    let values =
      setup.isByNumbers
      ? []
      : [
        KeyBinding(
          "v", Words["values"], .character("v"),
          Words["write what the swatches are on them, or not any more"])
      ]
    guard match.isOver else { return values + watchKeys(room) }
    let aside = KeyBinding(
      "⏎", Words["the room"], .enter, Words["put the standings aside and see the room"])
    guard room.role == .player else { return [aside] + values + watchKeys(room) }
    let isReady = room.mySeat?.isReady == true
    let again = KeyBinding(
      "r", isReady ? Words["not ready"] : Words["rematch"], .character("r"),
      Words["say that you want another match (or space)"])
    return [again, aside] + values
      + [
        ScreenModel.talk, ScreenModel.help,
        ScreenModel.leave(Words["leave"], Words["leave the room"]), ScreenModel.audience,
      ]
  }

  // MARK: Races

  private func raceKeys(_ match: MatchState) -> [KeyBinding] {
    let assist = KeyBinding(
      "a", Words["assist"], .character("a"), Words["hide the help, or show it again"])
    let leave = ScreenModel.leave(Words["leave"], Words["leave the match"])
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

  private static var lock: KeyBinding {
    KeyBinding(
      "⏎", Words["lock in"], .enter, Words["lock in (or space)"], brief: Words["lock"])
  }
  private static var palette: KeyBinding {
    KeyBinding(
      "p", Words["palette"], .character("p"), Words["go to a color by its name"])
  }
  private static var undo: KeyBinding {
    KeyBinding(
      "u", Words["undo"], .character("u"), Words["back to before the last change"])
  }

  private static var sliderKeys: [KeyBinding] {
    [
      KeyBinding(
        "↑↓", Words["slider"], nil, Words["choose a slider (or k and j, Tab)"], brief: ""),
      KeyBinding("←→", "1", nil, Words["move it by 1 (or h and l, the wheel)"]),
    ]
  }
  private static var far: KeyBinding {
    KeyBinding("⇧", "10", nil, Words["with Shift by 10 (or H and L)"])
  }
  private static var wheel: KeyBinding {
    KeyBinding(
      "m", Words["wheel"], .character("m"), Words["hue and saturation on a wheel, and back"])
  }
  private static var noWheel: KeyBinding {
    KeyBinding(
      "m", Words["no wheel"], nil, Words["the wheel needs 256 colors or more"])
  }

  private static var stopKeys: [KeyBinding] {
    [
      KeyBinding(
        "Tab", Words["A or B"], .tab, Words["go to the other end of the gradient"], brief: "A B"),
      KeyBinding(
        "x", Words["swap ends"], .character("x"), Words["each end takes the other's color"]),
    ]
  }

  private static var endKeys: [KeyBinding] {
    [
      KeyBinding("0-9", Words["type"], nil, Words["type an exact value, then Enter"]),
      KeyBinding("Home End", Words["ends"], nil, Words["to the ends of the track"]),
    ]
  }

  private static var wheelKeys: [KeyBinding] {
    [
      KeyBinding(
        "←→↑↓", Words["move"], nil, Words["move the loupe, with Shift by 5 (or drag it)"],
        brief: ""),
      KeyBinding(
        "[ ]", Words["brightness"], nil, Words["by 1, { } by 10 (or the mouse's wheel)"],
        brief: Words["light"]),
      lock,
    ]
  }
  private static var sliders: KeyBinding {
    KeyBinding("m", Words["sliders"], .character("m"), Words["back to the sliders"])
  }

  /// For where the grid of the wheel's pixels is too coarse.
  private static var exactWheelKeys: [KeyBinding] {
    [
      KeyBinding(", .", Words["hue"], nil, Words["hue down or up by 1°"]),
      KeyBinding("- =", Words["saturation"], nil, Words["saturation down or up by 1"]),
    ]
  }

  private static var tileKeys: [KeyBinding] {
    [
      KeyBinding("←→↑↓", Words["choose"], nil, Words["choose a tile (or h l k j)"]),
      KeyBinding("⏎", Words["take it"], .enter, Words["lock the chosen tile (or space)"]),
      KeyBinding("1…=", Words["take"], nil, Words["lock a tile at once by its key, or by a click"]),
    ]
  }
}
