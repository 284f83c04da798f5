// CIEDE2000 as G. Sharma, W. Wu and E. N. Dalal write it down in "The CIEDE2000 Color-Difference
// Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations" (Color
// Research and Application 30, 2005), with all three weights at 1. Names follow the paper, spelled
// out. Invariant: swapping the colors changes no bit of the result.

import Glibc

/// The CIEDE2000 difference of two colors: 0 for equal ones, about 1 for the least that an eye
/// tells apart, 100 for black and white.
public func ciede2000(_ first: Lab, _ second: Lab) -> Double {
  let pair = AdjustedPair(first, second)

  let lightnessOffset = (first.lightness + second.lightness) / 2 - 50
  let lightnessSquare = lightnessOffset * lightnessOffset
  let chroma = (pair.first.chroma + pair.second.chroma) / 2
  let hue = pair.meanHue

  let hueTerm = hueTerm(of: hue)
  let lightnessScale = 1 + 0.015 * lightnessSquare / (20 + lightnessSquare).squareRoot()
  let chromaScale = 1 + 0.045 * chroma
  let hueScale = 1 + 0.015 * chroma * hueTerm

  let bluenessOffset = (hue - 275) / 25
  let rotationAngle = 30 * exp(-bluenessOffset * bluenessOffset)
  let rotation = -2 * saturationOfSeventhPower(chroma) * sine(2 * rotationAngle)

  let lightnessPart = (second.lightness - first.lightness) / lightnessScale
  let chromaPart = (pair.second.chroma - pair.first.chroma) / chromaScale
  let huePart = pair.hueDistance / hueScale
  let square =
    lightnessPart * lightnessPart + chromaPart * chromaPart + huePart * huePart
    + rotation * chromaPart * huePart
  return max(0, square).squareRoot()
}

/// T: four cosines, of which one and its sine give all.
private func hueTerm(of hue: Double) -> Double {
  let (cosine1, sine1) = (cosine(hue), sine(hue))
  let (cosine2, sine2) = (2 * cosine1 * cosine1 - 1, 2 * sine1 * cosine1)
  let cosine3 = cosine1 * cosine2 - sine1 * sine2
  let sine3 = sine1 * cosine2 + cosine1 * sine2
  let (cosine4, sine4) = (2 * cosine2 * cosine2 - 1, 2 * sine2 * cosine2)
  return 1 - 0.17 * (cosine1 * cosine30 + sine1 * 0.5) + 0.24 * cosine2
    + 0.32 * (cosine3 * cosine6 - sine3 * sine6) - 0.20 * (cosine4 * cosine63 + sine4 * sine63)
}

// Of 30, 6 and 63 degrees, written out: what is worked out at the first use is asked for each time.
private let cosine30 = 0.8660254037844387
private let cosine6 = 0.9945218953682733
private let sine6 = 0.10452846326765346
private let cosine63 = 0.4539904997395468
private let sine63 = 0.8910065241883678

/// Two colors as chroma C′ and hue angle h′, after the formula has stretched a* of near grays.
/// The paper's cases for gray need no code: where a chroma is 0, `hueDistance` is too, and all that
/// `meanHue` does is to scale it.
private struct AdjustedPair {
  struct Polar {
    let chroma: Double
    /// Degrees, 0…360; 0 for gray, which has no hue.
    let hue: Double
  }

  let first: Polar
  let second: Polar

  init(_ first: Lab, _ second: Lab) {
    let meanChroma = (hypotenuse(first.a, first.b) + hypotenuse(second.a, second.b)) / 2
    let stretch = 1 + (1 - saturationOfSeventhPower(meanChroma)) / 2
    func polar(_ lab: Lab) -> Polar {
      let a = stretch * lab.a
      let angle = atan2(lab.b, a) * 180 / .pi
      return Polar(chroma: hypotenuse(a, lab.b), hue: angle < 0 ? angle + 360 : angle)
    }
    self.first = polar(first)
    self.second = polar(second)
  }

  /// h̄′: the middle of the shorter arc, in degrees.
  var meanHue: Double {
    let sum = first.hue + second.hue
    if abs(first.hue - second.hue) <= 180 { return sum / 2 }
    return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  }

  /// ΔH′: the hue difference as a length, signed along the shorter arc.
  var hueDistance: Double {
    var turn = second.hue - first.hue
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    return 2 * (first.chroma * second.chroma).squareRoot() * sine(turn / 2)
  }
}

/// √(C⁷ / (C⁷ + 25⁷)), which the formula uses twice.
private func saturationOfSeventhPower(_ chroma: Double) -> Double {
  let cube = chroma * chroma * chroma
  let power = cube * cube * chroma
  return (power / (power + 6_103_515_625)).squareRoot()
}

private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
private func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
