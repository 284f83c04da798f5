// What one's own answers say about one's eye: the shared vectors, and players whose eye is known.

import Chroma
import Foundation
import Game
import TestSupport
import Testing

@testable import ClientCore

@Suite("Reports of eyes")
struct EyeReportTests {
  @Test("the report is the vector's, to the thousandth")
  func vectors() throws {
    let table = try ContractTable("vectors/eye.tsv")
    expect(table.rows.count, isAbove: 5)
    for row in table.rows {
      let lines = row["MATCHES"].split(separator: "|").map(String.init)
      let matches = lines.compactMap { EyeMatch(line: $0) }
      expect(matches.map(\.line), equals: lines, row.place)
      expect(EyeReport(of: matches).json, equals: row["REPORT"], row.place)
    }
  }

  @Test("a line that would not be written just so is no match")
  func lines() {
    let right = "1767225600500 rgb c65b3c/c05a40/6120 idle"
    expect(EyeMatch(line: right)?.line, equals: right)
    let wrong = [
      "", "1767225600500 rgb", "0 rgb idle", "1767225600500 tiles idle",
      "1767225600500 arcade idle", "1767225600500 rgb c65b3c/c05a40/06120",
      "1767225600500 rgb C65B3C/c05a40/1", right + " ",
      "1767225600500 rgb c65b3c/c05a40/1000000", "1767225600500 rgb c65b3c/c05a40/c05a40/1",
      "1767225600500 rgb" + String(repeating: " idle", count: 21), "1767225600500  rgb idle",
      "nonsense",
    ]
    for line in wrong { expect(EyeMatch(line: line), equals: nil, line) }
  }

  @Test("a match is kept once, and only the newest are kept")
  func limit() {
    let lines = (1...EyeMatches.countMax + 5).map { "\($0) rgb idle\n" }
    let kept = EyeMatches(Array((lines + ["nonsense\n"] + lines).joined().utf8))
    expect(kept.matches.count, equals: EyeMatches.countMax)
    expect(kept.matches.first?.began.milliseconds, equals: 6)
    expect(EyeMatches(kept.bytes), equals: kept)
  }

  @Test("from 200 rounds the worst sector is found in 95 of 100 seeds")
  func worstIsFound() {
    let found = (0..<100)
      .count { seed in
        let worst = EyeSector.allCases[seed % 12]
        let matches = SimulatedPlayer.matches(seed: 1_000 + seed, worst: worst)
        return EyeReport(of: matches).whole?.weakness?.sector == worst
      }
    expect(found, isAtLeast: 95)
  }

  @Test("for a player without a worst sector none is named in 95 of 100 seeds")
  func noneIsNamed() {
    let quiet = (0..<100)
      .count { seed in
        let whole = EyeReport(of: SimulatedPlayer.matches(seed: seed)).whole
        return whole != nil && whole?.weakness == nil
      }
    expect(quiet, isAtLeast: 95)
  }
}

/// A player whose error is a known function of hue, and chance.
private struct SimulatedPlayer {
  private var state: UInt32
  private let worst: EyeSector?

  /// So many rounds of such a player, five a match.
  static func matches(
    seed: Int, worst: EyeSector? = nil, rounds: Int = 200
  ) -> [EyeMatch] {
    var player = SimulatedPlayer(seed: seed, worst: worst)
    return player.matches(rounds: rounds)
  }

  private init(seed: Int, worst: EyeSector?) {
    state = UInt32(seed + 1) &* 2_654_435_761
    self.worst = worst
    for _ in 0..<10 { _ = unit() }
  }

  private mutating func unit() -> Double {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Double(state) / 4_294_967_296
  }

  /// Nearly normal, with a deviation of 1.
  private mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

  /// How far the hue is turned: most in the middle of the worst sector, half as much 33° away.
  private func turn(at hue: Double) -> Double {
    guard let worst else { return 0 }
    let near = max(0, cos((hue - Double(30 * worst.rawValue)) * .pi / 180))
    return 0.03 * near * near * near * near
  }

  private mutating func matches(rounds: Int) -> [EyeMatch] {
    var answers: [EyeMatch.Round] = []
    while answers.count < rounds {
      let hue = 360 * unit()
      let target = lab(lightness: 0.45 + 0.35 * unit(), chroma: 0.04 + 0.1 * unit(), hue: hue)
      let color = Color(target)
      // A color that no screen shows is none that is asked.
      let back = OKLab(color)
      let isShown =
        abs(back.a - target.a) < 0.005 && abs(back.b - target.b) < 0.005
        && abs(back.lightness - target.lightness) < 0.005
      guard isShown else { continue }
      let size = max(0.03, target.chroma)
      let made = lab(
        lightness: target.lightness + 0.012 * bell(),
        chroma: max(0, target.chroma + 0.011 * bell()),
        hue: hue + (turn(at: hue) * min(1, size / 0.08) + 0.008 * bell()) / size * 180 / .pi)
      answers.append(
        .answer(asked: Swatch(color), made: Swatch(Color(made)), milliseconds: 5_000))
    }
    return stride(from: 0, to: rounds, by: 5)
      .map { start in
        EyeMatch(
          began: Instant(milliseconds: 1 + start), mode: .rgb,
          rounds: Array(answers[start..<start + 5]))
      }
  }

  private func lab(lightness: Double, chroma: Double, hue: Double) -> OKLab {
    let angle = hue * .pi / 180
    return OKLab(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
  }
}
