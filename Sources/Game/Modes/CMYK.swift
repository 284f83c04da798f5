// Four inks in the plain form (1 − ink)(1 − black): the mode in which several guesses make the same
// color, so what is judged is the color and never the sliders. Targets use little black, because
// two thirds of the full grid is nearly that.

import Chroma

extension Sliders {
  /// Cyan, magenta, yellow and black, 0–100 % each.
  static let cmyk = Sliders(
    channels: [("C", "cyan"), ("M", "magenta"), ("Y", "yellow"), ("K", "black")]
      .map { ink, word in
        let drawn = ink == "K" ? 0...50 : 0...100
        return Channel(
          name: ink, word: word, grid: 0...100, drawn: drawn, unit: "%", wraps: false)
      },
    mix: { CMYK(cyan: $0[0], magenta: $0[1], yellow: $0[2], black: $0[3])?.color },
    nearest: { CMYK(nearest: $0).inks }
  )
}

extension Mode {
  /// Sliders of cyan, magenta, yellow and black.
  public static let cmyk = Mode(name: "cmyk", sliders: .cmyk) { color in
    // The nearest mixture has as much black as the color bears; some targets need less.
    let nearest = CMYK(nearest: color)
    let mixtures = [nearest] + CMYK.percents.lazy.compactMap { CMYK(color, black: $0) }
    return (mixtures.first { $0.color == color } ?? nearest).inks
  }
}

extension CMYK {
  fileprivate var inks: [Int] { [cyan, magenta, yellow, black] }

  /// The mixture for a color with so much black; nil when that takes more light than the color has.
  fileprivate init?(_ color: Color, black: Int) {
    let paper = 255 * (100 - black)
    func ink(_ channel: UInt8) -> Int {
      let missing = paper - 100 * Int(channel)
      // Rounded half up; all-black paper takes no ink.
      return missing < 0 ? -1 : (200 * missing + paper) / max(2 * paper, 1)
    }
    self.init(
      cyan: ink(color.red), magenta: ink(color.green), yellow: ink(color.blue), black: black)
  }
}
