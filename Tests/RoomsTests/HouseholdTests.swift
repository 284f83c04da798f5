// Players of one address: a rated match says in its record who they are, so that nobody becomes
// good by beating keys of their own; nothing else tells it.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport

@testable import Rooms

@Suite("Players of one address")
struct HouseholdTests {
  @Test(
    "are told apart from others in the record of a rated match, also of one who has left",
    arguments: [
      (" rated=1", false, ["home=1", "home=1", "", ""]), (" rated=1", true, ["", "", "", ""]),
      ("", false, ["", "", "", ""]),
    ])
  func recorded(wishes: String, areRated: Bool, expected: [String]) throws {
    var limits = Limits()
    limits.ratesHouseholds = areRated
    var stage = HallStage(limits, log: "test/chromatch")
    var people: [Person] = []
    for (seat, household) in [1, 2, 3, 4].enumerated() {
      let origin = Origin(household: UInt64(household), site: 1)
      let person = try stage.person("P\(seat)", from: origin)
      try stage.prove(person, seed: UInt8(seat + 1))
      people.append(person)
    }
    let room = try stage.room(by: people[0], "seats=4 rounds=1\(wishes)")
    for person in people.dropFirst() { stage.say(person.id, "JOIN room=\(room)") }
    // The second comes back from where the first is.
    stage.input(.disconnected(people[1].id))
    people[1] = stage.back(people[1])
    let lock = try stage.openRound(by: people[0])
    for person in people.dropFirst() { stage.say(person.id, lock) }
    stage.say(people[1].id, "LEAVE")
    stage.pass(120_000)
    let record = String(decoding: try require(stage.kept.first).body, as: UTF8.self)
    let homes = record.split(separator: "\n").filter { $0.hasPrefix("SEAT ") }
      .map { seat in seat.split(separator: " ").last { $0.hasPrefix("home=") } ?? "" }
    expect(homes.map(String.init), equals: expected)
  }
}
