// The sliders of a round, and the help beside them where the room gives any: which way each has to
// go, by how much, and how near it is, in words, figures and squares and never by hue alone. Help
// is one option of the room, which every score shows. Personal levels of help would be help that no
// score shows.

import Chroma
import ClientCore
import Game
import Wire

extension RaceScreen {
  /// Columns that hints take between a track and its value.
  private static let hintColumns = 21

  func sliders(on sheet: inout Sheet, _ layout: RaceLayout, _ clock: RoundClock) {
    let isHelped = helps(on: sheet)
    let answer = isHelped ? answer(clock) : nil
    for (place, index) in state.sliders.enumerated() {
      let row = layout.sliderRow(place)
      let slider = state.slider(index, of: guess, isFrozen: isDone)
      let hint = answer.map { ChannelHint(mode.channels[index], index, guess, to: $0) }
      let track: Area
      if sheet.setup.isByNumbers {
        track = sheet.plainSlider(slider, row: row, hint: hint?.plainText ?? "")
      } else if isHelped {
        track = sheet.canvas.slider(
          slider, column: Sheet.margin, row: row, width: sheet.columns - RaceScreen.hintColumns,
          valueEnd: sheet.endColumn)
        if let hint { sheet.hint(hint, column: track.endColumn + 1, row: row) }
      } else {
        track = sheet.canvas.slider(slider, column: Sheet.margin, row: row, width: sheet.columns)
      }
      let press = Area(column: Sheet.margin, row: row, width: sheet.columns, height: 1)
      sheet.hits.mark(press, as: .slider(index))
      sheet.hits.mark(track, as: .slider(index))
      if index == state.active {
        sheet.canvas.park(column: track.column(at: slider.fraction), row: row)
      }
    }
    if isHelped, answer != nil { warmth(on: &sheet, layout) }
    if hints(on: sheet), self.answer(clock) != nil { wordHints(on: &sheet, layout) }
  }

  /// The color of a control that nothing moves any more.
  static func dimmed(_ color: Color) -> Color { color.mixed(with: Neutral.surround, at: 0.7) }

  /// How near the whole is, in a figure and a word.
  func warmthText() -> String? {
    guard let round, let difference = mode.difference(guess, in: round.challenge) else {
      return nil
    }
    let warmth = Warmth(difference, within: round.tolerance)
    return "\(Say.difference(difference))  \(warmth.word)"
  }

  /// What the whole lacks, as an eye would see it: neither a number nor how near it is.
  private func wordHints(on sheet: inout Sheet, _ layout: RaceLayout) {
    guard let round else { return }
    let limit = sheet.columns
    var hint = Say.hint(from: swatch, to: round.challenge.target)
    if ShownText.columns(of: hint) > limit {
      // Of two ends, that of the sliders on the screen.
      hint = String(hint.split(separator: "; ")[min(state.stop, mode.stops - 1)])
    }
    sheet.canvas.text(hint, column: Sheet.margin, row: layout.hintRow, .text, limit: limit)
  }

  private func warmth(on sheet: inout Sheet, _ layout: RaceLayout) {
    guard let text = warmthText() else { return }
    guard !sheet.setup.isByNumbers else {
      sheet.canvas.text(text, endColumn: sheet.endColumn, row: Sheet.statusRow + 1, .strong)
      return
    }
    let row = layout.hintRow
    let start = sheet.canvas.text(text, endColumn: sheet.endColumn, row: row, .strong)
    let end = sheet.canvas.text(Words["◐ assist"], column: Sheet.margin, row: row, .strong)
    let limit = max(0, start - end - 4)
    let legend = Words["▲ turn up  ▼ turn down  ■ the more, the nearer"]
    sheet.canvas.text(
      ShownText.columns(of: legend) <= limit ? legend : Words["▲ up  ▼ down  ■ nearness"],
      column: end + 2, row: row, .dim, limit: limit)
  }
}

extension RaceState {
  /// Beside two gradients tracks have fewer colors, so that the whole is not too many bytes.
  private static let trackColorsMax = 24

