// Hue, saturation and brightness on the grid that players slide on: the usual hexcone (HSV), whole
// degrees and whole percents. All arithmetic is in whole numbers, so the color of a grid value is
// the same on every machine. Invariant: every value of `HSB` lies on the grid.

/// A color by hue, saturation and brightness, as whole numbers.
public struct HSB: Hashable, Sendable {
  /// The hues of the grid, in degrees: red 0, green 120, blue 240.
  public static let hues = 0...359
  /// The saturations and brightnesses of the grid, in percent.
  public static let percents = 0...100

  /// Degrees, 0…359.
  public let hue: Int
  /// Percent, 0…100; 0 is gray.
  public let saturation: Int
  /// Percent, 0…100; 0 is black.
  public let brightness: Int

  /// The value on the grid, or nil off it.
  public init?(hue: Int, saturation: Int, brightness: Int) {
    guard HSB.hues.contains(hue), HSB.percents.contains(saturation),
      HSB.percents.contains(brightness)
    else { return nil }
    self.hue = hue
    self.saturation = saturation
    self.brightness = brightness
  }

  /// The grid value for a color: brightness rounded to the grid, then the saturation and hue that
  /// come closest to the color in RGB. A gray stays gray (hue and saturation 0), a color that the
  /// grid can make is made exactly, and no channel of any color moves by more than 2.
  public init(nearest color: Color) {
    let largest = Int(max(color.red, color.green, color.blue))
    let chroma = largest - Int(min(color.red, color.green, color.blue))
    let brightness = roundedQuotient(100 * largest, 255)
    self.brightness = brightness
    guard chroma > 0 else {
      (hue, saturation) = (0, 0)
      return
    }

    // Rounding alone can miss by one: in dark colors neighbors on the grid share channels.
    let roundedHue = HSB.roundedHue(of: color, largest: largest, chroma: chroma)
    let roundedSaturation = roundedQuotient(100 * chroma, largest)
    var best = (hue: roundedHue, saturation: roundedSaturation)
    var bestDistance = Int.max
    for saturationStep in [0, -1, 1] {
      let saturation = min(max(roundedSaturation + saturationStep, 0), 100)
      for hueStep in [0, -1, 1] {
        let hue = (roundedHue + hueStep + 360) % 360
        let candidate = HSB.color(hue: hue, saturation: saturation, brightness: brightness)
        let distance = candidate.squaredDistance(from: color)
        if distance < bestDistance {
          (best, bestDistance) = ((hue, saturation), distance)
        }
      }
    }
    (hue, saturation) = best
  }

  /// The 8-bit color, each channel rounded half up.
  public var color: Color {
    HSB.color(hue: hue, saturation: saturation, brightness: brightness)
  }
}

extension HSB {
  private static func color(hue: Int, saturation: Int, brightness: Int) -> Color {
    // The channel that stands `sixtieths` of the way down from the brightest to the grayest.
    func channel(_ sixtieths: Int) -> UInt8 {
      UInt8(roundedQuotient(255 * brightness * (6_000 - saturation * sixtieths), 600_000))
    }
    let (high, low) = (channel(0), channel(60))
    let (sextant, degrees) = hue.quotientAndRemainder(dividingBy: 60)
    let (falling, rising) = (channel(degrees), channel(60 - degrees))
    return switch sextant {
    case 0: Color(red: high, green: rising, blue: low)
    case 1: Color(red: falling, green: high, blue: low)
    case 2: Color(red: low, green: high, blue: rising)
    case 3: Color(red: low, green: falling, blue: high)
    case 4: Color(red: rising, green: low, blue: high)
    default: Color(red: high, green: low, blue: falling)
    }
  }

  private static func roundedHue(of color: Color, largest: Int, chroma: Int) -> Int {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    // A full turn is added first, because `roundedQuotient` wants no negative numbers.
    let sixtieths =
      if largest == red {
        360 * chroma + 60 * (green - blue)
      } else if largest == green {
        480 * chroma + 60 * (blue - red)
      } else {
        600 * chroma + 60 * (red - green)
      }
    return roundedQuotient(sixtieths, chroma) % 360
  }
}

extension Color {
  fileprivate func squaredDistance(from other: Color) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }
}
