// The disk of hues in half-blocks: the outer ring is what was asked, the inner ring what was made
// of it, and in the middle an arrow for each sector that is sure to be off. Where the two rings are
// one, an eye is right. It knows no words.

import Chroma
import ClientCore

/// A disk in an area.
struct EyeDisk {
  let sectors: [EyeReport.Sector]

  /// Where the rings lie, as shares of the radius.
  private static let rings = (outer: 1.0, middle: 0.76, inner: 0.52)
  /// Where the arrows lie.
  private static let arrowsAt = 0.4
  private static let arrows: [Unicode.Scalar] = ["→", "↗", "↑", "↖", "←", "↙", "↓", "↘"]

  /// Draws it as large as fits.
  ///
  /// - Returns: the middle of the disk.
  @discardableResult
  func draw(on canvas: inout Canvas, _ area: Area) -> Point {
    let diameter = min(area.width, 2 * area.height) / 2 * 2
    let radius = Double(diameter) / 2
    for halfRow in 0..<diameter {
      for column in 0..<diameter {
        let x = Double(column) + 0.5 - radius
        let y = radius - Double(halfRow) - 0.5
        let share = (x * x + y * y).squareRoot() / radius
        guard (EyeDisk.rings.inner...EyeDisk.rings.outer).contains(share),
          let findings = sectors[sector(x, y)].findings
        else { continue }
        canvas.pixel(
          column: area.column + column, halfRow: 2 * area.row + halfRow,
          share > EyeDisk.rings.middle ? findings.asked : findings.made)
      }
    }
    let middle = Point(column: area.column + diameter / 2, row: area.row + diameter / 4)
    drawArrows(on: &canvas, around: middle, radius: radius)
    return middle
  }

  /// Which sector an angle belongs to, counted as their hues are: anticlockwise from the right.
  private func sector(_ x: Double, _ y: Double) -> Int {
    (ColorWheel.value(x: x, y: y).hue + 15) % 360 / 30
  }

  private func drawArrows(on canvas: inout Canvas, around middle: Point, radius: Double) {
    for sector in sectors where sector.sector != .gray {
      guard let parts = sector.findings?.parts, parts.count > 2 else { continue }
      let place = direction(sector.sector)
      let column = middle.column + Int((place.x * radius * EyeDisk.arrowsAt).rounded())
      let row = middle.row - Int((place.y * radius * EyeDisk.arrowsAt / 2).rounded())
      let (chroma, hue) = (sure(parts[1]), sure(parts[2]))
      guard chroma != 0 || hue != 0 else {
        canvas.put("·", column: column, row: row, .label)
        continue
      }
      // Outwards is stronger, along the ring is another hue.
      let x = chroma * place.x - hue * place.y
      let y = chroma * place.y + hue * place.x
      let eighth = (2 * ColorWheel.value(x: x, y: y).hue + 45) / 90 % 8
      canvas.put(EyeDisk.arrows[eighth], column: column, row: row, .strong)
    }
  }

  private func direction(_ sector: EyeSector) -> (x: Double, y: Double) {
    let unit = ColorWheel.place(hue: 30 * sector.rawValue, saturation: 100)
    return (unit.x, unit.y)
  }

  /// A bias that is sure and not next to nothing, else 0.
  private func sure(_ mean: EyeMean) -> Double {
    let isSure = (mean.low > 0 || mean.high < 0) && abs(mean.bias) >= 500
    return isSure ? Double(mean.bias) : 0
  }
}
