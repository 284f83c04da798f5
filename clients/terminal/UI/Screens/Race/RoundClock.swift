// What the clock of a round shows at a moment: text for the corner, how far the stepper is, and
// whether the target may be seen. All moments are the server's, and everything goes in whole ticks,
// so that a picture changes only when the clock does.

import Chroma
import ClientCore
import Game

/// The clock of the round that is announced or open, or of the countdown to it.
struct RoundClock {
  private let match: MatchState
  private let now: Instant
  private let tick: Int

  init(_ match: MatchState, at now: Instant, tick: Int) {
    self.match = match
    // A match that stands still does so on every clock.
    self.now = max(now, match.round?.resumes ?? now)
    self.tick = tick
  }

  /// Whether the round is open or over: before that nobody sees the target.
  var isShown: Bool { match.round.map { $0.start.opens <= now } ?? false }

  /// Whether the target has been seen and has to be remembered now.
  var isHidden: Bool { match.round?.isHidden(at: now) ?? false }

  /// Whether the target may be drawn.
  var isTargetSeen: Bool { isShown && !isHidden }

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

  /// Whether it moves once a second only.
  var isCalm: Bool { tick >= 1_000 }

  /// What is left, in words.
  var timeText: String { isCalm ? Say.seconds(left) : Say.tenths(left) }

  /// The corner: the round, how soon it begins, and whether the bell has rung.
  var text: String {
    let round = match.text(ofRound: number)
    guard isShown else { return Words["\(round)   in \(secondsToOpen) s"] }
    return match.round?.hasRung == true ? Words["bell!   \(round)"] : round
  }

  /// The stepper: played rounds in their targets' colors, the present one as far as the clock is.
  /// A target that hides never shows in it before the round is over.
  var stepper: Stepper {
    guard let round = match.round, isShown else { return match.stepper(playing: nil, progress: 0) }
    let color = round.start.hides == nil ? round.challenge.target.middle : Neutral.label
    return match.stepper(playing: color, progress: elapsed(of: round))
  }

  /// How much of a round is over, 0…1. The bell takes time away, and from then on the bar runs as
  /// much faster as it has to, so that it comes to the end of its step when the round ends.
  private func elapsed(of round: RoundState) -> Double {
    let (opens, closes) = (round.start.opens, round.closes)
    let time = closes - left - opens
    let length = Double(max(1, round.start.closes - opens))
    guard round.hasRung, closes < round.start.closes else { return unit(Double(time) / length) }
    let bell = max(0, closes - opens - Rules.graceMilliseconds)
    let before = Double(bell) / length
    let since = unit(Double(time - bell) / Double(max(1, closes - opens - bell)))
    return unit(before + (1 - before) * since)
  }
}

extension MatchState {
  /// How many rounds the stepper shows of a match that has no last one.
  private static let endlessSteps = 8

  /// A round's number, and how many there are.
  func text(ofRound number: Int) -> String {
    rules.mode.isEndless ? Words["round \(number)"] : Words["round \(number) of \(rules.rounds)"]
  }

  /// The rounds that are over in their targets' colors, and the present one as far as it is. Of a
  /// match without a last round, the newest few.
  func stepper(playing: Color?, progress: Double) -> Stepper {
    var colors = results.map(\.target.middle)
    let count = rules.mode.isEndless ? MatchState.endlessSteps : rules.rounds
    let past = max(0, results.count - count + (playing == nil ? 0 : 1))
    colors.removeFirst(rules.mode.isEndless ? past : 0)
    let done = Double(colors.count)
    if let playing { colors.append(playing) }
    return Stepper(colors: colors, rounds: count, progress: done + progress)
  }
}

extension Swatch {
  /// The color; of a gradient, half-way along it.
  var middle: Color { gradient.color(at: 1, of: 2) }
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

/// Counting down in steps.
enum Ticks {
  /// What is left until a moment, rounded up to whole steps; 0 once it has come.
  static func left(until end: Instant, at now: Instant, every step: Int) -> Int {
    let left = end - now
    return left <= 0 ? 0 : (left + step - 1) / step * step
  }

  /// When `left` changes next; nil once the moment has come.
  static func next(until end: Instant, at now: Instant, every step: Int) -> Instant? {
    let left = left(until: end, at: now, every: step)
    return left == 0 ? nil : end - (left - step)
  }
}

extension MatchState {
  /// When the clock of the match moves next, by the same clock as `now`; nil while it stands.
  ///
  /// - Parameter tick: from one tick of an open round's clock to the next, in milliseconds.
  func nextTick(after now: Instant, every tick: Int) -> Instant? {
    guard let round else { return opens.flatMap { Ticks.next(until: $0, at: now, every: 1_000) } }
    if let opens = Ticks.next(until: round.start.opens, at: now, every: 1_000) { return opens }
    let close = Ticks.next(until: round.closes, at: now, every: tick)
    let hide = round.start.hides.flatMap { Ticks.next(until: $0, at: now, every: 1_000) }
    return [close, hide].compactMap(\.self).min()
  }
}
