// Names and hints are for people: these tests hold the words for well-known colors, that there is
// always something to say, and that a hint points the right way.

import Chroma
import TestSupport
import Testing

struct WordsTests {
  @Test(arguments: [
    ("#000000", "black"), ("#3b3b3b", "dark gray"), ("#808080", "gray"),
    ("#bcbcbc", "light gray"), ("#ffffff", "white"), ("#00000a", "black"),
    ("#ff0000", "vivid red"), ("#ff8000", "strong orange"), ("#ffff00", "vivid yellow"),
    ("#00ff00", "vivid green"), ("#00ffff", "strong cyan"), ("#0000ff", "vivid blue"),
    ("#ff00ff", "vivid magenta"), ("#ff0080", "vivid rose"), ("#8000ff", "vivid violet"),
    ("#265c9e", "strong azure blue"), ("#3a678c", "grayish azure blue"),
    ("#8b4513", "brown"), ("#008080", "teal"), ("#000080", "deep blue"),
    ("#ffc0cb", "pale pink"), ("#87ceeb", "pale sky blue"), ("#2f4f4f", "grayish teal"),
  ])
  func wellKnownColorsHaveTheirNames(hex: String, expected: String) throws {
    expect(name(of: try #require(Color(hex: hex))), equals: expected)
  }

  @Test(arguments: [
    ("#265c9e", "#265c9e", "a match"),
    ("#265c9e", "#265c9f", "a match"),
    ("#3a678c", "#265c9e", "a little more blue, and stronger"),
    ("#000000", "#ffffff", "much lighter"),
    ("#808080", "#7c7c7c", "a little darker"),
    ("#bcbcbc", "#265c9e", "more azure blue, and much darker"),
    ("#265c9e", "#bcbcbc", "grayer, and much lighter"),
    ("#ff0000", "#00ff00", "much more green, and lighter"),
    ("#00ff00", "#ff0000", "much more red, and darker"),
    ("#ff8000", "#ff0000", "more red, and stronger"),
    ("#00c000", "#00c060", "more cyan, and weaker"),
    ("#ff00ff", "#ff0000", "much more red, and weaker"),
    ("#ff0018", "#ff8000", "more yellow, and weaker"),
    ("#101010", "#000028", "stronger, and a little darker"),
  ])
  func hintsSayWhatMattersMost(yours: String, target: String, expected: String) throws {
    let sentence = hint(from: try require(Color(hex: yours)), to: try require(Color(hex: target)))
    expect(sentence, equals: expected)
  }

  @Test func aHintBetweenGraysIsOnlyAboutLightness() {
    for (yours, target) in zip(grays, grays.reversed()) {
      let sentence = hint(from: yours, to: target)
      let apart = yours.difference(from: target) >= Difference(thousandths: 1_000)
      let word = yours.red < target.red ? "lighter" : "darker"
      let allowed = apart ? ["a little \(word)", word, "much \(word)"] : ["a match"]
      expect(allowed, contains: sentence)
    }
  }

  @Test func everyColorHasANameOfPlainWordsAndEveryPairAHint() {
    for (yours, target) in zip(sparseCube, sparseCube.reversed()) {
      let words = name(of: yours).split(separator: " ", omittingEmptySubsequences: false)
      expect((1...4), contains: words.count)
      expect(words.allSatisfy { word in !word.isEmpty && word.allSatisfy { ("a"..."z") ~= $0 } })
      let parts = hint(from: yours, to: target).split(separator: ", and ")
      expect((1...2), contains: parts.count)
    }
  }
}
