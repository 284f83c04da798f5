// A color as players see, send and compare it: three 8-bit sRGB channels, and "#rrggbb" as its one
// written form. This file knows neither light nor eyes; those live in LinearColor, Lab and OKLab.
// Invariant: every value of `Color` is a color, and `Color(hex: color.hex) == color`.

/// One color on an sRGB screen (IEC 61966-2-1), 8 bits a channel.
public struct Color: Hashable, Sendable {
  /// Encoded red, 0…255.
  public let red: UInt8
  /// Encoded green, 0…255.
  public let green: UInt8
  /// Encoded blue, 0…255.
  public let blue: UInt8

  /// A color from its three encoded channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads exactly `#rrggbb`, in either case; anything else is nil.
  public init?(hex: some StringProtocol) {
    self.init(hexBytes: hex.utf8)
  }

  /// Reads exactly the seven bytes of `#rrggbb`, in either case; anything else is nil.
  /// Never reads past the eighth byte, however long the input is.
  public init?(hexBytes bytes: some Collection<UInt8>) {
    var rest = bytes.makeIterator()
    guard rest.next() == UInt8(ascii: "#"),
      let red = hexPair(from: &rest),
      let green = hexPair(from: &rest),
      let blue = hexPair(from: &rest),
      rest.next() == nil
    else { return nil }
    self.init(red: red, green: green, blue: blue)
  }

  /// The written form: `#rrggbb` in lower case.
  public var hex: String {
    String(unsafeUninitializedCapacity: 7) { text in
      text[0] = UInt8(ascii: "#")
      func write(_ channel: UInt8, at position: Int) {
        text[position] = hexDigit(channel >> 4)
        text[position + 1] = hexDigit(channel & 0xf)
      }
      write(red, at: 1)
      write(green, at: 3)
      write(blue, at: 5)
      return 7
    }
  }

  /// The color a part of the way from this one to another, mixed in sRGB as displayed, each channel
  /// rounded half up.
  ///
  /// - Parameters:
  ///   - other: the color at the far end.
  ///   - fraction: 0 is this color, 1 the other. Clamped to 0…1; NaN counts as 0.
  public func mixed(with other: Color, at fraction: Double) -> Color {
    let share = clampedToUnit(fraction)
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(Double(from) + (Double(to) - Double(from)) * share + 0.5)
    }
    return Color(
      red: mix(red, other.red),
      green: mix(green, other.green),
      blue: mix(blue, other.blue))
  }
}

private func hexPair(from bytes: inout some IteratorProtocol<UInt8>) -> UInt8? {
  guard let high = bytes.next().flatMap(hexValue), let low = bytes.next().flatMap(hexValue) else {
    return nil
  }
  return high << 4 | low
}

private func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
