// One whole match a mode, written down: what a match does is not to change by accident. A file has
// all but the moves of sliders, of which there are many, and at its end a digest of all with them.

import Game
import Net
import TestSupport
import Testing

@Suite("Golden replays", .serialized)
struct GoldenTests {
  /// As many bots as may sit, up to one of each level.
  private func levels(_ mode: Mode) -> [Int] {
    Array(Skill.levels.prefix(mode.seats.upperBound))
  }

  /// The lines of a file.
  private func excerpt(_ replay: [String]) -> [String] {
    let digest = sha256(Array(replay.joined(separator: "\n").utf8))
    let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let end = "\(replay.count) lines with every SET, SHA-256 \(digits)"
    return replay.filter { !$0.contains(" SET ") } + [end]
  }

  @Test(
    "a match goes as it was written down, and seed and moves alone make it again",
    arguments: Mode.all)
  func golden(mode: Mode) throws {
    var race = try Race(.usual(of: mode), levels: levels(mode), seed: 7, isWritten: true)
    race.run()
    let text = excerpt(race.lines).joined(separator: "\n") + "\n"
    try expectGolden("Tests/GameTests/Golden/\(mode.name).txt", holds: text)

    var ledger = Ledger(
      .usual(of: mode), seed: try .numbered(7), nonces: levels(mode).map { _ in .none })
    for step in race.lines where !step.hasPrefix(" ") { try ledger.play(step[...]) }
    expect(ledger.lines, equals: race.lines)
    expect(ledger.verdict, equals: .verified)
  }
}
