// Matches that end on a server which is killed at once: each is in the archive, once, with all that
// its players heard, and anybody can check it without the server.

import Foundation
import Testing

@testable import TestSupport

@Stage
@Suite("Kept matches")
struct KeepingTests {
  /// Lets all play to the end.
  private func finish(_ duels: [Duel], at house: House) throws {
    try wait(for: "the ends", hearing: duels.flatMap(\.callers) + [house.run]) {
      for duel in duels { duel.play() }
      return duels.allSatisfy(\.isOver)
    }
  }

  /// What an administrator is told.
  private func archive(_ words: [String], _ state: Scratch) throws -> String {
    let run = try PlainRun.ended(.server, ["archive"] + words + ["--state", state.path])
    expect(run.end, equals: .exited(0), "\(run.scene)")
    return run.text
  }

  @Test("a match is kept if anybody has heard its end, even of a server that is killed right then")
  func killed() throws {
    let state = try Scratch()
    var heard: Set<String> = []
    var port: UInt16 = 0
    for _ in 0..<2 {
      let house = try House(keepingIn: state, port: port)
      port = house.port
      let duels = try (0..<2).map { _ in try Duel(port: port) }
      try finish(duels, at: house)
      try house.run.crash()
      for duel in duels { heard.insert(duel.callers[0].field("seed", of: "SEED")) }
    }
    expect(heard.count, equals: 4)
    // What the last one had no time for is kept by the next, soon.
    let next = try House(keepingIn: state, port: port)
    let count = "4 matches, 4 records, 0 players: all is well\n"
    try wait(for: count, hearing: [next.run]) { try archive(["check"], state) == count }
    let export = try archive(["export", "--to", "\(state.path)/out"], state)
    let key = try require(export.firstMatch(of: /by the key ([0-9a-f]{64}) of/)).1
    var kept: Set<String> = []
    for index in 0..<4 {
      let path = "\(state.path)/out/\(index).record"
      let lines = try require(state.text(of: path)).split(separator: "\n")
      let seed = lines.first { $0.hasPrefix("SEED ") }?.firstMatch(of: /seed=([^ ]+)/)
      kept.insert(seed.map { String($0.1) } ?? "")
      let run = try PlainRun.ended(.client, ["verify", path, "--key", String(key)])
      expect(run.end == .exited(0) && run.text.contains(" is Ada\n"), "\(run.scene)")
      expect(run.text, contains: "it is match \(index + 1) of 4 in the log")
    }
    expect(kept, equals: heard)
    // Anybody sees it again, and may save what the server tells.
    let (copy, home) = ("\(state.path)/copy.record", try Scratch())
    for (index, status, words) in [("1", Int32(0), "standings: "), ("99", 1, "no match #99")] {
      let run = try PlainRun.ended(
        .client, ["replay", index, next.address, "--plain", "--save", copy],
        environment: home.environment, hearing: [next.run])
      expect(run.end == .exited(status) && (run.text + run.errors).contains(words), "\(run.scene)")
    }
    expect(state.text(of: copy), equals: state.text(of: "\(state.path)/out/1.record"))
    for (options, answer) in [
      ([], #"{"rows":[],"home":false}"#), (["--past"], #"{"matches":[]}"#),
    ] {
      let run = try PlainRun.ended(
        .client, ["top", next.address, "--json"] + options, environment: home.environment,
        hearing: [next.run])
      expect(run.text, equals: answer + "\n", "\(run.scene)")
    }
    // What stands beside the records is what they say, so there is nothing to mend.
    try next.run.crash()
    try expect(
      archive(["rebuild"], state), equals: "ratings and boards made again from 4 matches\n")
    try expect(archive(["check"], state), equals: count)
  }

  @Test("a match is raced again by its number on a server and from a file, and the copy is proved")
  func raced() throws {
    let (state, home) = (try Scratch(), try Scratch())
    let house = try House(keepingIn: state)
    let duel = try Duel(port: house.port)
    try finish([duel], at: house)
    try wait(for: "a receipt", hearing: duel.callers + [house.run]) {
      duel.callers.allSatisfy { $0.heard("KEPT") }
    }
    func client(_ words: [String]) throws -> PlainRun {
      try PlainRun.ended(
        .client, words, environment: home.environment, hearing: [house.run])
    }
    let (record, copy) = ("\(home.path)/a.record", "\(home.path)/b.record")
    _ = try client(["replay", "0", house.address, "--plain", "--save", record])
    for words in [["race", "0", house.address, "--plain"], ["race", record, "--plain"]] {
      let run = try client(words)
      expect(run.end == .exited(0) && run.text.contains("ghost Ada"), "\(run.scene)")
    }
    _ = try client(["replay", "1", house.address, "--plain", "--save", copy])
    let proof = try client(["verify", copy, "--of", record])
    expect(
      proof.end == .exited(0) && proof.text.contains("ghosts: each did what its player did"),
      "\(proof.scene)")
    let other = try client(["verify", record, "--of", copy])
    expect(other.end == .exited(1) && other.text.contains("WRONG: "), "\(other.scene)")
  }

  @Test("a player where another server keeps matches is told that theirs are not kept")
  func taken() throws {
    let home = try Scratch()
    let house = try House(["--state", "\(home.path)/chromatch", "--tls", "off"])
    let run = try PlainRun(
      .client, ["play", "--plain"], isTypedTo: true, environment: home.environment)
    try run.logged(
      "Rooms and matches are not kept: \(home.path)/chromatch/archive is in use",
      hearing: [house.run])
  }

  @Test("a client remembers what a server had kept, and says if the server has forgotten it")
  func forgotten() throws {
    let (state, home) = (try Scratch(), try Scratch())
    var house = try House(keepingIn: state)
    let (receipts, sentence) = (
      "\(home.path)/chromatch/receipts", "this server has forgotten matches that it had kept"
    )
    // What the log has when somebody comes: first one match, then one more, at last none.
    for size in [1, 2, 0] {
      if size == 0 {
        try house.run.crash()
        for folder in ["archive", "journal"] {
          try FileManager.default.removeItem(atPath: "\(state.path)/\(folder)")
        }
        house = try House(keepingIn: state, port: house.port)
      } else {
        let duel = try Duel(port: house.port)
        try finish([duel], at: house)
        try wait(for: "a receipt", hearing: duel.callers + [house.run]) {
          duel.callers.allSatisfy { $0.heard("KEPT") }
        }
      }
      let before = home.text(of: receipts)
      let run = try PlainRun(
        .client, ["play", house.address, "--plain"], isTypedTo: true,
        environment: home.environment)
      try wait(for: "the log", hearing: [run, house.run]) {
        size == 0
          ? run.text.contains(sentence)
          : home.text(of: receipts)?.contains(" size=\(size) ") == true
      }
      expect(run.text.contains(sentence), equals: (size == 0))
      if size == 0 { expect(home.text(of: receipts), equals: before) }
      run.type("quit")
      try run.ended()
    }
  }
}
