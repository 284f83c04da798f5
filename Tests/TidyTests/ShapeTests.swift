// Proof that the rules about lines, functions and ARCHITECTURE.md can fail, each at its border: the
// last shape that passes and the first that does not.

import TestSupport
import Testing

@Suite("Shapes: the rules can fail")
struct ShapeTests {
  private func findings(_ path: String, _ text: String) -> [Finding] {
    shapeFindings(of: TreeFile(path, text))
  }

  @Test("100 columns and 500 lines pass, one more does not; a column is a character")
  func sizes() {
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    expect(findings("a.swift", repeated("é", 100) + "\n"), equals: [])
    expect(findings("a.swift", "\n" + repeated("a", 101) + "\n").map(\.line), equals: [2])
    expect(findings("Makefile", repeated("a", 101) + "\n").count, equals: 1)
    expect(findings("README.md", repeated("a", 101) + "\n"), equals: [])
    expect(findings("a.swift", repeated("a\n", 500)), equals: [])
    expect(findings("a.swift", repeated("a\n", 501)).map(\.line), equals: [501])
  }

  @Test("stray bytes are found, but for a Makefile's tabs at the beginning of a line")
  func strayBytes() {
    for text in ["a\tb\n", "a \n", "a\t\n\n", "a", "a\r\n"] {
      expect(!findings("a.swift", text).isEmpty && !findings("deploy/README.md", text).isEmpty)
      expect(findings("protocol/vectors/play.tsv", text), equals: [])
    }
    for bytes: [UInt8] in [[0x61, 0, 0x0A], [0xFF, 0x0A]] {
      expect(shapeFindings(of: TreeFile(path: "a.swift", bytes: bytes)).count, equals: 1)
    }
    expect(findings("Makefile", "a:\n\tb\n"), equals: [])
    expect(findings("Makefile", "a:\n\tb\t\n").count, equals: 1)
  }

  @Test(
    "a Swift file that opens with code, a name or a notice is found, one with a sentence is not")
  func openings() {
    for (text, count) in [
      ("import A\n// This file says too late what it is.\n", 1), ("// Match.swift\n", 1), ("", 1),
      ("//\n//  Match.swift\n//  chromatch\n//\n", 1), ("/// Short.\n", 1),
      ("/// A room is one match and\n/// everyone looking at it. It knows who sits where.\n", 0),
      ("// swift-tools-version: 6.2\n\n// The house reads like its table.\nimport A\n", 0),
    ] {
      expect(openingFindings(of: TreeFile("a.swift", text)).count, equals: count, text)
    }
  }

  @Test("20 files of code pass in a folder, one more does not; data does not count")
  func folders() {
    func files(_ folder: String, _ suffix: String, _ count: Int) -> [TreeFile] {
      (0..<count).map { TreeFile("\(folder)/\($0).\(suffix)", "a\n") }
    }
    let full = files("a/b", "css", 10) + files("a/b", "mjs", 10) + files("a/b/c", "mjs", 20)
    expect(folderFindings(in: Tree(full + files("a/b", "tsv", 9))), equals: [])
    let found = folderFindings(in: Tree(full + files("a/b", "swift", 1) + files("d", "py", 21)))
    expect(found.map(\.path), equals: ["a/b", "d"])
  }

  @Test("a body of 70 lines passes, one of 71 does not, and what has no body has no length")
  func functions() {
    for (first, count) in [
      ("func a() {", 1), ("  private static func a<T>(\n    b: T\n  ) -> [T]\n  where T: B {", 4),
      ("init?() {", 1), ("deinit {", 1), ("subscript(a: Int) -> Int {", 1), ("var a: Int {", 1),
      ("@Test func a(\n  b: Int\n)\n{", 4),
    ] {
      let end = first.prefix { $0 == " " } + "}\n"
      for (length, expected) in [(70, []), (71, [2])] {
        let body = String(repeating: "      b {\n\n      }\n", count: length)
          .split(separator: "\n", omittingEmptySubsequences: false).prefix(length - count - 1)
        let text = "\n\(first)\n\(body.joined(separator: "\n"))\n\(end)"
        let found = functionFindings(of: TreeFile("a.swift", text))
        expect(found.map(\.line), equals: expected, "\(first) of \(length)")
      }
    }
    let lines = String(repeating: "  func b()\n", count: 80)
    for text in ["protocol A {\n\(lines)}\n", "struct A {\n\(lines)}\n", "let a = {\n\(lines)}\n"] {
      expect(functionFindings(of: TreeFile("a.swift", text)), equals: [])
    }
  }
}

