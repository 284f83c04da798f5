// Light: an sRGB color with its transfer curve undone (IEC 61966-2-1), so that sums and weights
// mean what they mean in physics. Channels may leave 0…1 here, since XYZ, Lab and OKLab hold colors
// that no screen shows; only the way back to `Color` clamps.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A color in linear light with the sRGB primaries; 0…1 is what an sRGB screen can show.
public struct LinearColor: Hashable, Sendable {
  /// Linear red; 1 is the most that an sRGB screen gives.
  public let red: Double
  /// Linear green; 1 is the most that an sRGB screen gives.
  public let green: Double
  /// Linear blue; 1 is the most that an sRGB screen gives.
  public let blue: Double

  /// A color from its linear channels, in or out of the sRGB gamut.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The light of an 8-bit color.
  public init(_ color: Color) {
    let table = linearByChannel
    self.init(
      red: table[Int(color.red)],
      green: table[Int(color.green)],
      blue: table[Int(color.blue)])
  }
}

extension Color {
  /// The 8-bit color nearest to this light. Each channel is clamped to what a screen can show; a
  /// channel that is not a number becomes 0.
  public init(_ light: LinearColor) {
    self.init(
      red: encodedChannel(light.red),
      green: encodedChannel(light.green),
      blue: encodedChannel(light.blue))
  }

  /// Relative luminance: CIE Y of the light, 0 for black and 1 for white.
  public var luminance: Double {
    XYZ(LinearColor(self)).y
  }
}

/// The curve from IEC 61966-2-1 at every 8-bit channel: `difference` is asked for too often to
/// raise six numbers to the power of 2.4 each time.
private let linearByChannel: [Double] = (0...255).map { linearChannel(Double($0) / 255) }

private func linearChannel(_ encoded: Double) -> Double {
  encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
}

private func encodedChannel(_ light: Double) -> UInt8 {
  let light = clampedToUnit(light)
  let encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  return UInt8(clampedToUnit(encoded) * 255 + 0.5)
}