  /// One of the sliders, as it is drawn.
  ///
  /// - Parameter isFrozen: whether nothing moves it any more.
  func slider(_ index: Int, of guess: Guess, isFrozen: Bool = false) -> Slider {
    let channel = mode.channels[index]
    let value = guess.values[index]
    let isActive = index == active && !isFrozen
    let isTyping = isActive && !typed.isEmpty
    let colors = tracks[index]
    return Slider(
      label: channel.label, value: isTyping ? "\(typed)…" : "\(value)\(channel.unit)",
      fraction: Double(value - channel.grid.lowerBound) / Double(channel.grid.count - 1),
      isActive: isActive, isFrozen: isFrozen,
      gradient: {
        let color = colors[Int((unit($0) * Double(colors.count - 1)).rounded())]
        return isFrozen ? RaceScreen.dimmed(color) : color
      },
      colorsMax: mode.stops > 1 ? RaceState.trackColorsMax : nil)
  }
}

/// Which way to move a slider, by how much, and how warm it is.
struct ChannelHint {
  /// The way to go; the shorter one where the ends of the slider meet.
  let way: Int
  private let grid: Int

  init(_ channel: Channel, _ index: Int, _ guess: Guess, to answer: Guess) {
    grid = channel.grid.count
    var way = answer.values[index] - guess.values[index]
    if channel.wraps {
      if way > grid / 2 { way -= grid }
      if way < -grid / 2 { way += grid }
    }
    self.way = way
  }

  /// How near the slider is to where it belongs.
  var warmth: Warmth { Warmth(way: way, of: grid) }

  /// The same as a word; a slider that stands right does not mean that the whole is on it.
  var word: String { warmth == .there ? Words["right"] : warmth.word }

  /// Without any figures but letters and digits.
  var plainText: String {
    way == 0 ? Words["= right"] : way > 0 ? Words["+ \(way) more"] : Words["- \(-way) less"]
  }
}

extension Sheet {
  /// A hint in 19 columns; what does not fit before `end` is left out from the right.
  mutating func hint(_ hint: ChannelHint, column: Int, row: Int, end: Int = .max) {
    let arrow: Unicode.Scalar = hint.way == 0 ? "=" : hint.way > 0 ? "▲" : "▼"
    canvas.put(arrow, column: column, row: row, .bright)
    let sign = hint.way == 0 ? "" : hint.way > 0 ? "+" : "−"
    if hint.way != 0 {
      canvas.text(sign, column: column + 2, row: row, .text)
      canvas.text("\(abs(hint.way))", endColumn: column + 6, row: row, .text)
    }
    canvas.text(hint.word, column: column + 8, row: row, .text)
    guard column + 14 + Warmth.allCases.count <= end else { return }
    for (place, step) in Warmth.allCases.enumerated() {
      let isReached = step <= hint.warmth
      canvas.put(
        isReached ? "■" : "·", column: column + 14 + place, row: row, isReached ? .bright : .dim)
    }
  }

  /// A slider in characters, with a hint beside its value. Answers where its track is.
  fileprivate mutating func plainSlider(_ slider: Slider, row: Int, hint: String) -> Area {
    let left = Sheet.margin
    let style: Style = slider.isFrozen ? .dim : slider.isActive ? .strong : .text
    if slider.isActive { canvas.put(">", column: left, row: row, .strong) }
    canvas.text(slider.label, column: left + 2, row: row, style)
    canvas.text(slider.value, endColumn: endColumn, row: row, style)
    let track = Area(column: left + 5, row: row, width: columns - 27, height: 1)
    canvas.put("[", column: track.column - 1, row: row, .text)
    canvas.put("]", column: track.endColumn, row: row, .text)
    let knob = track.column(at: slider.fraction)
    for column in track.columns {
      canvas.put(column < knob ? "=" : column == knob ? "|" : "-", column: column, row: row, .text)
    }
    canvas.text(hint, column: track.endColumn + 2, row: row, .text)
    return track
  }
}
