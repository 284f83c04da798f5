// Hue, saturation and brightness of the usual hexcone (HSV). Targets keep away from black and from
// gray, where the hue slider does nothing that an eye could follow.

import Chroma

extension Mode {
  /// Hue 0–359°, saturation and brightness 0–100 %.
  public static let hsb = Mode(
    name: "hsb",
    channels: [
      Channel(name: "H", grid: 0...359, drawn: 0...359, unit: "°", wraps: true),
      Channel(name: "S", grid: 0...100, drawn: 10...100, unit: "%", wraps: false),
      Channel(name: "B", grid: 0...100, drawn: 25...100, unit: "%", wraps: false),
    ],
    mix: { HSB(hue: $0[0], saturation: $0[1], brightness: $0[2])?.color },
    nearest: { color in
      let nearest = HSB(nearest: color)
      return Guess([nearest.hue, nearest.saturation, nearest.brightness])
    }
  )
}
