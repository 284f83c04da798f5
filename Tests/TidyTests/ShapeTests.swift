// Proof that the rules about lines, functions, programs and the tree as a whole can fail, each at
// its border: the last shape that passes and the first that does not.

import TestSupport
import Testing

@Suite("Shape: the rule can fail")
struct ShapeRuleTests {
  private func findings(_ path: String, _ text: String) -> [Finding] {
    shapeFindings(of: TreeFile(path, text))
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test("100 columns pass, 101 do not; a column is a character")
  func columns() {
    expect(findings("a.swift", repeated("é", 100) + "\n"), equals: [])
    expect(findings("a.swift", "\n" + repeated("a", 101) + "\n").map(\.line), equals: [2])
    expect(findings("Makefile", repeated("a", 101) + "\n").count, equals: 1)
    expect(findings("README.md", repeated("a", 101) + "\n"), equals: [])
  }

  @Test("500 lines pass, 501 do not")
  func lines() {
    expect(findings("a.swift", repeated("a\n", 500)), equals: [])
    expect(findings("a.swift", repeated("a\n", 501)).map(\.line), equals: [501])
  }

  @Test(
    "stray bytes are found",
    arguments: ["a\tb\n", "a \n", "a\t\n\n", "a", "a\r\n"])
  func strayBytes(text: String) {
    expect(!findings("a.swift", text).isEmpty)
    expect(!findings("deploy/README.md", text).isEmpty)
    expect(findings("protocol/vectors/play.tsv", text), equals: [])
  }

  @Test("bytes that are no text are found")
  func noText() {
    for bytes: [UInt8] in [[0x61, 0, 0x0A], [0xFF, 0x0A]] {
      expect(shapeFindings(of: TreeFile(path: "a.swift", bytes: bytes)).count, equals: 1)
    }
  }

  @Test("a Makefile has tabs, but none at the end of a line")
  func makefile() {
    expect(findings("Makefile", "a:\n\tb\n"), equals: [])
    expect(findings("Makefile", "a:\n\tb\t\n").count, equals: 1)
  }

  @Test(
    "a Swift file that opens with code, a name or a notice is found",
    arguments: [
      "import A\n// This file says too late what it is.\n", "// Match.swift\n", "", "struct A {}\n",
      "//\n//  Match.swift\n//  chromatch\n//\n", "/// Short.\n",
    ])
  func openings(text: String) {
    expect(openingFindings(of: TreeFile("a.swift", text)).count, equals: 1)
  }

  @Test(
    "a sentence of either kind of comment opens a file",
    arguments: [
      "/// A room is one match and\n/// everyone looking at it. It knows who sits where.\n",
      "// swift-tools-version: 6.2\n\n// The house reads like its table.\nimport A\n",
    ])
  func goodOpenings(text: String) {
    expect(openingFindings(of: TreeFile("a.swift", text)), equals: [])
  }

  @Test("the markers of a merge are found, a ruled heading is not")
  func conflicts() {
    let text = "<<<<<<< ours\na\n||||||| base\n=======\nb\n>>>>>>> theirs\n"
    expect(conflictFindings(of: TreeFile("README.md", text)).map(\.line), equals: [1, 3, 6])
    expect(conflictFindings(of: TreeFile("README.md", "Title\n=======\n")), equals: [])
  }
}

@Suite("Functions and programs: the rule can fail")
struct FunctionRuleTests {
  private func lengths(_ text: String) -> [String: Int] {
    let bodies = functions(in: SwiftFile("a.swift", text))
    return Dictionary(bodies.map { ($0.name, $0.lines) }, uniquingKeysWith: { $0 + 1000 * $1 })
  }

  @Test(
    "each kind of body is measured",
    arguments: [
      ("func a() {\n}\n", ["a": 2]), ("init(a: Int) {\n\n}\n", ["init": 3]),
      ("init?() { nil }\n", ["init": 1]), ("deinit {\n}\n", ["deinit": 2]),
      ("subscript(a: Int) -> Int {\n1\n}\n", ["subscript": 3]), ("var a: Int {\n1\n}\n", ["a": 3]),
      ("var a: Int {\nget { 1 }\nset {}\n}\n", ["a": 4]),
      ("static func == (a: A, b: A) -> Bool {\n}\n", ["==": 2]),
      ("func `two race`() {\n}\n", ["_two_race_": 2]),
      ("func a<T>(\n  b: T\n) -> [T]\nwhere T: B {\n}\n", ["a": 5]),
    ])
  func kinds(text: String, expected: [String: Int]) {
    expect(lengths(text), equals: expected)
  }

  @Test(
    "braces that belong to nobody are not measured",
    arguments: [
      "let a = { 1 }\n", "var a = { 1 }()\n", "struct A {\n}\n", "protocol A {\n  func b()\n}\n",
      "self.init()\nif a {\n}\n", "var a: Int\nif b {\n}\n", "for var a in b {\n}\n",
      "a(init: 1) { 2 }\n",
      "// func a() {}\n", "let a = \"func a() {}\"\n", "a.func { }\n",
    ])
  func otherBraces(text: String) {
    expect(lengths(text), equals: [:])
  }

