// Proof that the house rules about code can fail: each is shown a small house or file that breaks
// it, and one that does not. The snippets break rules on purpose, so this folder alone is not
// judged by words.

import TestSupport
import Testing

/// A table of a test is drawn with bars, for a tab in a Swift file is a finding.
private func tabbed(_ table: String) -> String { table.replacing(" | ", with: "\t") }

private func swift(_ path: String, _ text: String) -> SwiftFile { SwiftFile(path, text) }

@Suite("Words: the rules can fail")
struct RuleTests {
  @Test("a table that cannot be read says so")
  func unreadable() {
    #expect(throws: TableError.self) { try BannedWord.parse(tabbed("word | where")) }
    #expect(throws: TableError.self) { try Self.word("a", "somewhere", "code") }
    #expect(throws: TableError.self) { try Self.word("a", "pure", "aloud") }
    #expect(throws: TableError.self) { try WordException.parse("file\tword\twhy\na\tb\t") }
  }

  private static func word(
    _ word: String, _ place: String, _ reading: String
  ) throws -> BannedWord {
    let table = "word | where | in | why\n\(word) | \(place) | \(reading) | a reason"
    return try require(BannedWord.parse(tabbed(table)).first)
  }

  @Test("a word is found however it is written, and not inside another, a comment or a literal")
  func found() throws {
    for (word, text, count) in [
      ("Date(", "let a = Date()", 1), ("Date(", "let a = Foundation.Date ()", 1),
      ("time(nil", "time( nil )", 1), (".now", "start(at: .now)", 1),
      (".random(", "Int\n  .random(in: 1...6)", 1), ("print(", "\"\\(print(1))\"", 1),
      ("@unchecked Sendable", "class A: @unchecked   Sendable {}", 1),
      ("Date(", "update(); Candidate(); Date.self", 0), (".now", "now; .nowhere; at: now", 0),
      ("print(", "// print(a)\nlet a = \"print(a)\"; footprint(a)", 0),
      ("try!", "try read() != nil", 0), ("time(nil", "time(at: nil)", 0),
      ("Dispatch", "#if canImport(Dispatch)\nimport struct Dispatch.DispatchTime", 2),
      ("shuffled()", "cards.shuffled(using: &generator)", 0),
    ] {
      let code = swift("Sources/Rules/A.swift", text).code
      let found = lines(of: try Self.word(word, "pure", "code"), in: code)
      expect(found.count, equals: count, "\(word) in \(text)")
    }
  }

  @Test(
    "a word is banned where its row says",
    arguments: [
      ("pure", [true, false, false, false]), ("libraries", [true, true, false, false]),
      ("product", [true, true, true, false]), ("everywhere", [true, true, true, true]),
    ])
  func places(place: String, found: [Bool]) throws {
    let paths = [
      "Sources/New/A.swift", "Sources/Net/A.swift", "clients/bench/A.swift", "Tests/A/A.swift",
    ]
    for (path, isFound) in zip(paths, found) {
      for (reading, text) in [("code", "a()\nword()\n"), ("text", "\n// word(s)\n")] {
        let findings = wordFindings(
          in: [swift(path, text)],
          words: [try Self.word("word(", place, reading)], exceptions: [])
        expect(findings, equals: (isFound ? [Finding(path, line: 2, "'word(': a reason")] : []))
      }
    }
  }

  @Test("an exception allows its word in its file, and fails once nothing needs it")
  func exceptions() throws {
    let words = [try Self.word("try!", "everywhere", "code")]
    let table = "file | word | why\nSources/Rules/A.swift | try! | a reason"
    let exceptions = try WordException.parse(tabbed(table))
    for (path, text, expected) in [
      ("Sources/Rules/A.swift", "try! a()", []),
      ("Sources/Rules/B.swift", "try! a()", ["Sources/Rules/B.swift", WordException.path]),
      ("Sources/Rules/A.swift", "try a()", [WordException.path]),
    ] {
      let findings = wordFindings(
        in: [swift(path, text)], words: words, exceptions: exceptions)
      expect(findings.map(\.path), equals: expected)
    }
  }

  @Test("a stranger who names a mode is found")
  func modes() {
    let mode = swift("Sources/Game/Modes/Tiles.swift", "import Chroma\n")
    for (code, count) in [
      ("let mode = Mode.tiles\n", 1), ("let mode =\n  \"tiles\"\n", 1),
      ("let mode = Mode.all\n", 0), ("let tiles = round.tiles\n", 0), ("case .tiles: pick()\n", 0),
    ] {
      let findings = modeNameFindings(in: [mode, swift("Sources/Rooms/A.swift", code)])
      expect(findings.count, equals: count, code)
      expect(isEmpty: modeNameFindings(in: [mode, swift("Sources/Game/A.swift", code)]))
    }
  }

