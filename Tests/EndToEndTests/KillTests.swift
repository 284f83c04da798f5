// A real server that is killed, again and again, under rooms that play: when it is back, every room
// is, with every number, every lock and every score that anybody was told, and everybody goes on.
// `make kill KILLS=200` does so for long, in a hundred rooms.

import Foundation
import Glibc
import Net
import Testing

@Stage
@Suite("Killing")
struct KillTests {
  /// How often, and under how many rooms.
  private static let kills = number("CHROMATCH_KILLS") ?? 3
  private static let rooms = number("CHROMATCH_KILL_ROOMS") ?? (kills > 3 ? 100 : 4)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test("a server that is killed at any moment has lost nothing that it told anybody")
  func kills() throws {
    let state = try Scratch()
    var house = try KillTests.house(state, port: 0)
    let port = house.port
    let tables = try (0..<KillTests.rooms).map { _ in try Table(port: port) }
    var milliseconds: [Int] = []
    let clock = Clock()
    try KillTests.play(tables) { tables.contains(where: \.hasLocks) }
    for _ in 0..<KillTests.kills {
      // A match goes on 3 s after each time, so some of them are killed while they stand still.
      let end = clock.milliseconds() + Int64.random(in: 1_000...6_000)
      try KillTests.play(tables) { clock.milliseconds() >= end }
      // Whatever is under way: some of it has been answered, some has not even been read.
      for table in tables { table.move() }
      usleep(UInt32.random(in: 0...30_000))
      kill(house.run.process, SIGKILL)
      try wait(for: "the end", hearing: [house.run]) { house.run.end != nil }
      for table in tables { try table.hearTheEnd() }
      let begin = clock.milliseconds()
      house = try KillTests.house(state, port: port)
      for table in tables { try table.comeBack() }
      let people = tables.flatMap(\.callers)
      try wait(for: "everybody to be back", hearing: people) { tables.allSatisfy(\.isBack) }
      milliseconds.append(Int(clock.milliseconds() - begin))
      for table in tables { try table.check() }
    }
    let events = tables.reduce(0) { $0 + $1.last }
    let (most, kills) = (milliseconds.max() ?? 0, milliseconds.count)
    print("killed \(kills) times under \(tables.count) rooms: \(events) events, back in \(most) ms")
    #expect(events >= 10 * tables.count)
  }

  private static func house(_ state: Scratch, port: UInt16) throws -> House {
    let options = ["--state", state.path, "--tls", "off", "--lanes", "2"]
    return try House(options + ["--rooms-per-address-max", "1000"], port: port)
  }

  /// Lets everybody play.
  private static func play(_ tables: [Table], until isEnough: () -> Bool) throws {
    let people = tables.flatMap(\.callers)
    try wait(for: "the moves", hearing: people) {
      for table in tables { table.move() }
      return isEnough()
    }
    for table in tables { try table.check() }
  }

  // What cannot be.

