// From a plan to a running client: whether there is a screen, who guards it, which signals matter,
// and the main thread's only work, which is to wait for them.

import Glibc
import TerminalUI

enum Program {
  /// Carries the plan out; the process exits with its status.
  static func carryOut(_ plan: Plan) -> Never {
    occupyStandardDescriptors()
    var plan = plan
    let (preferences, complaints) = Habits.usual.preferences(environment: variable)
    plan.follow(preferences, account: variable("USER"))
    plan.settle(for: TerminalEnvironment(wish: plan.screen.depth, variable: variable))
    if !plan.screen.isPlain { guardTerminal() }
    // Said once, and by the process that goes on saying things.
    write(complaints.map { "chromatch: \($0)" }, to: STDERR_FILENO)
    if let remark = plan.remark { write([remark], to: STDOUT_FILENO) }
    if plan.screen.isPlain { run(plan, [SIGINT, SIGTERM, SIGHUP]) }
    // SIGTTOU never comes while it is blocked: a job in the background may restore its terminal.
    run(plan, [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT, SIGTTOU])
  }

  /// Goes on in a second run that a guardian watches; the first one, which is the guardian, exits
  /// here when that has ended.
  static func guardTerminal() {
    if !Guardian.isWatching(), let status = Guardian()?.watch() { exit(status) }
  }

  private static func run(_ plan: Plan, _ signals: [Int32]) -> Never {
    let signals = Signals(blocking: signals)
    let client = Client(plan)
    Task.detached { exit(await client.run()) }
    while true {
      let signal = signals.next()
      client.take(signal)
      if signal == SIGTSTP {
        signals.stopJob()
        client.take(SIGCONT)
      }
    }
  }

  /// Fills closed ones of the three, so that no socket gets a number that lines are written to.
  private static func occupyStandardDescriptors() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      if descriptor > STDERR_FILENO {
        close(descriptor)
        return
      }
      if descriptor < 0 { return }
    }
  }
}
