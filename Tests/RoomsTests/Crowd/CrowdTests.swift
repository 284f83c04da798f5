// Those who look on and play along: who may, what they and everybody else are told, what becomes of
// a cell whose connection is lost, and that a restart, a record and the seats know of it what they
// are to know and no more. How a crowd is judged is tested with the game.

import Archive
import Chroma
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("A crowd in a hall")
struct CrowdTests {
  /// A match of Ada's in its first round, and Cal, who looks on.
  private func scene(
    _ wishes: String = "", _ limits: Limits = Limits(), log: String? = nil
  ) throws -> (HallStage, room: String, ada: Person, cal: Person, lock: String) {
    var stage = HallStage(limits, log: log)
    let ada = try stage.person("Ada")
    let words = ["rounds=2 time=10", wishes.contains("seats=") ? "" : "seats=1", wishes]
    let room = try stage.room(by: ada, words.filter { !$0.isEmpty }.joined(separator: " "))
    let cal = try stage.watcher("Cal", in: room)
    let mode = try stage.room(room).settings.rules.mode
    let lock = try stage.openRound(by: ada, mode: mode)
    stage.pass(300)
    stage.clear()
    return (stage, room, ada, cal, lock)
  }

  private func lines(_ messages: [ServerMessage], _ verbs: ServerVerb...) -> [String] {
    messages.filter { verbs.contains($0.verb) }.map(\.line)
  }

  private func yours(_ messages: [ServerMessage]) -> [Yours] {
    messages.compactMap { if case .yours(let yours) = $0 { yours } else { nil } }
  }

  private func together(_ messages: [ServerMessage]) -> [Together] {
    messages.compactMap {
      if case .room(_, .together(let together)) = $0 { together } else { nil }
    }
  }

  @Test("a watcher's first move gives a cell, and the round's end its result")
  func playsAlong() throws {
    var (stage, _, ada, cal, lock) = try scene()
    expect(stage.ask(cal, "SET v=10,20,30"), equals: ["CELL"])
    expect(stage.ask(cal, "SET v=10,20,40"), equals: [])
    stage.say(ada, "SET v=1,2,3")
    stage.pass(1_000)
    let heard = stage.heard(cal)
    expect(lines(heard, .move), equals: [], "CROWD stands for it")
    let told = try require(lines(heard, .crowd).first)
    expect(told.hasPrefix("CROWD of=1 in=0 color=#0a1428 near="), told)
    expect(told.contains(" seat=\(ada.player.wire) seatcolor=#010203 "), told)
    expect(stage.ask(cal, lock).filter { $0 != "CROWD" }, equals: [])
    stage.pass(200)
    stage.say(ada, lock)
    stage.pass(100)
    let end = stage.heard(cal)
    let verbs = end.map(\.verb).filter { $0 != .ping && $0 != .crowd }
    expect(verbs, equals: [.locked, .shut, .score, .together, .best, .yours])
    let yours = try require(yours(end).first)
    let score = end.compactMap { message -> Score? in
      if case .play(_, .score(let score)) = message { score } else { nil }
    }
    expect(yours.difference == .zero && yours.place == 1 && yours.of == 1)
    expect(yours.points.map { $0 > score[0].points } ?? false, "Cal was sooner")
    expect(together(end).map(\.points), equals: [yours.points])
    expect(lines(end, .best)[0].contains(" round=1 at=1 name=Cal "))
  }

  @Test("the match ends with a crowd's standings, and the next one begins at nothing")
  func over() throws {
    var (stage, _, ada, cal, lock) = try scene()
    stage.say(cal, lock)
    stage.pass(30_000)
    let end = stage.heard(cal)
    expect(yours(end).map(\.round), equals: [1, 0], "Cal sat the second out")
    expect(lines(end, .best).count, equals: 2)
    let again = try stage.openRound(by: ada)
    stage.pass(300)
    stage.say(cal, "SET v=1,2,3")
    stage.say(ada, again)
    stage.pass(100)
    let next = try require(yours(stage.heard(cal)).first)
    expect(next.total == next.points)
  }

  /// A room's wishes and what a watcher hears who wants to play along there.
  static let refusals: [(wishes: String, mode: String, heard: [String])] = [
    ("", "SET v=1,2,3", ["CELL"]), ("delay=3", "SET v=1,2,3", ["not-now"]),
    ("rated=1", "LOCK v=1,2,3", ["not-now"]), ("", "LOCK v=1,2,3", ["CELL", "too-far"]),
    ("", "SET v=1,2,300", ["off-grid"]), ("mode=tiles", "SET v=1", ["not-now"]),
  ]

