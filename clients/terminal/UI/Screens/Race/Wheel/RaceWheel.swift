// The wheel of a race: hue by angle, saturation by distance from the middle, the loupe with the
// color that is made, and the bar of brightness beside it. The wheel itself never changes during a
// round; a move repaints the loupe, one's own color and a few figures.

import Chroma
import ClientCore
import Game

// The wheel and its bar.
extension RaceScreen {
  /// Whether a wheel stands for the sliders: not where colors cannot be seen.
  func isOnWheel(_ sheet: Sheet) -> Bool {
    state.usesWheel && !sheet.setup.isByNumbers
  }

  /// What the player's hands are on: the sliders, or the wheel.
  func hands(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    guard let picture = state.wheel.picture, let place = layout.wheel else {
      return sliders(on: &sheet, layout, clock)
    }
    picture.draw(on: &sheet.canvas, column: place.disk.column, row: place.disk.row)
    sheet.hits.mark(place.disk, as: .wheel)
    brightness(on: &sheet, place)
    wheelFigures(on: &sheet, layout, place, clock)
    loupe(on: &sheet, place, picture.disk, clock)
  }

  /// The color that the wheel makes: of a gradient, that of the active end.
  private var wheelColor: Color { Stops.color(state.stop, of: swatch) }

  /// The bar: what each brightness would make, repainted as slowly as tracks are, with a knob on
  /// half rows.
  private func brightness(on sheet: inout Sheet, _ place: WheelLayout) {
    let (bar, slider) = (place.bar, state.brightnessSlider)
    let colors = state.tracks[slider]
    let pixels = 2 * bar.height
    for pixel in 0..<pixels {
      let share = Double(pixels - 1 - pixel) / Double(pixels - 1)
      let full = colors[Int((share * Double(colors.count - 1)).rounded())]
      let color = isDone ? RaceScreen.dimmed(full) : full
      for column in bar.columns {
        sheet.canvas.pixel(column: column, halfRow: 2 * bar.row + pixel, color)
      }
    }
    let value = guess.values[slider]
    let knob = place.knobHalfRow(at: value)
    for half in [knob, knob + 1] {
      let isWhole = knob & 1 == 0
      let (left, right): (Unicode.Scalar, Unicode.Scalar) =
        isWhole ? ("▐", "▌") : half & 1 == 0 ? ("▝", "▘") : ("▗", "▖")
      let style: Style = isDone ? .dim : .bright
      sheet.canvas.put(left, column: bar.column - 1, row: half >> 1, style)
      sheet.canvas.put(right, column: bar.endColumn, row: half >> 1, style)
    }
    sheet.canvas.text(
      "\(value)\(mode.channels[slider].unit)", column: place.figureColumn, row: knob >> 1,
      isDone ? .dim : .strong)
    sheet.hits.mark(bar.inset(columns: -2, rows: 0), as: .brightness)
  }

  /// Hue, saturation and brightness in figures; with hints each in a row of its own.
  private func wheelFigures(
    on sheet: inout Sheet, _ layout: RaceLayout, _ place: WheelLayout, _ clock: RoundClock
  ) {
    let isHelped = helps(on: sheet)
    let answer = isHelped ? answer(clock) : nil
    let first = place.footRow + mode.stops - 1
    var column = place.side.lowerBound
    for (index, slider) in state.sliders.enumerated() {
      let channel = mode.channels[slider]
      let value = "\(guess.values[slider])\(channel.unit)"
      guard let answer else {
        column = sheet.canvas.text(
          "\(channel.label) \(value)", column: column, row: first, isDone ? .dim : .text)
        column += 3
        continue
      }
      let row = first + index
      sheet.canvas.text(channel.label, column: column, row: row, .label)
      sheet.canvas.text(value, endColumn: column + 6, row: row, .text)
      let hint = ChannelHint(channel, slider, guess, to: answer)
      sheet.hint(hint, column: column + 8, row: row, end: place.side.upperBound)
    }
    guard answer != nil, let text = warmthText() else { return }
    sheet.canvas.text(text, endColumn: place.side.upperBound, row: layout.hintRow, .strong)
    sheet.canvas.text(Words["◐ assist"], column: column, row: layout.hintRow, .strong)
  }
}

extension WheelLayout {
  /// The upper of the two half rows of the bar's knob.
  func knobHalfRow(at brightness: Int) -> Int {
    let share = Double(HSB.percents.upperBound - brightness) / Double(HSB.percents.count - 1)
    return 2 * bar.row + Int((share * Double(2 * bar.height - 2)).rounded())
  }
}

// The loupe.
extension RaceScreen {
  private func loupe(
    on sheet: inout Sheet, _ place: WheelLayout, _ disk: WheelDisk, _ clock: RoundClock
  ) {
    let corner = disk.corner(at: state.spot(of: guess, on: disk))
    let middle = (place.disk.column + corner.column, 2 * place.disk.row + corner.halfRow)
    let target = target(clock).map { Stops.color(state.stop, of: $0) }
    let loupe = Loupe(
      isHeld: state.held == .wheel, on: disk, left: target ?? wheelColor, right: wheelColor,
      ringColor: isDone ? Neutral.dim : Neutral.bright)
    sheet.canvas.loupe(
      loupe, column: middle.0, halfRow: middle.1,
      within: place.disk.inset(columns: -2, rows: -1))
    sheet.canvas.park(
      column: min(middle.0, place.disk.endColumn - 1),
      row: min(middle.1 >> 1, place.disk.endRow - 1))
  }
}

/// A round hole with a bright ring around it and a dark edge, which shows on any color. In the hole
/// target and guess touch.
struct Loupe {
  /// From the middle to where each of them ends, in pixels.
  let hole: Double
  let ring: Double
  let edge: Double
  /// What is seen in both halves of the hole.
  let left: Color
  let right: Color
  let ringColor: Color

  /// From this diameter on, wheels have room for a larger loupe.
  private static let diameterBig = 36

  /// Where there is room it grows while the mouse holds it: no finger hides it, but the eye follows
  /// it.
  init(isHeld: Bool, on disk: WheelDisk, left: Color, right: Color, ringColor: Color) {
    (hole, edge) = isHeld && disk.diameter > Loupe.diameterBig ? (2.6, 4.6) : (1.6, 3.4)
    ring = hole + 1
    (self.left, self.right, self.ringColor) = (left, right, ringColor)
  }

  /// The color of a pixel so far right of the middle, and so far from it.
  func color(right: Double, distance: Double) -> Color {
    guard distance < hole else { return distance < ring ? ringColor : Neutral.edge }
    return right < 0 ? left : self.right
  }
}

extension Canvas {
  /// Draws a loupe around a corner between pixels. It goes over colors and blanks, and never over
  /// something that is written, nor over what stands beside the wheel.
  fileprivate mutating func loupe(
    _ loupe: Loupe, column: Int, halfRow: Int, within limits: Area
  ) {
    let reach = Int(loupe.edge.rounded(.up))
    for down in -reach..<reach {
      for right in -reach..<reach {
        let (x, y) = (Double(right) + 0.5, Double(down) + 0.5)
        let distance = (x * x + y * y).squareRoot()
        let (place, half) = (column + right, halfRow + down)
        let point = Point(column: place, row: half >> 1)
        guard distance < loupe.edge, limits.contains(point), bounds.contains(point),
          [" ", "▀"].contains(self[place, half >> 1].glyph)
        else { continue }
        pixel(column: place, halfRow: half, loupe.color(right: x, distance: distance))
      }
    }
  }
}
