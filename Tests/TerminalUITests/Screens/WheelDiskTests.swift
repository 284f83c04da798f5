// The wheel's geometry: every value is found where it stands, and every pixel has the color that it
// stands for.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Wheel on a grid of pixels")
struct WheelDiskTests {
  static let diameters = [18, 48]

  @Test(arguments: diameters)
  func everyValueIsFoundWhereItStands(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    var lost: [[Int]] = []
    for hue in HSB.hues {
      for saturation in stride(from: hue % 10, through: 100, by: 10) {
        let value = disk.value(at: disk.spot(hue: hue, saturation: saturation))
        if value != (hue: hue, saturation: saturation) { lost.append([hue, saturation]) }
      }
    }
    expect(isEmpty: lost)
  }

  @Test(arguments: diameters)
  func everyPixelHasTheColorThatItStandsFor(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    var canvas = Canvas(width: diameter, height: diameter / 2)
    WheelPicture(diameter: diameter).draw(on: &canvas, column: 0, row: 0)
    var (inside, wrong): (Int, [Point]) = (0, [])
    for halfRow in 0..<diameter {
      for column in 0..<diameter {
        let cell = canvas[column, halfRow / 2]
        let seen = halfRow % 2 == 0 && cell.glyph == "▀" ? cell.foreground : cell.background
        let spot = disk.spot(column: column, halfRow: halfRow)
        guard disk.clamped(spot) == spot else { continue }
        let value = disk.value(at: spot)
        let color = HSB(hue: value.hue, saturation: value.saturation, brightness: 100)?.color
        if seen != color { wrong.append(Point(column: column, row: halfRow)) }
        inside += 1
      }
    }
    expect(isEmpty: wrong)
    // About as many as a disk has: π/4 of the square.
    let area = Double(diameter * diameter) * .pi / 4
    expect(Double(inside) > 0.8 * area && Double(inside) < area)
  }
}
