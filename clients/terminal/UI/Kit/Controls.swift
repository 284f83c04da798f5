// What a player reads values from and works with: slider rows, the stepper of rounds and the key
// line. A control draws what it is told and answers where it drew it; it keeps no state, and what a
// key or a press does to it is decided elsewhere.

import Chroma

/// One row: a label, a track in the colors that the slider would make, a knob, and the value.
struct Slider {
  var label: String
  var value: String
  /// Where the knob stands, 0…1.
  var fraction: Double
  /// Whether keys move this one.
  var isActive: Bool
  /// Whether nothing moves it any more.
  var isFrozen = false
  /// The color of the track at a fraction.
  var gradient: (Double) -> Color
  /// How many colors the track is made of at most; nil for two a cell, which cost the most bytes.
  var colorsMax: Int?

  /// Columns before the track (a marker, the label) and after it (the value).
  static let columnsBeforeTrack = 5
  static let columnsAfterTrack = 8

  /// Where the track of a slider in these columns lies.
  static func track(column: Int, row: Int, width: Int) -> Area {
    Area(
      column: column + columnsBeforeTrack, row: row,
      width: width - columnsBeforeTrack - columnsAfterTrack, height: 1)
  }
}

/// The rounds of a match and the clock in one bar.
struct Stepper {
  /// The colors of the rounds so far, the current one last. Each runs into the next.
  var colors: [Color]
  /// How many rounds there are.
  var rounds: Int
  /// How far the match is, in rounds: 3.5 is half-way through the fourth.
  var progress: Double
}

/// A key and what it does.
struct KeyHint: Equatable, Sendable {
  var key: String
  var word: String

  init(_ key: String, _ word: String) {
    self.key = key
    self.word = word
  }

  /// How many columns it takes; a key without a word speaks for itself.
  var columns: Int {
    ShownText.columns(of: key) + (word.isEmpty ? 0 : 1 + ShownText.columns(of: word))
  }
}

extension Canvas {
  /// Draws a slider and answers where its track is: `Area.fraction(at:)` tells what a press on it
  /// means. Where no track fits, the label and the value stand alone.
  ///
  /// - Parameter valueEnd: the column that the value ends before, when something else is to stand
  ///   between it and the track.
  @discardableResult
  mutating func slider(
    _ slider: Slider, column: Int, row: Int, width: Int, valueEnd: Int? = nil
  ) -> Area {
    if slider.isActive { put("▸", column: column, row: row, .bright) }
    let (label, value): (Style, Style) =
      slider.isFrozen ? (.dim, .dim) : slider.isActive ? (.strong, .strong) : (.label, .text)
    text(slider.label, column: column + 2, row: row, label)
    text(slider.value, endColumn: valueEnd ?? column + width, row: row, value)
    let track = Slider.track(column: column, row: row, width: width)
    if track.width > 0 {
      self.track(of: slider, track)
      knob(of: slider, on: track)
    }
    return track
  }

  private mutating func track(of slider: Slider, _ track: Area) {
    guard let most = slider.colorsMax else { return band(track, slider.gradient) }
    let columns = max(1, (track.width + most - 1) / most)
    for start in stride(from: track.column, to: track.endColumn, by: columns) {
      let width = min(columns, track.endColumn - start)
      let middle = Double(start - track.column) + Double(width) / 2
      fill(
        Area(column: start, row: track.row, width: width, height: 1),
        slider.gradient(middle / Double(track.width)))
    }
  }

  /// The knob lets the track's color through; the active one is a bright block between dark edges,
  /// which no color of the track can hide.
  private mutating func knob(of slider: Slider, on track: Area) {
    let column = track.column(at: slider.fraction)
    let here = slider.gradient(unit(slider.fraction))
    guard slider.isActive else {
      let line = here.luminance < 0.35 ? Neutral.bright : Neutral.edge
      put("┃", column: column, row: track.row, Style(line, on: here))
      return
    }
    put("█", column: column, row: track.row, Style(Neutral.bright, on: here))
    for (side, glyph) in [(column - 1, "▐"), (column + 1, "▌")] as [(Int, Unicode.Scalar)]
    where track.columns.contains(side) {
      let beside = slider.gradient(track.fraction(at: side))
      put(glyph, column: side, row: track.row, Style(Neutral.edge, on: beside))
    }
  }

  /// Draws the stepper: what is over glows in the colors of its rounds, the last cell of it grows
  /// in eighths with the clock, what is to come is rail, and a gap stands between two rounds. A
  /// round that is over fills its step to the last cell.
  mutating func stepper(_ stepper: Stepper, column: Int, row: Int, width: Int) {
    guard width > 0 else { return }
    let rounds = max(1, stepper.rounds)
    func gap(before round: Int) -> Int {
      Int((Double(width * round) / Double(rounds)).rounded())
    }
    for round in 0..<rounds {
      let first = round == 0 ? 0 : gap(before: round) + 1
      let end = max(first, gap(before: round + 1))
      let done = unit(stepper.progress - Double(round)) * Double(8 * (end - first))
      if round > 0 {
        put(" ", column: column + first - 1, row: row, Style(surround, on: surround))
      }
      for offset in first..<end {
        let full = min(max(Int(done.rounded(.down)) - 8 * (offset - first), 0), 8)
        let place = (Double(offset) + 0.5) / Double(width) * Double(rounds) - 0.5
        let color = full == 0 ? Neutral.rail : stepper.color(at: place)
        put(
          "▄", column: column + offset, row: row,
          Style(Neutral.rail.mixed(with: color, at: Double(full) / 8), on: surround))
      }
    }
  }

  /// Writes keys bright and what they do dim, as many as fit in the row; the first that does not
  /// fit ends the line. Answers where each stands, so that it can be pressed too.
  @discardableResult
  mutating func keyLine(
    _ hints: [KeyHint], column first: Int = 2, row: Int, gap: Int = 3
  ) -> [Area] {
    let margin = 2
    var areas: [Area] = []
    var column = first
    for hint in hints {
      let start = column
      guard start + hint.columns <= width - margin else { break }
      column = text(hint.key, column: column, row: row, .key) + 1
      text(hint.word, column: column, row: row, .dim)
      column = start + hint.columns + gap
      areas.append(Area(column: start, row: row, width: hint.columns, height: 1))
    }
    return areas
  }
}

extension Stepper {
  /// The color at a place counted in rounds, where each round's own color is at its middle.
  fileprivate func color(at place: Double) -> Color {
    guard let last = colors.last else { return Neutral.rail }
    let round = max(0, Int(place.rounded(.down)))
    guard round + 1 < colors.count else { return last }
    return colors[round].mixed(with: colors[round + 1], at: place - Double(round))
  }
}
