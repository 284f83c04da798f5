// `chromatchd drain`: has the server that uses a state directory stop once its matches are over,
// and waits until it has. Which process that is the kernel says, which knows who has its lock.

import ArgumentParser
import Glibc
import Net

struct DrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drain",
    abstract: "Let the running matches end, begin no more, stop the server, and wait for that.",
    discussion: """
      --state, or CHROMATCH_STATE, names the server's state directory. A server without one is \
      told by the signal SIGUSR1. It waits as long as the server's own --drain-seconds says.
      """)

  @ParentCommand var server: Chromatchd

  func run() throws {
    let state = try server.options.statePath()
    let directory = open("\(state)/journal", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else {
      throw Failure("\(state) is no state directory of a server: \(reason())")
    }
    defer { close(directory) }
    if flock(directory, LOCK_SH | LOCK_NB) == 0 {
      throw Failure("no server uses \(state)")
    }
    guard let process = lockHolder(of: directory) else {
      throw Failure("a server uses \(state), but it is not yours")
    }
    guard kill(process, SIGUSR1) == 0 else {
      throw Failure("process \(process) cannot be told: \(reason())")
    }
    print("process \(process) stops when its matches are over")
    fflush(nil)
    // Its lock goes with it.
    while flock(directory, LOCK_SH) != 0, errno == EINTR {}
    print("process \(process) has stopped")
  }

  private func reason() -> String { String(cString: strerror(errno)) }
}
