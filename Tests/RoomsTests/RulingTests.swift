// What an operator does to a hall that runs: rooms are closed and renamed, identities, addresses
// and names are kept out, and the journal plays all of it again.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("An operator's rulings")
struct RulingTests {
  @Test("a room closes in the middle of a match, everybody is told, and a replay closes it")
  func closes() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.watcher("Cal", in: room)
    _ = try stage.openRound(by: ada)
    stage.clear()
    try expect(stage.rule(room, .close), equals: .done)
    let code = try require(RoomCode(room))
    for person in [ada, bob, cal] {
      expect(stage.heard(person), contains: .out(code, .closed), "\(person.player)")
      expect(stage.ask(person, "LIST"), equals: ["END"])
    }
    expect(stage.hall.roomCount == 0 && stage.closed.isEmpty)
    let restored = stage.restored()
    expect(restored.roomCount == 0 && restored.differing.isEmpty)
    try expect(stage.rule(room, .close), equals: .noRoom)
    expect(stage.ask(ada, "CREATE").first, equals: "IN")
  }

  @Test("a room and its players get other names, but for bots and while a match runs")
  func renames() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    stage.clear()
    try expect(stage.rule(room, .rename("Quiet room")), equals: .done)
    try expect(stage.rule(room, .renamePlayer(bob.player, "Bo")), equals: .done)
    try expect(stage.room(room).settings.name, equals: "Quiet room")
    expect(stage.heard(ada).compactMap(\.seat?.profile.name), equals: ["Bo"])
    let nobody = PlayerID(number: 99)
    let refusal = RulingOutcome.refused("no player p99 sits in \(room)")
    try expect(stage.rule(room, .renamePlayer(nobody, "Bo")), equals: refusal)
    _ = try stage.openRound(by: ada)
    let later = RulingOutcome.refused("a match is running in \(room)")
    try expect(stage.rule(room, .rename("Loud room")), equals: later)
    let restored = stage.restored()
    expect(restored.roomCount == 1 && restored.differing.isEmpty)
  }

  @Test("an identity that is banned is put out, away or not, and cannot prove itself again")
  func identities() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let dan = try stage.person("Dan")
    let eve = try stage.person("Eve")
    let ids = try [(dan, 3), (eve, 4)].map { try stage.prove($0.0, seed: $0.1) }
    for person in [dan, eve] { stage.say(person, "JOIN room=\(room)") }
    stage.lose(eve)
    stage.clear()
    stage.keepOut(ServerBans(identities: Set(ids)))
    expect(stage.closed == [dan.id] && stage.verbs(dan).contains("banned"))
    try expect(stage.room(room).seats.map(\.player), equals: [ada.player, bob.player])
    let again = try stage.person("Dan")
    try stage.prove(again, seed: 3)
    expect(stage.closed, equals: [dan.id, again.id])
    let restored = stage.restored()
    expect(restored.roomCount == 1 && restored.differing.isEmpty)
  }

  @Test("an address that is banned is cut off, and let in again when it is banned no more")
  func addresses() throws {
    var (stage, room, ada) = try HallStage.hosted()
    let rude = Origin(household: 9)
    let bob = try stage.person("Bob", from: rude)
    stage.say(bob, "JOIN room=\(room)")
    stage.keepOut(ServerBans(households: [9]))
    expect(stage.closed == [bob.id])
    try expect(stage.room(room).seats.map(\.player), equals: [ada.player])
    let second = stage.connect(from: rude)
    expect(stage.verbs(second) == [] && stage.closed == [bob.id], "it may speak TLS")
    expect(stage.ask(second, "HELLO v=1 resume=\(bob.token)"), equals: ["banned"])
    expect(stage.closed, equals: [bob.id, second])
    stage.keepOut(ServerBans())
    _ = try stage.person("Bob", from: rude)
  }

  @Test("nobody and no room takes a name that is forbidden, or looks so")
  func names() throws {
    var (stage, room, ada) = try HallStage.hosted()
    stage.keepOut(ServerBans(names: ["badger"]))
    for name in [
      "Badger", "B\u{430}dger", "b\u{a0}a\u{a0}d\u{a0}g\u{a0}e\u{a0}r", "The-badger",
      "Bad\u{e000}ger", "The\u{a0}bad\u{200b}ger",
    ] {
      let person = try stage.person(name)
      stage.say(person, "JOIN room=\(room)")
      let shown = try stage.room(room).seats.last?.profile.name
      expect(shown?.hasPrefix("player "), equals: true, "\(name)")
      expect(stage.ask(person, "NAME name=\(name)"), equals: ["bad-field"], "\(name)")
      stage.say(person, "LEAVE")
      expect(stage.ask(person, "CREATE name=\(name)"), equals: ["bad-field"], "\(name)")
    }
    // Both are cut off where they are shown.
    expect(stage.ask(ada, "NAME name=1234567890badgers"), equals: ["bad-field"])
    expect(stage.ask(ada, "CONFIG name=Bad\u{e000}ger"), equals: ["bad-field"])
    expect(stage.ask(ada, "CONFIG name=Badgers"), differsFrom: ["bad-field"])
  }
}
