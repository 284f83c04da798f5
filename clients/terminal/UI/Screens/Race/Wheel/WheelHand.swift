// What a player's hand on the wheel knows beyond the sliders' values: that it is on the wheel at
// all, which it stays from round to round, and the exact spot between grid values at which the
// loupe stands, so that steps of one pixel neither stick nor drift.

import Chroma
import Game

/// A hand that may be on the wheel.
struct WheelHand: Sendable {
  /// The wheel as it is drawn; nil while the hand is on the sliders.
  private(set) var picture: WheelPicture?
  /// Where the loupe was put, on a wheel of which size, and which values came of it.
  private var placed: (spot: WheelSpot, disk: WheelDisk, hue: Int, saturation: Int)?

  /// Goes from the sliders to a wheel of some size, or back.
  mutating func turn(diameter: Int) {
    picture = picture == nil ? WheelPicture(diameter: diameter) : nil
  }

  /// The screen has another size.
  mutating func resize(diameter: Int) {
    guard let picture, picture.disk.diameter != diameter else { return }
    self.picture = WheelPicture(diameter: diameter)
  }

  /// Remembers where the loupe was put, and answers the values there.
  mutating func place(_ spot: WheelSpot, on disk: WheelDisk) -> (hue: Int, saturation: Int) {
    let value = disk.value(at: spot)
    placed = (spot, disk, value.hue, value.saturation)
    return value
  }

  /// Where the loupe stands: where it was put, as long as the values are those that came of it.
  func spot(hue: Int, saturation: Int, on disk: WheelDisk) -> WheelSpot {
    if let placed, placed.disk == disk, placed.hue == hue, placed.saturation == saturation {
      return placed.spot
    }
    return disk.spot(hue: hue, saturation: saturation)
  }
}

extension RaceState {
  /// Whether the hand is on a wheel, in a mode that has one.
  var usesWheel: Bool { wheel.picture != nil && mode.hasWheel }

  /// Which sliders of the active stop are the wheel's and the bar's.
  var hueSlider: Int { sliders.lowerBound }
  var saturationSlider: Int { sliders.lowerBound + 1 }
  var brightnessSlider: Int { sliders.lowerBound + 2 }

  /// Where the loupe stands on a wheel that a guess was made on.
  func spot(of guess: Guess, on disk: WheelDisk) -> WheelSpot {
    wheel.spot(
      hue: guess.values[hueSlider], saturation: guess.values[saturationSlider], on: disk)
  }

  /// The guess with the loupe at a spot, which is remembered.
  mutating func placing(_ spot: WheelSpot, of guess: Guess, on disk: WheelDisk) -> Guess {
    let value = wheel.place(spot, on: disk)
    var guess = guess
    guess.values[hueSlider] = value.hue
    guess.values[saturationSlider] = value.saturation
    return guess
  }
}
