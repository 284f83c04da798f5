// Those who play along in scenes: how they stand, their field, and what the viewer and the best of
// them came to. What a server tells of them follows from guesses, so that it is believed.

import Chroma
import Game
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

extension Stage {
  private static let white = Color(red: 255, green: 255, blue: 255)

  mutating func tellCrowd(of count: Int) {
    let target = challenge.target.color
    hear(
      .crowd(
        CrowdCount(
          count: count, locked: count / 2, color: target.mixed(with: Stage.white, at: 0.1),
          near: 91,
          seat: Stage.jun, seatColor: target.mixed(with: Stage.white, at: 0.3), seatNear: 74)))
  }

  /// A field in which the first row is near the target, the others less and less.
  mutating func tellField(of count: Int) {
    let target = challenge.target.color
    let cells = (0..<count)
      .flatMap { index -> [UInt8] in
        let color = target.mixed(with: Stage.white, at: Double(index % 17) / 17)
        return [color.red, color.green, color.blue]
      }
    let shown = CrowdField(first: 1, step: 1, of: count)
    let bytes = (count + 7) / 8
    hear(
      .field(round: round, shown, cells: cells),
      .locks(
        shown, locked: [UInt8](repeating: 0b0010_0010, count: bytes),
        gone: [0b0100_0000] + [UInt8](repeating: 0, count: bytes - 1)))
  }

  /// What came of the round that was shut.
  mutating func tellRound() {
    guard hasCrowd, let told = session.room?.match, let result = told.results.last,
      told.announced == nil, told.crowd?.together.round != result.round
    else { return }
    let rules = told.rules
    let challenge = Challenge(answer: result.answer, target: result.target, tiles: [])
    func worth(_ off: Int, after elapsed: Int) -> (Guess, Difference, Int) {
      let values = zip(result.answer.values, rules.mode.channels)
        .map { $1.grid.contains($0 + off) ? $0 + off : $0 - off }
      let difference = rules.mode.difference(Guess(values), in: challenge) ?? .zero
      return (
        Guess(values), difference,
        rules.points(difference, after: elapsed, inRound: result.round)
      )
    }
    let (guess, difference, points) = worth(3, after: 6_000)
    let total = (told.crowd?.together.total ?? 0) + points
    happen(
      .together(
        Together(
          round: result.round, of: 409, locked: 377, guess: guess, difference: difference,
          elapsed: 6_000, points: points, total: total)))
    for (index, name) in ["Teal Otter", nil, "Pink Heron"].enumerated() {
      let (guess, _, points) = worth(index, after: 5_000)
      happen(
        .best(
          Best(
            round: result.round, cell: 12 + index, name: name, guess: guess, elapsed: 5_000,
            points: points, total: points * result.round)))
    }
    let (mine, off, worth) = worth(5, after: 7_000)
    hear(
      .yours(
        Yours(
          round: result.round, guess: mine, difference: off, elapsed: 7_000, points: worth,
          total: worth * result.round, place: 31, of: 409)))
  }

  mutating func tellBestOfMatch() {
    for (index, name) in ["Teal Otter", nil, "Pink Heron"].enumerated() {
      happen(.best(Best(round: 0, cell: 12 + index, name: name, total: 4_400 - 100 * index)))
    }
    hear(.yours(Yours(round: 0, total: 3_950, place: 31, of: 409)))
  }
}