  @Test("somebody who comes and goes takes no cell from others")
  func comesAndGoes() throws {
    var limits = Limits()
    limits.crowdMax = 2
    var (stage, room, _, cal, _) = try scene("", limits)
    let dan = try stage.watcher("Dan", in: room)
    for _ in 0..<4 {
      expect(stage.ask(cal, "SET v=1,2,3").first, equals: "CELL")
      stage.say(cal, "LEAVE")
      stage.say(cal, "WATCH room=\(room)")
      stage.clear()
    }
    expect(stage.ask(dan, "SET v=1,2,3").first, equals: "CELL")
  }

  @Test("who comes and goes with points takes a bounded number of cells, and others still get one")
  func comesAndGoesWithPoints() throws {
    var limits = Limits()
    limits.addressCellsMax = 2
    var (stage, room, ada, cal, lock) = try scene("", limits)
    expect(stage.ask(cal, lock).first, equals: "CELL")
    stage.say(ada, lock)
    stage.say(cal, "LEAVE")
    let again = try stage.watcher("Cal", in: room)
    stage.pass(6_000)
    stage.clear()
    expect(stage.ask(again, "SET v=1,2,3").first, equals: "CELL")
    stage.say(again, "LEAVE")
    let third = try stage.watcher("Cal", in: room)
    expect(stage.ask(third, "SET v=1,2,3"), equals: ["room-full"])
    let dan = try stage.person("Dan", from: Origin(household: 9))
    stage.say(dan, "WATCH room=\(room)")
    stage.clear()
    expect(stage.ask(dan, "SET v=1,2,3").first, equals: "CELL")
  }

  @Test("a member who leaves and watches again in a round has the same cell, frozen or locked")
  func comesAndGoesFrozen() throws {
    var (stage, room, ada, cal, lock) = try scene()
    expect(stage.ask(cal, "LOCK v=1,2,3"), equals: ["CELL", "too-far"])
    for refusal in ["frozen", "not-now"] {
      stage.say(cal, "LEAVE")
      try expect(stage.room(room).crowd?.crowd.count, equals: 0)
      stage.say(cal, "WATCH room=\(room)")
      expect(lines(stage.heard(cal), .cell), equals: ["CELL at=1 name=Cal"])
      expect(stage.ask(cal, lock), equals: [refusal])
      stage.pass(Rules.freezeMilliseconds)
      stage.say(cal, lock)
    }
    stage.say(cal, "LEAVE")
    stage.say(ada, lock)
    stage.pass(100)
    expect(!stage.ask(cal, "WATCH room=\(room)").contains("CELL"), "the round is shut")
    try expect(stage.room(room).crowd?.crowd.numbersGiven, equals: 0)
  }

  @Test("nobody plays along where watchers are late, or where it counts")
  func refused() throws {
    for (wishes, line, heard) in Self.refusals {
      var (stage, room, _, cal, _) = try scene(wishes)
      expect(stage.ask(cal, line), equals: heard, "\(wishes) \(line)")
      let hasCell = heard[0] == "CELL"
      try expect(stage.room(room).crowd?.told.isEmpty == false, equals: hasCell)
      let listing = try stage.room(room).listing
      expect(listing.hasCrowd == !(wishes.contains("delay") || wishes.contains("rated")))
    }
    var limits = Limits()
    limits.crowdMax = 1
    var (stage, room, _, cal, lock) = try scene("", limits)
    let dan = try stage.watcher("Dan", in: room)
    expect(stage.ask(cal, "SET v=1,2,3"), equals: ["CELL"])
    expect(stage.ask(dan, "SET v=1,2,3"), equals: ["room-full"])
    expect(stage.ask(cal, lock), equals: [])
    expect(stage.ask(cal, lock), equals: ["not-now"])
    stage.pass(30_000)
    expect(stage.ask(cal, "SET v=1,2,3"), equals: ["not-now"], "no match runs")
  }

