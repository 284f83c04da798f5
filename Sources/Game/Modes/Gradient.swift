// Two colors and everything between them: six sliders, hue, saturation and brightness of either
// end. What is judged is how the whole looks, at five even stops.

import Chroma

extension Mode {
  /// Sliders of hue, saturation and brightness for both ends of a gradient.
  public static let gradient = Mode(
    name: "gradient",
    channels: ["1", "2"]
      .flatMap { end in
        Sliders.hsb.channels.map { channel in
          Channel(
            name: channel.name + end, word: channel.word, grid: channel.grid,
            drawn: channel.drawn, unit: channel.unit, wraps: channel.wraps)
        }
      },
    start: Guess(Sliders.hsb.nearest(startColor) + Sliders.hsb.nearest(startColor)),
    draw: { draw, _ in
      var challenge = ends(&draw)
      for _ in 1..<Sliders.targetDrawsMax where !isWorthwhile(challenge.target) {
        challenge = ends(&draw)
      }
      return challenge
    },
    mix: { values, _ in
      guard let from = Sliders.hsb.mix(Guess.Values(values[..<3])),
        let to = Sliders.hsb.mix(Guess.Values(values[3...]))
      else { return nil }
      return Swatch(from, to: to)
    },
    nearestGuess: { swatch, _ in
      Guess(Sliders.hsb.nearest(swatch.color) + Sliders.hsb.nearest(swatch.to ?? swatch.color))
    }
  )
  .with { $0.usual = (rounds: 5, seconds: 60) }

  /// How far the ends of a target are apart at least, in thousandths of ΔE.
  static let endsDifferenceMin = Difference(thousandths: 20_000)

  private static func ends(_ draw: inout RandomStream) -> Challenge {
    let from = Sliders.hsb.values(&draw)
    let to = Sliders.hsb.values(&draw)
    return Challenge(
      answer: Guess(from + to),
      target: Swatch(Sliders.hsb.color(from), to: Sliders.hsb.color(to)))
  }

  /// Whether a target is far enough from the start, and is seen to change on its way.
  private static func isWorthwhile(_ target: Swatch) -> Bool {
    let start = Sliders.hsb.color(Sliders.hsb.nearest(startColor))
    return target.difference(from: Swatch(start)) >= Sliders.targetDifferenceMin
      && target.gradient.from.difference(from: target.gradient.to) >= endsDifferenceMin
  }
}
