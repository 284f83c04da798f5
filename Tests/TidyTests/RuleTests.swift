// Proof that the house rules about code can fail: each is shown a small house or file that breaks
// it, and one that does not. The snippets break rules on purpose, so this folder alone is not
// judged by words.

import TestSupport
import Testing

/// A house of two pure libraries, of which one stands within a program, an edge and a shim.
private let smallHouse = """
  folder | target | kind | package imports | SDK imports
  Sources/CKernel | CKernel | shim | - | -
  Sources/Rules | Rules | pure | - | Glibc.pow
  Sources/Wires | Wires | edge | Rules, CKernel | Dispatch, Glibc
  clients/game | game | program | Wires, Rules, Logging | Glibc
  clients/game/screen | Screen | pure | Rules | -
  """

/// A table of a test is drawn with bars, for a tab in a Swift file is a finding.
private func tabbed(_ table: String) -> String { table.replacing(" | ", with: "\t") }

private func house() throws -> House { try House(parsing: tabbed(smallHouse)) }

private func swift(_ path: String, _ text: String) -> SwiftFile { SwiftFile(path, text) }

@Suite("Imports and words: the rules can fail")
struct RuleTests {
  @Test(
    "an import is seen in every form",
    arguments: [
      "import Dispatch", "public import Dispatch", "@preconcurrency import Dispatch",
      "import struct Dispatch.DispatchTime", "@_spi(Private) public import Dispatch",
      "import Dispatch.Queue", "let a = 1; import Dispatch", "import\n  Dispatch",
      "import /* */ Dispatch", "#if canImport(Dispatch)\n#endif",
    ])
  func forms(line: String) throws {
    let file = swift("Sources/Rules/Rule.swift", line + "\n")
    expect(imports(of: file).map(\.module), equals: ["Dispatch"])
    expect(importFindings(in: [file], house: try house()).count, equals: 1)
  }

  @Test("the innermost row allows what it lists; a shim and a folder without a row allow nothing")
  func rows() throws {
    let text = "import Dispatch\nimport Rules\nimport Foundation\n"
    let finding = Finding(
      "Sources/Wires/Wire.swift", line: 3,
      "Wires may not import Foundation, only: CKernel, Dispatch, Glibc, Rules")
    expect(
      importFindings(in: [swift(finding.path, text)], house: try house()), equals: [finding])
    let files = [
      ("Tests/RulesTests/A.swift", text, 0), ("Sources/Rules/A.swift", "import func Glibc.pow", 0),
      ("Sources/Rules/A.swift", "import func Glibc.rand", 1),
      ("Sources/Rules/A.swift", "import Glibc", 1), ("clients/game/A.swift", "import Glibc", 0),
      ("clients/game/screen/A.swift", "import Glibc", 1), ("Sources/CKernel/A.swift", "", 1),
      ("Sources/Other/A.swift", "", 1), ("clients/other/A.swift", "", 1),
      ("protocol/A.swift", "", 1),
    ]
    for (path, text, count) in files {
      let findings = importFindings(in: [swift(path, text)], house: try house())
      expect(findings.count, equals: count, "\(path): \(text)")
    }
  }

  @Test("a table that cannot be read says so")
  func unreadable() {
    for row in ["A | A | pure | -", "A | A | odd | - | -", "A | A | pure |  | -"] {
      let text = tabbed("\(smallHouse)\nSources/\(row)")
      #expect(throws: TableError.self) { try House(parsing: text) }
    }
    #expect(throws: TableError.self) { try House(parsing: tabbed("folder | target")) }
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
      "Sources/Rules/A.swift", "Sources/Wires/A.swift", "clients/game/A.swift", "Tests/A/A.swift",
    ]
    for (path, isFound) in zip(paths, found) {
      for (reading, text) in [("code", "a()\nword()\n"), ("text", "\n// word(s)\n")] {
        let findings = wordFindings(
          in: [swift(path, text)], house: try house(),
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
        in: [swift(path, text)], house: try house(), words: words, exceptions: exceptions)
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
          in: [swift(path, code)], house: try house(),
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