  @Test("a patch that expects another line is found, and one whose file has gone")
  func patches() {
    let patch = TreeFile(
      "Tests/Mutants/01.patch",
      "Breaks it.\n\n--- a/A.swift\n+++ b/A.swift\n@@ -1,3 +1,3 @@\n one\n\n-two\n+three\n")
    expect(patchFindings(in: Tree([patch, TreeFile("A.swift", "one\n\ntwo\n")])), equals: [])
    let drifted = patchFindings(in: Tree([patch, TreeFile("A.swift", "one\ntwo\n")]))
    expect(drifted, equals: [Finding(patch.path, line: 5, "does not fit A.swift")])
    let gone = patchFindings(in: Tree([patch]))
    expect(gone, equals: [Finding(patch.path, line: 5, "A.swift is missing")])
  }

  @Test("a test that waits by the clock is found")
  func waits() throws {
    for (word, code, count) in [
      ("sleep(", "sleep(1)", 1), ("Task.sleep", "try await Task.sleep(for: .seconds(1))", 1),
      (".wait(timeout", "done.wait(timeout: end)", 1), ("poll(", "poll(&one, 1, 500)", 1),
      (".now() +", "let end = DispatchTime.now() + 1", 1), ("sleep(", "asleep(1); // sleep(1)", 0),
      ("sleep(", "stage.sleep(1)\nfunc sleep(_ span: Int) {}", 0), ("poll(", "server.poll(1)", 0),
    ] {
      func found(_ path: String) throws -> [Finding] {
        wordFindings(
          in: [swift(path, code)],
          words: [try Self.word(word, "inner", "code")], exceptions: [])
      }
      try expect(found("Tests/NetTests/A.swift").count, equals: count, code)
      try expect(isEmpty: found("Tests/EndToEndTests/A.swift"))
      try expect(isEmpty: found("Sources/Net/A.swift"))
    }
  }
}

@Suite("Only code is code")
struct CodeTests {
  /// Sources, and the words of them that are code. Everything else in this target stands on this.
  static let examples: [(source: String, words: String)] = [
    ("a // b", "a"), ("a /* b */ c", "a c"), ("a /* b /* c */ d */ e", "a e"),
    ("a /* b // c */ d", "a d"), ("// a /* b\nc", "c"), ("a \"b\" c", "a c"),
    (#"a "b \" c" d"#, "a d"), (#"a "b \\" c"#, "a c"), (#"a "b \(c) d" e"#, "a c e"),
    (#"a "b \(c("d \(e)") ) f" g"#, "a c e g"), ("a \"// b\" c", "a c"), ("a \"/* b\" c", "a c"),
    ("a #\"b \" c \\(d) e\"# f", "a f"), ("a #\"b \\#(c) d\"# e", "a c e"),
    ("a ##\"b \"# c\"## d", "a d"), ("a #\"\"\"# b", "a b"),
    ("a \"\"\"\n b \" c \"\" d\n \\(e) f\n \"\"\" g", "a e g"),
    ("a #\"\"\"\n b \"\"\" c\n \"\"\"# d", "a d"), ("a \"b\nc", "a c"), ("a #/b \" c/# d", "a d"),
    ("#if a\nb\n#endif", "if a b endif"), ("func `import A now`() {}", "func _import_A_now_"),
    ("import `Foundation`", "import _Foundation_"), ("a) b", "a b"), ("größe = 1", "größe 1"),
    ("a `b\nc", "a _b c"), ("a \"b \\(c", "a c"), ("a /* b", "a"),
  ]

  @Test("comments and literals are blanked; interpolations, lengths and newlines stay")
  func words() {
    for (text, words) in Self.examples {
      let source = Array(text.utf8)
      let code = CodeBlanker.codeOnly(source)
      let found = SwiftToken.tokens(of: code).map(\.text)
        .filter { $0.utf8.allSatisfy(SwiftToken.isWordByte) }
      expect(found.joined(separator: " "), equals: words, text)
      let newline = UInt8(ascii: "\n")
      expect(
        code.count == source.count && zip(code, source).allSatisfy { $0 == $1 || $1 != newline })
    }
    let tokens = SwiftToken.tokens(of: Array("a\n\n b.c".utf8))
    expect(tokens.map(\.text) == ["a", "b", ".", "c"] && tokens.map(\.line) == [1, 3, 3, 3])
  }
}
