// Ghost races: a kept match of every mode is raced again, and its ghosts stand at every moment
// where their players stood. What may be raced and what may not, what a race may not change, and
// that a room that races comes back from its journal.

import Archive
import Chroma
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Ghost races")
struct GhostTests {
  private static let log = "test.example/chromatch"

  /// A match in which somebody plays against two bots where the mode lets bots in, as it is kept.
  private static func played(
    _ mode: Mode, in stage: inout HallStage, _ wishes: String = ""
  ) throws -> FinishedMatch {
    let ada = try stage.person("Ada")
    let rules = mode.isFixed ? "" : " rounds=3 time=\(mode.isEndless ? 5 : 10)"
    let room = try stage.room(by: ada, "mode=\(mode.name)\(rules)\(wishes)")
    if mode.seats.upperBound > 1 { for level in [2, 4] { stage.say(ada, "BOT level=\(level)") } }
    let lock = try stage.openRound(by: ada, mode: mode)
    stage.pass(600)
    if mode.answer == .sliders {
      let least = Guess(mode.channels.map(\.grid.lowerBound))
      stage.say(ada, "SET v=\(least.wire)")
    }
    stage.pass(700)
    // A hidden target, or a color that is made in several ways, is answered as the server has it.
    stage.say(ada, lock)
    while try stage.room(room).isPlaying { stage.pass(1_000) }
    stage.say(ada, "LEAVE")
    return try require(stage.kept.last)
  }

  private static func kept(_ match: FinishedMatch, isNamed: Bool = true) throws -> KeptRecord {
    let entry = try MatchEntry(match, hashing: .genuine)
    return KeptRecord(
      index: 7, leaf: entry.leaf, body: match.body, persons: entry.seats.compactMap(\.person),
      isNamed: isNamed, daily: entry.daily)
  }

  private static func original(
    _ match: FinishedMatch, at now: Instant
  ) throws -> Original {
    let today = Day(number: Day(of: now).number + 1)
    return try Original(kept(match), on: today, hashing: .genuine)
  }

  /// Somebody opens a room that races a match.
  private static func race(
    _ original: Original, by person: Person, in stage: inout HallStage, _ wishes: String = ""
  ) throws -> String {
    _ = stage.heard(person)
    stage.say(person, "CREATE ghost=\(original.index)\(wishes)")
    let asked = try require(stage.asked.last)
    stage.input(.answered(person.id, Answer(asked.question, [], original: original)))
    let told = stage.heard(person)
    return try require(told.compactMap(\.entered).first?.text, "\(told.map(\.line))")
  }

  private static func record(_ match: FinishedMatch) throws -> MatchRecord {
    let file = try RecordFile(reading: match.bytes)
    try RecordVerifier.genuine.verify(file.match)
    return file.match
  }

  /// Lets a race pass in steps, and holds where ghosts stand against where they stood.
  ///
  /// - Returns: how often that was compared while a round was open.
  private static func watch(
    _ original: Original, in room: String, _ stage: inout HallStage
  ) throws
    -> Int
  {
    let (mode, ghosts) = (original.ghosts.rules.mode, original.ghosts)
    var compared = 0
    while try stage.room(room).isPlaying {
      stage.pass(37)
      guard var match = try stage.room(room).match, let haunting = try stage.room(room).haunting,
        let round = match.round, round.start.opens <= stage.now, stage.now < round.closes
      else { continue }
      for (ghost, player) in haunting.players.enumerated() where match.players.contains(player) {
        let stand = ghosts.stand(
          of: ghost, inRound: round.start.round, after: stage.now - round.start.opens)
        let swatch = mode.swatch(of: stand.guess, among: round.challenge.tiles)
        expect(
          match.progress(of: player)?.swatch, equals: swatch, "\(mode.name) at \(stage.now)")
        compared += 1
      }
    }
    return compared
  }