@Suite("Forwards: the rule can fail")
struct ForwardTests {
  @Test("a body that is one call of its own name is found, one that does more is not")
  func forwards() {
    for (text, count) in [
      ("func a() { b.a() }", 1),
      ("func a() -> B? {\n  return try await b?.c[d].a(e, f: { g() })\n}", 1),
      ("func a(b: C = C { d() }) throws(E) { _ = try? a(b, c: 1) }", 1),
      ("func a() { b.a { c() } }", 1),
      ("protocol P { func a() }\nextension Q {\n  func b() {}\n  func a() { b(c).a() }\n}", 1),
      ("func a() { b.c() }", 0), ("func a() { b(a()) }", 0), ("func a() { b()\n c.a() }", 0),
      ("func a() { b ?? c.a() }", 0), ("func a() { if b { a() } }", 0), ("func a() { b.a }", 0),
      ("func a() { b.a() + 1 }", 0), ("func a() { let b = c.a() }", 0),
      ("func a()\nvar b: C { a() }", 0),
    ] {
      let found = forwardFindings(in: [SwiftFile("Sources/A.swift", text)], max: 0)
      expect(found.count, equals: count, text)
    }
    let two = SwiftFile("Sources/A.swift", "func a() { b.a() }\nfunc c() { b.c() }")
    expect(forwardFindings(in: [two], max: 2), equals: [])
    expect(forwardFindings(in: [two], max: 1).map(\.line), equals: [1, 2])
    expect(
      forwardFindings(in: [SwiftFile("Tests/A.swift", "func a() { b.a() }")], max: 0), equals: [])
  }
}

@Suite("The map: the rule can fail")
struct MapTests {
  private let page = """
    # Architecture

    A line comes in at `Sources/Rooms/Room/Room.swift`, or `Room.swift` for short, and nothing asks
    whether `Room.tell`, `make golden` or `/replay/` exists.

    ## Map

    | folder | what |
    |---|---|
    | `Sources/Rooms` | rooms |
    | `Tests/Bot`, `Tests/Web` | suites |

    """

  private func findings(_ page: String, _ more: [String] = []) -> [Finding] {
    let paths = ["Sources/Rooms/Room/Room.swift", "Tests/Bot/run.py", "Tests/Web/web.mjs"] + more
    let files = paths.map { TreeFile($0, "// A file.\n") }
    return mapFindings(in: Tree([TreeFile("ARCHITECTURE.md", page)] + files))
  }

  @Test("a folder without a line is found, and a line without a folder or a second one for it")
  func folders() {
    expect(findings(page), equals: [])
    let unmapped = findings(page, ["Sources/Net/TLS/TLS.swift", "deploy/__pycache__/a.pyc"])
    expect(unmapped.map(\.what), equals: ["the map has no line for Sources/Net"])
    let line = "| `Sources/Rooms` | rooms |\n"
    let gone = page.replacing(line, with: line + "| `Sources/Gone`, `Tests/Bot` | nothing |\n")
    expect(
      findings(gone),
      equals: [
        Finding("ARCHITECTURE.md", line: 11, "the tree has no folder Sources/Gone"),
        Finding("ARCHITECTURE.md", line: 12, "Tests/Bot is on the map already"),
      ])
  }

  @Test("a name that nothing in the tree has is found, and a page that is missing or too long")
  func names() {
    for name in ["Hall.swift", "Sources/Rooms/Hall", "Sources/Rooms/Hall.swift", "protocol/a.tsv"] {
      let stray = page.replacing("`Room.swift`", with: "`\(name)`")
      let finding = Finding("ARCHITECTURE.md", line: 3, "the tree has no \(name)")
      expect(findings(stray), equals: [finding])
    }
    let long = page + String(repeating: "a line\n", count: architectureBytesMax / 7)
    expect(findings(long).count, equals: 1)
    expect(mapFindings(in: Tree([TreeFile("Sources/Rooms/Room.swift", "")])).count, equals: 1)
  }
}