  @Test("a lost member has cell and total again within a minute, and not after it")
  func back() throws {
    var (stage, room, ada, cal, lock) = try scene()
    stage.say(cal, lock)
    stage.say(ada, lock)
    stage.pass(500)
    let total = try require(yours(stage.heard(cal)).first).total
    stage.lose(cal)
    stage.pass(4_000)
    var other = stage.back(cal)
    expect(lines(stage.heard(other), .cell, .yours).count, equals: 2)
    let second = stage.back(cal)
    expect(stage.verbs(other), equals: ["replaced"])
    stage.pass(2_000)
    expect(stage.ask(second, "SET v=1,2,3"), equals: [], "no second cell")
    stage.pass(15_000)
    expect(yours(stage.heard(second)).map(\.total).last.map { $0 > total } ?? false)
    let players = stage.hall.players.count
    stage.lose(second)
    expect(stage.hall.players.count, equals: players)
    stage.pass(60_001)
    expect(stage.hall.players.count == players - 1 && stage.hall.tokens.count == players - 1)
    try expect(stage.room(room).crowd?.members.isEmpty == true)
    other = stage.back(cal)
    expect(stage.verbs(other), equals: ["bad-token"])
  }

  @Test(
    "LEAVE, KICK, BAN and a seat end it; a ban cannot be resumed around",
    arguments: [
      "LEAVE", "KICK", "BAN", "JOIN", "KICK at=1", "BAN at=1",
    ])
  func gone(verb: String) throws {
    var (stage, room, ada, cal, _) = try scene("seats=2")
    stage.say(cal, "SET v=1,2,3")
    switch verb {
    case "LEAVE": stage.say(cal, "LEAVE")
    case "JOIN":
      stage.pass(11_000)
      stage.say(cal, "JOIN room=\(room)")
    case "KICK", "BAN": stage.say(ada, "\(verb) who=\(cal.player.wire)")
    default: stage.say(ada, verb)
    }
    let state = try stage.room(room)
    expect(state.crowd?.members.isEmpty == true)
    expect(state.crowd?.crowd.count, equals: 0)
    stage.lose(cal)
    if verb != "JOIN" {
      let back = stage.back(cal)
      expect(stage.verbs(back), equals: ["bad-token"])
    }
  }

  @Test("a member who is away is put out by the number of the cell, and nobody by none")
  func putOutAway() throws {
    var (stage, room, ada, cal, _) = try scene()
    stage.say(cal, "SET v=1,2,3")
    stage.lose(cal)
    let dan = try stage.watcher("Dan", in: room)
    expect(stage.ask(dan, "KICK at=1"), equals: ["not-now"])
    expect(stage.ask(ada, "KICK at=2"), equals: ["no-player"])
    expect(stage.ask(ada, "KICK"), equals: ["bad-field"])
    expect(stage.ask(ada, "KICK at=1 who=\(cal.player.wire)"), equals: ["bad-field"])
    expect(stage.ask(ada, "BAN at=1"), equals: [])
    try expect(stage.room(room).crowd?.members.isEmpty == true)
    let back = stage.back(cal)
    expect(stage.verbs(back), equals: ["bad-token"])
    expect(stage.restored().differing.isEmpty)
  }

  @Test("reactions of a crowd are counted, one of each member in ten seconds, after rounds as well")
  func reactions() throws {
    var (stage, _, ada, cal, _) = try scene()
    expect(stage.ask(cal, "REACT id=wave"), equals: ["not-now"], "no cell yet")
    stage.say(cal, "SET v=1,2,3")
    expect(stage.ask(cal, "REACT id=wave"), equals: [])
    expect(stage.ask(cal, "REACT id=wow"), equals: ["not-now"])
    stage.pass(2_500)
    let open = stage.heard(ada)
    expect(lines(open, .reacted), equals: [])
    let counted = lines(open, .crowd).map { $0.hasSuffix(" reacts=1,0,0,0,0,0,0,0") }
    expect(counted.first == true && !counted.dropFirst().contains(true))
    stage.pass(40_000)
    stage.clear()
    expect(stage.ask(cal, "REACT id=heart"), equals: [])
    stage.pass(3_000)
    expect(lines(stage.heard(ada), .crowd), equals: ["CROWD of=1 in=0 reacts=0,0,0,0,0,0,0,1"])
  }

