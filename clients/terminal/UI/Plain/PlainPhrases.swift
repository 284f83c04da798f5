// The phrases that spoken lines are put together from: sliders by their words, colors, how far off
// a guess is. Lower case, no symbols, nothing that a screen reader would spell.

import Chroma
import ClientCore
import Game
import Wire

// Sliders.
extension Channel {
  /// What the slider is called in a sentence: "hue", or "first hue" where there are two of them.
  var fullWord: String {
    switch end {
    case 1: Words["first \(plainWord)"]
    case 2: Words["second \(plainWord)"]
    default: plainWord
    }
  }

  /// Which end of a gradient it belongs to, by the digit of its name; nil for single colors.
  var end: Int? { name.last.flatMap(\.wholeNumberValue) }
}

extension Mode {
  /// Where the sliders stand: "hue 180, saturation 50, brightness 50", twice with "from" and "to"
  /// where they make a gradient; or which tile.
  func spoken(_ guess: Guess) -> String {
    if answer == .tiles {
      return guess == start ? Words["no tile"] : Words["tile \(guess.values[0])"]
    }
    let words = zip(channels, guess.values).map { (end: $0.end, text: "\($0.plainWord) \($1)") }
    let from = words.filter { $0.end != 2 }.map(\.text)
    let to = words.filter { $0.end == 2 }.map(\.text)
    return to.isEmpty ? Phrase.list(from) : Words["from \(Phrase.list(from)) to \(Phrase.list(to))"]
  }
}

// Colors.
extension Swatch {
  /// "strong red", or "from strong red to deep blue".
  var spoken: String {
    guard let to else { return color.words }
    return Words["from \(color.words) to \(to.words)"]
  }
}

extension Color {
  /// "strong red 3 80 90": its name, and hue, saturation and brightness.
  var spokenWithValues: String {
    let values = HSB(nearest: self)
    return "\(words) \(values.hue) \(values.saturation) \(values.brightness)"
  }
}

extension Difference {
  /// "distance 31", or "distance 4.6" where tenths matter.
  var spoken: String {
    let whole = (thousandths + 500) / 1_000
    return Words["distance \(thousandths < 10_000 ? words : String(whole))"]
  }

  /// How near is near enough: "5", or "2.7" where there are tenths.
  var spokenBound: String {
    thousandths % 1_000 == 0 ? String(thousandths / 1_000) : words
  }

  /// What a step from `before` to here did.
  func trend(from before: Difference) -> String {
    self < before ? Words["warmer"] : self > before ? Words["colder"] : Words["no nearer"]
  }
}

// Rules.
extension Rules {
  /// "rgb, 5 rounds of 30 seconds, level normal".
  var spoken: String {
    let time = Phrase.wholeSeconds(seconds)
    let length =
      mode.lives.map { Words["rounds from \(time) down, \(Phrase.lives($0))"] }
      ?? Words[rounds, "\(rounds) round of \(time)", "\(rounds) rounds of \(time)"]
    let assist = isAssisted ? Words[", assist counted"] : ""
    return Words["\(mode.name), \(length), level \(level.rawValue)\(assist)"]
  }

  /// What a lock was worth: "870 points, 380 of them for speed".
  func spokenPoints(_ difference: Difference, after elapsed: Int, inRound round: Int) -> String {
    let points = points(difference, after: elapsed, inRound: round)
    let slowest = self.points(
      difference, after: milliseconds(ofRound: round), inRound: round)
    return Words[
      "\(Phrase.points(points)), \(max(0, points - slowest)) of them for speed"]
  }
}

extension RoomSettings {
  /// The rules, and what else is not as usual.
  var spoken: String {
    var parts = [rules.spoken, Words[seats, "\(seats) seat", "\(seats) seats"]]
    for setting in RoomSetting.all where self[setting] == .flag(true) {
      if let spoken = setting.spoken { parts.append(Words[entry: spoken]) }
    }
    if hasSeries { parts.append(Words["a series, the best of \(series)"]) }
    if delay > 0 { parts.append(Words["watchers \(Phrase.wholeSeconds(delay)) behind"]) }
    if !isListed { parts.append(Words["not listed"]) }
    if hasPassword { parts.append(Words["with a password"]) }
    return Phrase.list(parts)
  }
}

extension Reaction {
  /// What it looks like when somebody does it: "mira waves".
  func spoken(by name: String) -> String {
    switch self {
    case .wave: Words["\(name) waves"]
    case .clap: Words["\(name) claps"]
    case .laugh: Words["\(name) laughs"]
    case .wow: Words["\(name) says wow"]
    case .oops: Words["\(name) says oops"]
    case .thanks: Words["\(name) says thanks"]
    case .thumb: Words["\(name) puts a thumb up"]
    case .heart: Words["\(name) sends a heart"]
    }
  }

  /// What it looks like when one does it oneself: "you wave".
  var spokenByYou: String {
    switch self {
    case .wave: Words["you wave"]
    case .clap: Words["you clap"]
    case .laugh: Words["you laugh"]
    case .wow: Words["you say wow"]
    case .oops: Words["you say oops"]
    case .thanks: Words["you say thanks"]
    case .thumb: Words["you put a thumb up"]
    case .heart: Words["you send a heart"]
    }
  }
}
