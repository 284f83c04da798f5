// The wheel and the grid of hues and saturations: each is found again from the other.

import Chroma
import TestSupport
import Testing

@Suite("Color wheel")
struct ColorWheelTests {
  @Test func everyValueComesBackFromItsPlace() {
    for hue in HSB.hues {
      for saturation in HSB.percents {
        let place = ColorWheel.place(hue: hue, saturation: saturation)
        let value = ColorWheel.value(x: place.x, y: place.y)
        expect(value.saturation, equals: saturation)
        expect(value.hue == hue || saturation == 0, "\(hue)° \(saturation)%")
      }
    }
  }

  static let places: [(x: Double, y: Double, hue: Int, saturation: Int)] = [
    (1, 0, 0, 100), (0, 0.5, 90, 50), (-0.25, 0, 180, 25), (0, -1, 270, 100), (0.5, -0.5, 315, 71),
    // Just below red the hue ends; it does not turn negative or 360.
    (1, -0.001, 0, 100), (1, -0.02, 359, 100),
    // Outside: the rim in that direction.
    (30, 30, 45, 100), (-7, 0, 180, 100), (0, 0, 0, 0),
  ]

  @Test func redIsAtTheRightAndTheHueGrowsAgainstTheClock() {
    for (x, y, hue, saturation) in Self.places {
      let value = ColorWheel.value(x: x, y: y)
      expect(value == (hue: hue, saturation: saturation), "\(x) \(y): \(value)")
    }
  }
}
