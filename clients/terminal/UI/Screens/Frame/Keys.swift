// Which keys the present screen has: the line at the bottom, the help, and what the mouse may press
// are all made of these tables. Each screen's table stands beside what its keys do.

import ClientCore
import Game
import Wire

/// A key of a screen: what is pressed, how it is written and what it does.
struct KeyBinding: Equatable, Sendable {
  /// What pressing the hint with the mouse does; nil where the hint stands for several keys.
  var key: Key?
  var hint: KeyHint
  /// What it does, for the help; the hint's word where that says enough.
  var meaning: String
  /// The hint where columns are few.
  var briefHint: KeyHint
  /// Whether it is never left out of the line along the bottom.
  var isKept: Bool

  /// - Parameters:
  ///   - brief: a shorter word for where columns are few.
  ///   - isWayOut: whether it leads out of the screen. Escape always does.
  init(
    _ label: String, _ word: String, _ key: Key? = nil, _ meaning: String? = nil,
    brief: String? = nil, isWayOut: Bool = false
  ) {
    self.key = key
    hint = KeyHint(label, word)
    self.meaning = meaning ?? word
    briefHint = KeyHint(label, brief ?? word)
    isKept = isWayOut || key == .escape || key == .function(1)
  }
}

extension ScreenModel {
  /// The keys of the present screen, the most wanted first.
  var keys: [KeyBinding] {
    switch (screen, session?.room, session?.room?.match) {
    case (.home, _, _): homeKeys
    case (.wall, _, _): wallKeys
    case (.room, let room?, _): roomKeys(room)
    case (.race, _, let match?): raceKeys(match)
    case (.watch, let room?, _): watchKeys(room)
    case (.results, let room?, let match?): resultsKeys(room, match)
    default: [KeyBinding("q", Words["quit"], .character("q"))]
    }
  }

  static var help: KeyBinding {
    KeyBinding("F1", Words["help"], .function(1), Words["this help (or ?)"])
  }
  /// The key that says something; none where nobody would see it.
  var talk: [KeyBinding] {
    guard canSay else { return [] }
    return [
      KeyBinding(
        "t", Words["say"], .character("t"), Words["show the others how you feel"])
    ]
  }

  static var audience: KeyBinding {
    KeyBinding(
      "a", Words["audience"], .character("a"), Words["see who watches; the host can remove them"])
  }

  static func leave(_ word: String, _ meaning: String) -> KeyBinding {
    KeyBinding("Esc", word, .escape, meaning)
  }
}
