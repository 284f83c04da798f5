// The table of texts: that it lists all of them, that a translation reaches every screen, and that
// whatever is missing from one is shown in English.

import Foundation
import Game
import Testing

@testable import TerminalUI

@Suite("Words")
struct WordTests {
  @Test("what is not in the table is English, and fillings go where the translation wants them")
  func lookup() {
    let (number, count) = (3, 8)
    #expect(Words["round \(number) of \(count)"] == "round 3 of 8")
    let table = WordTable(
      tsv: """
        # a remark
        round {1} of {2}\tvon {2} Runden die {1}.
        broken
        empty\t
        """)
    Words.$table.withValue(table) {
      #expect(Words["round \(number) of \(count)"] == "von 8 Runden die 3.")
      #expect(Words["round \("{2}") of \("x")"] == "von x Runden die {2}.")
      #expect(Words["empty"] == "empty")
      #expect(Words["broken"] == "broken")
    }
  }

  @Test("english.tsv lists every text of the sources, and no other")
  func goldenTable() throws {
    var users: [String: Set<String>] = [:]
    let files = FileManager.default.enumerator(at: Self.client, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let name = file.deletingPathExtension().lastPathComponent
      for pattern in SourceTexts(of: try String(contentsOf: file, encoding: .utf8)).patterns {
        users[pattern, default: []].insert(name)
      }
    }
    #expect(users.count > 500)
    // What a slider is called stands in its mode.
    for channel in Mode.all.flatMap(\.channels) { users[channel.word, default: []].insert("Modes") }
    let lines = users.sorted { $0.key < $1.key }
      .map { "\($0.key)\t\($0.value.sorted().joined(separator: " "))" }
    let seen =
      "# Every text that people read, and the files that show it. `make golden` writes this anew.\n"
      + lines.joined(separator: "\n") + "\n"
    let table = Self.table
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      try Data(seen.utf8).write(to: table)
    }
    #expect(try String(contentsOf: table, encoding: .utf8) == seen)
  }

  /// A language that is English with other letters shows what is not looked up. One scene has a
  /// command to type; everything else on it is on others.
  @Test(
    "a translation reaches all of every screen",
    arguments: Scene.allCases.filter { $0 != .homeAdvice })
  func reachesEverything(scene: Scene) throws {
    let table = try Self.otherLetters()
    let picture = try Words.$table.withValue(table) {
      try scene.stage(columns: 120, rows: 40).canvas.picture
    }
    let left = picture.flatMap { $0.split { !$0.isLetter } }
      .filter { $0.count > 2 && $0.allSatisfy { $0.isASCII && $0.isLowercase } }
      .filter { !Self.namesAndTerms.contains(String($0)) }
    #expect(Set(left) == [])
  }

  private static let client = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "clients/terminal")
  private static let table = client.appending(path: "UI/Words/english.tsv")

  /// What stands on the screens and is no text of theirs: names, and words of the game's own.
  private static let namesAndTerms = Set(
    [
      // People, rooms, servers and reasons, as the scenes have them.
      "mira oskar osk jun lou ada ams oslo sunday race night owls last standing slow practice",
      "standi gradients only sharp eyes heart bots all tls example org abcdef abc def cdef http",
      "connection reset one",
      // Modes, levels, models and keys.
      "chromatch tile easy normal hard hex lab space",
      Mode.all.map(\.name).joined(separator: " "),
      // Names of colors and what one lacks, which Chroma knows in English.
      "strong grayish vivid deep dark light violet green blue sky purple yellow olive cyan",
      "red pink match and little more weaker darker lighter",
    ]
    .flatMap { $0.split(separator: " ").map(String.init) })

  /// The texts with Greek letters for Latin ones, but for what is filled in.
  private static func otherLetters() throws -> WordTable {
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line -> String in
        let pattern = String(line.prefix { $0 != "\t" })
        return pattern + "\t" + String(pattern.map { other(than: $0) })
      }
    return WordTable(tsv: lines.joined(separator: "\n"))
  }

  private static func other(than letter: Character) -> Character {
    let latin = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let greek = Array("αβςδεφγηιξκλμνοπθρστυϊωχψζΑΒΣΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΪΩΧΨΖ")
    return latin.firstIndex(of: letter).map { greek[$0] } ?? letter
  }
}

/// The texts of one file of source code: literals that `Words` is asked for.
private struct SourceTexts {
  private static var start: Regex<Substring> { #/Words\[\s*"/# }
  private var rest: Substring
  private(set) var patterns: [String] = []

  init(of source: String) {
    rest = source[...]
    while let start = rest.firstRange(of: SourceTexts.start) {
      // What a comment says is no code.
      let line = rest[..<start.lowerBound]
        .split(
          separator: "\n", omittingEmptySubsequences: false
        )
        .last
      rest = rest[start.upperBound...]
      if line?.contains("//") == true { continue }
      let pattern = pattern()
      patterns.append(pattern)
    }
  }

  /// Reads to the end of the literal; a text within an interpolation is a text of its own.
  private mutating func pattern() -> String {
    var pattern = ""
    var fillings = 0
    while let character = rest.popFirst(), character != "\"" {
      if character != "\\" {
        pattern.append(character)
      } else if rest.first == "(" {
        rest.removeFirst()
        fillings += 1
        pattern += "{\(fillings)}"
        skipInterpolation()
      } else {
        rest.popFirst().map { pattern.append($0) }
      }
    }
    return pattern
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while depth > 0 {
      if let start = rest.prefixMatch(of: SourceTexts.start) {
        rest = rest[start.range.upperBound...]
        patterns.append(pattern())
        continue
      }
      switch rest.popFirst() {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"": _ = pattern()
      case nil: return
      default: break
      }
    }
  }
}
