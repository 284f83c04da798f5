// What is going on, on standard error: on a terminal one line that keeps changing, elsewhere a line
// for each change, so that a log shows where a run is.

import ArgumentParser
import Glibc
import Net

struct Progress: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func say(_ text: String) { put(isTerminal ? "\r\(Progress.clear)\(text)" : text + "\n") }

  func keep(_ text: String) { put((isTerminal ? "\r\(Progress.clear)" : "") + text + "\n") }

  /// Does a command's work, and says why if it comes to nothing.
  ///
  /// - Throws: `ExitCode.failure` once it is said; what nobody foresaw, as it is.
  func explaining(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error where error is BenchError || error is NetError {
      keep("chromatch-bench: \(error)")
      throw ExitCode.failure
    }
  }

  /// Erases to the end of the line (ECMA-48, EL).
  private static let clear = "\u{1b}[K"

  private func put(_ text: String) {
    var text = text
    // Nobody is told when standard error is closed: there is nowhere to say it.
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
