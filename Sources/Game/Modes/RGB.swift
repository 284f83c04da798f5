// The plainest mode: three sliders of light, red, green and blue. Its grid is the screen's own, so
// every color can be a target.

import Chroma

extension Sliders {
  /// Red, green and blue, 0–255 each.
  static let rgb = Sliders(
    channels: [("R", "red"), ("G", "green"), ("B", "blue")]
      .map { name, word in
        Channel(name: name, word: word, grid: 0...255, drawn: 0...255, unit: "", wraps: false)
      },
    mix: { light in
      Color(
        red: UInt8(clamping: light[0]), green: UInt8(clamping: light[1]),
        blue: UInt8(clamping: light[2]))
    },
    nearest: { [Int($0.red), Int($0.green), Int($0.blue)] }
  )
}

extension Mode {
  /// Sliders of red, green and blue.
  public static let rgb = Mode(name: "rgb", sliders: .rgb)
}