  @Test("ghosts stand where their players stood, and the copy verifies", arguments: Mode.all)
  func everyMode(mode: Mode) throws {
    var stage = HallStage(log: Self.log)
    let match = try Self.played(mode, in: &stage)
    let before = try Self.record(match)
    let original = try Self.original(match, at: stage.now)
    let bea = try stage.person("Bea")
    let room = try Self.race(original, by: bea, in: &stage)
    let seats = try stage.room(room).seats
    let ghosts = seats.filter(\.profile.isGhost)
    expect(seats.count == ghosts.count + 1 && ghosts.map(\.profile) == original.profiles)
    expect(original.profiles.contains { $0.name == "Ada" && $0.isBot })
    // A faster player cuts nobody's round off.
    let lock = try stage.openRound(by: bea, mode: mode)
    stage.say(bea, lock)
    let first = stage.heard(bea)
    expect(first.contains { $0.word == "LOCKED" }, "\(mode.name): \(lock)")
    expect(!first.contains { $0.word == "BELL" }, mode.name)
    try expect(Self.watch(original, in: room, &stage), isAbove: 50)
    let copy = try Self.record(try require(stage.kept.last))
    expect(copy.title.ghost == 7 && copy.title.leaf == original.leaf)
    expect(copy.seed == before.seed && !copy.settings.isRated)
    try copy.verifyCopy(of: before, .genuine)
    let entry = try MatchEntry(try require(stage.kept.last), hashing: .genuine)
    expect(entry.family == nil && !entry.isUsual && entry.daily == nil && entry.copies == 7)
    let text = String(decoding: copy.body, as: UTF8.self)
    expect(!text.contains("name=Ada"), "only the original says who they are")
  }

  @Test("a ghost that did something else is named, and another match is no copy")
  func forged() throws {
    var stage = HallStage(log: Self.log)
    let match = try Self.played(.rgb, in: &stage)
    let other = try Self.played(.rgb, in: &stage)
    let original = try Self.original(match, at: stage.now)
    let bea = try stage.person("Bea")
    let room = try Self.race(original, by: bea, in: &stage)
    _ = try stage.openRound(by: bea)
    _ = try Self.watch(original, in: room, &stage)
    let (copy, before) = (try Self.record(try require(stage.kept.last)), try Self.record(match))
    let unlike = try Self.record(other)
    #expect(throws: CopyFault.other) { try copy.verifyCopy(of: unlike, .genuine) }
    var lines = copy.lines
    let ghost = try require(copy.opening.copied.ghosts.first)
    let place = try require(
      lines.firstIndex { if case .moved(.set, ghost, _) = $0 { true } else { false } })
    guard case .moved(let command, _, let at) = lines[place] else { return }
    lines[place] = .moved(command, by: ghost, at: at + 1)
    let forged = try MatchRecord(lines)
    try RecordVerifier.genuine.verify(forged)
    #expect(throws: CopyFault.ghost(ghost)) { try forged.verifyCopy(of: before, .genuine) }
  }

  @Test("a ghost race of a ghost race has the same targets, and the live player as its only ghost")
  func again() throws {
    var stage = HallStage(log: Self.log)
    let match = try Self.played(.tiles, in: &stage)
    var original = try Self.original(match, at: stage.now)
    for name in ["Bea", "Cal"] {
      let person = try stage.person(name)
      let room = try Self.race(original, by: person, in: &stage)
      stage.say(person, try stage.openRound(by: person, mode: .tiles))
      _ = try Self.watch(original, in: room, &stage)
      stage.say(person, "LEAVE")
      original = try Self.original(try require(stage.kept.last), at: stage.now)
      expect(original.profiles.map(\.name), equals: [name])
    }
    let (first, last) = (try Self.record(match), try Self.record(try require(stage.kept.last)))
    func targets(_ record: MatchRecord) -> [[Color]] {
      record.lines.compactMap { line in
        if case .told(.play(_, .round(let start))) = line { start.tiles } else { nil }
      }
    }
    expect(targets(first), equals: targets(last))
  }

  @Test("what is not everybody's, too young, too long, gone or untrue is refused with one sentence")
  func refused() throws {
    var stage = HallStage(log: Self.log)
    let match = try Self.played(.rgb, in: &stage)
    let daily = try Self.played(.daily, in: &stage)
    let today = Day(of: stage.now)
    func refusal(_ record: KeptRecord) -> RefusalCode? {
      do throws(RefusalLine) {
        _ = try Original(record, on: today, hashing: .genuine)
        return nil
      } catch { return error.code }
    }
    func changed(_ body: [UInt8]?, leaf: [UInt8]? = nil) throws -> KeptRecord {
      let kept = try Self.kept(match)
      return KeptRecord(index: 7, leaf: leaf ?? kept.leaf, body: body, persons: kept.persons)
    }
    let body = String(decoding: match.body, as: UTF8.self)
    let untrue = Array(body.replacing("de=", with: "de=1").utf8)
    try expect(refusal(Self.kept(match)) == nil)
    try expect(refusal(Self.kept(match, isNamed: false)), equals: .noMatch)
    try expect(refusal(Self.kept(daily)), equals: .notNow)
    try expect(refusal(changed(nil)), equals: .noMatch)
    try expect(refusal(changed(match.body, leaf: [])), equals: .noMatch)
    try expect(refusal(changed(untrue)), equals: .noMatch)
    try expect(
      refusal(changed(match.body + [UInt8](repeating: 65, count: 512 * 1_024))), equals: .noMatch)
  }

