// What one round asks: what is shown, and the guess that would match it exactly. Only the match
// holds a whole challenge while a round is open; players hear all of it but the answer.

public import Chroma

/// One round's question and its answer.
public struct Challenge: Hashable, Sendable {
  /// The guess that matches exactly; it is on the mode's grid.
  public let answer: Guess
  /// What is to be matched.
  public let target: Swatch
  /// The colors to choose from, the first of them tile 1; none in modes with sliders.
  public let tiles: [Color]
  /// Where the target begins, worked out once: every move is compared with it.
  private let lab: Lab

  /// Describes a challenge.
  public init(answer: Guess, target: Swatch, tiles: [Color] = []) {
    self.answer = answer
    self.target = target
    self.tiles = tiles
    lab = Lab(target.color)
  }

  /// How far a swatch is from the target, as `Swatch.difference` says.
  func difference(of swatch: Swatch) -> Difference {
    guard swatch.to == nil, target.to == nil else { return swatch.difference(from: target) }
    return Difference(Lab(swatch.color), lab)
  }
}

extension RoundStart {
  /// A challenge as it is announced in a round that opens then, so much later than promised.
  init(_ challenge: Challenge, round: Int, of rules: Rules, opens: Instant, late: Int = 0) {
    let mode = rules.mode
    let tolerance = rules.tolerance(inRound: round)
    self.init(
      round: round, of: mode.isEndless ? 0 : rules.rounds, opens: opens,
      closes: opens + rules.milliseconds(ofRound: round),
      target: challenge.target.color, to: challenge.target.to,
      start: mode.color(of: mode.start) ?? Mode.startColor, tiles: challenge.tiles,
      hides: mode.hidesAfter.map { opens + $0 },
      tolerance: tolerance == rules.level.tolerance ? nil : tolerance, late: late)
  }
}

/// How far a match has come, as far as its next challenge depends on it.
public struct Course: Hashable, Sendable {
  /// The round to be drawn, counted from 1.
  public var round: Int
  /// How many rounds in a row went without a fault, see `Course.streak(_:after:)`.
  public var streak: Int
  /// How near is near enough.
  public var level: Level

  /// Describes how far a match is.
  public init(round: Int, streak: Int, level: Level) {
    self.round = round
    self.streak = streak
    self.level = level
  }

  /// The streak after a round with these scores: one more when somebody found the exact answer and
  /// nobody's lock was ever too far off, else none. It follows from scores alone, which everyone in
  /// the room is told, so that everyone can do the sums.
  public static func streak(_ streak: Int, after scores: [Score]) -> Int {
    let isFound = scores.contains { $0.difference == .zero }
    return isFound && scores.allSatisfy { $0.misses == 0 } ? streak + 1 : 0
  }
}
