// The phrases that spoken lines are put together from: numbers with their nouns, sliders by their
// words, how far and how warm. Lower case, no symbols, nothing that a screen reader would spell.

import Chroma
import Game
import Wire

/// Small phrases that have no better home.
enum Phrase {
  /// A number and its noun: "1 second", "3 seconds".
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  /// Milliseconds as whole seconds, rounded up, so that "0 seconds" is never said too early.
  static func seconds(_ milliseconds: Int) -> String {
    count((max(0, milliseconds) + 999) / 1_000, Words["second"])
  }

  /// Milliseconds as seconds and tenths: "8.2 seconds".
  static func preciseSeconds(_ milliseconds: Int) -> String {
    Words["\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) seconds"]
  }

  /// Lives that are left: "2 lives left", "no lives left".
  static func lives(_ number: Int) -> String {
    number == 0
      ? Words["no lives left"] : Words["\(count(number, Words["life"], Words["lives"])) left"]
  }

  /// Things in a row, as one says them.
  static func list(_ things: [String]) -> String { things.joined(separator: ", ") }
}

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

  /// What it is called when one knows which end of a gradient it belongs to.
  var plainWord: String { Words[entry: word] }

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
    guard let to else { return name(of: color) }
    return Words["from \(name(of: color)) to \(name(of: to))"]
  }
}

extension Color {
  /// "strong red 3 80 90": its name, and hue, saturation and brightness.
  var spokenWithValues: String {
    let values = HSB(nearest: self)
    return "\(name(of: self)) \(values.hue) \(values.saturation) \(values.brightness)"
  }
}

extension Difference {
  /// "distance 31", or "distance 4.6" where tenths matter.
  var spoken: String {
    let whole = (thousandths + 500) / 1_000
    return Words["distance \(thousandths < 10_000 ? tenthsText : String(whole))"]
  }

  /// How near is near enough: "5", or "2.7" where there are tenths.
  var spokenBound: String {
    thousandths % 1_000 == 0 ? String(thousandths / 1_000) : tenthsText
  }

  /// How warm that is, in one of five words.
  var warmth: String {
    switch thousandths {
    case ..<1_000: Words["a match"]
    case ..<10_000: Words["hot"]
    case ..<20_000: Words["warm"]
    case ..<40_000: Words["cool"]
    default: Words["cold"]
    }
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
    let time = Phrase.count(seconds, Words["second"])
    let length =
      mode.lives.map {
        Words["rounds from \(time) down, \(Phrase.count($0, Words["life"], Words["lives"]))"]
      }
      ?? Words["\(Phrase.count(rounds, Words["round"])) of \(time)"]
    let assist = isAssisted ? Words[", assist counted"] : ""
    return Words["\(mode.name), \(length), level \(level.rawValue)\(assist)"]
  }

  /// What a lock was worth: "870 points, 380 of them for speed".
  func spokenPoints(_ difference: Difference, after elapsed: Int, inRound round: Int) -> String {
    let points = points(difference, after: elapsed, inRound: round)
    let slowest = self.points(
      difference, after: milliseconds(ofRound: round), inRound: round)
    return Words[
      "\(Phrase.count(points, Words["point"])), \(max(0, points - slowest)) of them for speed"]
  }
}

extension RoomView {
  /// The rules, and what else is not as usual.
  var spoken: String {
    var parts = [rules.spoken, Phrase.count(seats, Words["seat"])]
    if isRated { parts.append(Words["rated"]) }
    if isExact { parts.append(Words["for exact colors only"]) }
    if delay > 0 { parts.append(Words["watchers \(Phrase.count(delay, Words["second"])) behind"]) }
    if !isListed { parts.append(Words["not listed"]) }
    if hasPassword { parts.append(Words["with a password"]) }
    return Phrase.list(parts)
  }
}

extension Reaction {
  /// What it looks like: "mira waves".
  func spoken(by player: String) -> String {
    let isMe = player == "you"
    let words =
      switch self {
      case .wave: isMe ? Words["wave"] : Words["waves"]
      case .clap: isMe ? Words["clap"] : Words["claps"]
      case .laugh: isMe ? Words["laugh"] : Words["laughs"]
      case .wow: isMe ? Words["say wow"] : Words["says wow"]
      case .oops: isMe ? Words["say oops"] : Words["says oops"]
      case .thanks: isMe ? Words["say thanks"] : Words["says thanks"]
      case .thumb: isMe ? Words["put a thumb up"] : Words["puts a thumb up"]
      case .heart: isMe ? Words["send a heart"] : Words["sends a heart"]
      }
    return "\(player) \(words)"
  }
}
