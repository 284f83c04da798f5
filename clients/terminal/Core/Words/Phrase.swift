// Numbers with their nouns, and what sliders are called, for screens and plain lines alike. Nothing
// here is a symbol that a screen reader would spell.

package import Game

/// Numbers with their nouns.
package enum Phrase {
  /// Seconds with their noun: "1 second", "3 seconds".
  package static func wholeSeconds(_ seconds: Int) -> String {
    Words[seconds, "\(seconds) second", "\(seconds) seconds"]
  }

  /// Milliseconds with their noun.
  package static func milliseconds(_ number: Int) -> String {
    Words[number, "\(number) millisecond", "\(number) milliseconds"]
  }

  /// Milliseconds as whole seconds, rounded up, so that "0 seconds" is never said too early.
  package static func seconds(_ milliseconds: Int) -> String {
    wholeSeconds((max(0, milliseconds) + 999) / 1_000)
  }

  /// Milliseconds as seconds and tenths: "8.2 seconds".
  package static func preciseSeconds(_ milliseconds: Int) -> String {
    Words["\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) seconds"]
  }

  /// Rounds with their noun.
  package static func rounds(_ number: Int) -> String {
    Words[number, "\(number) round", "\(number) rounds"]
  }

  /// Points with their noun.
  package static func points(_ number: Int) -> String {
    Words[number, "\(number) point", "\(number) points"]
  }

  /// Lives with their noun.
  package static func lives(_ number: Int) -> String {
    Words[number, "\(number) life", "\(number) lives"]
  }

  /// Lives that are left: "2 lives left", "no lives left".
  package static func livesLeft(_ number: Int) -> String {
    number == 0 ? Words["no lives left"] : Words["\(lives(number)) left"]
  }

  /// Things in a row, as one says them.
  package static func list(_ things: [String]) -> String { things.joined(separator: ", ") }
}

extension Channel {
  /// What it is called when one knows which end of a gradient it belongs to.
  package var plainWord: String { Words[entry: word] }
}
