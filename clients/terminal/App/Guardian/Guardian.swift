// The guardian stands between a player's shell and the program that takes the terminal over. It is
// the same program, started a second time: the first process keeps the terminal's settings, waits,
// and puts everything right if the second one dies, whatever it died of. It knows nothing of games.
// The second start costs about 20 ms.
//
// Invariants: it starts before any other thread does; it never reads from the terminal and writes
// to it only after its child is gone; both stay in one process group, so that a shell sees one job.

import CLinux
import Glibc
import TerminalUI

/// Watches over a second run of this program.
struct Guardian {
  /// Tells the second run who watches it.
  private static let variableName = "CHROMATCH_GUARDIAN"
  /// How long a child may take to leave after it was asked to, in seconds; then it is killed.
  private static let leaveSecondsMax = 4
  /// What other people send a process to end it; a guardian passes them on.
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private let settings: termios
  private let lastWords: LastWords?

  /// Whether this run is watched by a guardian already. If so, it will be asked to leave should the
  /// guardian die first.
  static func isWatching() -> Bool {
    guard let value = getenv(variableName), let guardian = pid_t(String(cString: value)) else {
      return false
    }
    // Nothing that this process starts has a guardian of its own.
    unsetenv(variableName)
    guard getppid() == guardian else { return false }
    clinux_die_with_parent(SIGTERM)
    // It may have died before that was arranged.
    if getppid() != guardian { kill(getpid(), SIGTERM) }
    return true
  }

  /// A guardian of the terminal on standard input and output; nil if that cannot be watched.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
    lastWords = isatty(STDERR_FILENO) == 1 ? LastWords() : nil
  }

  /// Runs this program again with the same arguments and waits for its end.
  ///
  /// - Returns: the exit status to pass on; nil if a second run could not be started.
  func watch() -> Int32? {
    var watched = sigset_t()
    sigemptyset(&watched)
    // SIGTTOU too: a guardian that is in the background by now may still restore the terminal.
    for signal in Guardian.endings + [SIGCHLD, SIGTTOU] { sigaddset(&watched, signal) }
    // Where it is ignored, as it may be from the start, no child can be waited for.
    signal(SIGCHLD, SIG_DFL)
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &watched, &before)
    sigdelset(&watched, SIGTTOU)
    guard let child = start(mask: before) else {
      sigprocmask(SIG_SETMASK, &before, nil)
      return nil
    }
    let end = wait(for: child, watching: watched)
    restore()
    lastWords?.repeatAloud()
    if let sentence = end.sentence { say("chromatch \(sentence)") }
    return end.status
  }

  private func start(mask: sigset_t) -> pid_t? {
    var mask = mask
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let lastWords {
      posix_spawn_file_actions_adddup2(&actions, lastWords.descriptor, STDERR_FILENO)
    }
    setenv(Guardian.variableName, "\(getpid())", 1)
    // A backtrace, and a question about it, do not belong on a screen that is taken over.
    setenv("SWIFT_BACKTRACE", "enable=no", 0)
    defer { unsetenv(Guardian.variableName) }
    var child: pid_t = 0
    let status = posix_spawn(
      &child, "/proc/self/exe", &actions, &attributes, CommandLine.unsafeArgv, environ)
    return status == 0 ? child : nil
  }

  private func wait(for child: pid_t, watching signals: sigset_t) -> ChildEnd {
    var signals = signals
    var patience: timespec?
    while true {
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child { return ChildEnd(waitStatus: status) }
      var signal: Int32
      if var limit = patience {
        signal = sigtimedwait(&signals, nil, &limit)
      } else {
        signal = sigwaitinfo(&signals, nil)
      }
      if Guardian.endings.contains(signal) {
        kill(child, signal)
        patience = timespec(tv_sec: Guardian.leaveSecondsMax, tv_nsec: 0)
      } else if signal < 0 && errno == EAGAIN {
        kill(child, SIGKILL)
        patience = nil
      }
    }
  }

  /// Puts the terminal back as it was, unless the child has done so, or had not begun: the way out
  /// of a screen that is not taken over would move the cursor.
  private func restore() {
    var now = termios()
    guard tcgetattr(STDIN_FILENO, &now) == 0, now.c_lflag != settings.c_lflag else { return }
    var settings = settings
    // What was typed or reported meanwhile was meant for the game, not for the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    for sequence in wayOut {
      sequence.withUTF8Buffer { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
  }

  /// What a child that got no further has left to be said. Whether it had the keyboard's protocol
  /// on is not known here; taking back what was not done is nothing to a terminal that reads
  /// sequences.
  private var wayOut: [StaticString] {
    TerminalEnvironment(wish: nil, variable: variable).isEasilyUpset
      ? [TerminalSession.leave] : [TerminalSession.popKeyboard, TerminalSession.leave]
  }

  private func say(_ sentence: String) {
    var line = Array("\(sentence)\n".utf8)
    write(STDERR_FILENO, &line, line.count)
  }
}
