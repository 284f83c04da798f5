// What is left of names: every vector, every character of Unicode that nobody can see, and names at
// random.

import Foundation
import TestSupport
import Testing
import Wire

@Suite("Names")
struct NamesTests {
  static let max = Profile.nameCharactersMax

  private static func read(_ name: String) throws -> String? {
    let line = Array("HELLO v=1 name=\(name)".utf8)
    guard case .hello(let hello) = try ClientMessage.decode(line[...]) else { return nil }
    return hello.name
  }

  @Test("every vector")
  func vectors() throws {
    let table = try ContractTable("vectors/names.tsv")
    expect(table.columns, equals: ["SAID", "SHOWN", "REASON"])
    for row in table.rows {
      let said = try require(try NamesTests.read(row["SAID"]), "\(row.place)")
      let shown = row["SHOWN"].isEmpty ? nil : try NamesTests.read(row["SHOWN"])
      let clean = Names.cleaned(said, charactersMax: NamesTests.max)
      // Strings are equal when they are equivalent; their bytes are what others are told.
      expect(clean.map { Array($0.utf8) }, equals: shown.map { Array($0.utf8) }, "\(row.place)")
    }
  }

  @Test("no character that nobody can see is ever in a name of letters, or makes one alone")
  func unseen() {
    var count = 0
    // The blocks that have such characters, and a little of each plane.
    let blocks: [ClosedRange<UInt32>] = [
      0...0x600, 0x1100...0x11ff, 0x1680...0x180f, 0x2000...0x2070, 0x2800...0x2800,
      0x3000...0x3164, 0xe000...0xe0ff, 0xfe00...0xfff9, 0x1_3430...0x1_345f, 0xe_0000...0xe_01ff,
    ]
    let planes = stride(from: UInt32(0), through: 0x10_ffff, by: 4_099)
    for value in blocks.flatMap(Array.init) + planes {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let isUnseen =
        properties.isDefaultIgnorableCodePoint || properties.isWhitespace
        || [.control, .format, .privateUse, .unassigned].contains(properties.generalCategory)
      guard isUnseen else { continue }
      count += 1
      let name = Names.cleaned("Ad\(Character(scalar))a", charactersMax: NamesTests.max)
      expect(
        name, equals: (properties.isWhitespace ? "Ad a" : "Ada"), "U+\(String(value, radix: 16))")
      let alone = String(repeating: Character(scalar), count: 3)
      expect(Names.cleaned(alone, charactersMax: NamesTests.max), equals: nil)
    }
    expect(count, isAbove: 500)
  }

  @Test("a clean name is clean, fits, begins with something to see and has no tower of marks")
  func random() {
    let pieces =
      ["a", "B", "é", "e\u{301}", "\u{301}", "\u{327}", " ", "\u{3000}", "\u{200d}", "\u{200c}"]
      + ["👩", "👧", "\u{fe0f}", "❤", "🏽", "ﷺ", "م", "ی", "क", "\u{94d}", "ि", "\u{2800}", "李", "한"]
      + ["\u{1100}", "\u{1161}", "\u{115f}", "\u{e0041}", "1", "\u{20e3}", "🇩", "🇪", "\u{600}"]
    var generator = SplitMix64(seed: 16)
    for _ in 0..<400 {
      let count = generator.int(0...40)
      let name = (0..<count).map { _ in generator.pick(pieces) }.joined()
      guard let clean = Names.cleaned(name, charactersMax: NamesTests.max) else { continue }
      let again = Names.cleaned(clean, charactersMax: NamesTests.max)
      expect(again.map { Array($0.utf8) }, equals: Array(clean.utf8), "\(clean.debugDescription)")
      expect((1...NamesTests.max), contains: clean.count)
      expect(clean.utf8.count, isAtMost: Profile.nameBytesMax)
      expect(!clean.contains("  ") && !clean.hasPrefix(" ") && !clean.hasSuffix(" "))
      let marks = clean.unicodeScalars.split { !$0.properties.isMark }
      expect(marks.allSatisfy { $0.count <= Names.marksMax })
      expect(clean.unicodeScalars.first?.properties.isMark, equals: false)
    }
    let long = String(repeating: "e\u{301}\u{302}\u{200b}", count: 10_000)
    let clean = Names.cleaned(long, charactersMax: NamesTests.max)
    expect(clean, equals: String(repeating: "e\u{301}\u{302}", count: NamesTests.max))
  }

}

extension Unicode.Scalar.Properties {
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(generalCategory)
  }
}
