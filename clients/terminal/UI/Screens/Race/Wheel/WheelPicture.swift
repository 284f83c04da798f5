// What a wheel looks like: every hue and saturation at full brightness, in cells of two pixels,
// with a soft rim. The picture is worked out once for a size and then only copied; since it is
// always at full brightness, moving the brightness repaints none of it.

import Chroma

/// A wheel of some size, drawn.
struct WheelPicture: Sendable {
  let disk: WheelDisk
  /// Row by row; blanks where the wheel is not.
  private let cells: [Cell]

  /// Draws the wheel of a size.
  init(diameter: Int) {
    let disk = WheelDisk(diameter: diameter)
    self.disk = disk
    let pixels = (0..<diameter)
      .map { halfRow in
        (0..<diameter).map { WheelPicture.pixel(of: disk, column: $0, halfRow: halfRow) }
      }
    cells = (0..<diameter / 2)
      .flatMap { row in
        (0..<diameter)
          .map { column in
            WheelPicture.cell(pixels[2 * row][column], pixels[2 * row + 1][column])
          }
      }
  }

  /// How far outside the full colors a pixel's middle may be for the wheel to still show in it: one
  /// pixel, over which it fades.
  private static let rim = Double(WheelDisk.pixel)

  /// A pixel's color; nil outside of the wheel.
  private static func pixel(of disk: WheelDisk, column: Int, halfRow: Int) -> Color? {
    let spot = disk.spot(column: column, halfRow: halfRow)
    let distance = Double(spot.x * spot.x + spot.y * spot.y).squareRoot()
    let outside = distance - Double((disk.diameter - 1) * WheelDisk.pixel / 2)
    guard outside < rim else { return nil }
    let value = disk.value(at: spot)
    let color = WheelPicture.color(hue: value.hue, saturation: value.saturation)
    return color.mixed(with: Neutral.surround, at: outside / rim)
  }

  /// The color of a hue and a saturation as the wheel shows it.
  static func color(hue: Int, saturation: Int) -> Color {
    HSB(hue: hue, saturation: saturation, brightness: HSB.percents.upperBound)?.color
      ?? Neutral.surround
  }

  private static func cell(_ upper: Color?, _ lower: Color?) -> Cell {
    guard upper != nil || lower != nil else { return .blank(Neutral.surround) }
    return Cell(
      glyph: "▀", foreground: upper ?? Neutral.surround, background: lower ?? Neutral.surround,
      isBold: false)
  }

  /// Puts the wheel on a canvas, its square beginning at a place.
  func draw(on canvas: inout Canvas, column: Int, row: Int) {
    for (index, cell) in cells.enumerated() {
      canvas.put(
        cell, column: column + index % disk.diameter, row: row + index / disk.diameter)
    }
  }
}
