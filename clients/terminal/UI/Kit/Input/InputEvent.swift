// What a person does at a terminal, and what the terminal says by itself, as values. Nothing here
// knows how terminals spell it; that is InputDecoder's business.

/// One thing that came in.
package enum InputEvent: Equatable, Sendable {
  /// A key, with the modifiers that are not part of a character: `H` is the character "H", not
  /// Shift and "h".
  case key(Key, Modifiers)
  /// The mouse.
  case mouse(Mouse)
  /// Text pasted in one go, made one line of: controls have become spaces.
  case paste(String)
  /// Whether the window has the focus now.
  case focus(Bool)
  /// An answer to a question of ours, however late. Never a key.
  case answer(TerminalAnswer)
}

/// A key on the keyboard.
package enum Key: Hashable, Sendable {
  /// What typing it writes. Space is a character; letters under Control are lower case.
  case character(Unicode.Scalar)
  /// Enter, the one on the number pad too.
  case enter
  /// Tab.
  case tab
  /// Backspace.
  case backspace
  /// Escape.
  case escape
  /// An arrow.
  case up, down, left, right
  /// To the first, to the last, a page back, a page on.
  case home, end, pageUp, pageDown
  /// Insert and Delete.
  case insert, delete
  /// F1 to F12.
  case function(Int)
}

/// The keys that were held.
package struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit a key, as in xterm's modifier parameter less one.
  package let rawValue: Int

  /// The set with these bits.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Shift.
  package static let shift = Modifiers(rawValue: 1)
  /// Alt, Option or Meta.
  package static let alt = Modifiers(rawValue: 2)
  /// Control.
  package static let control = Modifiers(rawValue: 4)
}

/// Something that the mouse did.
package struct Mouse: Equatable, Sendable {
  /// A button that can be held.
  package enum Button: Sendable {
    /// The three that terminals report.
    case left, middle, right
  }

  /// What it did.
  package enum Action: Equatable, Sendable {
    /// A button went down.
    case press(Button)
    /// It moved with the button down.
    case drag(Button)
    /// The button came up.
    case release(Button)
    /// It moved with no button down; only sent where mode 1003 was asked for.
    case move
    /// One notch of the wheel.
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// What it did.
  package var action: Action
  /// The cell it is on.
  package var point: Point
  /// The keys that were held.
  package var modifiers: Modifiers

  /// One report.
  package init(_ action: Action, at point: Point, modifiers: Modifiers = []) {
    self.action = action
    self.point = point
    self.modifiers = modifiers
  }
}
