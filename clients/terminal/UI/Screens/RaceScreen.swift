// A round as its players see it: the target and one's own color, equal and large, the sliders, and
// everybody else along the bottom. Sizes follow from the grid alone. Before the round opens, by the
// server's clock, the target is not drawn at all.

import Chroma
import Game
import Wire

/// Playing a round, or counting down to it.
struct RaceScreen {
  let room: RoomModel
  let match: MatchModel
  let state: RaceState
  let keys: [KeyBinding]
  /// On the server's clock.
  let now: Instant

  private var round: RoundModel? { match.round }
  private var mode: Mode { match.rules.mode }
  private var color: Color { mode.color(of: state.guess) ?? Mode.startColor }

  func draw(on sheet: inout Sheet) {
    let clock = RoundClock(match, at: now, tick: sheet.setup.tickMilliseconds)
    sheet.header(
      "\(room.settings.name)   \(mode.name)", right: clock.text,
      style: round?.hasRung == true ? .strong : .text)
    sheet.stepper(clock.stepper)
    status(on: &sheet, clock)
    let rivals = match.players.filter { $0 != room.me && match.isPlaying($0) }
    let layout = RaceLayout(
      width: sheet.width, height: sheet.height, sliders: mode.channels.count,
      hasRivals: !rivals.isEmpty)
    target(on: &sheet, layout.target, clock)
    yours(on: &sheet, layout.yours)
    sliders(on: &sheet, layout, isOpen: clock.isShown)
    sheet.rivals(rivals, of: room, match, layout)
    sheet.keyLine(keys)
  }

  // MARK: How it stands

  private func status(on sheet: inout Sheet, _ clock: RoundClock) {
    guard let round, clock.isShown else { return sheet.status("", "Get ready.") }
    if let after = round.locks[room.me] {
      let rest = round.locks.count < match.players.count { match.isPlaying($0) }
      sheet.status("Locked after \(Say.tenths(after))", rest ? "the others are still at it" : "")
    } else if let end = round.frozenUntil(room.me), end > now {
      let left = Ticks.left(until: end, at: now, every: sheet.setup.tickMilliseconds)
      sheet.status("Too far off", "your lock is frozen for \(Say.tenths(left))")
    } else if round.hasRung {
      let who = round.locks.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
      let name = who.map(room.name(of:)) ?? "Somebody"
      sheet.status("\(name) rang the bell", "lock in before the clock stops")
    } else if sheet.setup.isByNumbers {
      sheet.status("", "No colors here (\(sheet.setup.support.reason)): played by numbers")
    }
  }

  // MARK: Colors

  private func target(on sheet: inout Sheet, _ area: Area, _ clock: RoundClock) {
    sheet.canvas.text("TARGET", column: area.column, row: area.row - 1, .label)
    guard let round, clock.isShown else {
      return sheet.hidden(area, count: clock.secondsToOpen)
    }
    let target = round.start.target
    guard !sheet.setup.isByNumbers else {
      return sheet.named(area, [name(of: target)])
    }
    sheet.patch(area, target)
    sheet.canvas.text(
      sheet.offText(target), endColumn: area.endColumn, row: area.row - 1, .label)
  }

  private func yours(on sheet: inout Sheet, _ area: Area) {
    let isLocked = round?.locks[room.me] != nil
    sheet.canvas.text(
      isLocked ? "YOURS ✓" : "YOURS", column: area.column, row: area.row - 1,
      isLocked ? .strong : .label)
    guard !sheet.setup.isByNumbers else {
      return sheet.named(
        area, [name(of: color), Say.values(state.guess, of: mode), color.hex.uppercased()])
    }
    sheet.patch(area, color)
    let off = sheet.offText(color)
    sheet.canvas.text(
      (off.isEmpty ? "" : "\(off)   ") + color.hex.uppercased(), endColumn: area.endColumn,
      row: area.row - 1, .label)
  }

  // MARK: Sliders

  private func sliders(on sheet: inout Sheet, _ layout: RaceLayout, isOpen: Bool) {
    for (index, channel) in mode.channels.enumerated() {
      let row = layout.sliderRow(index)
      let isActive = index == state.active
      let isTyping = isActive && !state.typed.isEmpty
      let value = state.guess.values[index]
      let slider = Slider(
        label: channel.name, value: isTyping ? "\(state.typed)…" : "\(value)\(channel.unit)",
        fraction: Double(value - channel.grid.lowerBound) / Double(channel.grid.count - 1),
        isActive: isActive,
        gradient: { fraction in
          let colors = state.tracks[index]
          return colors[Int((unit(fraction) * Double(colors.count - 1)).rounded())]
        })
      let track: Area
      if sheet.setup.isByNumbers {
        let shown = isOpen ? round?.start.target : nil
        track = sheet.plainSlider(
          slider, row: row, hint: shown.map { hint(index, to: $0) } ?? "")
      } else {
        track = sheet.canvas.slider(
          slider, column: Sheet.margin, row: row, width: sheet.columns)
      }
      let press = Area(column: Sheet.margin, row: row, width: sheet.columns, height: 1)
      sheet.hits.mark(press, as: .slider(index))
      sheet.hits.mark(track, as: .slider(index))
      if isActive { sheet.canvas.park(column: track.column(at: slider.fraction), row: row) }
    }
    guard sheet.setup.isByNumbers, isOpen, let target = round?.start.target else { return }
    let difference = color.difference(from: target)
    let word = Say.warmth(difference, within: match.rules.level.tolerance).0
    sheet.canvas.text(
      "\(Say.difference(difference))  \(word)", endColumn: sheet.endColumn,
      row: layout.target.row - 1, .strong)
  }

  /// Which way to move a slider, by how much, and how warm it is: by numbers nothing else is left
  /// to see.
  private func hint(_ index: Int, to target: Color) -> String {
    let channel = mode.channels[index]
    var step = mode.nearest(target).values[index] - state.guess.values[index]
    if channel.wraps {
      let half = channel.grid.count / 2
      if step > half { step -= channel.grid.count }
      if step < -half { step += channel.grid.count }
    }
    if step == 0 { return "= right" }
    return step > 0 ? "+ \(step) more" : "- \(-step) less"
  }
}

extension Mode {
  /// The colors of a slider's track, one for each value of its grid: what the slider would make,
  /// the others standing where they do. A hue is kept strong and bright enough to be told from the
  /// next.
  func track(of index: Int, around guess: Guess) -> [Color] {
    var guess = guess
    if channels[index].wraps {
      for (other, channel) in channels.enumerated() where !channel.wraps {
        guess.values[other] = max(guess.values[other], channel.grid.upperBound * 2 / 5)
      }
    }
    return channels[index].grid
      .map { value in
        guess.values[index] = value
        return color(of: guess) ?? Mode.startColor
      }
  }
}

extension Sheet {
  /// A slider in characters, with a hint beside its value. Answers where its track is.
  fileprivate mutating func plainSlider(_ slider: Slider, row: Int, hint: String) -> Area {
    let left = Sheet.margin
    let style: Style = slider.isActive ? .strong : .text
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
