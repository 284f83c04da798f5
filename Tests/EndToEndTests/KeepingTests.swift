// Matches that end on a server which is killed at once: each is in the archive, once, with all that
// its players heard, and anybody can check it without the server.

import Foundation
import Glibc
import Net
import Testing

@Stage
@Suite("Kept matches")
struct KeepingTests {
  private static let kills = 2
  private static let tables = 2

  @Test("a match is kept if anybody has heard its end, even of a server that is killed right then")
  func killed() throws {
    let state = try Scratch()
    let options = ["--state", state.path, "--tls", "off", "--lanes", "2"]
    var heard: Set<String> = []
    var port: UInt16 = 0
    for _ in 0..<Self.kills {
      let house = try House(options, port: port)
      port = house.port
      #expect(house.run.errors.contains("archive=\(state.path)/archive"))
      let races = try (0..<Self.tables).map { _ in try Race(port: port) }
      let people = races.flatMap(\.callers)
      try wait(for: "the ends", hearing: people + [house.run]) {
        for race in races { race.play() }
        return races.allSatisfy(\.isOver)
      }
      kill(house.run.process, SIGKILL)
      for race in races { heard.insert(race.seed) }
      try wait(for: "its end", hearing: [house.run]) { house.run.end != nil }
    }
    #expect(heard.count == Self.kills * Self.tables)
    // What the last one had no time for is kept by the next, soon.
    let next = try House(options, port: port)
    let count = "\(heard.count) matches, \(heard.count) records, 0 players: all is well\n"
    let clock = Clock()
    let end = clock.milliseconds() + 30_000
    while try archive("check", state).text != count, clock.milliseconds() < end { usleep(50_000) }
    #expect(try archive("check", state).text == count, "\(next.run.scene)")
    let export = try archive("export", state, ["--to", "\(state.path)/out"])
    let key = try #require(export.text.firstMatch(of: /by the key ([0-9a-f]{64}) of/)).1
    var kept: [String] = []
    for index in 0..<heard.count {
      let path = "\(state.path)/out/\(index).record"
      let lines = try #require(state.text(of: path)).split(separator: "\n")
      kept += lines.filter { $0.hasPrefix("SEED ") }.map { Race.seed(in: $0) }
      let run = try PlainRun(.client, ["verify", path, "--key", String(key)])
      try wait(for: "its end", hearing: [run]) { run.end != nil }
      #expect(run.end == .exited(0) && run.text.contains(" is Ada\n"), "\(run.scene)")
      #expect(run.text.contains("it is match \(index + 1) of \(heard.count) in the log"))
    }
    #expect(kept.count == heard.count && Set(kept) == heard)
    // Anybody sees it again, and may save what the server tells.
    let (copy, home) = ("\(state.path)/copy.record", try Scratch())
    func replay(_ index: String) throws -> PlainRun {
      let run = try PlainRun(
        .client, ["replay", index, next.address, "--plain", "--save", copy],
        environment: home.environment)
      try wait(for: "its end", hearing: [run, next.run]) { run.end != nil }
      return run
    }
    let seen = try replay("1")
    #expect(seen.end == .exited(0) && seen.text.contains("standings: "), "\(seen.scene)")
    #expect(state.text(of: copy) == state.text(of: "\(state.path)/out/1.record"))
    let missing = try replay("99")
    #expect(missing.end == .exited(1) && missing.errors.contains("no match #99"))
    // What stands beside the records is what they say, so there is nothing to mend.
    kill(next.run.process, SIGKILL)
    try wait(for: "its end", hearing: [next.run]) { next.run.end != nil }
    let rebuilt = "ratings and boards made again from \(heard.count) matches\n"
    #expect(try archive("rebuild", state).text == rebuilt)
    #expect(try archive("check", state).text == count)
  }

  @Test("whoever plays where another server keeps matches is told that theirs are not kept")
  func taken() throws {
    let home = try Scratch()
    let house = try House(["--state", "\(home.path)/chromatch", "--tls", "off"])
    let run = try PlainRun(.client, ["play", "--plain"], environment: home.environment)
    try wait(for: "a room", hearing: [run, house.run], scene: { run.scene }) {
      run.text.contains("room")
    }
    kill(run.process, SIGINT)
    try wait(for: "its end", hearing: [run]) { run.end != nil }
    let why = "Rooms and matches are not kept: \(home.path)/chromatch/archive is in use"
    #expect(run.errors.contains(why), "\(run.scene)")
  }

