// Sliders that make one color: the part that the modes with sliders share. It knows grids and
// colors; how long a round is and who sees what are the mode's.
// Invariant: every guess on the grid makes a color, and `nearest` gives one on the grid.

public import Chroma

/// Sliders that make one color.
public struct Sliders: Sendable {
  /// The sliders, in the order of their values.
  public let channels: [Channel]
  /// The color that values make; nil when they are not on the grid.
  let mix: @Sendable (Guess.Values) -> Color?
  /// The values whose color is nearest to a color.
  let nearest: @Sendable (Color) -> [Int]

  /// A target nearer to the start than this would nearly lock itself: ΔE 15, in thousandths.
  public static let targetDifferenceMin = Difference(thousandths: 15_000)
  /// How often a target that is too near to the start is drawn again.
  public static let targetDrawsMax = 16

  /// The color of values that are known to be on the grid.
  func color(_ values: [Int]) -> Color {
    guard let color = mix(Guess.Values(values)) else { preconditionFailure("values off the grid") }
    return color
  }

  /// Each slider in order from its `drawn` range.
  func values(_ draw: inout RandomStream) -> [Int] {
    channels.map { draw.next(in: $0.drawn) }
  }

  /// Draws a target: all sliders again while the color is too near to the start, at most
  /// `targetDrawsMax` times.
  func target(_ draw: inout RandomStream) -> Challenge {
    let start = color(nearest(Mode.startColor))
    var target: [Int] = []
    for _ in 1...Sliders.targetDrawsMax {
      target = values(&draw)
      if color(target).difference(from: start) >= Sliders.targetDifferenceMin { break }
    }
    return Challenge(answer: Guess(target), target: Swatch(color(target)))
  }
}

extension Mode {
  /// A mode of sliders that make one color.
  ///
  /// - Parameter answer: the values that make a target exactly, where the nearest ones may not.
  init(name: String, sliders: Sliders, answer: (@Sendable (Color) -> [Int])? = nil) {
    let answer = answer ?? sliders.nearest
    self.init(
      name: name, channels: sliders.channels, start: Guess(sliders.nearest(Mode.startColor)),
      draw: { draw, _ in sliders.target(&draw) },
      mix: { values, _ in sliders.mix(values).map { Swatch($0) } },
      nearestGuess: { swatch, _ in Guess(answer(swatch.color)) })
    self = with { $0.family = "sliders" }
  }
}
