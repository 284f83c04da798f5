// The command `abuser`, which nobody has to know: the bench starts itself a second time, so that
// what abuses a server is a process of its own, with the lowest claim to the processors. It says on
// its standard output when it is in full swing, and ends when its standard input does.

import ArgumentParser
import Glibc
import Net
import Wire

/// Abuses a server until it is told to end.
struct Abuser: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abuser", abstract: "Abuses a server in one way.", shouldDisplay: false)

  @Argument(help: "The way.")
  var kind: AbuseKind

  @Option(help: "The server's TCP port of 127.0.0.1.")
  var port: UInt16

  @Option(help: "The code of a room in which others play.")
  var room: [String] = []

  func run() throws {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Abuser.niceness)
    try raiseDescriptorLimit(toHold: kind.connections)
    let victim = Victim(port: port, rooms: room.compactMap { RoomCode($0) })
    switch kind {
    case .slowloris: try goOn(with: Slowloris(victim, count: kind.connections))
    case .stalled: try goOn(with: StalledWatchers(victim, count: kind.connections))
    case .openings: try goOn(with: Openings(victim))
    case .flood: try goOn(with: Flood(victim))
    case .keeping: try goOn(with: Keepers(victim))
    case .descriptors: try goOn(with: Callers(victim, count: kind.connections))
    }
  }

  private func goOn(with mischief: some Mischief) throws {
    var mischief = mischief
    let clock = Clock()
    let beganAt = clock.milliseconds()
    var hasSaidSo = false
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, type(of: mischief).stepMilliseconds) == 0 {
      try mischief.goOn(at: clock.milliseconds() - beganAt)
      if mischief.isInFullSwing && !hasSaidSo {
        hasSaidSo = true
        say(Abuser.readyWord)
      }
    }
    for (note, value) in mischief.notes { say("\(note.rawValue) \(value)") }
  }

  private func say(_ line: String) {
    var line = line + "\n"
    // Nobody is told when nobody listens: then it is over anyway.
    line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// What it says when it is in full swing.
  static let readyWord = "ready"
  private static let niceness: Int32 = 19
}
