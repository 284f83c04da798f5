// Whether a key was pressed anew or is only held: a terminal sends the same for both. A key that
// locks, leaves, gets ready or begins something counts once. The same key counts again after
// another key, or after a pause that is longer than a keyboard's from a press to its first repeat.
// Keys that move, choose and type are never held back, and neither is one whose last press did
// only that.

import Game

/// The last key that does something once.
struct HeldKey: Sendable {
  private var last: (key: Key, at: Instant)?

  /// From a press to the first repeat, keyboards wait 250 to 660 ms.
  static let pauseMilliseconds = 700

  /// Takes note of a key.
  ///
  /// - Parameter once: whether it does something here that holding it must not do again.
  /// - Returns: whether it is held since it last did such a thing, or came too early for it.
  mutating func isHeld(_ key: Key, once: Bool, at now: Instant) -> Bool {
    defer { last = once ? (key, now) : nil }
    guard once, let last else { return false }
    return last.key == key && now - last.at < HeldKey.pauseMilliseconds
  }
}

extension ScreenModel {
  /// Whether a key does something on this screen that holding it must not do again.
  func actsOnce(_ key: Key) -> Bool {
    if asksToLeave { return key == .escape }
    let isCovered =
      showsHelp || showsCode || saying != nil || password != nil || naming != nil
      || audience != nil || showsDay
    guard !isCovered, desk.panel == nil else { return false }
    switch (screen, key) {
    case (.race, .enter), (.race, .escape), (.race, .character(" ")):
      return race.palette == nil && race.typed.isEmpty
    case (.race, .character(let letter)):
      return race.mode.answer == .tiles && TileKeys.all.contains(letter)
    case (.room, .enter), (.room, .escape), (.watch, .escape), (.results, .enter),
      (.results, .escape):
      return true
    case (.room, .character(let letter)): return " rswb1234".unicodeScalars.contains(letter)
    case (.watch, .character(let letter)), (.results, .character(let letter)):
      return " rsne".unicodeScalars.contains(letter)
    default: return false
    }
  }
}
