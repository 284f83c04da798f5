// A server in memory with one lane, those who play there by themselves, and what is in its journal.

import Driving
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

/// A server and its journal under test.
final class JournalStage {
  let server = MemoryServer(MemoryServer.Setup())
  private var told = 0

  func connect(_ name: String, person: Int = 0) -> MemoryLink {
    let link = server.connect(person: person, from: Origin(household: UInt64(person) + 1))
    say("HELLO v=1 name=\(name)", on: link)
    return link
  }

  /// Says lines in one piece; the server gets to them so much later.
  func say(_ lines: String..., on link: MemoryLink, after milliseconds: Int = 0) {
    link.ship(.bytes(Array(lines.map { "\($0)\n" }.joined().utf8)), at: server.now)
    server.now += milliseconds
    server.settle(link)
  }

  /// What somebody has been told since this was asked last.
  func hear(_ link: MemoryLink) throws -> [String] {
    link.arrive(at: server.now)
    var (all, lines) = (Int.max, [String]())
    while let line = try link.hear(atMost: &all, at: server.now) {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    server.makeRoom(link)
    return lines
  }

  /// Time passes, and what is due happens when it is.
  func wait(_ milliseconds: Int) {
    let end = server.now + milliseconds
    while server.deadline <= end {
      server.now = max(server.now, server.deadline)
      server.advance()
    }
    server.now = end
  }

  /// What was written since this was asked last: a list of lines for each frame.
  func takeFrames() -> [[String]] {
    let all = server.lanes[0].journal.bytes
    defer { told = all.count }
    let lines = String(decoding: all.dropFirst(told), as: UTF8.self).split(separator: "\n")
    var frames: [[String]] = []
    for line in lines where !line.hasPrefix("JOURNAL") {
      if line.hasPrefix("TURN") {
        frames.append([])
      } else {
        frames[frames.count - 1].append(String(line))
      }
    }
    return frames
  }

  /// The verbs of the same.
  func takeVerbs() -> [[String]] {
    takeFrames().map { $0.map { line in String(line.prefix { $0 != " " }) } }
  }

  /// The SETs and LOCKs of the same, with what they say.
  func takeMoves() -> [String] {
    wait(50)
    return takeFrames().joined().filter { $0.hasPrefix("SET ") || $0.hasPrefix("LOCK ") }
      .map { line in
        let words = line.split(separator: " ")
        return "\(words[0]) \(words.first { $0.hasPrefix("v=") } ?? "")"
      }
  }

  /// Rounds that people play, each alone, where nothing waits to be written.
  func begin(_ count: Int = 1) -> [MemoryLink] {
    let people = (0..<count).map { connect("Ada", person: $0) }
    for link in people {
      say("CREATE mode=rgb seats=1 rounds=1 time=120", on: link)
      say("READY nonce=ab", on: link)
    }
    wait(5_000)
    _ = takeFrames()
    return people
  }

  var pressure: Pressure { server.lanes[0].driver.hall.pressure }

  /// Somebody's lines wait until the lane is late.
  func strain(by link: MemoryLink) {
    for _ in 0..<4 { say("PING t=1", on: link, after: Limits().latenessMilliseconds) }
    expect(pressure.level, isAtLeast: 2)
  }
}
