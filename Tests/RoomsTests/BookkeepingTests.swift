// What a hall keeps books of: the order of listed rooms, tokens of buckets, lines of clients, codes
// and names. Each is held against the plain way of doing the same.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Bookkeeping")
struct BookkeepingTests {
  @Test("however rooms change, the directory is what sorting them all would give", arguments: 1...5)
  func directory(seed: UInt64) {
    var draw = SplitMix64(seed: seed)
    var directory = Directory()
    var rows: [Directory.Row] = []
    let codes = "ABY29".flatMap { one in "ABY29".compactMap { RoomCode("\(one)K\($0)K") } }
    for _ in 1...600 {
      guard let code = draw.pick(codes) else { continue }
      let old = rows.first { $0.code == code }
      let new: Directory.Row? =
        draw.chance(20)
        ? nil
        : Directory.Row(
          isPlaying: draw.chance(40), people: draw.number(in: 0...4), taken: draw.number(in: 4...8),
          code: code, mode: draw.chance(50) ? "rgb" : "hsb")
      directory.move(from: old, to: new)
      rows.removeAll { $0.code == code }
      if let new { rows.append(new) }
      let sorted = rows.sorted { one, other in
        if one.isPlaying != other.isPlaying { return !one.isPlaying }
        if one.people != other.people { return one.people > other.people }
        if one.taken != other.taken { return one.taken > other.taken }
        return one.code.text < other.code.text
      }
      expect(directory.rows, equals: sorted)
    }
  }

  @Test("LIST is that order, of one mode or of all, and no longer than it may be")
  func list() throws {
    var limits = Limits()
    limits.listedRoomsMax = 12
    var draw = SplitMix64(seed: 7)
    var stage = HallStage(limits)
    let hosts = try (1...30).map { try stage.person("Host\($0)") }
    let reader = try stage.person("Eve")
    let lines = [
      "CREATE mode=rgb", "CREATE mode=hsb listed=0", "CREATE mode=hsb", "QUICK", "LEAVE", "BOT",
      "START", "CONFIG listed=0", "CONFIG listed=1 mode=rgb", "CONFIG mode=hsb",
    ]
    for _ in 1...60 {
      let host = hosts[draw.number(in: 0...29)]
      stage.say(host, draw.pick(lines) ?? "LEAVE")
      stage.pass(draw.number(in: 1_000...2_500))
      for mode in [nil, "rgb", "hsb"] {
        stage.clear()
        stage.say(reader, "LIST\(mode.map { " mode=\($0)" } ?? "")")
        let rooms = stage.hall.rooms.values.map(\.room).filter(\.settings.isListed)
        let listings = rooms.map(\.listing).filter { mode ?? $0.mode == $0.mode }
        let expected = listings.sorted(by: Self.isBefore).prefix(12).map(ServerMessage.listed)
        expect(stage.heard(reader), equals: expected + [.end(of: "LIST", count: expected.count)])
      }
    }
  }

  /// Rooms that wait come before those that play, then the fuller, then the lower code.
  private static func isBefore(_ one: Listing, _ other: Listing) -> Bool {
    if one.state != other.state { return other.state == .playing }
    if one.taken != other.taken { return one.taken > other.taken }
    return one.code.text < other.code.text
  }

  /// When so many tokens are asked for, and whether they are given: of five at once, two a second.
  static let ledger: [(at: Int, count: Int, isGiven: Bool)] = [
    (0, 6, false), (0, 5, true), (0, 1, false), (0, 0, true), (499, 1, false), (500, 1, true),
    (500, 1, false), (999, 1, false), (1_000, 1, true), (2_000, 3, false), (2_000, 2, true),
    (60_000, 6, false), (60_000, 5, true), (60_250, 1, false), (60_500, 1, true),
  ]

  @Test("a bucket gives what it has, refills evenly, and never runs over")
  func bucket() {
    var bucket = Bucket(full: 5, at: HallStage.start)
    for (at, count, isGiven) in BookkeepingTests.ledger {
      let taken = bucket.take(count, burst: 5, perSecond: 2, at: HallStage.start + at)
      expect(taken, equals: isGiven, "\(count) at \(at)")
    }
  }

  /// Lines that count as one, taken or refused; all others count as twelve.
  static let light = ["HELLO", "PING", "PONG", "REVEAL", "START", "SET", "LOCK"]

  @Test("a line that everybody would hear or that searches rooms costs twelve lines")
  func costs() throws {
    // A client that says BYE sends nothing more that could be too much.
    for verb in ClientVerb.allCases where verb != .bye {
      var limits = Limits()
      (limits.lineBurst, limits.linesPerSecond) = (30, 0)
      var stage = HallStage(limits)
      let ada = try stage.person("Ada")
      let line = verb == .hello ? "HELLO v=1" : try verb.sample
      expect(!stage.ask(ada, line).contains("too-fast"))
      for _ in 1...30 { stage.say(ada, "PING t=1") }
      // One of the thirty was HELLO.
      let left = stage.verbs(ada).count { $0 == "PONG" }
      expect(29 - left, equals: Self.light.contains(verb.rawValue) ? 1 : 12, "\(verb)")
    }
  }

  @Test("codes are of letters and digits that are not taken for one another, and all of those come")
  func codes() throws {
    var secrets = Secrets(key: HallStage.secret, daily: HallStage.secret, hashing: .genuine)
    var codes: Set<String> = []
    for _ in 1...500 { codes.insert(secrets.code(length: RoomCode.length).text) }
    expect(codes.allSatisfy { $0.count == 4 })
    let alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
    expect(String(decoding: RoomCode.alphabet, as: UTF8.self), equals: alphabet)
    expect(String(Set(codes.joined()).sorted()), equals: String(alphabet.sorted()))
    expect(codes.count, isAbove: 495)
  }

  @Test("an entry is made for every earlier deadline, and each is known until its moment")
  func entries() {
    var reminders = Reminders()
    let moments = [50, 40, 30, 20].map(Instant.init(milliseconds:))
    for moment in moments {
      let isNeeded = reminders.needsEntry(for: moment)
      let isNeededAgain = reminders.needsEntry(for: moment)
      expect(isNeeded && !isNeededAgain)
    }
    for moment in moments.reversed() {
      // Somebody else's moment, under the same name, changes nothing.
      reminders.came(moment + 1)
      let isNeeded = reminders.needsEntry(for: moment)
      expect(!isNeeded)
      reminders.came(moment)
    }
    let isNeeded = reminders.needsEntry(for: Instant(milliseconds: 60))
    expect(isNeeded)
  }
}
