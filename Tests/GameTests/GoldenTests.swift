// One whole match a mode, written down to the last move: what a match does is not to change by
// accident. `CHROMATCH_GOLDEN=write` writes the files anew; the review is their difference.

import Foundation
import Game
import Testing

@Suite("Golden replays", .serialized)
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "Golden")

  private static let seed = 7

  /// As many bots as may sit, up to one of each level.
  private func levels(_ mode: Mode) -> [Int] {
    Array(Skill.levels.prefix(mode.seats.upperBound))
  }

  private func replay(_ mode: Mode) throws -> String {
    var race = try Race(
      .usual(of: mode), levels: levels(mode), seed: Self.seed, isWritten: true)
    race.run()
    return race.lines.joined(separator: "\n") + "\n"
  }

  @Test("a match goes as it was written down", arguments: Mode.all)
  func golden(mode: Mode) throws {
    let file = Self.folder.appending(path: "\(mode.name).txt")
    let replay = try replay(mode)
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      try replay.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let lines = replay.split(separator: "\n")
    #expect(lines.count == golden.count)
    let difference = zip(lines, golden).first { $0 != $1 }
    #expect(difference == nil, "\(difference?.0 ?? "") instead of \(difference?.1 ?? "")")
  }

  @Test("there is a replay for each mode and no other")
  func files() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Mode.all.map { "\($0.name).txt" }.sorted())
  }

  @Test("seed and moves alone make the whole match again", arguments: Mode.all)
  func replayed(mode: Mode) throws {
    var ledger = Ledger(
      .usual(of: mode), seed: try .numbered(Self.seed), nonces: levels(mode).map { _ in .none })
    let replay = try replay(mode)
    for step in replay.split(separator: "\n") where !step.hasPrefix(" ") { try ledger.play(step) }
    #expect(ledger.lines.joined(separator: "\n") + "\n" == replay)
    #expect(ledger.verdict == .verified)
  }

  @Test("the same match twice is the same to the byte", arguments: Mode.all)
  func deterministic(mode: Mode) throws {
    #expect(try Array(replay(mode).utf8) == Array(replay(mode).utf8))
  }
}
