// Which keys stand in the line along the bottom: as many as fit, the most wanted first. Invariant:
// the help, which lists all others, and the way out are always among them.

import Game

/// How the keys of a screen are written.
struct KeyLine {
  /// Whether their words are brief, since columns are few.
  let isBrief: Bool
  let setup: ScreenSetup

  /// Blanks between two keys.
  var gap: Int { isBrief ? 2 : 3 }

  func hint(of key: KeyBinding) -> KeyHint {
    let hint = isBrief ? key.briefHint : key.hint
    return KeyHint(setup.name(ofKey: hint.key), hint.word)
  }

  /// How many columns keys take.
  func columns(of keys: [KeyBinding]) -> Int {
    keys.reduce(-gap) { $0 + hint(of: $1).columns + gap }
  }

  /// The keys without the last of those that leave no space for what is always there.
  func fitting(_ keys: [KeyBinding], columns: Int) -> [KeyBinding] {
    var keys = keys
    while self.columns(of: keys) > columns,
      let last = keys.lastIndex(where: { !$0.isKept })
    {
      keys.remove(at: last)
    }
    return keys
  }
}
