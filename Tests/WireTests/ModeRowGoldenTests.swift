// What the contract says and follows from the code: the rows of each mode. `make golden` writes
// them; what color a new mode's sliders make, a person says afterwards.

import Chroma
import Foundation
import Game
import TestSupport
import Testing
import Wire

@Suite("Rows of the contract")
struct ModeRowGoldenTests {
  @Test("every mode and setting has its rows, which `make golden` adds")
  func rows() throws {
    if writesGolden {
      for (path, complete) in SettingRows.files { try rewrite(path, complete) }
      try rewrite("README.md") { lines in
        Mode.all.forEach { Self.describe($0, in: &lines) }
      }
      try rewrite("vectors/client/quick.tsv") { lines in
        for mode in Mode.all {
          if lines.contains(where: { $0.hasPrefix("QUICK mode=\(mode.name)\t") }) { continue }
          let last = lines.lastIndex { $0.hasSuffix("\tof another") } ?? 0
          let cells = ["QUICK mode=\(mode.name)", "canonical", "", mode.name, "", "of another"]
          lines.insert(cells.joined(separator: "\t"), at: last + 1)
        }
      }
    }
    let lines = try protocolFile("README.md").split(separator: "\n").map(String.init)
    for mode in Mode.all {
      var described = lines
      Self.describe(mode, in: &described)
      expect(described, equals: lines, "protocol/README.md does not have all of \(mode.name)")
    }
    for (path, complete) in SettingRows.files {
      let lines = try protocolFile(path).components(separatedBy: "\n")
      var completed = lines
      complete(&completed)
      expect(completed, equals: lines, "protocol/\(path) does not have every setting")
    }
  }

  private func rewrite(_ path: String, _ change: (inout [String]) -> Void) throws {
    var lines = try protocolFile(path)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    change(&lines)
    try lines.joined(separator: "\n")
      .write(to: protocolFolder.appending(path: path), atomically: true, encoding: .utf8)
  }

  /// Adds to the specification what it does not say of a mode yet.
  private static func describe(_ mode: Mode, in lines: inout [String]) {
    let name = "`\(mode.name)`"
    add(name, toCellAt: 1, ofLineWith: "| `mode` | ", in: &lines)
    let hearing = mode.isSecret ? " | never" : " | at once"
    add(name, toCellAt: 0, ofLineWith: "| `MOVE` in ", having: hearing, in: &lines)
    let sliders = mode.channels.map(\.name).joined(separator: " ")
    let start = mode.start.values.map(String.init).joined(separator: ",")
    let grids = mode.channels.map { "\($0.grid.lowerBound)–\($0.grid.upperBound)" }
    add(
      "| \(name) | \(sliders) | \(grids.joined(separator: ", ")) | see the vectors | `\(start)` |",
      toTableAt: "| mode | sliders |", unless: name, in: &lines)
    add(
      "| " + usual(mode).joined(separator: " | ") + " |",
      toTableAt: "| mode | usual |", unless: name, in: &lines)
    let drawn = mode.channels
      .map { "\($0.name): \($0.drawn.lowerBound)–\($0.drawn.upperBound)" }
      .joined(separator: ", ")
    let again = "while the ΔE from the start color is below 15"
    add(
      "| \(name) | \(drawn) | \(again) |",
      toTableAt: "| mode | what is drawn", unless: name, in: &lines)
  }

  /// The cells of the table of what is usual in a mode.
  static func usual(_ mode: Mode) -> [String] {
    let first = mode.tolerance(.normal, 1)
    let isSteady = first == mode.tolerance(.normal, 2)
    let within = first == .zero ? "0" : isSteady ? "the level's" : "less each round"
    return [
      "`\(mode.name)`", "\(mode.usual.rounds) × \(mode.usual.seconds) s",
      "\(mode.seats.lowerBound)–\(mode.seats.upperBound)", within,
      mode.ringsBell ? "yes" : "no", mode.isSecret ? "no" : "yes",
    ]
  }

  /// Adds a word to the list in a cell, if it is not in it.
  private static func add(
    _ word: String, toCellAt index: Int, ofLineWith prefix: String, having part: String = "|",
    in lines: inout [String]
  ) {
    guard let at = lines.firstIndex(where: { $0.hasPrefix(prefix) && $0.contains(part) }) else {
      return
    }
    var cells = lines[at].components(separatedBy: " | ")
    if !cells[index].contains(word) { cells[index] += " \(word)" }
    lines[at] = cells.joined(separator: " | ")
  }

  /// Adds a row at the end of a table, if none begins with this name.
  private static func add(
    _ row: String, toTableAt header: String, unless name: String, in lines: inout [String]
  ) {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(header) }) else { return }
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    let isThere = lines[start..<end]
      .contains { $0.dropFirst(2).prefix { $0 != "|" }.contains(name) }
    if !isThere { lines.insert(row, at: end) }
  }
}
