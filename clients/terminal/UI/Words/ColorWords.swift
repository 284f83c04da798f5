// What colors are called and what one lacks of another, in the language of the moment. Chroma knows
// both in English and in parts; here the parts are put together as each language wants it.

import Chroma
import ClientCore

extension Color {
  /// The color's name, such as "strong azure blue".
  var words: String {
    let (manner, english) = nameParts(of: self)
    let hue = Words[entry: english]
    switch manner {
    case "dark grayish": return Words["dark grayish \(hue)"]
    case "dark": return Words["dark \(hue)"]
    case "deep": return Words["deep \(hue)"]
    case "grayish": return Words["grayish \(hue)"]
    case "pale": return Words["pale \(hue)"]
    case "light": return Words["light \(hue)"]
    case "strong": return Words["strong \(hue)"]
    case "vivid": return Words["vivid \(hue)"]
    default: return manner.map { "\($0) \(hue)" } ?? hue
    }
  }

  /// What this color lacks to be another one, such as "a little more blue, and stronger".
  ///
  /// - Parameter isJudged: whether it can no longer be changed: beside a result the bare hint reads
  ///   as what the color is.
  func hint(to target: Color, isJudged: Bool = false) -> String {
    let hints = hints(from: self, to: target)
    guard let first = hints.first else { return Words["a match"] }
    let change =
      hints.count == 1 ? first.words : Words["\(first.words), and \(hints[1].words)"]
    return isJudged ? Words["should be \(change)"] : change
  }
}

extension Hint {
  /// The change in words.
  fileprivate var words: String {
    let change =
      switch way {
      case "lighter": Words["lighter"]
      case "darker": Words["darker"]
      case "stronger": Words["stronger"]
      case "weaker": Words["weaker"]
      case "grayer": Words["grayer"]
      default: Words["more \(Words[entry: hue ?? way])"]
      }
    switch amount {
    case "a little": return Words["a little \(change)"]
    case "much": return Words["much \(change)"]
    default: return change
    }
  }
}

extension Difference {
  /// ΔE with one decimal, halves rounded up.
  var words: String {
    let text = tenthsText
    return Words["\(text.dropLast(2)).\(text.suffix(1))"]
  }
}
