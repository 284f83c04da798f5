// What people are called where nobody is called as they say: names that the server draws, or none;
// that nothing that anybody typed is told there, by any line to anybody; and that a restart draws
// the same.

import Chroma
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Drawn names")
struct NamingTests {
  /// A match in a room with two seats and somebody who plays along, and all that anybody heard.
  private func played(
    _ names: String
  ) throws -> (HallStage, room: String, ada: Person, cal: Person, heard: [ServerMessage]) {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.clear()
    let room = try stage.room(by: ada, "seats=2 rounds=2 time=10 names=\(names)")
    var heard = stage.heard(ada)
    let bea = try stage.person("Bea")
    let cal = try stage.person("Cal")
    stage.clear()
    stage.say(bea, "JOIN room=\(room)")
    stage.say(cal, "WATCH room=\(room)")
    let lock = try stage.openRound(by: ada)
    stage.pass(300)
    stage.say(cal, lock)
    stage.say(ada, "WHO")
    stage.pass(40_000)
    stage.say(bea, "LIST")
    for person in [ada, bea, cal] { heard += stage.heard(person) }
    return (stage, room, ada, cal, heard)
  }

  private func words(_ messages: [ServerMessage], _ verb: ServerVerb) -> Set<String> {
    Set(
      messages.filter { $0.verb == verb }
        .map { message in
          message.line.split(separator: " ").first { $0.hasPrefix("name=") }.map(String.init) ?? ""
        })
  }

  @Test("nothing that anybody typed is told where names are drawn, or where there are none")
  func hidden() throws {
    for (names, isDrawn) in [("drawn", true), ("none", false)] {
      let (_, _, _, _, heard) = try played(names)
      for name in ["Ada", "Bea", "Cal"] {
        expect(heard.first { $0.line.contains("=\(name)") }?.line, equals: nil, names)
      }
      let cell = words(heard, .cell)
      expect(cell == [""], equals: !isDrawn)
      expect(words(heard, .best), equals: cell)
      expect(
        words(heard, .watcher), equals: isDrawn ? cell : ["name=player%201"], names)
      let seats = words(heard, .seat)
      expect(seats.count, equals: 2)
      expect(seats.contains("name=player"), equals: !isDrawn)
      expect(words(heard, .settings).contains("name=open%20to%20all"))
      expect(heard.contains { $0.verb == .listed && $0.line.hasSuffix(" names=\(names)") })
    }
    let (_, _, _, _, heard) = try played("own")
    expect(words(heard, .best), equals: ["name=Cal"])
    expect(!heard.contains { $0.line.contains(" names=") })
  }

  @Test("a restart draws the same names, and a member who comes back has the same one")
  func kept() throws {
    var (stage, room, ada, cal, heard) = try played("drawn")
    let restored = stage.restored()
    expect(restored.differing.isEmpty)
    let code = try require(RoomCode(room))
    let state = try require(restored.replays[code]).room.history.state
    try expect(state, equals: stage.room(room).history.state)
    stage.renew(room)
    expect(stage.restored().differing.isEmpty)
    _ = try stage.openRound(by: ada)
    stage.pass(300)
    stage.say(cal, "SET v=1,2,3")
    stage.lose(cal)
    let back = stage.back(cal)
    expect(words(stage.heard(back), .cell), equals: words(heard, .cell))
  }

  @Test("as many cells as there may be have names of their own, which fit, and no seat has one")
  func distinct() throws {
    let stage = try played("drawn").0
    let names = DrawnNames(of: stage.hall.secrets)
    let cells = Set((1...Limits().crowdMax).map { names.name(ofCell: $0) })
    expect(cells.count, equals: Limits().crowdMax)
    expect(cells.allSatisfy { $0.count <= Profile.nameCharactersMax })
    expect(names.seats.count, equals: Rules.seatsRange.upperBound)
    expect(cells.isDisjoint(with: names.seats))
  }

  @Test("names are settled when a room is opened, and nobody chooses one there or counts")
  func refused() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    expect(stage.ask(ada, "CREATE names=drawn rated=1"), equals: ["bad-field"])
    expect(stage.ask(ada, "CREATE names=none mode=daily"), equals: ["bad-field"])
    let room = try stage.room(by: ada, "names=drawn")
    expect(stage.ask(ada, "CONFIG names=own"), equals: ["bad-field"])
    expect(stage.ask(ada, "CONFIG rated=1"), equals: ["bad-field"])
    expect(stage.ask(ada, "CONFIG names=drawn rounds=2"), equals: ["ROOM"])
    stage.pass(2_000)
    expect(stage.ask(ada, "NAME name=Eve"), equals: ["not-now"])
    expect(stage.ask(ada, "NAME color=#123456"), equals: ["SEAT"])
    try expect(stage.room(room).seats[0].profile.color.hex, equals: "#123456")
  }

  @Test("a ban holds for a key that the room was never told")
  func banned() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "names=none")
    let bea = try stage.person("Bea")
    try stage.prove(bea, seed: 2)
    stage.say(bea, "JOIN room=\(room)")
    try expect(stage.room(room).seats.last?.profile.identity, equals: nil)
    stage.say(ada, "BAN who=\(bea.player.wire)")
    let again = try stage.person("Bea")
    try stage.prove(again, seed: 2)
    expect(stage.ask(again, "WATCH room=\(room)"), equals: ["banned"])
    expect(stage.restored().differing.isEmpty)
  }
}
