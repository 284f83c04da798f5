// The two roundings that the whole module shares, so that no file invents its own. Whole numbers
// round in whole numbers: the grids of HSB and CMYK come out the same on every machine.

/// `dividend / divisor` to the nearest whole number, halves up.
///
/// - Precondition: `dividend` is not negative and `divisor` is positive.
func roundedQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  (2 * dividend + divisor) / (2 * divisor)
}

/// The value moved into 0…1, with NaN as 0: what comes out can always become a channel.
func clampedToUnit(_ value: Double) -> Double {
  value > 0 ? min(value, 1) : 0
}
