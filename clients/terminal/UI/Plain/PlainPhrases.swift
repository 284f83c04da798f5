// The phrases that spoken lines are put together from: numbers with their nouns, sliders by their
// words, how far and how warm. Lower case, no symbols, nothing that a screen reader would spell.

import Chroma
import Game

/// Small phrases that have no better home.
enum Phrase {
  /// A number and its noun: "1 second", "3 seconds".
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Milliseconds as whole seconds, rounded up, so that "0 seconds" is never said too early.
  static func seconds(_ milliseconds: Int) -> String {
    count((max(0, milliseconds) + 999) / 1_000, "second")
  }

  /// Milliseconds as seconds and tenths: "8.2 seconds".
  static func preciseSeconds(_ milliseconds: Int) -> String {
    "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) seconds"
  }

  /// Things in a row, as one says them.
  static func list(_ things: [String]) -> String { things.joined(separator: ", ") }
}

extension Channel {
  /// What the slider is called in a sentence.
  var word: String {
    switch (name, unit) {
    case ("R", _): "red"
    case ("G", _): "green"
    case ("B", ""): "blue"
    case ("H", _): "hue"
    case ("S", _): "saturation"
    case ("B", _): "brightness"
    case ("C", _): "cyan"
    case ("M", _): "magenta"
    case ("Y", _): "yellow"
    case ("K", _): "black"
    default: name.lowercased()
    }
  }
}

extension Mode {
  /// Where the sliders stand: "hue 180, saturation 50, brightness 50".
  func spoken(_ guess: Guess) -> String {
    Phrase.list(zip(channels, guess.values).map { channel, value in "\(channel.word) \(value)" })
  }
}

extension Difference {
  /// "distance 31", or "distance 4.6" where tenths matter.
  var spoken: String {
    let whole = (thousandths + 500) / 1_000
    return "distance \(thousandths < 10_000 ? tenthsText : String(whole))"
  }

  /// How warm that is, in one of five words.
  var warmth: String {
    switch thousandths {
    case ..<1_000: "a match"
    case ..<10_000: "hot"
    case ..<20_000: "warm"
    case ..<40_000: "cool"
    default: "cold"
    }
  }

  /// What a step from `before` to here did.
  func trend(from before: Difference) -> String {
    self < before ? "warmer" : self > before ? "colder" : "no nearer"
  }
}

extension Rules {
  /// "rgb, 5 rounds of 30 seconds, level normal".
  var spoken: String {
    let length = "\(Phrase.count(rounds, "round")) of \(Phrase.count(seconds, "second"))"
    return "\(mode.name), \(length), level \(level.rawValue)"
  }

  /// What a lock was worth: "870 points, 380 of them for speed".
  func spokenPoints(_ points: Int, difference: Difference) -> String {
    let slowest = Points.of(difference, after: seconds * 1_000, of: seconds * 1_000)
    let forSpeed = max(0, points - slowest)
    return "\(Phrase.count(points, "point")), \(forSpeed) of them for speed"
  }
}
