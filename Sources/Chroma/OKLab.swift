// OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020): straight enough
// that a plain Euclidean distance, an angle and a radius mean something. It serves gradients,
// tiles, names and cross-checks; the distance that rules see is CIEDE2000.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A color in OKLab.
public struct OKLab: Hashable, Sendable {
  /// Perceived lightness, 0 for black and 1 for white.
  public let lightness: Double
  /// Green (negative) to red (positive).
  public let a: Double
  /// Blue (negative) to yellow (positive).
  public let b: Double

  /// A color from its coordinates, in or out of the sRGB gamut.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// The coordinates of linear sRGB light, in or out of gamut, by the matrices that Ottosson gives
  /// for sRGB.
  public init(_ light: LinearColor) {
    let (red, green, blue) = (light.red, light.green, light.blue)
    let l = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
    let m = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
    let s = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    self.init(
      lightness: 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
      a: 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
      b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
  }

  /// The coordinates of an 8-bit color.
  public init(_ color: Color) {
    self.init(LinearColor(color))
  }

  /// Distance from gray, 0 to about 0.32 for colors that a screen shows.
  public var chroma: Double {
    (a * a + b * b).squareRoot()
  }

  /// The angle around gray in degrees, 0..<360; red is at 29, green at 142, blue at 264.
  /// It means nothing where `chroma` is near zero.
  public var hue: Double {
    (atan2(b, a) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
  }
}

extension Color {
  /// The 8-bit color at these coordinates, each linear channel clamped to the sRGB gamut.
  public init(_ lab: OKLab) {
    func cubed(_ root: Double) -> Double { root * root * root }
    let l = cubed(lab.lightness + 0.396_337_777_4 * lab.a + 0.215_803_757_3 * lab.b)
    let m = cubed(lab.lightness - 0.105_561_345_8 * lab.a - 0.063_854_172_8 * lab.b)
    let s = cubed(lab.lightness - 0.089_484_177_5 * lab.a - 1.291_485_548_0 * lab.b)
    self.init(
      LinearColor(
        red: 4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        green: -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        blue: -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s))
  }
}
