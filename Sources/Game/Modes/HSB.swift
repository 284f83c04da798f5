// Hue, saturation and brightness of the usual hexcone (HSV). Targets keep away from black and from
// gray, where the hue slider does nothing that an eye could follow.

import Chroma

extension Sliders {
  /// Hue 0–359°, saturation and brightness 0–100 %.
  static let hsb = Sliders(
    channels: [
      Channel(name: "H", word: "hue", grid: 0...359, drawn: 0...359, unit: "°", wraps: true),
      Channel(
        name: "S", word: "saturation", grid: 0...100, drawn: 10...100, unit: "%", wraps: false),
      Channel(
        name: "B", word: "brightness", grid: 0...100, drawn: 25...100, unit: "%", wraps: false),
    ],
    mix: { HSB(hue: $0[0], saturation: $0[1], brightness: $0[2])?.color },
    nearest: { color in
      let nearest = HSB(nearest: color)
      return [nearest.hue, nearest.saturation, nearest.brightness]
    }
  )
}

extension Mode {
  /// Sliders of hue, saturation and brightness.
  public static let hsb = Mode(name: "hsb", sliders: .hsb)
}
