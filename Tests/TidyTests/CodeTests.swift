// What the small lexer takes for code. Everything else in this target stands on it, so each kind
// of literal and comment that could hide a word, or pretend one, has its line here.

import TestSupport
import Testing

@Suite("Only code is code")
struct CodeTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let source: String
    let words: [String]

    init(_ source: String, _ words: String...) {
      self.source = source
      self.words = words
    }

    var testDescription: String { source }
  }

  static let examples: [Example] = [
    Example("a // b", "a"),
    Example("a /* b */ c", "a", "c"),
    Example("a /* b /* c */ d */ e", "a", "e"),
    Example("a /* b // c */ d", "a", "d"),
    Example("// a /* b\nc", "c"),
    Example("a \"b\" c", "a", "c"),
    Example(#"a "b \" c" d"#, "a", "d"),
    Example(#"a "b \\" c"#, "a", "c"),
    Example(#"a "b \(c) d" e"#, "a", "c", "e"),
    Example(#"a "b \(c("d \(e)") ) f" g"#, "a", "c", "e", "g"),
    Example("a \"// b\" c", "a", "c"),
    Example("a \"/* b\" c", "a", "c"),
    Example("a #\"b \" c \\(d) e\"# f", "a", "f"),
    Example("a #\"b \\#(c) d\"# e", "a", "c", "e"),
    Example("a ##\"b \"# c\"## d", "a", "d"),
    Example("a #\"\"\"# b", "a", "b"),
    Example("a \"\"\"\n b \" c \"\" d\n \\(e) f\n \"\"\" g", "a", "e", "g"),
    Example("a #\"\"\"\n b \"\"\" c\n \"\"\"# d", "a", "d"),
    Example("a \"b\nc", "a", "c"),
    Example("a #/b \" c/# d", "a", "d"),
    Example("#if a\nb\n#endif", "if", "a", "b", "endif"),
    Example("func `import Foundation now`() {}", "func", "_import_Foundation_now_"),
    Example("import `Foundation`", "import", "_Foundation_"),
    Example("a) b", "a", "b"),
    Example("größe = 1", "größe", "1"),
    Example("a `b\nc", "a", "_b", "c"),
    Example("a \"b \\(c", "a", "c"),
    Example("a /* b", "a"),
  ]

  @Test(
    "comments and literals are blanked; interpolations, offsets and newlines stay",
    arguments: examples)
  func words(of example: Example) {
    let code = CodeBlanker.codeOnly(Array(example.source.utf8))
    let words = SwiftToken.tokens(of: code).map(\.text)
      .filter { $0.utf8.allSatisfy(SwiftToken.isWordByte) }
    expect(words, equals: example.words)
    func newlines(_ bytes: [UInt8]) -> [Int] {
      bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    }
    let source = Array(example.source.utf8)
    expect(code.count == source.count && newlines(code) == newlines(source))
  }

  @Test("a token knows its line")
  func lines() {
    let tokens = SwiftToken.tokens(of: Array("a\n\n b.c".utf8))
    expect(tokens.map(\.text), equals: ["a", "b", ".", "c"])
    expect(tokens.map(\.line), equals: [1, 3, 3, 3])
    expect(tokens.map(\.offset), equals: [0, 4, 5, 6])
  }
}
