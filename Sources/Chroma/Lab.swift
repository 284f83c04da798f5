// CIE 1976 L*a*b*, the space in which CIEDE2000 is defined. White is D65 (see XYZ.white): the same
// pair of colors can differ by 2.5 more or less under D50, so the white point is part of the rule.
// Invariant: the coordinates of a gray are (L*, 0, 0) to the last bit.

import Glibc

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
  ratio > epsilon ? cbrt(ratio) : (kappa * ratio + 16) / 116
}

private func expanded(_ root: Double) -> Double {
  let cube = root * root * root
  return cube > epsilon ? cube : (116 * root - 16) / kappa
}