  @Test("a client remembers what a server had kept, and says if the server has forgotten it")
  func forgotten() throws {
    let (state, home) = (try Scratch(), try Scratch())
    let options = ["--state", state.path, "--tls", "off", "--lanes", "2"]
    var house = try House(options)
    let sentence = "this server has forgotten matches that it had kept"
    // What the log has when somebody comes: first one match, then one more, at last none.
    for size in [1, 2, 0] {
      let isForgotten = size == 0
      if isForgotten {
        kill(house.run.process, SIGKILL)
        try wait(for: "its end", hearing: [house.run]) { house.run.end != nil }
        for folder in ["archive", "journal"] {
          try FileManager.default.removeItem(atPath: "\(state.path)/\(folder)")
        }
        house = try House(options, port: house.port)
      } else {
        try playMatch(at: house)
      }
      let before = home.text(of: "\(home.path)/chromatch/receipts")
      let run = try PlainRun(
        .client, ["play", house.address, "--plain"], isTypedTo: true,
        environment: home.environment)
      try wait(for: "the log", hearing: [run, house.run], scene: { run.scene }) {
        isForgotten
          ? run.text.contains(sentence)
          : home.text(of: "\(home.path)/chromatch/receipts")?.contains(" size=\(size) ") == true
      }
      #expect(run.text.contains(sentence) == isForgotten)
      if isForgotten { #expect(home.text(of: "\(home.path)/chromatch/receipts") == before) }
      run.type("quit")
      try wait(for: "its end", hearing: [run]) { run.end != nil }
    }
  }

  /// Two play a match, and have their receipts.
  private func playMatch(at house: House) throws {
    let race = try Race(port: house.port)
    try wait(for: "a receipt", hearing: race.callers + [house.run]) {
      race.play()
      return race.callers.allSatisfy { $0.heard("KEPT") }
    }
  }

  /// What an administrator is told.
  private func archive(
    _ command: String, _ state: Scratch, _ options: [String] = []
  ) throws -> PlainRun {
    let run = try PlainRun(.server, ["archive", command, "--state", state.path] + options)
    try wait(for: "its end", hearing: [run]) { run.end != nil }
    #expect(run.end == .exited(0), "\(run.scene)")
    return run
  }
}

/// Two who play one round.
@Stage
private final class Race {
  let callers: [Caller]
  private var hasJoined = false
  private var isReady = false
  private var locksAt: Int64 = 0

  init(port: UInt16) throws {
    callers = try (0..<2).map { _ in try Caller(port: port) }
    for (caller, name) in zip(callers, ["Ada", "Bea"]) { caller.say("HELLO v=1 name=\(name)") }
    callers[0].say("CREATE seats=2 rounds=1 time=30")
  }

  /// Does what comes next.
  func play() {
    if !hasJoined, let line = callers[0].line("IN"), let room = Self.field("room", of: line) {
      hasJoined = true
      callers[1].say("JOIN room=\(room)")
    }
    if !isReady, callers[1].heard("IN") {
      isReady = true
      for caller in callers { caller.say("READY") }
    }
    // Before the round is open, and after it, a lock is refused.
    let now = Clock().milliseconds()
    guard let round = callers[0].line("ROUND"), let target = Self.field("target", of: round),
      let color = Int(target.dropFirst(), radix: 16), now >= locksAt
    else { return }
    locksAt = now + 200
    for caller in callers {
      caller.say("LOCK v=\(color >> 16),\(color >> 8 & 255),\(color & 255)")
    }
  }

  var isOver: Bool { callers.allSatisfy { $0.heard("SEED") } }

  var seed: String { callers[0].line("SEED").map { Self.seed(in: $0) } ?? "" }

  static func seed(in line: Substring) -> String { field("seed", of: line) ?? "" }

  private static func field(_ key: String, of line: Substring) -> String? {
    line.split(separator: " ").first { $0.hasPrefix("\(key)=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }
}
