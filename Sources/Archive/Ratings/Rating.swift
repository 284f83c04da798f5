// How good a player is thought to be, and how sure that is, in whole millionths: what is stored is
// what was computed, on every machine. A rating knows neither the player nor the match. Invariant:
// nobody is less certain than a newcomer, and no value is so large that arithmetic could overflow.

/// A belief about a player's skill: a normal distribution.
public struct Rating: Hashable, Sendable {
  /// μ, the skill itself, in millionths.
  public let mean: Int
  /// σ, how uncertain that is, in millionths.
  public let deviation: Int

  /// A newcomer: μ 25, σ 25/3.
  public static let newcomer = Rating(mean: 25_000_000, deviation: 8_333_333)

  /// A rating of those numbers. What no matches could lead to is moved to where they could, so a
  /// damaged file cannot trap its reader.
  public init(mean: Int, deviation: Int) {
    self.mean = min(max(mean, -Self.meanMax), Self.meanMax)
    self.deviation = min(max(deviation, 1), Self.deviationMax)
  }

  /// What players see, and what boards are sorted by: 1000 + 40(μ − 3σ), rounded half up. Three
  /// deviations below the mean, because a board should show what a player has proved.
  public var shown: Int { 1_000 + roundedUp(40 * conservative, by: million) }

  /// How far from `shown` one deviation reaches: 40σ, rounded half up.
  public var margin: Int { roundedUp(40 * deviation, by: million) }

  /// μ − 3σ, which sorts as `shown` does, but more finely.
  public var conservative: Int { mean - 3 * deviation }

  /// The same player after some days without a rated match. Each adds 1/15 to σ², as Glicko does
  /// with time, up to the uncertainty of a newcomer.
  public func rested(days: Int) -> Rating {
    // After so many even the surest player is a newcomer again.
    let days = min(max(days, 0), 1_050)
    if days == 0 { return self }
    let variance = deviation * deviation + (days * million * million + 7) / 15
    let rested = (Double(variance).squareRoot() + 0.5).rounded(.down)
    return Rating(mean: mean, deviation: Int(rested))
  }

  /// A thousand points to either side: e to the power of it is still a number.
  private static let meanMax = 1_000 * million
  private static let deviationMax = 8_333_333
}

/// How many parts a point of skill has.
let million = 1_000_000

/// The quotient by a positive number, halves up, below zero as above.
private func roundedUp(_ dividend: Int, by divisor: Int) -> Int {
  let doubled = 2 * dividend + divisor
  let quotient = doubled / (2 * divisor)
  return doubled % (2 * divisor) < 0 ? quotient - 1 : quotient
}
