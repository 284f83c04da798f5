// What keys and the mouse do on the wheel: arrows move the loupe by pixels, four pairs of keys set
// hue, saturation and brightness exactly, the mouse picks and drags. Everything ends in `move`, as
// with sliders; locking, assist and the rest are the same keys as there.

import Chroma
import Game

extension ScreenModel {
  /// Whether the hands are on a wheel: it was turned to, the mode has one, and colors are seen.
  var isOnWheel: Bool { race.usesWheel && !setup.isByNumbers }

  /// Goes from the sliders to the wheel, or back.
  mutating func turnWheel() {
    guard race.mode.hasWheel, !setup.isByNumbers else { return }
    race.forgetTyped()
    race.wheel.turn(diameter: WheelLayout.diameter(width: width, height: height))
  }

  /// How many pixels an arrow moves the loupe with Shift.
  private static let pixelsWithShift = 5
  /// How far braces move the brightness.
  private static let brightnessStep = 10

  /// A key on the wheel; nil when it is none of the wheel's own.
  mutating func pressOnWheel(
    _ key: Key, _ modifiers: Modifiers, at now: Instant
  ) -> [UserRequest]? {
    let far = ScreenModel.pixelsWithShift
    let pixels = modifiers.contains(.shift) ? far : 1
    switch key {
    case .left: return moveLoupe(right: -pixels, at: now)
    case .right: return moveLoupe(right: pixels, at: now)
    case .up: return moveLoupe(down: -pixels, at: now)
    case .down: return moveLoupe(down: pixels, at: now)
    case .character("h"): return moveLoupe(right: -1, at: now)
    case .character("l"): return moveLoupe(right: 1, at: now)
    case .character("k"): return moveLoupe(down: -1, at: now)
    case .character("j"): return moveLoupe(down: 1, at: now)
    case .character("H"): return moveLoupe(right: -far, at: now)
    case .character("L"): return moveLoupe(right: far, at: now)
    case .character("K"): return moveLoupe(down: -far, at: now)
    case .character("J"): return moveLoupe(down: far, at: now)
    case .character("["): return step(race.brightnessSlider, by: -1, at: now)
    case .character("]"): return step(race.brightnessSlider, by: 1, at: now)
    case .character("{"):
      return step(race.brightnessSlider, by: -ScreenModel.brightnessStep, at: now)
    case .character("}"):
      return step(race.brightnessSlider, by: ScreenModel.brightnessStep, at: now)
    case .character(","): return step(race.hueSlider, by: -1, at: now)
    case .character("."): return step(race.hueSlider, by: 1, at: now)
    case .character("-"): return step(race.saturationSlider, by: -1, at: now)
    case .character("="): return step(race.saturationSlider, by: 1, at: now)
    // There are no sliders to go to the ends of, or to type into.
    case .home, .end, .backspace: return []
    case .character(let digit) where ("0"..."9").contains(digit): return []
    default: return nil
    }
  }

  private mutating func moveLoupe(
    right: Int = 0, down: Int = 0, at now: Instant
  ) -> [UserRequest] {
    guard let disk = race.wheel.picture?.disk else { return [] }
    return placeLoupe(
      disk.moved(race.spot(of: guess, on: disk), right: right, down: down), on: disk, at: now)
  }

  private mutating func placeLoupe(
    _ spot: WheelSpot, on disk: WheelDisk, at now: Instant
  ) -> [UserRequest] {
    guard session?.canMove(at: now) == true else { return [] }
    return move(to: race.placing(spot, of: guess, on: disk), at: now)
  }

  // MARK: Mouse

  /// What a press on the wheel or its bar, or a drag from there to anywhere, does.
  mutating func pointOnWheel(
    _ control: Control, at point: Point, _ now: Instant
  ) -> [UserRequest] {
    guard let disk = race.wheel.picture?.disk,
      let area = sheet(at: now).hits.area(of: control)
    else { return [] }
    let row = point.row - area.row
    if control == .brightness {
      let share = area.height > 1 ? Double(row) / Double(area.height - 1) : 0
      return put(race.brightnessSlider, at: 1 - share, now)
    }
    let spot = disk.spot(
      column: point.column - area.column, row: row, hue: guess.values[race.hueSlider])
    return placeLoupe(spot, on: disk, at: now)
  }

  /// A notch of the mouse's wheel over the wheel or its bar.
  mutating func scrollBrightness(by steps: Int, at now: Instant) -> [UserRequest] {
    step(race.brightnessSlider, by: steps, at: now)
  }
}