  @Test("a journal of another version is refused, and stays as it is")
  func version() throws {
    let state = try Scratch()
    let path = "\(state.path)/journal"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let text = "JOURNAL v=2 rules=x\nTURN of another kind\n"
    let made = FileManager.default.createFile(
      atPath: "\(path)/0.1", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    #expect(made)
    let run = try PlainRun(.server, ["--port", "0", "--no-admin", "--state", state.path])
    try wait(for: "its end", hearing: [run]) { run.end != nil }
    #expect(run.end == .exited(64) && run.errors.contains("0.1 is of version 2"))
    #expect(state.text(of: "\(path)/0.1") == text)
  }

  @Test("two servers do not share a journal")
  func shared() throws {
    let state = try Scratch()
    let house = try KillTests.house(state, port: 0)
    let run = try PlainRun(.server, ["--port", "0", "--no-admin", "--state", state.path])
    try wait(for: "its end", hearing: [run, house.run]) { run.end != nil }
    #expect(run.end == .exited(64) && run.errors.contains("in use by another process"))
  }

  @Test("without --state a server says that it keeps nothing")
  func nothing() throws {
    let house = try House()
    #expect(house.run.errors.contains("journal=none: rooms end with the process"))
    #expect(house.run.errors.contains("archive=none: matches are not kept"))
  }

  @Test("on a full disk the game goes on, the server says so, and nothing old comes back")
  func full() throws {
    let state = try Scratch()
    let options = ["--state", state.path, "--tls", "off"]
    let house = try House(options, descriptors: "-f 2", hasAdmin: true)
    let table = try Table(port: house.port)
    try wait(for: "the journal to be off", hearing: table.callers + [house.run]) {
      table.move()
      return house.run.errors.contains("the journal is off")
    }
    let last = table.last
    try wait(for: "the game to go on", hearing: table.callers) {
      table.move()
      return table.last >= last + 5
    }
    try table.check()
    let doctor = try Caller(port: try #require(house.adminPort))
    doctor.say("GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r")
    try wait(for: "an answer", hearing: [doctor]) { doctor.isHungUpOn }
    let reservation = "ready, but the journal is off and matches are not being kept"
    #expect(doctor.text.contains(" 200 ") && doctor.text.contains(reservation))
    #expect(house.run.errors.contains("the archive is off: matches are not kept"))
    kill(house.run.process, SIGKILL)
    try wait(for: "the end", hearing: [house.run]) { house.run.end != nil }
    let next = try House(options)
    try wait(for: "the log", hearing: [next.run]) { next.run.errors.contains("rooms not restored") }
  }
}

/// Two who play against each other, and one who looks on and asks for everything again.
@Stage
private final class Table {
  private let port: UInt16
  private(set) var callers: [Caller] = []
  private var tokens: [String] = []
  private var room = ""
  /// Every numbered line of the room that anybody heard, by its number.
  private var record: [Int: Substring] = [:]
  private var movesAt: Int64 = 0

  /// Opens a room, sits down and begins.
  init(port: UInt16) throws {
    self.port = port
    callers = try (0..<3).map { _ in try Caller(port: port) }
    for caller in callers { caller.say("HELLO v=1") }
    callers[0].say("CREATE seats=2 rounds=20 time=30 level=easy")
    try wait(for: "a room", hearing: callers) {
      callers[0].heard("WATCHERS") && callers.allSatisfy { $0.heard("WELCOME") }
    }
    tokens = callers.map { $0.field("resume", of: "WELCOME") }
    room = callers[0].field("room", of: "IN")
    callers[1].say("JOIN room=\(room)")
    callers[2].say("WATCH room=\(room)")
    try wait(for: "everybody", hearing: callers) { isBack }
  }

  /// The number of the newest event that anybody heard of.
  private(set) var last = 0
  /// Whether somebody has locked.
  var hasLocks: Bool { callers.contains { $0.heard("LOCKED") } }
  /// Whether all know the room.
  var isBack: Bool { callers.allSatisfy { $0.heard("WATCHERS") } }

  /// Somebody moves, or locks what is right, as far as they know.
  func move() {
    take()
    let now = Clock().milliseconds()
    guard now >= movesAt else { return }
    if callers.prefix(2).contains(where: \.isBetweenMatches) {
      movesAt = now + 1_000
      return callers.prefix(2).forEach { $0.say("READY") }
    }
    movesAt = now + Int64.random(in: 10...80)
    let caller = callers[Int.random(in: 0...1)]
    let target = caller.field("target", of: "ROUND").dropFirst()
    guard let color = Int(target, radix: 16) else { return }
    let values = "\(color >> 16),\(color >> 8 & 255),\(color & 255)"
    caller.say(Int.random(in: 1...4) == 1 ? "LOCK v=\(values)" : "SET v=\(color & 255),7,9")
  }

  /// Takes in what has been told so far.
  private func take() {
    for caller in callers { last = max(last, caller.lastNumber) }
  }

  /// What the server wrote before it was gone.
  func hearTheEnd() throws {
    try wait(for: "the connections to end", hearing: callers) {
      callers.allSatisfy(\.isHungUpOn)
    }
    try compare()
  }

  /// What was heard of an event is the same whoever heard it, and whenever.
  private func compare() throws {
    take()
    for caller in callers {
      for (number, line) in caller.numbered {
        if let known = record[number], known != line {
          throw Missed(description: "\(room): \(line)\nwas \(known)")
        }
        record[number] = line
      }
    }
  }

  /// The same, and somebody hears of every event.
  func check() throws {
    var failure: (any Error)?
    try wait(for: "every event of \(room)", hearing: callers) {
      do { try compare() } catch { failure = error }
      return failure != nil || record.count >= last - first
    }
    if let failure { throw failure }
  }

  /// The number of the first event that the watcher heard.
  private var first: Int { (record.keys.min() ?? 1) - 1 }

  /// All come back: two to their seats, one to hear again what was told last.
  func comeBack() throws {
    callers = try (0..<3).map { _ in try Caller(port: port) }
    for (caller, token) in zip(callers, tokens).prefix(2) {
      caller.say("HELLO v=1 resume=\(token)")
    }
    callers[2].say("HELLO v=1")
    callers[2].say("WATCH room=\(room) since=\(max(1, last - 20))")
  }
}

extension Caller {
  /// The value of a field in the newest line of a verb; empty without one.
  fileprivate func field(_ key: String, of verb: String) -> String {
    let word = line(verb)?.split(separator: " ").first { $0.hasPrefix("\(key)=") }
    return word.map { String($0.dropFirst(key.count + 1)) } ?? ""
  }

  /// Whether no match runs, as far as was told.
  fileprivate var isBetweenMatches: Bool {
    let verbs = text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    return verbs.last { $0 == "COUNTDOWN" || $0 == "SEED" } != "COUNTDOWN"
  }

  /// The lines that have a number.
  fileprivate var numbered: [(number: Int, line: Substring)] {
    text.split(separator: "\n")
      .compactMap { line in
        guard !line.hasPrefix("IN "), let range = line.firstRange(of: " n=") else { return nil }
        return Int(line[range.upperBound...].prefix { $0.isNumber }).map { ($0, line) }
      }
  }

  /// The newest number that was told, the room's picture included.
  fileprivate var lastNumber: Int {
    max(Int(field("n", of: "IN")) ?? 0, numbered.last?.number ?? 0)
  }
}
