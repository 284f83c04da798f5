// The word for the rules: another one for every number that decides something, and the same in all
// that carries it.

import Foundation
import Game
import TestSupport
import Testing

@Suite("The edition of the rules")
struct EditionTests {
  @Test("another number makes another word, whichever it is")
  func numbers() {
    var words: Set = [Rules.edition]
    for (index, (name, values)) in Rules.numbers.enumerated() {
      for place in values.indices {
        var changed = Rules.numbers
        changed[index].values[place] += 1
        expect(words.insert(Rules.edition(of: changed)).inserted, "\(name) \(place)")
      }
    }
  }

  @Test("every number that stands by its name in the rules is in the word")
  func named() throws {
    let known = Set(Rules.numbers.map(\.name))
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: treeFolder.appending(path: "Sources/Game").path)
    var found = 0
    // Keys are of no round.
    for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Identity/") {
      let number = #/static let (\w+)(?:: Int)? = (?:Difference\(thousandths: )?\d/#
      for match in try treeFile("Sources/Game/\(file)").matches(of: number) {
        let name = String(match.1)
        found += 1
        // How long lists, seeds and seals are decides nothing.
        let isLength = name.hasSuffix("yteCount") || ["rowsMax", "countMax"].contains(name)
        expect(known.contains(name) || name == "levels" || isLength, "\(file): \(name)")
      }
    }
    expect(found > 20, "the pattern finds what it looks for")
  }

  /// `make golden` writes it into the page, from where protocol/generate.py has it.
  @Test("the golden word in the page is that of these rules")
  func golden() throws {
    let (path, word) = ("clients/web/core/replay/kept.mjs", #/EDITION = "[0-9a-f]+"/#)
    if writesGolden {
      let page = try treeFile(path).replacing(word, with: "EDITION = \"\(Rules.edition)\"")
      try Data(page.utf8).write(to: treeFolder.appending(path: path))
    }
    try expect(treeFile(path).contains("EDITION = \"\(Rules.edition)\""))
  }

  @Test("the page and the specification know these rules")
  func everywhere() throws {
    for path in ["clients/web/core/replay/kept.mjs", "protocol/README.md"] {
      try expect(treeFile(path).contains(Rules.edition), "\(path) lacks \(Rules.edition)")
    }
  }
}
