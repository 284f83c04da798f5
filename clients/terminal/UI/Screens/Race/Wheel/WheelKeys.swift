// What keys and the mouse do on the wheel: arrows move the loupe by pixels, four pairs of keys set
// hue, saturation and brightness exactly, the mouse picks and drags. Everything ends in `move`, as
// with sliders; locking, assist and the rest are the same keys as there.

import Chroma
import ClientCore
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

  /// A key on the wheel; whether it is one of the wheel's own.
  mutating func pressOnWheel(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let far = ScreenModel.pixelsWithShift
    let pixels = modifiers.contains(.shift) ? far : 1
    switch key {
    case .left: moveLoupe(right: -pixels)
    case .right: moveLoupe(right: pixels)
    case .up: moveLoupe(down: -pixels)
    case .down: moveLoupe(down: pixels)
    case .character("h"): moveLoupe(right: -1)
    case .character("l"): moveLoupe(right: 1)
    case .character("k"): moveLoupe(down: -1)
    case .character("j"): moveLoupe(down: 1)
    case .character("H"): moveLoupe(right: -far)
    case .character("L"): moveLoupe(right: far)
    case .character("K"): moveLoupe(down: -far)
    case .character("J"): moveLoupe(down: far)
    case .character("["): step(race.brightnessSlider, by: -1)
    case .character("]"): step(race.brightnessSlider, by: 1)
    case .character("{"): step(race.brightnessSlider, by: -ScreenModel.brightnessStep)
    case .character("}"): step(race.brightnessSlider, by: ScreenModel.brightnessStep)
    case .character(","): step(race.hueSlider, by: -1)
    case .character("."): step(race.hueSlider, by: 1)
    case .character("-"): step(race.saturationSlider, by: -1)
    case .character("="): step(race.saturationSlider, by: 1)
    // There are no sliders to go to the ends of, or to type into.
    case .home, .end, .backspace: break
    case .character(let digit) where ("0"..."9").contains(digit): break
    default: return false
    }
    return true
  }

  private mutating func moveLoupe(right: Int = 0, down: Int = 0) {
    guard let disk = race.wheel.picture?.disk else { return }
    placeLoupe(disk.moved(race.spot(of: guess, on: disk), right: right, down: down), on: disk)
  }

  private mutating func placeLoupe(_ spot: WheelSpot, on disk: WheelDisk) {
    guard session?.canMove(at: now) == true else { return }
    move(to: race.placing(spot, of: guess, on: disk))
  }

  // MARK: Mouse

  /// What a press on the wheel or its bar, or a drag from there to anywhere, does.
  mutating func pointOnWheel(_ control: Control, at point: Point) {
    guard let disk = race.wheel.picture?.disk,
      let area = sheet(at: now).hits.area(of: control)
    else { return }
    let row = point.row - area.row
    if control == .brightness {
      let share = area.height > 1 ? Double(row) / Double(area.height - 1) : 0
      return put(race.brightnessSlider, at: 1 - share)
    }
    let spot = disk.spot(
      column: point.column - area.column, row: row, hue: guess.values[race.hueSlider])
    placeLoupe(spot, on: disk)
  }
}
