// What is said to a terminal once: on entering, on leaving, around a frame. Static strings, so that
// a signal handler can write the way out without allocating or locking. Invariant: `leave` undoes
// all that `enter` and any frame, cut off anywhere, have switched on.

/// The fixed sequences of a session, by their names in xterm's ctlseqs and in ECMA-48.
package enum TerminalSession {
  /// Takes the screen over:
  /// - DECSET 1049: saves the cursor and shows the alternate screen, cleared
  /// - DECRST 7 (DECAWM): no wrapping, so the last cell can be written without scrolling
  /// - RM 8 (BDSM): letters stay in the cells that they are written to; a terminal that puts those
  ///   from right to left in order by itself would move what stands beside them
  /// - DECRST 25 (DECTCEM): hides the cursor; frames park it all the same
  /// - DECSET 1002 and 1006: presses, drags, releases and the wheel, as SGR reports
  /// - DECSET 2004: pastes come bracketed, and are never mistaken for keys
  /// - DECSET 1004: focus in and out, so that a forgotten window can rest
  package static var enter: StaticString {
    """
    \u{1b}[?1049h\u{1b}[?7l\u{1b}[8l\u{1b}[?25l\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?2004h\
    \u{1b}[?1004h
    """
  }

  /// Gives the screen back, in the reverse order. Before that come ST, which ends whatever sequence
  /// a frame was cut off in and means nothing else, and DECRST 2026, which closes the frame itself:
  /// some terminals drop the one sequence that an unfinished one runs into. SGR 0 resets the pen.
  package static var leave: StaticString {
    """
    \u{1b}\\\u{1b}[?2026l\u{1b}[?1004l\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1002l\
    \u{1b}[m\u{1b}[?25h\u{1b}[8h\u{1b}[?7h\u{1b}[?1049l
    """
  }

  /// Kitty's keyboard protocol, for a terminal that has answered that it knows it: Escape, Alt and
  /// Control come as whole sequences (1), with the key that other layouts have in that place (4).
  /// Pushed on the stack of the alternate screen, so after `enter`.
  package static var pushKeyboard: StaticString { "\u{1b}[>5u" }
  /// Takes that back, so before `leave`; ST as there.
  package static var popKeyboard: StaticString { "\u{1b}\\\u{1b}[<u" }

  /// DECSET 2026: the terminal holds back what it draws.
  package static var beginFrame: StaticString { "\u{1b}[?2026h" }
  /// DECRST 2026: the terminal draws what it held back.
  package static var endFrame: StaticString { "\u{1b}[?2026l" }
}

extension StaticString {
  /// The string's UTF-8.
  var bytes: [UInt8] {
    withUTF8Buffer { Array($0) }
  }
}
