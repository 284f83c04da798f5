// What commands answer programs: games of a network and what the check of a transcript found.

import TestSupport
import Testing

@testable import TerminalUI
@testable import Wire

@Suite("Answers for programs")
struct ProgramAnswersTests {
  @Test("a game of the network says what it is, where, and whether it answers")
  func games() {
    var neighborhood = Neighborhood()
    NearbyGames.add(to: &neighborhood, "Ada's \"room\"", NearbyGames.room("rgb", 1, of: 8, "WAVE"))
    NearbyGames.add(
      to: &neighborhood, "lab", .server(rooms: 3, players: 7), at: "fe80::1", tls: false,
      answers: false)
    expect(
      neighborhood.games.map { "\($0.json)" },
      equals: [
        #"{"name":"Ada's \"room\"","address":"tls://192.168.1.20:7313/WAVE","answers":true,"#
          + #""mode":"rgb","taken":1,"seats":8,"state":"waiting"}"#,
        #"{"name":"lab","address":"[fe80::1]:7313","answers":false,"rooms":3,"players":7}"#,
      ])
  }

  @Test("what is wrong with a transcript has its line")
  func faults() {
    var report = TranscriptReport()
    report.findings = [.init(room: RoomCode("WAVE"), match: 2, verdict: nil)]
    report.faults = [
      .unreadable(line: 1), .gap(line: 7, missing: 3...4), .repeated(line: 9, number: 5),
    ]
    expect(
      "\(report.json)",
      equals: #"{"proved":false,"matches":[{"room":"WAVE","match":2,"verdict":"no-seed"}],"#
        + #""faults":[{"line":1,"fault":"unreadable"},{"line":7,"fault":"gap","from":3,"to":4},"#
        + #"{"line":9,"fault":"repeated","n":5}]}"#)
  }
}
