// CIE 1931 XYZ under D65, the crossing between sRGB and every color space that describes an eye.
// The matrices are the exact rationals that follow from the sRGB chromaticities and the white point
// below (as in CSS Color 4). The rounded matrices of the IEC would put up to 0.2 ΔE between a gray
// and its color.
// Invariant: grays are neutral, not nearly but exactly.

/// CIE XYZ tristimulus values, 2° observer, scaled so that Y of white is 1.
public struct XYZ: Hashable, Sendable {
  /// X; 0.9505 for white.
  public let x: Double
  /// Y, the relative luminance; 1 for white.
  public let y: Double
  /// Z; 1.0891 for white.
  public let z: Double

  /// The white point of the whole module: D65 as sRGB fixes it, chromaticity (0.3127, 0.3290).
  public static let white = XYZ(x: 0.3127 / 0.3290, y: 1, z: (1 - 0.3127 - 0.3290) / 0.3290)

  /// Tristimulus values as they are; nothing is clamped.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The tristimulus values of linear sRGB light.
  public init(_ light: LinearColor) {
    let ratios = ratiosToWhite(light)
    x = ratios.x * XYZ.white.x
    y = ratios.y * XYZ.white.y
    z = ratios.z * XYZ.white.z
  }
}

/// X, Y and Z of some light, each as a share of what white has.
///
/// The matrix is written around green: its rows add up to white, so the weight of green is whatever
/// the other two leave. Gray light then gives three equal numbers to the last bit, and Lab gives
/// it a chroma of exactly 0. With the matrix multiplied out, rounding leaves a trace of chroma, and
/// the square root in CIEDE2000's hue term blows that up until it can show in the thousandths.
func ratiosToWhite(_ light: LinearColor) -> (x: Double, y: Double, z: Double) {
  let red = light.red - light.green
  let blue = light.blue - light.green
  return (
    x: light.green + xOfRed * red + xOfBlue * blue,
    y: light.green + yOfRed * red + yOfBlue * blue,
    z: light.green + zOfRed * red + zOfBlue * blue
  )
}

private let xOfRed = 506_752.0 / 1_228_815 / XYZ.white.x
private let xOfBlue = 12_673.0 / 70_218 / XYZ.white.x
private let yOfRed = 87_098.0 / 409_605
private let yOfBlue = 12_673.0 / 175_545
private let zOfRed = 7_918.0 / 409_605 / XYZ.white.z
private let zOfBlue = 1_001_167.0 / 1_053_270 / XYZ.white.z

extension LinearColor {
  /// The linear sRGB light with these tristimulus values, in or out of gamut.
  public init(_ xyz: XYZ) {
    let (x, y, z) = (xyz.x, xyz.y, xyz.z)
    self.init(
      red: 12_831.0 / 3_959 * x - 329.0 / 214 * y - 1_974.0 / 3_959 * z,
      green: -851_781.0 / 878_810 * x + 1_648_619.0 / 878_810 * y + 36_519.0 / 878_810 * z,
      blue: 705.0 / 12_673 * x - 2_585.0 / 12_673 * y + 705.0 / 667 * z)
  }
}