  @Test("a crowd hears of a seat that is no longer idle at once, and before how the room is set")
  func idle() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "seats=2 rounds=1 time=20")
    let bob = try stage.person("Bob")
    stage.say(bob, "JOIN room=\(room)")
    let cal = try stage.watcher("Cal", in: room)
    stage.pass(Limits().quietMilliseconds)
    stage.say(ada, "START")
    stage.pass(Rules.countdownMilliseconds)
    stage.say(cal, "SET v=1,1,1")
    stage.clear()
    stage.say(bob, "SET v=1,2,3")
    expect(lines(stage.heard(cal), .idle).count, equals: 1)
    while try stage.room(room).isPlaying { stage.pass(10_000) }
    stage.pass(Limits().quietMilliseconds)
    stage.clear()
    stage.say(ada, "CONFIG delay=5")
    let heard = stage.heard(cal).filter { [.idle, .settings].contains($0.verb) }
    expect(heard.map(\.verb), equals: [.idle, .settings])
  }

  @Test("a watcher on another lane comes home to play along, and stays")
  func afar() throws {
    var stage = HallStage.spread(3)
    let ada = try stage.person("Ada", 0)
    let room = try stage.room(by: ada, "seats=1 rounds=1 time=10")
    let cal = try stage.person("Cal", 0)
    stage.say(cal, "WATCH room=\(room)")
    expect(stage.lane(cal), differsFrom: 0)
    let dan = try stage.person("Dan", 0)
    stage.say(dan, "WATCH room=\(room)")
    let lock = try stage.openRound(by: ada)
    stage.pass(300)
    stage.clear()
    stage.say(cal, lock)
    expect(stage.lane(cal), equals: 0)
    let home = stage.heard(cal)
    expect(lines(home, .cell).count, equals: 1, "\(home.map(\.line))")
    stage.pass(30_000)
    expect(stage.lane(cal), equals: 0)
    expect(yours(stage.heard(cal)).map(\.round), equals: [1, 0])
    let told = stage.heard(dan)
    expect(stage.lane(dan), differsFrom: 0)
    expect(!lines(told, .crowd).isEmpty && together(told).count == 1)
  }

  @Test("a screen sees the field, in modes that keep guesses secret only after the round")
  func field() throws {
    for wishes in ["", "mode=tiles", "mode=gradient"] {
      var (stage, room, _, cal, lock) = try scene(wishes)
      let screen = try stage.person("Eve")
      stage.say(screen, "WATCH room=\(room) field=1")
      stage.clear()
      stage.say(cal, lock)
      stage.pass(1_100)
      let open = stage.heard(screen)
      expect(lines(open, .field).isEmpty, equals: !wishes.isEmpty, wishes)
      expect(lines(open, .locks), equals: ["LOCKS at=1 step=1 of=1 in=gA== gone=AA=="])
      let isBare = lines(open, .crowd).allSatisfy { $0.hasSuffix("in=1") }
      expect(isBare, equals: wishes == "mode=tiles")
      stage.pass(15_000)
      expect(lines(stage.heard(screen), .field).isEmpty, equals: wishes == "mode=gradient")
    }
  }

  @Test("a second screen beyond the limit sees the field after the round")
  func screens() throws {
    var limits = Limits()
    limits.fieldScreensMax = 1
    var (stage, room, ada, cal, lock) = try scene("", limits)
    let screens = try ["Eve", "Fay"].map { try stage.person($0) }
    for screen in screens { stage.say(screen, "WATCH room=\(room) field=1") }
    stage.say(cal, "SET v=1,2,3")
    stage.clear()
    stage.pass(2_000)
    let counts = screens.map { lines(stage.heard($0), .field).count }
    expect(counts[0] >= 4 && counts[1] == 0)
    stage.say(ada, lock)
    stage.pass(100)
    expect(screens.map { lines(stage.heard($0), .field).count }, equals: [1, 1])
  }

  @Test("results go out in the order of cells, not all at once, and before the next round")
  func results() throws {
    var limits = Limits()
    limits.resultsAtOnce = 2
    var (stage, room, ada, cal, lock) = try scene("", limits)
    let others = try (1...4).map { try stage.watcher("W\($0)", in: room) }
    for person in [cal] + others { stage.say(person, "SET v=1,2,3") }
    stage.say(ada, lock)
    stage.clear()
    stage.pass(4_000)
    let moments = try ([cal] + others)
      .map { person in
        try require(stage.heardAt(person).first { !yours([$0.message]).isEmpty }).at
      }
    expect(moments.map { $0 - moments[0] }, equals: [0, 0, 100, 100, 200])
  }

  @Test("what the seats are told is the same with a crowd and without one")
  func seats() throws {
    func heard(_ withCrowd: Bool) throws -> [String] {
      var (stage, _, ada, cal, lock) = try scene()
      if withCrowd {
        for step in 0..<20 { stage.say(cal, "SET v=\(step),2,3") }
        stage.say(cal, lock)
      }
      stage.say(ada, "SET v=4,5,6")
      stage.pass(2_000)
      stage.say(ada, lock)
      stage.pass(25_000)
      let own: [ServerVerb] = [.crowd, .together, .best, .ping]
      return stage.heard(ada).filter { !own.contains($0.verb) }
        .map { $0.line.replacing(/\ n=\d+/, with: "") }
    }
    try expect(heard(true), equals: heard(false))
  }

  @Test("a journal has what came of a crowd, and a restart keeps it but not the cells")
  func journal() throws {
    var (stage, room, ada, cal, lock) = try scene()
    stage.say(cal, lock)
    stage.say(ada, lock)
    stage.pass(1_000)
    let told = try require(together(stage.heard(ada)).first)
    let restored = stage.restored()
    expect(restored.differing.isEmpty && restored.roomCount == 1)
    let code = try require(RoomCode(room))
    let state = try require(restored.replays[code]).room.history.state
    expect(state.match?.crowd?.together, equals: told)
    expect(state.match?.crowd?.best.map(\.name), equals: ["Cal"])
    stage.pass(2_000)
    stage.say(cal, "SET v=1,2,3")
    stage.pass(20_000)
    let whole = stage.restored()
    expect(whole.differing.isEmpty && whole.linesUnreadable == 0)
    try expect(
      require(whole.replays[code]).room.history.state, equals: stage.room(room).history.state)
    stage.renew(room)
    let rested = stage.restored()
    expect(rested.differing.isEmpty)
    let crowd = try require(rested.replays[code]).room.history.state.match?.crowd
    try expect(crowd, equals: stage.room(room).history.state.match?.crowd)
    expect(crowd != nil)
  }

  @Test("a crowd that is gone, as after a restart, leaves its points together to the next one")
  func goesOn() throws {
    var (stage, room, ada, cal, lock) = try scene()
    stage.say(cal, lock)
    stage.say(ada, lock)
    let first = try require(together(stage.heard(ada)).first)
    try stage.entry(room).room.disbandCrowd()
    stage.pass(6_000)
    let next = try stage.exactLock(heardBy: ada)
    stage.say(cal, next)
    stage.say(ada, next)
    let second = try require(together(stage.heard(ada)).first)
    expect(first.total > 0 && second.total == first.total + second.points)
  }

  @Test("a record has what came of a crowd without names, and a changed one is found out")
  func record() throws {
    var (stage, room, ada, cal, lock) = try scene("", log: "test.example/chromatch")
    let dan = try stage.watcher("Dan", in: room)
    stage.say(cal, lock)
    stage.say(dan, "SET v=9,9,9")
    stage.pass(700)
    stage.say(ada, lock)
    stage.pass(25_000)
    let match = try require(stage.kept.first)
    let text = String(decoding: match.bytes, as: UTF8.self)
    expect(text.contains("\nTOGETHER n=") && text.contains("\nBEST n="))
    expect(!text.contains("name=Cal"))
    try RecordVerifier.genuine.verify(RecordFile(reading: match.bytes).match)
    let line = try require(text.split(separator: "\n").first { $0.hasPrefix("TOGETHER") })
    for (old, new) in [("in=1", "in=3"), (" t=", " t=1"), ("total=", "total=1")] {
      let lie = text.replacing(line, with: line.replacing(old, with: new))
      #expect(throws: RecordFault.self) {
        try RecordVerifier.genuine.verify(RecordFile(reading: Array(lie.utf8)).match)
      }
    }
  }

  @Test("a room that no longer may have a crowd has its people look on")
  func disbanded() throws {
    var (stage, room, ada, cal, _) = try scene()
    stage.say(cal, "SET v=1,2,3")
    stage.pass(30_000)
    stage.say(ada, "CONFIG delay=2")
    let state = try stage.room(room)
    expect(state.crowd == nil && state.delayLine?.watchers == [cal.id])
    stage.say(ada, "CONFIG delay=0")
    try expect(stage.room(room).members.contains(cal.id))
  }

  @Test("a member who does not read is shown room and cell again")
  func slow() throws {
    var (stage, room, _, cal, _) = try scene()
    stage.say(cal, "SET v=1,2,3")
    stage.tell(cal) { .overflowed($0) }
    try expect(stage.room(room).crowd?.told, equals: [])
    stage.clear()
    stage.tell(cal) { .drained($0) }
    expect(lines(stage.heard(cal), .cell).count, equals: 1)
    try expect(stage.room(room).crowd?.told, equals: [cal.id])
  }
}
