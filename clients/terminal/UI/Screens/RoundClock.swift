// What the clock of a round shows at a moment: text for the corner, how far the stepper is, and
// whether the target may be seen yet. All moments are the server's, and everything goes in whole
// ticks, so that a picture changes only when the clock does.

import Chroma
import Game

/// The clock of the round that is announced or open, or of the countdown to it.
struct RoundClock {
  private let match: MatchModel
  private let now: Instant
  private let tick: Int

  init(_ match: MatchModel, at now: Instant, tick: Int) {
    self.match = match
    self.now = now
    self.tick = tick
  }

  /// Whether the round is open or over: before that nobody sees the target.
  var isShown: Bool { match.round.map { $0.start.opens <= now } ?? false }

  /// Which round is on or comes next, counted from 1.
  var number: Int { match.round?.start.round ?? match.results.count + 1 }

  /// Whole seconds until the target is shown.
  var secondsToOpen: Int {
    let opens = match.round?.start.opens ?? match.opens
    return opens.map { Ticks.left(until: $0, at: now, every: 1_000) / 1_000 } ?? 0
  }

  /// Milliseconds that are left to lock in.
  var left: Int {
    match.round.map { Ticks.left(until: $0.closes, at: now, every: tick) } ?? 0
  }

  /// The corner: the round, and what is left of it.
  var text: String {
    let round = "round \(number) of \(match.rules.rounds)"
    guard isShown else { return "\(round)   in \(secondsToOpen) s" }
    let bell = match.round?.hasRung == true ? "bell! " : "  "
    let time = tick == 1_000 ? Say.seconds(left) : Say.tenths(left)
    return "\(round)   \(bell) \(time)"
  }

  /// The stepper: played rounds in their targets' colors, the present one as far as the clock is.
  var stepper: Stepper {
    var colors = match.results.map(\.color)
    var progress = Double(match.results.count)
    if let round = match.round, isShown {
      colors.append(round.start.target)
      let length = max(1, round.start.closes - round.start.opens)
      let elapsed = Double(length - (round.start.closes - round.closes) - left)
      progress += unit(elapsed / Double(length))
    }
    return Stepper(colors: colors, rounds: match.rules.rounds, progress: progress)
  }
}

extension Sheet {
  /// The stepper below the header; without colors, in characters.
  mutating func stepper(_ stepper: Stepper) {
    guard setup.isByNumbers else {
      return canvas.stepper(stepper, column: Sheet.margin, row: 1, width: columns)
    }
    let done = Int(unit(stepper.progress / Double(max(1, stepper.rounds))) * Double(columns - 1))
    for offset in 0..<columns {
      let glyph: Unicode.Scalar = offset < done ? "=" : offset == done ? ">" : "."
      canvas.put(glyph, column: Sheet.margin + offset, row: 1, .text)
    }
  }
}
