// The table of texts: that it lists all of them, that a translation reaches every screen, and that
// whatever is missing from one is shown in English.

import Chroma
import Foundation
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct WordTests {
  @Test func aTextWithoutATranslationIsEnglishAndFillingsGoWhereTheTranslationPutsThem() {
    let (number, count) = (3, 8)
    expect(Words["round \(number) of \(count)"], equals: "round 3 of 8")
    let table = WordTable(
      tsv: """
        # a remark
        round {1} of {2}\tvon {2} Runden die {1}.
        broken
        empty\t
        """)
    Words.$ownTable.withValue(table) {
      expect(Words["round \(number) of \(count)"], equals: "von 8 Runden die 3.")
      expect(Words["round \("{2}") of \("x")"], equals: "von x Runden die {2}.")
      expect(Words["empty"], equals: "empty")
      expect(Words["broken"], equals: "broken")
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
    expect(users.count, isAbove: 500)
    // What a slider is called is in its mode, a hue in Chroma, a setting in Wire.
    for channel in Mode.all.flatMap(\.channels) { users[channel.word, default: []].insert("Modes") }
    for text in RoomSetting.all.flatMap(\.texts) {
      users[text, default: []].insert("RoomSetting")
    }
    for hue in Self.hues { users[hue, default: []].insert("Naming") }
    let lines = users.sorted { $0.key < $1.key }
      .map { "\($0.key)\t\($0.value.sorted().joined(separator: " "))" }
    let seen =
      "# Every text that people read, and the files that show it. `make golden` writes this anew.\n"
      + lines.joined(separator: "\n") + "\n"
    try expectGolden(Self.table, holds: seen)
  }

  @Test("a translation has every text and no other", arguments: Language.allCases)
  func isWhole(language: Language) throws {
    if language == .english { return expect(isEmpty: language.table.patterns) }
    let table = language.table
    let known = Set(try Self.englishPatterns())
    expect(known.subtracting(table.patterns), equals: [], "texts without a translation")
    expect(table.patterns.subtracting(known), equals: [], "translations of no text")
    for pattern in known {
      let text = table[pattern: pattern] ?? ""
      expect(!text.isEmpty && Self.places(in: text).isSubset(of: Self.places(in: pattern)))
      let ends = [pattern, text].map { ($0.hasPrefix(" "), $0.hasSuffix(" ")) }
      expect(ends[0] == ends[1], "\(pattern): blanks at its ends")
    }
  }

  @Test func aGuessThatComesNearerNeverGetsColderAndHasEveryStepOnItsWay() {
    let tolerance = Difference(thousandths: 5_000)
    let steps = stride(from: 100_000, through: 0, by: -250)
      .map { Warmth(Difference(thousandths: $0), within: tolerance) }
    expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
    expect(Set(steps), equals: Set(Warmth.allCases))
    expect(Warmth(tolerance, within: tolerance), equals: .there)
  }

  @Test(
    "a locale's language is spoken if there is one, and English if there is none",
    arguments: [
      (["LANG": "de_DE.UTF-8"], Language.german), (["LANG": "fr_FR.UTF-8"], .english),
      (["LANG": "C"], .english), ([:], .english), (["LANG": "de"], .german),
      (["LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "de_DE", "LANG": "de_DE"], .english),
      (["LC_MESSAGES": "de_AT@euro", "LANG": "en_US"], .german),
      (["LC_ALL": "POSIX", "LANG": "de_DE"], .english), (["LANG": "deu"], .english),
    ])
  func locale(variables: [String: String], language: Language) {
    expect(Language(locale: { variables[$0] }), equals: language)
  }

  /// A language that is English with other letters shows what is not looked up.
  @Test("a translation reaches all of every screen, and German fits", arguments: Scene.allCases)
  func reachesEveryScreen(scene: Scene) throws {
    let german = Language.german.table
    let shown = try Words.$ownTable.withValue(german) {
      try scene.stage().canvas.picture.joined(separator: "\n")
    }
    try Words.$ownTable.withValue(Self.otherLetters) {
      let stage = try scene.stage()
      let other = stage.canvas.picture.joined(separator: "\n")
      if !Self.withNarrowNames.contains(scene) {
        func cuts(_ page: String) -> Int { page.count { $0 == "…" } }
        expect(cuts(shown), isAtMost: cuts(other), "\(shown)")
      }
      // This scene has a command to type; everything else on it is on others.
      if scene != .homeAdvice { expectNoEnglish(on: stage) }
    }
  }

  private func expectNoEnglish(on stage: Stage) {
    var stage = stage
    stage.model.resize(columns: 120, rows: 40)
    let left = stage.canvas.picture.flatMap { $0.split { !$0.isLetter } }
      .filter { $0.count > 2 && $0.allSatisfy { $0.isASCII && $0.isLowercase } }
      .filter { !Self.namesAndTerms.contains(String($0)) }
    expect(Set(left), equals: [])
  }

  /// Scenes in which names of colors stand in places that are too narrow for some in any language.
  private static let withNarrowNames: Set<Scene> = [.numbersTiles, .numberResults]

  private static let hues: Set<String> = {
    let lights = stride(from: 0, through: 255, by: 17).map { UInt8($0) }
    var hues: Set<String> = []
    for red in lights {
      for green in lights {
        for blue in lights {
          hues.insert(nameParts(of: Color(red: red, green: green, blue: blue)).hue)
        }
      }
    }
    return hues
  }()

  private static let client = treeFolder.appending(path: "clients/terminal")
  private static let table = "clients/terminal/Core/Words/english.tsv"

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

  private static func englishPatterns() throws -> [String] {
    try treeFile(table).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { String($0.prefix { $0 != "\t" }) }
  }

  private static func places(in text: String) -> Set<String> {
    Set(text.matches(of: /\{[0-9]\}/).map { String($0.0) })
  }

  /// The texts with Greek letters for Latin ones, but for what is filled in.
  private static let otherLetters: WordTable = {
    let lines = ((try? englishPatterns()) ?? [])
      .map { $0 + "\t" + String($0.map { other(than: $0) }) }
    return WordTable(tsv: lines.joined(separator: "\n"))
  }()

  private static func other(than letter: Character) -> Character {
    let latin = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let greek = Array("αβςδεφγηιξκλμνοπθρστυϊωχψζΑΒΣΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΪΩΧΨΖ")
    return latin.firstIndex(of: letter).map { greek[$0] } ?? letter
  }
}

/// The texts of one file of source code: literals that `Words` is asked for.
private struct SourceTexts {
  private static var start: Regex<Substring> { #/Words\[\s*(?:[\w.]+,\s*)?"/# }
  /// From the first text about a number of things to the second.
  private static var next: Regex<Substring> { #/,\s*"/# }
  private var rest: Substring
  private(set) var patterns: [String] = []

  init(of source: String) {
    rest = source[...]
    while let start = rest.firstRange(of: SourceTexts.start) {
      // What a comment says is no code.
      let line = rest[..<start.lowerBound].reversed().prefix { $0 != "\n" }
      rest = rest[start.upperBound...]
      if String(line).contains("//") { continue }
      takePatterns()
    }
  }

  /// Reads one text, or the two that are told apart by a number.
  private mutating func takePatterns() {
    let one = pattern()
    patterns.append(one)
    guard let next = rest.prefixMatch(of: SourceTexts.next) else { return }
    rest = rest[next.range.upperBound...]
    let others = pattern()
    patterns.append(others)
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
        takePatterns()
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
