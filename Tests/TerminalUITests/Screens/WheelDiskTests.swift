// The wheel's geometry, at the sizes that it has on small, usual and large screens: every value is
// found where it stands, every pixel has the color that it stands for, and steps lose nothing.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Wheel on a grid of pixels")
struct WheelDiskTests {
  static let diameters = [18, 28, 48, 90]

  @Test(arguments: diameters)
  func everyValueIsFoundWhereItStands(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    for hue in HSB.hues {
      for saturation in HSB.percents {
        let spot = disk.spot(hue: hue, saturation: saturation)
        #expect(disk.value(at: spot) == (hue: hue, saturation: saturation))
      }
    }
  }

  @Test(arguments: diameters)
  func everyPixelHasTheColorThatItStandsFor(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    var canvas = Canvas(width: diameter, height: diameter / 2)
    WheelPicture(diameter: diameter).draw(on: &canvas, column: 0, row: 0)
    var inside = 0
    for halfRow in 0..<diameter {
      for column in 0..<diameter {
        let cell = canvas[column, halfRow / 2]
        let seen = halfRow % 2 == 0 && cell.glyph == "▀" ? cell.foreground : cell.background
        let spot = disk.spot(column: column, halfRow: halfRow)
        guard disk.clamped(spot) == spot else { continue }
        let value = disk.value(at: spot)
        #expect(seen == HSB(hue: value.hue, saturation: value.saturation, brightness: 100)?.color)
        inside += 1
      }
    }
    // About as many as a disk has: π/4 of the square.
    let area = Double(diameter * diameter) * .pi / 4
    #expect(Double(inside) > 0.8 * area && Double(inside) < area)
  }

  @Test(arguments: diameters)
  func aPressMeansTheMiddleOfItsCellAndBringsTheLoupeThere(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    for row in 0..<diameter / 2 {
      for column in 0..<diameter {
        let spot = disk.spot(column: column, row: row, hue: 0)
        let upper = disk.spot(column: column, halfRow: 2 * row)
        let lower = disk.spot(column: column, halfRow: 2 * row + 1)
        let middle = WheelSpot(x: upper.x, y: (upper.y + lower.y) / 2, hue: 0)
        #expect(spot == disk.clamped(middle))
        guard spot == middle else { continue }
        let corner = disk.corner(at: spot)
        #expect([column, column + 1].contains(corner.column) && corner.halfRow == 2 * row + 1)
      }
    }
  }

  @Test(arguments: diameters)
  func outsideIsTheRimInThatDirection(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    for (column, row, hue) in [
      (Int.max, diameter / 4, 0), (Int.min, diameter / 4, 180), (diameter / 2, Int.min, 90),
      (diameter / 2, Int.max, 270), (2 * diameter, diameter, 315),
    ] {
      let value = disk.value(at: disk.spot(column: column, row: row, hue: 7))
      #expect(value.saturation == 100)
      #expect(abs(value.hue - hue) <= 2 || value.hue >= 358, "\(value.hue)° for \(hue)°")
    }
  }

  @Test(arguments: diameters)
  func stepsAndTheirOppositesCancelOut(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    var dice = SplitMix64(seed: UInt64(diameter))
    for _ in 0..<200 {
      let start = disk.spot(hue: dice.roll(0..<360), saturation: dice.roll(0..<40))
      var spot = start
      var steps: [(right: Int, down: Int)] = []
      for _ in 0..<diameter / 8 {
        let step = (right: dice.roll(-1..<2), down: dice.roll(-1..<2))
        steps.append(step)
        spot = disk.moved(spot, right: step.right, down: step.down)
      }
      for step in steps.reversed() {
        spot = disk.moved(spot, right: -step.right, down: -step.down)
      }
      #expect(spot == start)
    }
  }

  @Test func alongTheRimTheLoupeSlidesAndStops() {
    let disk = WheelDisk(diameter: 28)
    var spot = disk.spot(hue: 60, saturation: 100)
    var hues = [60]
    for _ in 0..<60 {
      spot = disk.moved(spot, right: 1, down: 0)
      let value = disk.value(at: spot)
      #expect(value.saturation == 100)
      hues.append(value.hue)
    }
    #expect(zip(hues, hues.dropFirst()).allSatisfy { $0 >= $1 })
    #expect((0...2).contains(hues.last ?? -1), "it ends at the right, \(hues)")
  }
}
