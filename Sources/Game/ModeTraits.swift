// What a mode says of itself, as its file in Modes/ sets it; `Mode` is how everybody else knows it.

import Chroma

/// The parts of a mode.
struct ModeTraits: Sendable {
  let name: String
  let channels: [Channel]
  let start: Guess
  /// Draws one round.
  let draw: @Sendable (inout RandomStream, Course) -> Challenge
  /// The swatch that a guess on the grid makes among those tiles; nil for a tile that is not there.
  let mix: @Sendable (_ values: Guess.Values, _ tiles: [Color]) -> Swatch?
  /// The guess whose swatch is nearest to one, among those tiles.
  let nearestGuess: @Sendable (Swatch, _ tiles: [Color]) -> Guess

  var family: String?
  var answer = Mode.InputMethod.sliders
  var seats = Rules.seatsRange
  var usual = (rounds: 5, seconds: 30)
  var isFixed = false
  var isDaily = false
  var hidesAfter: Int?
  var isSecret = false
  var ringsBell = true
  var lives: Int?
  /// The largest difference that locks, by level and round.
  var tolerance: @Sendable (Level, _ round: Int) -> Difference = { level, _ in level.tolerance }
  /// A round's length in milliseconds, by the seconds of the rules and the round.
  var milliseconds: @Sendable (_ seconds: Int, _ round: Int) -> Int = { seconds, _ in
    seconds * 1_000
  }
  /// What a difference is worth, 0…1000.
  var accuracy: @Sendable (Difference) -> Int = Accuracy.of
}
