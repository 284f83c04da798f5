// Signals as something to wait for. They are blocked before the first thread starts, so that no
// handler ever interrupts anything, and the main thread, which has nothing else to do, waits for
// them.

import CLinux
import Glibc

/// Signals that do not act by themselves any more.
struct Signals {
  private let blocked: sigset_t

  /// Blocks the signals in this thread and in all that it starts; to be done before it starts any.
  init(blocking signals: [Int32]) {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in signals { sigaddset(&blocked, signal) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    self.blocked = blocked
  }

  /// Waits for the next of them.
  func next() -> Int32 {
    var blocked = blocked
    while true {
      let signal = sigwaitinfo(&blocked, nil)
      if signal > 0 { return signal }
    }
  }

  /// Stops this process and its job as Ctrl-Z would have, and returns when it goes on. Where no
  /// shell could make it go on, the system does not stop it.
  func stopJob() {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    // Here, before this call returns, is where the process stands still.
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
  }
}
