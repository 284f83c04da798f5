// What is going on, on standard error: on a terminal one line that keeps changing, elsewhere a line
// for each change, so that a log shows where a run is.

import ArgumentParser
import Glibc
import Net

/// Tells those who wait how far it is.
struct Progress: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Says what is being done now.
  func say(_ text: String) { put(isTerminal ? "\r\(Progress.clear)\(text)" : text + "\n") }

  /// Says something that stays.
  func keep(_ text: String) { put((isTerminal ? "\r\(Progress.clear)" : "") + text + "\n") }

  /// Does a command's work, and says why if it comes to nothing.
  ///
  /// - Throws: `ExitCode.failure` once it is said; what nobody foresaw, as it is.
  func explaining(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let error as BenchError {
      throw failure(error.description)
    } catch let error as NetError {
      throw failure("\(error)")
    }
  }

  private func failure(_ text: String) -> ExitCode {
    keep("chromatch-bench: \(text)")
    return .failure
  }

  /// Erases to the end of the line (ECMA-48, EL).
  private static let clear = "\u{1b}[K"

  private func put(_ text: String) {
    var text = text
    // Nobody is told when standard error is closed: there is nowhere to say it.
    text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
