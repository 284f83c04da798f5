// `chromatch replay` and `chromatch verify`, end to end: a match that a real server played is seen
// again in a terminal, by all of its keys, and is proved, and no more once a digit is changed. What
// is shown, and every forgery, is proved in memory.

import Foundation
import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("A saved match")
struct ReplayTests {
  private static let saved = treeFolder.appending(path: "Tests/EndToEndTests/saved-match.txt").path
  private static let record = protocolFolder.appending(path: "vectors/records/match.record").path

  @Test("a replay plays, stands still, goes to and fro, and gives the screen back")
  func keys() throws {
    let window = try Window(["replay", ReplayTests.saved])
    try window.shows("▸ 0:02 / 0:")
    for (keys, words) in [
      (" ", "space resume"), ("\u{1b}[6~", "‖ 0:03 / 0:"), ("\t", "seen by Ada"),
      ("\u{1b}[F", "✓ Fair, checked on your device"), ("\u{1b}[H +++", "×8"),
    ] {
      window.type(keys)
      try window.shows(words)
    }
    window.type("q")
    try expect(window.ended(), equals: .exited(0))
    expect(window.leftovers == [] && window.screen.oddities == [])
    expect(window.screen.transcript, equals: "")
  }

  @Test("a replay is told in lines where there is no terminal")
  func lines() throws {
    for (arguments, beginning) in [
      ([Self.saved], "0:00 watching room QDFF, Ada's room: "),
      ([Self.saved, "--as", "Ada", "--lang", "de"], "0:00 Raum QDFF, Ada's room: "),
      ([Self.record, "--as", "bea"], "0:00 room NEU9, NEU9: "),
    ] {
      let run = try PlainRun.ended(.client, ["replay"] + arguments)
      expect(run.end == .exited(0) && run.errors.isEmpty, "\(run.scene)")
      expect(run.text.hasPrefix(beginning), "\(run.scene)")
    }
    for (arguments, words) in [
      (["/nowhere/match.txt"], "cannot open /nowhere/match.txt: No such file or directory"),
      ([Self.saved, "--as", "Bea"], "Nobody in it is called Bea. Those who played: Ada, Ochre."),
      ([#filePath], "It is neither a saved match nor a record: line 1 is no line of a server."),
      (["/dev/null"], "/dev/null: The file is empty."),
    ] {
      let run = try PlainRun.ended(.client, ["replay"] + arguments)
      expect(run.end == .exited(1) && run.errors.contains(words), "\(run.scene)")
    }
  }

  private static let key = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"

  @Test("a saved match and a record are proved, in the language of the option, and lies are not")
  func verify() throws {
    let (saved, record) = (
      try String(contentsOfFile: Self.saved, encoding: .utf8),
      try String(contentsOfFile: Self.record, encoding: .utf8)
    )
    let other = String(Self.key.reversed())
    for (text, options, status, words) in [
      (saved, [], Int32(0), ": fair: all of it follows from the seed promised before\nproved\n"),
      (saved, ["--lang", "de"], 0, "\nbewiesen\n"),
      (saved.replacing("total=", with: "total=1"), [], 1, ": NOT FAIR: "),
      (record, ["--key", Self.key], 0, "signature: the log's key has signed it\n"),
      (record, [], 0, "signature: the key \(Self.key) has signed it; is that"),
      (record.replacing("name=Ada", with: "name=Eve"), [], 1, "WRONG: what is said of p1 is not"),
      (record, ["--key", other], 1, "WRONG: the key has not signed the log, or is not the log's"),
      (record, ["--key", "03a1"], 64, "key"), (saved, ["--key", Self.key], 1, "is no record, so"),
      ("\n", [], 1, "line 1 is no line of a server.\nnot proved\n"),
      (saved, ["--json"], 0, #"{"proved":true,"matches":[{"room":"#),
      (saved.replacing("total=", with: "total=1"), ["--json"], 1, #""verdict":"unfair""#),
      (record, ["--json", "--key", Self.key], 0, #""failed":null,"trusted":true,"copy":null}"#),
      (record.replacing("name=Ada", with: "name=Eve"), ["--json"], 1, #""failed":"seals""#),
      ("\n", ["--json"], 1, #"{"proved":false,"error":"It is neither"#),
    ] {
      let run = try PlainRun.ended(
        .client, ["verify", "-"] + options, typing: String(text.dropLast()))
      expect(run.end, equals: .exited(status), "\(run.scene)")
      expect((run.text + run.errors), contains: words, "\(run.scene)")
    }
  }
}
