// How good a bot is, as numbers that a hand is planned by. They are chosen so that level 2 locks
// most rounds of the usual rules in time and still leaves a person who is new to the game a chance.

import Chroma

/// How good a bot is, 1 (a beginner) to 4 (hard to beat).
public struct Skill: Hashable, Sendable {
  /// The levels a room may ask for.
  public static let levels = 1...4

  /// The level itself.
  public let level: Int
  /// Milliseconds before the first move.
  let reaction: ClosedRange<Int>
  /// Milliseconds from one move, or one look at a tile, to the next.
  let pace: ClosedRange<Int>
  /// How much of the way that is left one move covers, in percent.
  let reach: ClosedRange<Int>
  /// How far past its aim a slider goes before it settles, in percent of the whole way.
  let overshoot: ClosedRange<Int>
  /// How far off its first aim is, in thousandths of ΔE. What it cannot tell apart is as far apart
  /// as the worst aim.
  let miss: ClosedRange<Int>
  /// How much farther off its worst aim is when the target has to be remembered, in percent.
  let fading: Int

  /// The skill of a level; nil outside 1…4.
  public init?(level: Int) {
    switch level {
    case 1: self.init(1, 1_500...3_000, 420...800, 30...50, 15...40, 4_000...9_000, 60)
    case 2: self.init(2, 1_000...2_000, 400...750, 40...60, 10...30, 2_500...6_000, 50)
    case 3: self.init(3, 700...1_300, 280...550, 50...70, 5...20, 1_500...4_000, 40)
    case 4: self.init(4, 400...800, 160...300, 60...80, 0...10, 0...2_500, 30)
    default: return nil
    }
  }

  private init(
    _ level: Int, _ reaction: ClosedRange<Int>, _ pace: ClosedRange<Int>,
    _ reach: ClosedRange<Int>, _ overshoot: ClosedRange<Int>, _ miss: ClosedRange<Int>,
    _ fading: Int
  ) {
    self.level = level
    self.reaction = reaction
    self.pace = pace
    self.reach = reach
    self.overshoot = overshoot
    self.miss = miss
    self.fading = fading
  }
}
