// CIEDE2000 as G. Sharma, W. Wu and E. N. Dalal write it down in "The CIEDE2000 Color-Difference
// Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations" (Color
// Research and Application 30, 2005), with all three weights at 1. Names follow the paper, spelled
// out. Invariant: swapping the colors changes no bit of the result.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The CIEDE2000 difference of two colors: 0 for equal ones, about 1 for the least that an eye
/// tells apart, 100 for black and white.
public func ciede2000(_ first: Lab, _ second: Lab) -> Double {
  let pair = AdjustedPair(first, second)

  let lightnessOffset = (first.lightness + second.lightness) / 2 - 50
  let lightnessSquare = lightnessOffset * lightnessOffset
  let chroma = (pair.chromas.first + pair.chromas.second) / 2
  let hue = pair.meanHue

  let lightnessScale = 1 + 0.015 * lightnessSquare / (20 + lightnessSquare).squareRoot()
  let chromaScale = 1 + 0.045 * chroma
  let hueScale = 1 + 0.015 * chroma * hueTerm(of: hue)

  let rotation = hue.isFarFromBlue ? 0 : rotation(of: hue, chroma)

  let lightnessPart = (second.lightness - first.lightness) / lightnessScale
  let chromaPart = (pair.chromas.second - pair.chromas.first) / chromaScale
  let huePart = pair.hueDistance / hueScale
  let square =
    lightnessPart * lightnessPart + chromaPart * chromaPart + huePart * huePart
    + rotation * chromaPart * huePart
  return max(0, square).squareRoot()
}

/// R_T: how much of a difference in chroma passes for one in hue.
private func rotation(of hue: Hue, _ chroma: Double) -> Double {
  let bluenessOffset = (hue.degrees - 275) / 25
  let angle = 30 * exp(-bluenessOffset * bluenessOffset)
  return -2 * saturationOfSeventhPower(chroma) * sin(2 * angle * .pi / 180)
}

/// T: four cosines, of which one and its sine give all.
private func hueTerm(of hue: Hue) -> Double {
  let (cosine1, sine1) = (hue.cosine, hue.sine)
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

/// A hue angle, as its direction: of two directions, square roots give the middle and the distance,
/// for which angles would take four more arcs and sines.
private struct Hue {
  let cosine: Double
  let sine: Double

  init(_ a: Double, _ b: Double, length: Double) { (cosine, sine) = (a / length, b / length) }

  /// 0…360.
  var degrees: Double { angle(cosine, sine) }

  /// Whether it is one of 0…120 degrees. There the rotation is less than 2⁻⁵⁴, and what it adds to
  /// the sum of squares changes no bit of that.
  var isFarFromBlue: Bool { sine >= 0 && cosine >= -0.5 }

  /// The sine of the angle from here to another.
  func turn(to other: Hue) -> Double { cosine * other.sine - sine * other.cosine }
}

/// Two colors as chroma C′ and hue h′, after the formula has stretched a* of near grays. The
/// paper's cases for gray need no code: where a chroma is 0, ΔH′ is too, and all that the mean hue
/// does is to scale it.
private struct AdjustedPair {
  let chromas: (first: Double, second: Double)
  /// h̄′: the middle of the shorter arc.
  let meanHue: Hue
  /// ΔH′: the hue difference as a length, signed along the shorter arc.
  let hueDistance: Double

  @inline(__always)
  init(_ first: Lab, _ second: Lab) {
    let meanChroma = (hypotenuse(first.a, first.b) + hypotenuse(second.a, second.b)) / 2
    let stretch = 1 + (1 - saturationOfSeventhPower(meanChroma)) / 2
    let (a1, a2) = (stretch * first.a, stretch * second.a)
    chromas = (hypotenuse(a1, first.b), hypotenuse(a2, second.b))
    // Gray has no hue; 0 degrees will do.
    let one = chromas.first == 0 ? Hue(1, 0, length: 1) : Hue(a1, first.b, length: chromas.first)
    let other =
      chromas.second == 0 ? Hue(1, 0, length: 1) : Hue(a2, second.b, length: chromas.second)
    let sum = (one.cosine + other.cosine, one.sine + other.sine)
    let length = hypotenuse(sum.0, sum.1)
    let chord = hypotenuse(other.cosine - one.cosine, other.sine - one.sine)
    let distance = (chromas.first * chromas.second).squareRoot() * chord
    if length > 1e-6 {
      meanHue = Hue(sum.0, sum.1, length: length)
      hueDistance = one.turn(to: other) < 0 ? -distance : distance
    } else {
      // Of opposite hues the paper's angles say which arc is the shorter.
      meanHue = middle(angle(a1, first.b), angle(a2, second.b))
      hueDistance = one.turn(to: meanHue) < 0 ? -distance : distance
    }
  }
}

/// The middle of two angles in degrees, as the paper has it.
private func middle(_ one: Double, _ other: Double) -> Hue {
  let sum = one + other
  let isDirect = abs(one - other) <= 180
  let degrees = isDirect ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  return Hue(cos(degrees * .pi / 180), sin(degrees * .pi / 180), length: 1)
}

/// The angle of a direction, in degrees, 0…360.
private func angle(_ a: Double, _ b: Double) -> Double {
  let angle = atan2(b, a) * 180 / .pi
  return angle < 0 ? angle + 360 : angle
}

/// √(C⁷ / (C⁷ + 25⁷)), which the formula uses twice.
private func saturationOfSeventhPower(_ chroma: Double) -> Double {
  let cube = chroma * chroma * chroma
  let power = cube * cube * chroma
  return (power / (power + 6_103_515_625)).squareRoot()
}

private func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
