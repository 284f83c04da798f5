// Moments, numbers and colors as screens write them, and how a line is cut where columns are few.

import Chroma
import ClientCore
import Game
import Wire

/// Moments and numbers as players read them.
enum Say {
  /// How long the line of reactions stays open without a key, in milliseconds.
  static let lineMilliseconds = 5_000

  /// Milliseconds as seconds with one decimal, such as `11.6 s`.
  static func tenths(_ milliseconds: Int) -> String {
    let tenths = max(0, milliseconds) / 100
    return Words["\(tenths / 10).\(tenths % 10) s"]
  }

  /// Milliseconds as whole seconds, such as `3 s`.
  static func seconds(_ milliseconds: Int) -> String { "\(max(0, milliseconds) / 1_000) s" }

  /// A difference as `ΔE 8.4`.
  static func difference(_ difference: Difference) -> String { "ΔE \(difference.words)" }

  /// The values of a guess with their units, such as `207° 59% 55%`.
  static func values(_ guess: Guess, of mode: Mode) -> String {
    zip(guess.values, mode.channels).map { "\($0)\($1.unit)" }.joined(separator: " ")
  }

  /// A color's hue, saturation and brightness, such as `207° 59% 55%`.
  static func hsb(_ color: Color) -> String {
    let hsb = HSB(nearest: color)
    return "\(hsb.hue)° \(hsb.saturation)% \(hsb.brightness)%"
  }

  /// What a swatch is called: the ends of a gradient in two lines.
  static func names(of swatch: Swatch) -> [String] {
    [swatch.color.words] + (swatch.to.map { [Words["to \($0.words)"]] } ?? [])
  }

  /// As much of a line as fits of its parts, which have three blanks between them; all of it where
  /// not even the first does.
  static func whole(_ line: String, in columns: Int) -> String {
    if ShownText.columns(of: line) <= columns { return line }
    let separator = "   "
    var parts = line.split(separator: separator)
    while parts.count > 1, ShownText.columns(of: parts.joined(separator: separator)) > columns {
      parts.removeLast()
    }
    let part = parts.joined(separator: separator)
    return ShownText.columns(of: part) <= columns ? part : line
  }

  /// As much of a sentence as fits, cut at one of its commas, or else at its colon; all of it where
  /// not even that much fits.
  static func fitting(_ sentence: String, in columns: Int) -> String {
    if ShownText.columns(of: sentence) <= columns { return sentence }
    var parts = sentence.split(separator: ", ")
    while parts.count > 1, ShownText.columns(of: parts.joined(separator: ", ")) > columns {
      parts.removeLast()
    }
    let part = parts.joined(separator: ", ")
    let start = part.split(separator: ": ").first.map(String.init) ?? part
    return [part, start].first { ShownText.columns(of: $0) <= columns } ?? sentence
  }

  /// What a guess lacks, at both ends of a gradient.
  static func hint(from yours: Swatch, to target: Swatch, isJudged: Bool = false) -> String {
    guard target.to != nil else { return yours.color.hint(to: target.color, isJudged: isJudged) }
    return [0, 1]
      .map { stop in
        let (from, to) = (Stops.color(stop, of: yours), Stops.color(stop, of: target))
        return Stops.named(stop, from.hint(to: to, isJudged: isJudged))
      }
      .joined(separator: "; ")
  }

  /// What somebody says.
  static func quoted(_ reaction: Reaction) -> String { "“\(reaction.word)”" }

  /// What was taken off for lag, such as ` lag −75 ms`; empty when nothing was.
  static func lag(_ milliseconds: Int, isShort: Bool = false) -> String {
    guard milliseconds > 0 else { return "" }
    return isShort ? Words[" −\(milliseconds) ms"] : Words[" lag −\(milliseconds) ms"]
  }

  /// Lives that are left, and dots for those that are lost: `♥♥·`.
  static func hearts(_ left: Int, of most: Int) -> String {
    String(repeating: "♥", count: min(left, most))
      + String(repeating: "·", count: max(0, most - left))
  }

  /// Where there are fewer columns, lives are a number.
  static let heartsWidth = 16
}
