// What is going on, on standard error: on a terminal one line that keeps changing, elsewhere a line
// for each change, so that a log shows where a run is.

import Glibc

/// Tells those who wait how far it is.
struct Progress: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Says what is being done now.
  func say(_ text: String) { put(isTerminal ? "\r\(Progress.clear)\(text)" : text + "\n") }

  /// Says something that stays.
  func keep(_ text: String) { put((isTerminal ? "\r\(Progress.clear)" : "") + text + "\n") }

  /// Says why it ends early.
  func fail(_ text: String) { keep("chromatch-bench: \(text)") }

  /// Erases to the end of the line (ECMA-48, EL).
  private static let clear = "\u{1b}[K"

  private func put(_ text: String) {
    var text = text
    // Nobody is told when standard error is closed: there is nowhere to say it.
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
