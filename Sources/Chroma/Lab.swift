// CIE 1976 L*a*b*, the space in which CIEDE2000 is defined. White is D65 (see XYZ.white): the same
// pair of colors can differ by 2.5 more or less under D50, so the white point is part of the rule.
// Invariant: the coordinates of a gray are (L*, 0, 0) to the last bit.

/// A color in CIE L*a*b* relative to D65.
public struct Lab: Hashable, Sendable {
  /// L*, 0 for black and 100 for white.
  public let lightness: Double
  /// a*, green (negative) to red (positive).
  public let a: Double
  /// b*, blue (negative) to yellow (positive).
  public let b: Double

  /// A color from its coordinates, in or out of the sRGB gamut.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// The coordinates of an 8-bit color.
  public init(_ color: Color) {
    let ratios = ratiosToWhite(LinearColor(color))
    let (x, y, z) = (compressed(ratios.x), compressed(ratios.y), compressed(ratios.z))
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }
}

extension Color {
  /// The 8-bit color at these coordinates, each linear channel clamped to the sRGB gamut.
  public init(_ lab: Lab) {
    let y = (lab.lightness + 16) / 116
    self.init(
      LinearColor(
        XYZ(
          x: expanded(y + lab.a / 500) * XYZ.white.x,
          y: expanded(y) * XYZ.white.y,
          z: expanded(y - lab.b / 200) * XYZ.white.z)))
  }
}

// The two constants as CIE 15:2004 means them, rationals instead of the rounded 0.008856 and 903.3.
private let epsilon = 216.0 / 24_389
private let kappa = 24_389.0 / 27

private func compressed(_ ratio: Double) -> Double {
  ratio > epsilon ? cubeRoot(ratio) : (kappa * ratio + 16) / 116
}

/// What glibc's `cbrt` gives, to the bit, for numbers that are neither tiny nor huge: a polynomial
/// for a number of half to one, and one step of Halley's. Of a move it was a sixteenth, mostly to
/// take the number apart.
private func cubeRoot(_ number: Double) -> Double {
  let exponent = Int(number.exponentBitPattern) - 1_022
  let x = Double(bitPattern: number.bitPattern & (1 << 52 - 1) | 1_022 << 52)
  let end = 1.83469277483613086 - (0.784932344976639262 - 0.145263899385486367 * x) * x
  let middle = 2.11499494167371287 - (2.44693122563534430 - end * x) * x
  let guess = 0.354895765043919860 + (1.50819193781584896 - middle * x) * x
  let cube = guess * guess * guess
  let root = guess * (cube + 2 * x) / (2 * cube + x) * thirds[2 + exponent % 3]
  return root * Double(bitPattern: UInt64(1_023 + exponent / 3) << 52)
}

/// The cube roots of 1/4, 1/2, 1, 2 and 4.
private let thirds: InlineArray<5, Double> = [
  1 / 1.5874010519681994748, 1 / 1.2599210498948731648, 1, 1.2599210498948731648,
  1.5874010519681994748,
]

private func expanded(_ root: Double) -> Double {
  let cube = root * root * root
  return cube > epsilon ? cube : (116 * root - 16) / kappa
}
