// Where a test reads what the line mode said: every line in order, typed ones behind a prompt.
// Golden/ keeps whole matches word for word; CHROMATCH_GOLDEN=write writes them anew.

import ClientCore
import Foundation
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
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden").appending(path: name)
  let text = lines.joined(separator: "\n") + "\n"
  if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
    try Data(text.utf8).write(to: file)
  }
  let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  expect(text, equals: golden)
}
