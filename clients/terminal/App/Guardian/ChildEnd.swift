// How a process ended, read from the status that waitpid gives. The macros that take it apart are
// not visible from Swift; the bits are those of wait(2) on Linux.

import Glibc

/// How a child process ended.
struct ChildEnd: Equatable {
  /// The signal that ended it, 0 if it ended itself.
  private let signal: Int32
  /// What it ended itself with.
  private let code: Int32

  init(waitStatus: Int32) {
    signal = waitStatus & 0x7f
    code = waitStatus >> 8 & 0xff
  }

  /// Whether it ended by its own will, having cleaned up.
  var isRegular: Bool { signal == 0 }

  /// The status to exit with: its own, or 128 and the signal, as shells have it.
  var status: Int32 { isRegular ? code : 128 + signal }

  /// What happened, to be said after the program's name; nil when it was regular.
  var sentence: String? {
    if isRegular { return nil }
    let words = strsignal(signal).map { String(cString: $0) } ?? "signal \(signal)"
    return signal == SIGKILL
      ? "was killed; your terminal has been restored."
      : "crashed (\(words)); your terminal has been restored."
  }
}