  @Test("a race keeps the rules of its match, is never rated, and has seats for who races")
  func settled() throws {
    var stage = HallStage(log: Self.log)
    let original = try Self.original(Self.played(.hsb, in: &stage), at: stage.now)
    let bea = try stage.person("Bea")
    for wish in ["mode=rgb", "rounds=2", "time=11", "level=hard", "rated=1", "seats=3"] {
      stage.say(bea, "CREATE ghost=7 \(wish)")
      let asked = try require(stage.asked.last)
      stage.input(.answered(bea.id, Answer(asked.question, [], original: original)))
      expect(stage.verbs(bea), equals: ["bad-field"], wish)
    }
    let room = try Self.race(original, by: bea, in: &stage, " mode=hsb name=again")
    for wish in ["mode=rgb", "rounds=2", "time=11", "level=hard", "rated=1"] {
      expect(stage.ask(bea, "CONFIG \(wish)"), equals: ["bad-field"], wish)
    }
    expect(stage.ask(bea, "CONFIG name=other"), equals: ["ROOM"])
    expect(stage.ask(bea, "CONFIG pass=x"), equals: ["ROOM"])
    try expect(!stage.room(room).isOpen, "QUICK leads nobody to ghosts")
    stage.say(bea, "LEAVE")
    stage.say(bea, "CREATE ghost=8")
    let asked = try require(stage.asked.last)
    stage.input(.answered(bea.id, Answer(asked.question, [.no(RefusalLine(code: .noMatch))])))
    expect(stage.verbs(bea).last, equals: "no-match")
  }

  @Test("a day that is raced again is set as any race, and unnamed rooms tell no name of a record")
  func unnamed() throws {
    var stage = HallStage(log: Self.log)
    for (mode, wish) in [(Mode.daily, ""), (.hsb, " names=none")] {
      let original = try Self.original(Self.played(mode, in: &stage), at: stage.now)
      let bea = try stage.person("Bea")
      let room = try Self.race(original, by: bea, in: &stage, wish)
      try expect(stage.room(room).seats.contains { $0.profile.name == "Ada" }, equals: wish == "")
      expect(stage.ask(bea, "CONFIG name=other"), equals: ["ROOM"])
    }
  }

  @Test("long records are raced as far as a journal has space, an eighth of it from one address")
  func spacious() throws {
    var limits = Limits()
    var stage = HallStage(log: Self.log)
    let match = try Self.played(.rgb, in: &stage)
    limits.racedBytesMax = 8 * match.bytes.count
    stage = HallStage(limits, log: Self.log)
    let original = try Self.original(match, at: stage.now)
    let bea = try stage.person("Bea")
    _ = try Self.race(original, by: bea, in: &stage)
    let cal = try stage.person("Cal")
    stage.say(cal, "CREATE ghost=7")
    let asked = try require(stage.asked.last)
    stage.input(.answered(cal.id, Answer(asked.question, [], original: original)))
    expect(stage.verbs(cal), equals: ["too-many-rooms"])
    stage.say(bea, "LEAVE")
    _ = try Self.race(original, by: cal, in: &stage)
  }

  @Test("a room that races comes back from its journal, also from what it wrote down itself")
  func restored() throws {
    var stage = HallStage(log: Self.log)
    let original = try Self.original(Self.played(.memory, in: &stage), at: stage.now)
    let bea = try stage.person("Bea")
    let room = try Self.race(original, by: bea, in: &stage)
    func comesBack(_ records: Int) {
      var bodies: [[UInt8]] = []
      let restoration = stage.restored(log: Self.log) { bodies.append($0.body) }
      expect(restoration.differing.isEmpty && restoration.linesUnreadable == 0)
      expect(bodies.suffix(records) == stage.kept.map(\.body).suffix(records))
      let replay = restoration.replays.values.first { $0.room.haunting != nil }
      expect(replay?.room.haunting?.original == original)
      expect(replay?.room.seats.map(\.profile) == (try? stage.room(room).seats.map(\.profile)))
    }
    comesBack(1)
    _ = try stage.openRound(by: bea, mode: .memory)
    stage.pass(2_000)
    comesBack(1)
    _ = try Self.watch(original, in: room, &stage)
    comesBack(2)
    stage.renew(room)
    stage.pass(1_000)
    _ = try stage.openRound(by: bea, mode: .memory)
    _ = try Self.watch(original, in: room, &stage)
    comesBack(3)
  }
}
