// A screen like the one that players race on, made of the kit's parts alone: what the budgets of
// bytes are measured on, before and apart from the client's own screens.

import Chroma

@testable import TerminalUI

struct RaceScreen {
  var width = 80
  var height = 24
  var hue = 207
  var saturation = 59
  var brightness = 55
  /// The slider values that the tracks are painted for; they follow a drag more slowly.
  var trackSaturation = 59
  var progress = 3.42
  var time = "11.6 s"

  static let target: Color = "#265c9e"
  static let rounds: [Color] = ["#c4483c", "#de9e36", "#78a448", target, "#3c3c78"]
  static let people: [(icon: String, name: String, color: Color, percent: Int)] = [
    ("◆", "mira", "#3458a3", 96), ("▲", "oskar", "#1e6e8c", 84),
    ("♣", "jun", "#5a50aa", 71), ("☾", "lou", "#143c64", 68),
  ]

  var mine: Color { Self.color(hue, saturation, brightness) }

  static func color(_ hue: Int, _ saturation: Int, _ brightness: Int) -> Color {
    HSB(hue: hue % 360, saturation: saturation, brightness: brightness)?.color ?? "#000000"
  }

  func draw() -> Canvas {
    var canvas = Canvas(width: width, height: height)
    header(on: &canvas)
    pair(on: &canvas, row: 3, height: isBig ? 17 : 8)
    sliders(on: &canvas, row: isBig ? 23 : 13)
    strip(on: &canvas, row: isBig ? 30 : 19, height: isBig ? 6 : 2)
    canvas.keyLine(
      [
        KeyHint("↑↓", "slider"), KeyHint("←→", "1"), KeyHint("⇧←→", "10"), KeyHint("0-9", "type"),
        KeyHint("m", "RGB HSB CMYK wheel"), KeyHint("⏎", "lock in"), KeyHint("a", "assist"),
        KeyHint("Esc", "menu"),
      ], row: height - 1)
    return canvas
  }

  private var isBig: Bool { height >= 36 }

  private func header(on canvas: inout Canvas) {
    let end = canvas.text("chromatch", column: 2, row: 0, .strong)
    canvas.text("sunday race   match", column: end + 2, row: 0, .label)
    canvas.text("round 4 of 8     \(time)", endColumn: width - 2, row: 0, .text)
    canvas.stepper(
      Stepper(colors: Self.rounds, rounds: 8, progress: progress),
      column: 2, row: 1, width: width - 4)
  }

  private func pair(on canvas: inout Canvas, row: Int, height: Int) {
    let (size, right) = ((width - 6) / 2, width / 2 + 1)
    canvas.text("TARGET", column: 2, row: row, .label)
    canvas.text("YOURS", column: right, row: row, .label)
    canvas.text(mine.hex.uppercased(), endColumn: width - 2, row: row, .label)
    canvas.swatch(Area(column: 2, row: row + 1, width: size, height: height), Self.target)
    canvas.swatch(Area(column: right, row: row + 1, width: size, height: height), mine)
  }

  private func sliders(on canvas: inout Canvas, row: Int) {
    let (saturated, bright) = (max(trackSaturation, 35), max(brightness, 45))
    let hueTrack: (Double) -> Color = { Self.color(Int($0 * 360), saturated, bright) }
    let saturationTrack: (Double) -> Color = { Self.color(hue, Int($0 * 100), brightness) }
    let brightnessTrack: (Double) -> Color = {
      Self.color(hue, trackSaturation, Int($0 * 100))
    }
    let sliders = [
      Slider(
        label: "H", value: "\(hue)°", fraction: Double(hue) / 360, isActive: false,
        gradient: hueTrack),
      Slider(
        label: "S", value: "\(saturation)%", fraction: Double(saturation) / 100, isActive: true,
        gradient: saturationTrack),
      Slider(
        label: "B", value: "\(brightness)%", fraction: Double(brightness) / 100, isActive: false,
        gradient: brightnessTrack),
    ]
    for (index, slider) in sliders.enumerated() {
      let place = row + 2 * index
      let track = canvas.slider(slider, column: 2, row: place, width: width - 4)
      if slider.isActive {
        canvas.park(column: track.column(at: slider.fraction), row: place)
      }
    }
  }

  private func strip(on canvas: inout Canvas, row: Int, height: Int) {
    let room = (width - 2) / Self.people.count
    for (index, person) in Self.people.enumerated() {
      let column = 2 + index * room
      canvas.swatch(
        Area(column: column, row: row, width: room - 2, height: height), person.color)
      canvas.text("\(person.icon) \(person.name)", column: column, row: row + height, .text)
      canvas.text("\(person.percent)%", endColumn: column + room - 2, row: row + height, .label)
    }
  }
}
