// The log: logging never waits, every line is written whole or counted, is one JSON object where
// programs read it, and refused connections are sums of a second, without addresses.

import Foundation
import Glibc
import Logging
import Net
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("The log's queue", .oneAtATime)
@OwnThread
struct LogQueueTests {
  private let pipe = Pipe()
  private let lineCount = 5_000

  private func log(bytesMax: Int) -> ServerLog {
    var limits = ServerLimits()
    limits.logBytesMax = bytesMax
    return ServerLog(label: "test", to: pipe.writing, limits: limits)
  }

  @Test("a reader who sleeps holds up nobody, and learns later how much is missing")
  func asleep() throws {
    let log = log(bytesMax: 10_000)
    for number in 0..<lineCount { log.logger.info("line", metadata: ["number": "\(number)"]) }
    let dropped = log.droppedLines
    expect(dropped, isAbove: 0)
    var lines: [Substring] = []
    // The log may get to say so more than once.
    try until {
      lines += pipe.takeLines()
      return lines.reduce(0) { $0 + Self.droppedCount(in: $1) } == dropped
    }
    log.logger.info("the last line")
    try until {
      lines += pipe.takeLines()
      return lines.last?.hasSuffix("the last line") == true
    }
    expect(lines.count { $0.contains("number=") }, equals: lineCount - dropped)
    expect(log.droppedLines, equals: dropped)
  }

  /// How many lines are missing according to a line of the log.
  private static func droppedCount(in line: Substring) -> Int {
    guard line.contains("log lines dropped") else { return 0 }
    let name = "lines="
    let field = line.split(separator: " ").first { $0.hasPrefix(name) }
    return field.flatMap { Int($0.dropFirst(name.count)) } ?? 0
  }

  @Test("a reader who goes away ends nothing; what is said afterwards is counted")
  func gone() throws {
    pipe.closeReading()
    try until { pipe.hasNoReader }
    let log = log(bytesMax: 1 << 20)
    for _ in 0..<100 { log.logger.info("line") }
    try until { log.droppedLines == 100 }
  }

  @Test("a descriptor that somebody has made non-blocking gets every line whole")
  func nonBlocking() throws {
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    let log = log(bytesMax: 1 << 24)
    for number in 0..<lineCount { log.logger.info("line", metadata: ["number": "\(number)"]) }
    var lines: [Substring] = []
    try until {
      lines += pipe.takeLines()
      return lines.count == lineCount
    }
    expect(lines.enumerated().allSatisfy { $1.contains("number=\($0) ") })
    expect(log.droppedLines, equals: 0)
  }

  @Test("the end of a program waits for its last lines, and not for a reader who sleeps")
  func finish() throws {
    let log = log(bytesMax: 1 << 20)
    log.logger.info("stopped")
    log.finish()
    expect(pipe.takeLines().count, equals: 1)
    for _ in 0..<lineCount { log.logger.info("line") }
    log.finish()
    expect(log.droppedLines, equals: 0)
    // Lets the writer go.
    pipe.closeReading()
    try until { log.droppedLines > 0 }
  }
}

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

@Suite("Refusals in the log", .oneAtATime)
@OwnThread
struct RefusalLogTests {
  /// Has fifty refused and returns all lines of the log, at its most talkative.
  private func linesOfLog(_ adjust: (inout Configuration) -> Void) async throws -> [Substring] {
    let pipe = Pipe()
    let log = ServerLog(label: "test", level: .trace, to: pipe.writing, limits: ServerLimits())
    try await withServer(adjust, log: log) { server in
      for _ in 0..<50 {
        let client = try server.client()
        try client.say("HELLO v=9")
        try expect(client.refusal(), equals: "bad-version")
        try expect(client.isClosedByServer())
      }
    }
    return pipe.allLines(of: log)
  }

  @Test(
    "the log adds refusals up, and names no address at any level unless somebody asks",
    arguments: [false, true])
  func addresses(areLogged: Bool) async throws {
    let lines = try await linesOfLog { $0.logsAddresses = areLogged }
    let counts = lines.filter { $0.contains("refused") && $0.contains("code=bad-version") }
      .compactMap { field("count", of: String($0)).flatMap { Int($0) } }
    expect(counts.reduce(0, +), equals: 50)
    let peers = lines.filter { $0.contains("refused") || $0.contains("connected") }
    expect(peers.contains { $0.contains(" disconnected") })
    let named = peers.count { $0.contains("address=127.0.0.1 ") }
    expect(areLogged ? named >= 51 : named == 0)
    expect(areLogged || peers.allSatisfy { !$0.contains("127.0.0.1") })
  }

  @Test("sums of refusals begin a second with the first one, and name the most frequent first")
  func sums() {
    var sums = RefusalSums(addressesMax: 2)
    expect(sums.dueAt, equals: nil)
    for (address, count) in [("192.0.2.1", 2), ("192.0.2.2", 5), ("192.0.2.3", 1), ("b", 3)] {
      for _ in 0..<count { sums.add(.client(.badVersion), from: address, at: 7_000) }
    }
    sums.add(.client(.idle), from: "192.0.2.2", at: 7_900)
    expect(sums.dueAt, equals: 8_000)
    let told = sums.take()
    expect(told.map(\.refused.address), equals: ["192.0.2.2", "others", "192.0.2.1", "192.0.2.2"])
    expect(told.map(\.count), equals: [5, 4, 2, 1])
    expect(
      told.map(\.refused.cause.word), equals: ["bad-version", "bad-version", "bad-version", "idle"])
    expect(sums.dueAt == nil && sums.take().isEmpty)
    sums.add(.client(.idle), from: nil, at: 9_000)
    expect(
      sums.take(), equals: [.init(refused: .init(cause: .client(.idle), address: nil), count: 1)])
  }
}
