// One whole match a mode, written down: what a match does is not to change by accident. A file has
// all but the moves of sliders, of which there are many, and at its end a digest of all with them.
// `CHROMATCH_GOLDEN=write` writes the files anew; the review is their difference.

import Foundation
import Game
import Net
import TestSupport
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

  private func replay(_ mode: Mode) throws -> [String] {
    var race = try Race(
      .usual(of: mode), levels: levels(mode), seed: Self.seed, isWritten: true)
    race.run()
    return race.lines
  }

  /// The lines of a file.
  private func excerpt(_ replay: [String]) -> [String] {
    let digest = sha256(Array(replay.joined(separator: "\n").utf8))
    let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let end = "\(replay.count) lines with every SET, SHA-256 \(digits)"
    return replay.filter { !$0.contains(" SET ") } + [end]
  }

  @Test("a match goes as it was written down", arguments: Mode.all)
  func golden(mode: Mode) throws {
    let file = Self.folder.appending(path: "\(mode.name).txt")
    let lines = excerpt(try replay(mode))
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      let text = lines.joined(separator: "\n") + "\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let same = zip(lines, golden).prefix { $0 == $1 }.count
    let expected = same < golden.count ? golden[same] : "the end"
    let found = same < lines.count ? lines[same] : "the end"
    expect(lines, equals: golden, "line \(same + 1): \(found) instead of \(expected)")
  }

  @Test("there is a replay for each mode and no other")
  func files() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    expect(files.sorted(), equals: Mode.all.map { "\($0.name).txt" }.sorted())
  }

  @Test("seed and moves alone make the whole match again", arguments: Mode.all)
  func replayed(mode: Mode) throws {
    var ledger = Ledger(
      .usual(of: mode), seed: try .numbered(Self.seed), nonces: levels(mode).map { _ in .none })
    let replay = try replay(mode)
    for step in replay where !step.hasPrefix(" ") { try ledger.play(step[...]) }
    expect(ledger.lines, equals: replay)
    expect(ledger.verdict, equals: .verified)
  }
}
