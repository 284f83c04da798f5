// One's own answers, a match a line, as a device keeps them: when it began, the mode, and a word
// for each round. `c65b3c/c05a40/6120` is what was asked, what was made of it, and after how many
// milliseconds it was locked; a gradient has two colors each. A round that says nothing of an eye
// is the word for why. It knows no file.
// Invariant: a line is read only if it would be written just so.

import Chroma
package import Game

/// What one player answered in one match.
package struct EyeMatch: Hashable, Sendable {
  /// Why a round is left out: nothing moved, never locked, with help, or given up.
  package enum Reason: String, CaseIterable, Sendable {
    case idle, open, helped, forfeit
  }

  /// What a round says.
  package enum Round: Hashable, Sendable {
    case answer(asked: Swatch, made: Swatch, milliseconds: Int)
    case leftOut(Reason)
  }

  /// When it began, by the server's clock.
  package let began: Instant
  /// What was played.
  package let mode: Mode
  /// Its rounds in their order.
  package let rounds: [Round]

  /// The longest time that a line may say, in milliseconds.
  fileprivate static let millisecondsMax = 999_999
  /// The latest beginning that a line may say.
  private static let beganMax = 999_999_999_999_999

  /// A match, described by its answers.
  package init(began: Instant, mode: Mode, rounds: [Round]) {
    (self.began, self.mode, self.rounds) = (began, mode, rounds)
  }

  /// Whether a mode says something of an eye: it has sliders, and an end that nobody fears.
  package static func isMeasured(_ mode: Mode) -> Bool {
    mode.answer == .sliders && !mode.isEndless
  }

  /// One's own answers in a match; nil where they say nothing, or nobody told when it began.
  package init?(of match: MatchState, me: PlayerID) {
    guard EyeMatch.isMeasured(match.rules.mode), let opens = match.begins, !match.results.isEmpty
    else { return nil }
    self.init(
      began: opens - Rules.countdownMilliseconds, mode: match.rules.mode,
      rounds: match.results.map { EyeMatch.round($0, of: me, in: match.rules) })
  }

  private static func round(_ result: RoundResult, of me: PlayerID, in rules: Rules) -> Round {
    guard let score = result.score(of: me), let made = rules.mode.swatch(of: score.guess) else {
      return .leftOut(.forfeit)
    }
    if score.isAssisted { return .leftOut(.helped) }
    if score.guess == rules.mode.start { return .leftOut(.idle) }
    if score.elapsed >= rules.milliseconds(ofRound: result.round) { return .leftOut(.open) }
    return .answer(asked: result.target, made: made, milliseconds: score.elapsed)
  }

  /// The same match as somebody played it who did not see these colors.
  package var unseen: EyeMatch {
    let rounds = rounds.map { round in
      if case .answer = round { Round.leftOut(.helped) } else { round }
    }
    return EyeMatch(began: began, mode: mode, rounds: rounds)
  }

  // MARK: As a line

  /// The match in one line, without its end.
  package var line: String {
    (["\(began.milliseconds)", mode.name] + rounds.map(\.word)).joined(separator: " ")
  }

  /// The match that a line says; nil for any other line.
  package init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 2, words.count - 2 <= Rules.roundsRange.upperBound,
      let began = Int(words[0]), (1...EyeMatch.beganMax).contains(began),
      let mode = Mode.named(String(words[1])), EyeMatch.isMeasured(mode)
    else { return nil }
    let rounds = words.dropFirst(2).compactMap { Round(word: $0) }
    self.init(began: Instant(milliseconds: began), mode: mode, rounds: rounds)
    guard self.line == line else { return nil }
  }
}

extension EyeMatch.Round {
  fileprivate var word: String {
    switch self {
    case .leftOut(let reason): return reason.rawValue
    case .answer(let asked, let made, let milliseconds):
      let colors = [asked, made].flatMap { [$0.color, $0.to] }.compactMap(\.self)
      return (colors.map { String($0.hex.dropFirst()) } + ["\(milliseconds)"])
        .joined(separator: "/")
    }
  }

  fileprivate init?(word: Substring) {
    if let reason = EyeMatch.Reason(rawValue: String(word)) {
      self = .leftOut(reason)
      return
    }
    let cells = word.split(separator: "/", omittingEmptySubsequences: false)
    guard let milliseconds = cells.last.flatMap({ Int($0) }),
      (0...EyeMatch.millisecondsMax).contains(milliseconds)
    else { return nil }
    let colors = cells.dropLast().compactMap { Color(hex: "#\($0)") }
    switch (cells.count, colors.count) {
    case (3, 2):
      self = .answer(
        asked: Swatch(colors[0]), made: Swatch(colors[1]), milliseconds: milliseconds)
    case (5, 4):
      self = .answer(
        asked: Swatch(colors[0], to: colors[1]), made: Swatch(colors[2], to: colors[3]),
        milliseconds: milliseconds)
    default: return nil
    }
  }
}

/// The matches that a device keeps, as the text of a file. Invariants: each is in it once, in the
/// order in which they began, and there are never more than `countMax`; what cannot be read is
/// forgotten.
package struct EyeMatches: Equatable, Sendable {
  /// Older ones are forgotten.
  package static let countMax = 500

  /// In the order in which they began.
  package private(set) var matches: [EyeMatch] = []

  /// What a file says; of one that is not there yet, nothing.
  package init(_ bytes: [UInt8] = []) {
    add(
      bytes.split(separator: UInt8(ascii: "\n"))
        .compactMap { EyeMatch(line: String(decoding: $0, as: UTF8.self)) })
  }

  /// Adds matches; one that began in the same moment as another is the same match.
  package mutating func add(_ others: [EyeMatch]) {
    var byMoment: [Int: EyeMatch] = [:]
    for match in matches + others { byMoment[match.began.milliseconds] = match }
    matches = byMoment.values.sorted { $0.began < $1.began }.suffix(EyeMatches.countMax)
  }

  /// On how many days in a row the day's colors were played, up to a day and with it.
  package func daysInARow(until day: Day) -> Int {
    let days = daysPlayed
    var first = day.number
    while days.contains(first - 1) { first -= 1 }
    return day.number - first + 1
  }

  /// The days on which the day's colors were played, by their numbers.
  package var daysPlayed: Set<Int> {
    Set(matches.filter(\.mode.isDaily).map { Day(of: $0.began).number })
  }

  /// The text as it is to be kept.
  package var bytes: [UInt8] { matches.flatMap { Array("\($0.line)\n".utf8) } }
}
