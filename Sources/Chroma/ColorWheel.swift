// The color wheel: hue by angle, saturation by distance from the middle. It is the plane between
// the grid of `HSB` and a screen that draws a wheel or points at one; it knows no pixels and no
// brightness. Invariant: a value of the grid comes back from its own place, but for the hue of
// gray, which has none.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Places on a disk of radius 1 for hues and saturations: red at the right, the hue growing against
/// the clock, gray in the middle.
public enum ColorWheel {
  /// Where a hue in degrees and a saturation in percent lie: `x` to the right, `y` up.
  public static func place(hue: Int, saturation: Int) -> (x: Double, y: Double) {
    let angle = Double(hue) * .pi / 180
    let distance = Double(saturation) / 100
    return (distance * cos(angle), distance * sin(angle))
  }

  /// The hue (0…359) and the saturation (0…100) on the grid for a place; what lies outside the disk
  /// counts as its rim in that direction. In the middle the hue is 0.
  public static func value(x: Double, y: Double) -> (hue: Int, saturation: Int) {
    let distance = min((x * x + y * y).squareRoot(), 1)
    guard distance > 0 else { return (0, 0) }
    let degrees = Int((atan2(y, x) * 180 / .pi).rounded())
    return ((degrees + 360) % 360, Int((100 * distance).rounded()))
  }
}
