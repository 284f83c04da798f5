// The queue between a server and its log: logging never waits, every line is either written or
// counted, and a pipe that breaks costs nobody else.

import Glibc
import Logging
import TestSupport
import Testing

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
