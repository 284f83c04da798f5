// Four inks in the plain form (1 − ink)(1 − black): the mode in which several guesses make the same
// color, so what is judged is the color and never the sliders. Targets use little black, because
// two thirds of the full grid is nearly that.

import Chroma

extension Mode {
  /// Cyan, magenta, yellow and black, 0–100 % each.
  public static let cmyk = Mode(
    name: "cmyk",
    channels: ["C", "M", "Y", "K"]
      .map { ink in
        let drawn = ink == "K" ? 0...50 : 0...100
        return Channel(name: ink, grid: 0...100, drawn: drawn, unit: "%", wraps: false)
      },
    mix: { CMYK(cyan: $0[0], magenta: $0[1], yellow: $0[2], black: $0[3])?.color },
    nearest: { color in
      let nearest = CMYK(nearest: color)
      return Guess([nearest.cyan, nearest.magenta, nearest.yellow, nearest.black])
    }
  )
}
