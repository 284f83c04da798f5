// A room in which a match is played by bare connections, however often the server is gone
// meanwhile, and all that they hear of it: what one heard, everybody heard, and it never changes.

import Net

@testable import TestSupport

/// Two who play against each other, and one who looks on and asks for everything again.
@Stage
final class Table {
  private let port: UInt16
  private(set) var callers: [Caller] = []
  private var tokens: [String] = []
  private(set) var room = ""
  /// Every numbered line of the room that anybody heard, by its number; empty for one that was told
  /// while nobody was there.
  private var record: [Int: Substring] = [:]
  /// When somebody moves again: a server refuses those that move too often.
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

  /// Lets everybody play.
  static func play(_ tables: [Table], until isEnough: () -> Bool) throws {
    let people = tables.flatMap(\.callers)
    try wait(for: "the moves", hearing: people) {
      for table in tables { table.move() }
      return isEnough()
    }
    for table in tables { try table.check() }
  }

  /// The number of the newest event that anybody heard of.
  private(set) var last = 0
  /// Whether somebody has locked.
  var hasLocks: Bool { callers.contains { $0.heard("LOCKED") } }
  /// Whether all know the room.
  private var isBack: Bool { callers.allSatisfy { $0.heard("WATCHERS") } }

  /// Now and then somebody moves, or locks what is right, as far as they know.
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
    guard let values = caller.target else { return }
    let red = values.prefix { $0 != "," }
    caller.say(Int.random(in: 1...4) == 1 ? "LOCK v=\(values)" : "SET v=\(red),7,9")
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

  /// All callers received the same line for an event, whenever they did.
  private func compare() throws {
    take()
    for caller in callers {
      for (number, line) in caller.numbered {
        if let known = record[number], !known.isEmpty, known != line {
          throw Missed(description: "\(room): \(line)\nwas \(known)")
        }
        record[number] = line
      }
    }
  }

  /// The same, and somebody hears of every event.
  func check() throws {
    try wait(for: "every event of \(room)", hearing: callers) {
      try compare()
      return record.count >= last - first
    }
  }

  /// The number of the first event that the watcher heard.
  private var first: Int { (record.keys.min() ?? 1) - 1 }

  /// The server has lost what came after an event; that may be otherwise from now on.
  func forget(after number: Int) {
    record = record.filter { $0.key <= number }
    last = min(last, number)
  }

  /// All come back to all tables, and have heard everything.
  static func comeBack(_ tables: [Table]) throws {
    for table in tables { try table.comeBack() }
    try wait(for: "everybody to be back", hearing: tables.flatMap(\.callers)) {
      tables.allSatisfy(\.isBack)
    }
    for table in tables {
      table.lookAround()
      try table.check()
    }
  }

  /// A server that does not remember so long tells the room as it is instead of what was missed.
  private func lookAround() {
    guard callers[2].heard("ROOM"), let now = Int(callers[2].field("n", of: "IN")) else { return }
    let heard = record.keys.max() ?? 0
    for number in heard..<max(heard, now + 1) where record[number] == nil { record[number] = "" }
  }

  /// All come back: two to their seats, one to hear again what was told last.
  private func comeBack() throws {
    callers = try (0..<3).map { _ in try Caller(port: port) }
    for (caller, token) in zip(callers, tokens).prefix(2) {
      caller.say("HELLO v=1 resume=\(token)")
    }
    callers[2].say("HELLO v=1")
    callers[2].say("WATCH room=\(room) since=\(max(1, last - 20))")
  }
}

extension Caller {
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
