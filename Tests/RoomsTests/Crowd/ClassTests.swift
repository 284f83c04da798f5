// A class of thirty from the presenter's CREATE to the podium: everybody has a cell, a drawn name
// and a result of every round, all results agree, and nothing is kept of anybody.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("A class")
struct ClassTests {
  private static let count = 30

  @Test("thirty with drawn names play five rounds to standings that agree, and nothing is kept")
  func ofThirty() throws {
    var stage = HallStage()
    let presenter = try stage.person("Teacher")
    stage.say(presenter, "CREATE present=1 seats=0 rounds=5 time=10 names=drawn")
    guard case .entered(let code, .watcher, _) = try require(stage.heard(presenter).first) else {
      throw Violation("no IN")
    }
    let pupils = try (0..<Self.count).map { try stage.watcher("Typed\($0)", in: code.text) }
    stage.clear()
    var everything: [ServerMessage] = []
    var names = Set<String>()
    var totals = Array(repeating: 0, count: Self.count)
    var (shown, standings): ([ServerMessage], [Yours]) = ([], [])
    for round in 1...5 {
      stage.say(presenter, round == 1 ? "START" : "NEXT")
      stage.pass(round == 1 ? Rules.countdownMilliseconds : Rules.leadRange.upperBound)
      let lock = try stage.exactLock(heardBy: presenter)
      for pupil in pupils { stage.say(pupil, "SET v=1,2,3") }
      for place in pupils.indices {
        // Somebody else is the quickest in each round.
        stage.pass(100)
        stage.say(pupils[(place * 7 + round) % Self.count], lock)
      }
      stage.pass(1_000)
      shown = stage.heard(presenter)
      everything += shown
      checkStage(shown, round: round)
      var results: [Yours] = []
      for (index, pupil) in pupils.enumerated() {
        let heard = stage.heard(pupil)
        everything += heard
        names.formUnion(heard.compactMap { if case .cell(_, let name) = $0 { name } else { nil } })
        let yours = try require(result(heard, of: round))
        totals[index] += try require(yours.points)
        expect(yours.total, equals: totals[index])
        results.append(yours)
        // The last round ends the match.
        if round == 5 { standings.append(try require(result(heard, of: 0))) }
      }
      check(results, against: totals)
    }
    expect(names.count, equals: Self.count)
    let podium = bests(shown).filter { $0.round == 0 }
    expect(podium.map(\.total), equals: Array(totals.sorted(by: >).prefix(5)))
    expect(podium.allSatisfy { best in best.name.map(names.contains) == true })
    check(standings, against: totals)
    let kept = stage.kept.flatMap(\.bytes) + stage.journal
    for text in everything.map(\.line) + [String(decoding: kept, as: UTF8.self)] {
      expect(text.firstRange(of: "Typed"), equals: nil)
    }
    expect(stage.kept.flatMap(\.persons).isEmpty)
  }

  /// The stage has all cells, what all guessed together and the best five of a round.
  private func checkStage(_ shown: [ServerMessage], round: Int) {
    let cells = shown.compactMap { message -> [UInt8]? in
      if case .field(round, _, let cells) = message { cells } else { nil }
    }
    expect(cells.last?.count, equals: 3 * Self.count)
    let together = shown.compactMap { message -> Together? in
      if case .room(_, .together(let told)) = message { told } else { nil }
    }
    expect(
      together.map { [$0.round, $0.of, $0.locked] }, equals: [[round, Self.count, Self.count]])
    expect(bests(shown).count { $0.round == round }, equals: 5)
  }

  /// Places follow from points, and equals share one.
  private func check(_ results: [Yours], against totals: [Int]) {
    expect(results.map(\.total), equals: totals)
    expect(results.map(\.place), equals: totals.map { own in 1 + totals.count { $0 > own } })
    expect(Set(results.map(\.of)), equals: [Self.count])
  }

  private func result(_ heard: [ServerMessage], of round: Int) -> Yours? {
    for case .yours(let yours) in heard where yours.round == round { return yours }
    return nil
  }

  private func bests(_ shown: [ServerMessage]) -> [Best] {
    shown.compactMap { if case .room(_, .best(let best)) = $0 { best } else { nil } }
  }
}
