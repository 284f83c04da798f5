// Where a test reads what the line mode said: every line in order, typed ones behind a prompt.
// Golden/ keeps whole matches word for word.

import ClientCore
import Game
import TerminalUI
import TestSupport
import Testing

final class PlainScreen {
  private(set) var lines: [String] = []
  private var mode: PlainMode

  init(server: String = "ams-1") {
    mode = PlainMode(server: server)
  }

  func update(_ session: Session, at local: Instant) {
    lines += mode.news(of: session, at: local)
  }

  func deadline(_ session: Session) -> Instant? { mode.deadline(session) }

  func type(_ line: String, in session: Session, at local: Instant) -> [UserAction] {
    let reply = mode.reply(to: line, in: session, at: local)
    lines += ["> \(line)"] + reply.lines
    return reply.actions
  }
}

func expectGolden(_ name: String, _ lines: [String]) throws {
  try expectGolden(
    "Tests/TerminalUITests/Plain/Golden/\(name)", holds: lines.joined(separator: "\n") + "\n")
}
