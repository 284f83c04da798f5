// Log lines for programs: each is one JSON object, whatever is logged.

import Foundation
import Logging
import TestSupport
import Testing

@testable import Server

@Suite("A log as JSON", .oneAtATime)
@OwnThread
struct LogFormatTests {
  private let pipe = Pipe()

  private func object(_ line: Substring) throws -> [String: Any] {
    try require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("a line has the moment, the level, the message and the facts, whatever they hold")
  func lines() throws {
    let log = ServerLog(label: "test", as: .json, to: pipe.writing, limits: ServerLimits())
    let text = "a \"b\" \\ c\n\r\t\u{0}\u{1f}\u{7f} é 🙂 \u{2028}"
    log.logger.info(
      "\(text)",
      metadata: [
        "text": "\(text)", "a \"key\"": "1", "list": ["x", "y"], "more": ["z": ["w"]],
        "number": .stringConvertible(7),
      ])
    log.logger.warning("nothing else")
    log.logger.debug("not at this level")
    let lines = pipe.allLines(of: log)
    expect(lines.count, equals: 2)
    let first = try object(lines[0])
    expect(first.keys.sorted(), equals: ["facts", "level", "message", "time"])
    expect(first["message"] as? String == text && first["level"] as? String == "info")
    let facts = try require(first["facts"] as? [String: Any])
    expect(facts["text"] as? String == text && facts["a \"key\""] as? String == "1")
    expect(facts["list"] as? [String] == ["x", "y"] && facts["number"] as? String == "7")
    expect((facts["more"] as? [String: [String]])?["z"], equals: ["w"])
    let time = try require(first["time"] as? String)
    let moment = try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    expect(moment.timeIntervalSinceNow, isAtMost: 1)
    let second = try object(lines[1])
    expect(second["level"] as? String, equals: "warning")
    expect((second["facts"] as? [String: Any])?.isEmpty, equals: true)
  }
}