  @Test("a body ends at its own brace, whatever stands in it or before it")
  func nesting() {
    expect(lengths("func a(b: () -> Void = {\n}) {\nif c {\n}\n}\n"), equals: ["a": 5])
    expect(
      lengths("func a() {\n  func b() {\n  }\n}\nfunc c() {}\n"), equals: ["a": 4, "b": 2, "c": 1])
    expect(lengths("protocol A {\n  func b()\n  func c()\n}\nfunc d() {\n}\n"), equals: ["d": 2])
    expect(lengths("func a() {\n  \"}\" // }\n  \"\\(b { 1 })\"\n}\n"), equals: ["a": 4])
    expect(lengths("func a() -> Int {\n  let b = [1: { 2 }]\n  return 3\n}\n"), equals: ["a": 4])
  }

  @Test("70 lines pass, 71 do not")
  func limit() {
    func file(_ lines: Int) -> SwiftFile {
      SwiftFile("a.swift", "\nfunc a() {\n" + String(repeating: "b\n", count: lines - 2) + "}\n")
    }
    expect(functionFindings(in: file(70)), equals: [])
    expect(functionFindings(in: file(71)).map(\.line), equals: [2])
  }

  private let rows = """
    folder | target | kind | package imports | SDK imports
    Sources/Rules | Rules | pure | - | -
    clients/game | game | program | Rules | -
    """

  @Test("80 lines start a program, 81 are too many, and only a program's folder starts one")
  func programs() throws {
    let house = try House(parsing: tabbed(rows))
    func findings(_ path: String, _ first: String, lines: Int) -> Int {
      let text = first + String(repeating: "\n", count: lines)
      return programFindings(in: [SwiftFile(path, text)], house: house).count
    }
    expect(findings("clients/game/Game.swift", "@main struct A {}", lines: 80), equals: 0)
    expect(findings("clients/game/Game.swift", "@main struct A {}", lines: 81), equals: 1)
    expect(findings("clients/game/main.swift", "a()", lines: 81), equals: 1)
    expect(
      findings("clients/game/Other.swift", "// @main\nlet a = \"@main\"", lines: 81), equals: 0)
    expect(findings("Sources/Rules/Rule.swift", "@main struct A {}", lines: 3), equals: 1)
    expect(findings("Sources/Rules/main.swift", "a()", lines: 3), equals: 1)
  }
}

@Suite("The tree as a whole: the rule can fail")
struct TreeRuleTests {
  @Test("a folder the house does not have is found at the root, not below it")
  func root() {
    let tree = Tree([
      TreeFile("Sources/utilities/A.swift", ""), TreeFile("utilities/A.swift", ""),
      TreeFile("Makefile", ""),
    ])
    expect(rootFindings(in: tree).map(\.path), equals: ["utilities"])
  }

  @Test("512 KiB pass, one byte more does not, a picture may")
  func sizes() {
    func file(_ path: String, _ count: Int) -> TreeFile {
      TreeFile(path: path, bytes: Array(repeating: 0, count: count))
    }
    let tree = Tree([file("a", 524_288), file("b", 524_289), file("c.png", 524_289)])
    expect(sizeFindings(in: tree).map(\.path), equals: ["b"])
  }

  @Test(
    "a change log is a list of versions under Unreleased",
    arguments: [
      ("# Changes\n\n## Unreleased\n\n## 1.2.3 (2027-01-31)\n\n## 1.2.2\n", []), ("## 0.1.0\n", []),
      ("# Changes\n", [1]), ("## Unreleased work\n", [1]), ("## 1.2.3\n## Unreleased\n", [2]),
      ("## Unreleased\n## Next\n## 1.2\n## 1..2\n", [2, 3, 4]),
    ] as [(String, [Int])])
  func changelog(text: String, lines: [Int]) {
    expect(changelogFindings(in: Tree([TreeFile("CHANGELOG.md", text)])).map(\.line), equals: lines)
  }

  private let columns = "folder | target | kind | package imports | SDK imports"

  @Test("a missing change log or manifest is found")
  func missing() throws {
    let house = try House(parsing: tabbed(columns))
    expect(changelogFindings(in: Tree([])).count, equals: 1)
    expect(manifestFindings(in: Tree([]), house: house).count, equals: 1)
  }
}

@Suite("The manifest: the rule can fail")
struct ManifestRuleTests {
  private let manifest = """
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
    .target(name: "Rules"),
    target.swiftSettings = (target.swiftSettings ?? []) + house
    """

  @Test("each wall, the loop that raises it and each target is missed when it is gone")
  func lines() throws {
    let rows = """
      folder | target | kind | package imports | SDK imports
      Sources/Rules | Rules | pure | - | -
      """
    let house = try House(parsing: tabbed(rows))
    func findings(_ text: String) -> Int {
      manifestFindings(in: Tree([TreeFile("Package.swift", text)]), house: house).count
    }
    expect(findings(manifest), equals: 0)
    for line in manifest.split(separator: "\n") {
      expect(findings(manifest.replacing(line, with: "")), equals: 1, "\(line)")
    }
  }
}
