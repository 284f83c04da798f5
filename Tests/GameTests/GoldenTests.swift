// One whole match a mode, written down to the last move: what a match does is not to change by
// accident. `CHROMATCH_GOLDEN=write` writes the files anew; the review is their difference.

import Foundation
import Game
import Testing

@Suite("Golden replays")
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "Golden")

  private static let seed = 7
  private static let players = 4

  private func replay(_ mode: Mode) throws -> String {
    let levels = Array(1...Self.players)
    var race = try Race(.checked(mode, rounds: 5), levels: levels, seed: Self.seed)
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
      try .checked(mode, rounds: 5), seed: try .numbered(Self.seed),
      nonces: Array(repeating: .none, count: Self.players))
    let replay = try replay(mode)
    for step in replay.split(separator: "\n") where !step.hasPrefix(" ") { try ledger.play(step) }
    #expect(ledger.lines.joined(separator: "\n") + "\n" == replay)
  }

  @Test("the same match twice is the same to the byte", arguments: Mode.all)
  func deterministic(mode: Mode) throws {
    #expect(try Array(replay(mode).utf8) == Array(replay(mode).utf8))
  }
}
