// Players of one address: a rated match says in its record who they are, so that nobody becomes
// good by beating keys of their own; nothing else tells it.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

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
    expect(homes(in: try require(stage.kept.first)), equals: expected)
  }

  /// What each SEAT of a record says of its address.
  private func homes(in match: FinishedMatch) -> [String] {
    String(decoding: match.body, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("SEAT ") }
      .map { seat in String(seat.split(separator: " ").last { $0.hasPrefix("home=") } ?? "") }
  }

  @Test(
    "are the same in the record of a match that is played again from the journal",
    arguments: [false, true])
  func playedAgain(isWrittenDown: Bool) throws {
    var stage = HallStage(log: "test/chromatch")
    var people: [Person] = []
    for (seat, household) in [1, 1, 3, 4, 1].enumerated() {
      let person = try stage.person("P\(seat)", from: Origin(household: UInt64(household)))
      try stage.prove(person, seed: UInt8(seat + 1))
      people.append(person)
    }
    let room = try stage.room(by: people[0], "seats=5 rounds=1 rated=1")
    for person in people.dropFirst() { stage.say(person.id, "JOIN room=\(room)") }
    // Two come back from another address: one from an address of its own, one from the third's.
    for (seat, household) in [(1, 7), (3, 3)] {
      stage.lose(people[seat])
      people[seat] = stage.back(people[seat], from: Origin(household: UInt64(household)))
    }
    stage.pass(2_000)
    if isWrittenDown { stage.renew(room) }
    let lock = try stage.openRound(by: people[0])
    for person in people { stage.say(person.id, lock) }
    stage.pass(120_000)
    let times = stage.jotted.count { if case .rested = $0.deed { true } else { false } }
    expect(times, equals: (isWrittenDown ? 1 : 0))
    let first = try require(stage.kept.first)
    expect(homes(in: first), equals: ["home=2", "", "home=1", "home=1", "home=2"])
    var again: [FinishedMatch] = []
    let restoration = stage.restored(log: "test/chromatch") { again.append($0) }
    expect(isEmpty: restoration.differing)
    expect(again, equals: stage.kept)
  }
}
