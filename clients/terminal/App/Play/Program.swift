// From a plan to a running client: whether there is a screen, who guards it, which signals matter,
// and the main thread's only work, which is to wait for them.

import ArgumentParser
import Discovery
import Glibc
import Net
import TerminalUI

/// What the program does until it exits, somewhere else than on the thread that waits for signals.
protocol SignaledRun: Sendable {
  /// Does all of it.
  ///
  /// - Returns: the status to exit with. What went wrong, if anything, has been said.
  func run() async -> Int32
  /// Takes note of a signal and has done what it means when this returns.
  func take(_ signal: Int32)
}

enum Program {
  /// Carries the plan out; the process exits with its status.
  static func carryOut(_ plan: Plan) -> Never {
    var plan = plan
    var (preferences, complaints) = plan.habits.preferences(environment: variable)
    plan.follow(preferences, account: plan.isRestricted ? nil : variable("USER"))
    plan.settle(for: TerminalEnvironment(wish: plan.screen.depth, variable: variable))
    if !plan.screen.isPlain { guardTerminal() }
    do throws(Failure) {
      if !plan.isRestricted { plan.identity = try IdentityFile.usual?.secret() }
    } catch {
      complaints.append(error.description)
    }
    // Said once, and by the process that goes on saying things.
    write(complaints.map { "chromatch: \($0)" }, to: STDERR_FILENO)
    if let remark = plan.remark { write([remark], to: STDOUT_FILENO) }
    if plan.announces || plan.looksAround { LocalNetwork.hush() }
    run(plan.screen.isPlain ? [SIGINT, SIGTERM, SIGHUP] : screenSignals) { Client(plan) }
  }

  /// The signals that matter while the program has taken a terminal over. SIGTTOU never comes
  /// while it is blocked: a job in the background may restore its terminal.
  static let screenSignals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGTTOU,
  ]

  /// Goes on in a second run that a guardian watches; the first one, which is the guardian, exits
  /// here when that has ended.
  static func guardTerminal() {
    if !Guardian.isWatching(), let status = Guardian()?.watch() { exit(status) }
  }

  /// Has a run do its work while this thread waits for signals; the process exits with its status.
  ///
  /// - Parameter make: makes the run once signals are blocked, since it may start threads.
  static func run(_ signals: [Int32], _ make: () -> some SignaledRun) -> Never {
    let signals = Signals(blocking: signals)
    let run = make()
    Task.detached { exit(await run.run()) }
    while true {
      let signal = signals.next()
      run.take(signal)
      if signal == SIGTSTP {
        signals.stopJob()
        run.take(SIGCONT)
      }
    }
  }
}

extension Chromatch {
  /// Begins with what every command needs.
  static func main() {
    StandardOutput.begin()
    main(nil)
  }
}
