// Two colors and everything between them, as the gradient mode shows, guesses and scores it. The
// way between is straight in sRGB as displayed, what a screen or terminal draws by itself, and not
// in light or OKLab. All arithmetic is in whole numbers, so every client draws the same steps.
// Invariant: the difference of two gradients is zero only if they are the same.

/// A straight run of color from one end to the other.
public struct Gradient: Hashable, Sendable {
  /// The number of even stops, both ends included, at which two gradients are compared.
  public static let stops = 5

  /// The color at the start.
  public var from: Color
  /// The color at the end.
  public var to: Color

  /// A gradient from its two ends; they may be equal.
  public init(from: Color, to: Color) {
    self.from = from
    self.to = to
  }

  /// The color after some of the even steps that lead from one end to the other, each channel
  /// rounded half up. Turning the gradient around changes no color, only the order.
  ///
  /// - Parameters:
  ///   - position: the steps already taken; 0 is `from`, `steps` is `to`.
  ///   - steps: how many there are in all.
  /// - Precondition: `steps` is positive and `position` lies in 0…`steps`.
  public func color(at position: Int, of steps: Int) -> Color {
    precondition(steps > 0, "a gradient takes at least one step")
    precondition((0...steps).contains(position), "a position lies between the ends")
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(roundedQuotient(Int(from) * (steps - position) + Int(to) * position, steps))
    }
    return Color(
      red: mix(from.red, to.red),
      green: mix(from.green, to.green),
      blue: mix(from.blue, to.blue))
  }

  /// The mean CIEDE2000 difference at `stops` even stops, each in whole thousandths of ΔE, and the
  /// mean rounded half up. The same both ways round, and zero only for the gradient itself.
  public func difference(from other: Gradient) -> Difference {
    let steps = Gradient.stops - 1
    var sum = 0
    for stop in 0...steps {
      let (mine, theirs) = (color(at: stop, of: steps), other.color(at: stop, of: steps))
      sum += mine.difference(from: theirs).thousandths
    }
    return Difference(thousandths: roundedQuotient(sum, Gradient.stops))
  }
}
