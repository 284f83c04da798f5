// How far apart two colors are, in the one form in which that leaves this module: a whole number of
// thousandths, so rules add, compare and tabulate it without ever meeting a floating point number.
// Two math libraries may disagree in the last bits of a Double; after rounding, fewer than one pair
// of colors in a hundred million can show it.

/// A CIEDE2000 difference between two sRGB colors (D65), in thousandths of ΔE.
public struct Difference: Comparable, Hashable, Sendable {
  /// Thousandths of ΔE, never negative: 0 for equal colors, 100000 for black and white.
  public let thousandths: Int

  /// No difference at all.
  public static let zero = Difference(thousandths: 0)

  /// A difference of so many thousandths of ΔE.
  ///
  /// - Precondition: `thousandths` is not negative. Text from outside has to be checked first.
  public init(thousandths: Int) {
    precondition(thousandths >= 0, "a difference is never negative")
    self.thousandths = thousandths
  }

  /// The difference of two colors, rounded to the nearest thousandth.
  public init(_ first: Lab, _ second: Lab) {
    self.init(thousandths: Int((ciede2000(first, second) * 1000).rounded()))
  }

  /// ΔE for the screen, with one decimal and halves rounded up: 8412 thousandths are `8.4`.
  public var tenthsText: String {
    let tenths = roundedQuotient(thousandths, 100)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The smaller difference is the better guess.
  public static func < (left: Difference, right: Difference) -> Bool {
    left.thousandths < right.thousandths
  }
}

extension Color {
  /// The CIEDE2000 difference from another color, rounded to the nearest thousandth. The same both
  /// ways round, and zero only for the color itself.
  public func difference(from other: Color) -> Difference {
    Difference(Lab(self), Lab(other))
  }
}
