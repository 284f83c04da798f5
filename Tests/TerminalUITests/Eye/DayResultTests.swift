// What a day came to, as lines and as text to paste, and how many days there were in a row.

import Chroma
import Game
import TestSupport
import Testing

@testable import ClientCore
@testable import TerminalUI

@Suite("Results of days")
struct DayResultTests {
  private static let me = PlayerID(number: 1)
  /// 2026-11-27, half a minute before it ends.
  private static let began = Instant(milliseconds: 1_795_823_970_000)

  /// A match in which each guess was so far apart.
  private func match(_ mode: Mode, apart: [Int]) throws -> MatchState {
    let rules = Rules.usual(of: mode)
    var match = MatchState(
      rules: rules, players: [Self.me], nonces: [.none], begins: Self.began + 3_000)
    for (index, thousandths) in apart.enumerated() {
      let isLast = index == apart.count - 1
      let next = isLast ? nil : Self.began + 10_000
      expect(match.fold(.shut(round: index + 1, answer: mode.start, next: next)) == nil)
      let score = Score(
        who: Self.me, guess: mode.start, difference: Difference(thousandths: thousandths),
        elapsed: 1_000, points: 700, total: 700 * (index + 1))
      expect(match.fold(.score(score)) == nil)
    }
    return match
  }

  @Test("a result has four lines, squares that are larger the nearer, and no color")
  func lines() throws {
    let match = try match(.daily, apart: [999, 1_000, 3_000, 6_000, 0])
    let page = "https://a.example/"
    let result = try require(DayResult(of: match, me: Self.me, streak: 12, page: page))
    expect(
      result.lines,
      equals: ["chromatch 2026-11-27", "ABCDA 3500", "12 days in a row", "https://a.example/"])
    expect(result.apartWords, equals: "ΔE 0.99  1.00  3.00  6.00  0.00", "none below says 1")
    expect(
      result.text,
      equals: "chromatch 2026-11-27\n⬜◻️◽▫️⬜ 3500\n12 days in a row\nhttps://a.example/")
    let alone = try require(DayResult(of: match, me: Self.me, streak: 1, page: nil))
    expect(alone.lines.suffix(1), equals: ["1 day in a row"])
    let other = try self.match(.rgb, apart: [0])
    expect(DayResult(of: other, me: Self.me, streak: 1, page: nil) == nil)
  }

  @Test("days in a row are those of UTC, a day counts once, and a missed one ends them")
  func streak() {
    let day = Day(of: Self.began)
    func kept(_ ago: [Int], _ mode: String = "daily") -> EyeMatches {
      let lines = ago.map { "\(Self.began.milliseconds - $0 * 86_400_000) \(mode) idle\n" }
      return EyeMatches(Array(lines.joined().utf8))
    }
    expect(kept([]).daysInARow(until: day), equals: 1)
    expect(kept([0, 0, 1, 2, 4]).daysInARow(until: day), equals: 3)
    expect(kept([1, 2], "rgb").daysInARow(until: day), equals: 1)
  }

  @Test("answers of somebody who did not see these colors say nothing, and the day counts")
  func unseen() throws {
    let match = try require(EyeMatch(line: "5 daily c65b3c/c05a40/6120 idle"))
    expect(match.unseen.line, equals: "5 daily helped idle")
  }
}
