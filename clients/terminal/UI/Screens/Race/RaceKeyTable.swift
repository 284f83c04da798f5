// The keys of a round, as they stand in the line at the bottom and in the help: those of sliders,
// of the wheel and of tiles. What they do is in RaceKeys.swift, WheelKeys.swift and TileKeys.swift.

import ClientCore
import Game
import Wire

extension ScreenModel {
  func raceKeys(_ match: MatchState) -> [KeyBinding] {
    let assist = KeyBinding(
      "a", Words["assist"], .character("a"), Words["hide the help, or show it again"])
    let isAlong = session?.room?.role == .watcher
    let leave =
      isAlong
      ? ScreenModel.leave(Words["watch"], Words["go back to watching; you keep your cell"])
      : ScreenModel.leave(Words["leave"], Words["leave the match"])
    let common =
      [ScreenModel.help, leave] + (match.rules.isAssisted ? [assist] : []) + talk
    // After a lock nothing moves any more.
    if let me = session?.room?.me, match.round?.lock(of: me) != nil { return common }
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
    if mode.hasWheel, !setup.isByNumbers { keys.append(ScreenModel.wheel) }
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
      "u", Words["undo"], .character("u"), Words["undo the last change"])
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

  private static var stopKeys: [KeyBinding] {
    [
      KeyBinding(
        "Tab", Words["other end"], .tab, Words["go to the other end of the gradient"], brief: ""),
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
