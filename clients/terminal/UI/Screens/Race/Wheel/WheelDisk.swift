// The wheel on a grid of square pixels, two in a cell: where hues and saturations lie on it, what
// lies under a cell, and how the loupe goes from one place to the next. It knows no canvas; see
// WheelPicture for how it looks. Invariants: a spot is never outside the rim by more than its own
// unit; a step and its opposite cancel out exactly, unless the rim was in the way.

import Chroma

/// A place on a wheel, between its pixels.
struct WheelSpot: Hashable, Sendable {
  /// Right of the middle, in units of a pixel's 65,536th part: whole numbers, so that steps add up
  /// without rounding.
  var x: Int
  /// Below the middle, in the same units.
  var y: Int
  /// The hue of the very middle, where there is no angle to tell it.
  var hue: Int
}

/// The geometry of a wheel of some size.
struct WheelDisk: Hashable, Sendable {
  /// Pixels across: as many as columns, and twice as many as rows. Even.
  let diameter: Int

  /// A spot's units in a pixel.
  static let pixel = 1 << 16

  /// From the middle of the wheel to the middle of the outermost pixels, where colors are full, in
  /// a spot's units.
  private var radius: Int { (diameter - 1) * WheelDisk.pixel / 2 }

  // MARK: Values and spots

  /// Where a color of the grid lies.
  func spot(hue: Int, saturation: Int) -> WheelSpot {
    let place = ColorWheel.place(hue: hue, saturation: saturation)
    return WheelSpot(
      x: Int((place.x * Double(radius)).rounded()), y: -Int((place.y * Double(radius)).rounded()),
      hue: hue)
  }

  /// The color of the grid that lies nearest to a spot. Gray keeps the hue that was there before.
  func value(at spot: WheelSpot) -> (hue: Int, saturation: Int) {
    let value = ColorWheel.value(
      x: Double(spot.x) / Double(radius), y: Double(-spot.y) / Double(radius))
    return value.saturation == 0 ? (spot.hue, 0) : value
  }

  /// The spot, or the nearest one on the rim if it is outside.
  func clamped(_ spot: WheelSpot) -> WheelSpot {
    let square = spot.x * spot.x + spot.y * spot.y
    guard square > radius * radius else { return spot }
    let share = Double(radius) / Double(square).squareRoot()
    return WheelSpot(
      x: Int((Double(spot.x) * share).rounded()), y: Int((Double(spot.y) * share).rounded()),
      hue: spot.hue)
  }

  /// So many pixels to the right and down, along the rim where it is in the way.
  func moved(_ spot: WheelSpot, right: Int, down: Int) -> WheelSpot {
    clamped(
      WheelSpot(
        x: spot.x + right * WheelDisk.pixel, y: spot.y + down * WheelDisk.pixel, hue: spot.hue))
  }

  // MARK: Pixels and cells

  /// The middle of a pixel, counted from the top left of the square around the wheel.
  func spot(column: Int, halfRow: Int) -> WheelSpot {
    WheelSpot(
      x: (2 * column + 1 - diameter) * WheelDisk.pixel / 2,
      y: (2 * halfRow + 1 - diameter) * WheelDisk.pixel / 2, hue: 0)
  }

  /// What a press on a cell means, inside or outside: the middle of the cell, between its pixels.
  ///
  /// - Parameters:
  ///   - column: counted from the left of the square around the wheel.
  ///   - row: counted from its top.
  ///   - hue: what the spot keeps for the middle.
  func spot(column: Int, row: Int, hue: Int) -> WheelSpot {
    // Far outside is as good as just outside, and cannot overflow.
    let most = 4 * diameter
    let (column, row) = (min(max(column, -most), most), min(max(row, -most), most))
    return clamped(
      WheelSpot(
        x: (2 * column + 1 - diameter) * WheelDisk.pixel / 2,
        y: (4 * row + 2 - diameter) * WheelDisk.pixel / 2, hue: hue))
  }

  /// The corner between pixels that is nearest to a spot, counted from the top left: where the
  /// middle of the loupe is drawn.
  func corner(at spot: WheelSpot) -> (column: Int, halfRow: Int) {
    func nearest(_ units: Int) -> Int {
      Int((Double(units) / Double(WheelDisk.pixel)).rounded(.toNearestOrAwayFromZero))
    }
    return (diameter / 2 + nearest(spot.x), diameter / 2 + nearest(spot.y))
  }
}
