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

  struct Place: Sendable {
    let x: Double
    let y: Double
    let hue: Int
    let saturation: Int
  }

  static let places = [
    Place(x: 1, y: 0, hue: 0, saturation: 100),
    Place(x: 0, y: 0.5, hue: 90, saturation: 50),
    Place(x: -0.25, y: 0, hue: 180, saturation: 25),
    Place(x: 0, y: -1, hue: 270, saturation: 100),
    Place(x: 0.5, y: -0.5, hue: 315, saturation: 71),
    // Just below red the hue ends; it does not turn negative or 360.
    Place(x: 1, y: -0.001, hue: 0, saturation: 100),
    Place(x: 1, y: -0.02, hue: 359, saturation: 100),
    // Outside: the rim in that direction.
    Place(x: 30, y: 30, hue: 45, saturation: 100),
    Place(x: -7, y: 0, hue: 180, saturation: 100),
    Place(x: 0, y: 0, hue: 0, saturation: 0),
  ]

  @Test(arguments: places)
  func redIsAtTheRightAndTheHueGrowsAgainstTheClock(place: Place) {
    expect(
      ColorWheel.value(x: place.x, y: place.y) == (hue: place.hue, saturation: place.saturation))
  }
}
