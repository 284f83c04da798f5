// Proof that every house rule can fail: each is shown a small house or file that breaks it, and
// one that does not. The snippets break rules on purpose, so this folder alone is not judged by
// words.

import TestSupport
import Testing

/// A house of one pure library, one edge, one shim and one program.
private let smallHouse = """
  folder | target | kind | package imports | SDK imports
  Sources/CKernel | CKernel | shim | - | -
  Sources/Rules | Rules | pure | - | -
  Sources/Wires | Wires | edge | Rules, CKernel | Dispatch, Glibc
  clients/game | game | program | Wires, Rules, Logging | Glibc
  """

/// A table of a test is drawn with bars, for a tab in a Swift file is a finding.
func tabbed(_ table: String) -> String { table.replacing(" | ", with: "\t") }

private func house(_ text: String = smallHouse) throws -> House { try House(parsing: tabbed(text)) }

private func swift(_ path: String, _ text: String) -> SwiftFile { SwiftFile(path, text) }

@Suite("Imports: the rule can fail")
struct ImportRuleTests {
  @Test(
    "an import is seen in every form",
    arguments: [
      "import Dispatch", "public import Dispatch", "@preconcurrency import Dispatch",
      "@testable import Dispatch", "import struct Dispatch.DispatchTime",
      "import func Dispatch.sync",
      "internal import Dispatch", "@_spi(Private) public import Dispatch", "import Dispatch.Queue",
      "let a = 1; import Dispatch", "import\n  Dispatch",
      "import /* */ Dispatch",
      "#if canImport(Dispatch)\n#endif", "#if os(Linux)\nimport Dispatch\n#endif",
    ])
  func forms(line: String) throws {
    let file = swift("Sources/Rules/Rule.swift", line + "\n")
    expect(imports(of: file).map(\.module), equals: ["Dispatch"])
    expect(importFindings(in: [file], house: try house()).count, equals: 1)
  }

  @Test(
    "text that only looks like an import is none",
    arguments: [
      "// import Dispatch", "/* import Dispatch */", "let a = \"import Dispatch\"",
      "let a = \"\"\"\nimport Dispatch\n\"\"\"", "case .import where ready: 1",
      "func `import`() {}",
      "let importDispatch = 1",
    ])
  func lookalikes(line: String) {
    expect(imports(of: swift("Sources/Rules/Rule.swift", line + "\n")), equals: [])
  }

  @Test("a row allows what it lists, at the line where it stands")
  func rows() throws {
    let text = "import Dispatch\nimport Rules\nimport Foundation\n"
    expect(
      importFindings(in: [swift("Sources/Wires/Wire.swift", text)], house: try house()),
      equals: [
        Finding(
          "Sources/Wires/Wire.swift", line: 3,
          "Wires may not import Foundation, only: CKernel, Dispatch, Glibc, Rules")
      ])
    expect(
      importFindings(in: [swift("Tests/RulesTests/A.swift", text)], house: try house()), equals: [])
  }

  @Test("a row that lists a symbol allows no more of its module")
  func symbols() throws {
    let house = try house(smallHouse + "\nclients/sky | Sky | pure | - | Glibc.pow")
    let findings = ["import func Glibc.pow", "import func Glibc.rand", "import Glibc"]
      .map {
        importFindings(in: [swift("clients/sky/Sky.swift", $0)], house: house).count
      }
    expect(findings, equals: [0, 1, 1])
  }

  @Test("the innermost row governs")
  func innermost() throws {
    let house = try house(
      smallHouse + "\nclients/game/screen | Screen | pure | Rules | -")
    let file = swift("clients/game/screen/Canvas.swift", "import Glibc\n")
    expect(importFindings(in: [file], house: house).count, equals: 1)
  }

  @Test(
    "a Swift file outside every row is found",
    arguments: [
      "Sources/Other/A.swift", "clients/other/A.swift", "Sources/A.swift", "protocol/A.swift",
    ])
  func outside(path: String) throws {
    expect(importFindings(in: [swift(path, "")], house: try house()).count, equals: 1)
  }

  @Test("a shim holds no Swift")
  func shims() throws {
    let file = swift("Sources/CKernel/Kernel.swift", "")
    expect(importFindings(in: [file], house: try house()).count, equals: 1)
  }

  private let wholeTree = Tree([
    TreeFile("Sources/CKernel/kernel.h", ""), TreeFile("Sources/Rules/A.swift", ""),
    TreeFile("Sources/Wires/A.swift", ""), TreeFile("clients/game/Game.swift", ""),
  ])

  @Test("a table that fits its tree is silent")
  func fittingTable() throws {
    expect(tableFindings(house: try house(), tree: wholeTree), equals: [])
  }

  @Test(
    "a table that does not fit is found",
    arguments: [
      "Sources/Gone | Gone | pure | - | -",  // A row without a folder.
      "clients/game | Rules | pure | - | -",  // A target twice.
      // An arrow down.
      "clients/game | Late | pure | Later | -\nSources/Rules | Later | pure | - | -",
      "clients/game | Self | pure | Self | -",  // An arrow to itself.
    ])
  func misfits(row: String) throws {
    expect(
      tableFindings(house: try house(smallHouse + "\n" + row), tree: wholeTree).count, equals: 1)
  }

  @Test("a folder of Sources without a row is found")
  func folderWithoutRow() throws {
    let tree = Tree(wholeTree.files + [TreeFile("Sources/CNew/new.h", "")])
    expect(tableFindings(house: try house(), tree: tree).map(\.path), equals: ["Sources/CNew"])
  }

  @Test(
    "a table that cannot be read says so",
    arguments: [
      "folder | target", smallHouse + "\nSources/A | A | pure | -",
      smallHouse + "\nSources/A | A | odd | - | -",
      smallHouse + "\nSources/A | A | pure |  | -",
    ])
  func unreadable(text: String) {
    #expect(throws: TableError.self) { try House(parsing: tabbed(text)) }
  }
}

@Suite("Words: the rule can fail")
struct WordRuleTests {
  private static func word(_ word: String, _ place: String, _ reading: String) throws -> BannedWord
  {
    let table = "word | where | in | why\n\(word) | \(place) | \(reading) | a reason"
    return try require(BannedWord.parse(tabbed(table)).first)
  }

  private static func count(_ word: BannedWord, in text: String) -> Int {
    lines(of: word, in: swift("Sources/Rules/A.swift", text).code).count
  }

  @Test(
    "a word is found however it is written",
    arguments: [
      ("Date(", "let a = Date()"), ("Date(", "let a = Foundation.Date ()"),
      ("time(nil", "time( nil )"),
      (".now", "start(at: .now)"), (".random(", "Int.random(in: 1...6)"), ("try!", "try! read()"),
      (".random(", "Int\n  .random(in: 1...6)"), ("shuffled()", "cards.shuffled()"),
      ("randomElement()", "cards.randomElement()?.suit"), ("print(", "\"\\(print(1))\""),
      ("@unchecked Sendable", "class A: @unchecked   Sendable {}"),
      ("nonisolated(unsafe)", "nonisolated(unsafe) var a = 1"),
    ])
  func found(word: String, text: String) throws {
    expect(Self.count(try Self.word(word, "pure", "code"), in: text), equals: 1)
  }

  @Test(
    "a word inside another, in a comment or in a literal is not found",
    arguments: [
      ("Date(", "update(); Candidate(); Date.self"), (".now", "now; .nowhere; at: now"),
      ("print(", "// print(a)\nlet a = \"print(a)\"; footprint(a)"), ("try!", "try read() != nil"),
      ("shuffled()", "cards.shuffled(using: &generator)"), ("time(nil", "time(at: nil)"),
      ("randomElement()", "cards.randomElement(using: &generator)"),
    ])
  func notFound(word: String, text: String) throws {
    expect(Self.count(try Self.word(word, "pure", "code"), in: text), equals: 0)
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
      let findings = wordFindings(
        in: [swift(path, "a()\nword()\n")], house: try house(),
        words: [try Self.word("word(", place, "code")], exceptions: [])
      expect(findings, equals: (isFound ? [Finding(path, line: 2, "'word(': a reason")] : []))
    }
  }

  @Test("a word of the text is found in comments too")
  func text() throws {
    let file = swift("Sources/Rules/A.swift", "// FIXME: later\n")
    let words = try ["code", "text"].map { try Self.word("FIXME", "everywhere", $0) }
    expect(
      wordFindings(in: [file], house: try house(), words: [words[0]], exceptions: []), equals: [])
    expect(
      wordFindings(in: [file], house: try house(), words: [words[1]], exceptions: []).count,
      equals: 1)
  }

  @Test("an exception allows its word in its file, and fails once nothing needs it")
  func exceptions() throws {
    let words = [try Self.word("try!", "everywhere", "code")]
    let table = "file | word | why\nSources/Rules/A.swift | try! | a reason"
    let exceptions = try WordException.parse(tabbed(table))
    func findings(_ path: String, _ text: String) throws -> [String] {
      wordFindings(
        in: [swift(path, text)], house: try house(), words: words, exceptions: exceptions
      )
      .map(\.path)
    }
    try expect(findings("Sources/Rules/A.swift", "try! a()"), equals: [])
    try expect(
      findings("Sources/Rules/B.swift", "try! a()"),
      equals: [
        "Sources/Rules/B.swift", WordException.path,
      ])
    try expect(findings("Sources/Rules/A.swift", "try a()"), equals: [WordException.path])
  }

  @Test("a table with an unknown place or reading says so")
  func unreadable() {
    #expect(throws: TableError.self) { try Self.word("a", "somewhere", "code") }
    #expect(throws: TableError.self) { try Self.word("a", "pure", "aloud") }
    #expect(throws: TableError.self) { try WordException.parse("file\tword\twhy\na\tb\t") }
  }
}

@Suite("Modes: the rules can fail")
struct ModeRuleTests {
  private let mode = swift("Sources/Game/Modes/Tiles.swift", "import Chroma\n")

  @Test("a mode imports colors alone")
  func imports() {
    expect(isEmpty: modeImportFindings(in: [mode]))
    let other = swift(
      "Sources/Game/Modes/Tiles.swift", "import Chroma\nimport Wire\nlet a: Nonce\n")
    expect(modeImportFindings(in: [other]).map(\.line), equals: [2, 3])
    expect(isEmpty: modeImportFindings(in: [swift("Sources/Rules/A.swift", "import Wire\n")]))
  }

  @Test(
    "a stranger names none",
    arguments: [
      ("let mode = Mode.tiles\n", 1), ("let mode =\n  \"tiles\"\n", 1),
      ("let mode = Mode.all\n", 0),
      ("let tiles = round.tiles\n", 0), ("case .tiles: pick()\n", 0),
    ])
  func names(code: String, count: Int) {
    expect(modeNameFindings(in: [mode, swift("Sources/Rooms/A.swift", code)]).count, equals: count)
    expect(isEmpty: modeNameFindings(in: [mode, swift("Sources/Game/A.swift", code)]))
  }
}

@Suite("Rooms: the rule can fail")
struct RoomRuleTests {
  @Test(
    "a room that speaks of lanes is found",
    arguments: [
      ("let lane = 1\n", 1), ("turn.publish(bulletin, to: 1)\n", 1), ("// a lane\n", 0),
      ("turn.tellElsewhere(message, of: code)\n", 0),
    ])
  func lanes(code: String, count: Int) {
    expect(roomLaneFindings(in: [swift("Sources/Rooms/Room/A.swift", code)]).count, equals: count)
    expect(isEmpty: roomLaneFindings(in: [swift("Sources/Rooms/A.swift", code)]))
  }
}

@Suite("Real time: the rule can fail")
struct RealTimeRuleTests {
  @Test(
    "a test that waits by the clock is found",
    arguments: [
      ("sleep(1)\n", 1), ("usleep(9)\n", 1), ("try await Task.sleep(for: .seconds(1))\n", 1),
      ("let clock = ContinuousClock()\n", 1), ("done.wait(timeout: end)\n", 1),
      ("let end = DispatchTime.now() + 1\n", 1), ("wait(until: .now() + .seconds(1))\n", 1),
      ("queue.asyncAfter(deadline: end) {}\n", 1), ("poll(&one, 1, 500)\n", 1),
      ("poll(&one, count(a, 2), -1)\n", 0), ("done.wait()\n", 0), ("// sleep(1)\n", 0),
      ("let sleepy = asleep(1)\n", 0), ("server.poll(1)\n", 0), ("let start = now + 1\n", 0),
    ])
  func waits(code: String, count: Int) {
    expect(realTimeFindings(in: [swift("Tests/NetTests/A.swift", code)]).count, equals: count)
    expect(isEmpty: realTimeFindings(in: [swift("Tests/EndToEndTests/A.swift", code)]))
    expect(isEmpty: realTimeFindings(in: [swift("Sources/Net/A.swift", code)]))
  }

  @Test("an excepted line passes, and an exception that nothing needs is found")
  func exceptions() {
    let files = [swift("Tests/NetTests/A.swift", "a()\n  sleep(1)\n")]
    func findings(_ line: String) -> [Finding] {
      let exception = WaitException(file: "Tests/NetTests/A.swift", line: line, why: "a reason")
      return realTimeFindings(in: files, excepting: [exception])
    }
    expect(findings("sleep(1)"), equals: [])
    expect(findings("sleep(2)").map(\.line), equals: [2, 1])
  }
}

@Suite("Folders: the rule can fail")
struct FolderRuleTests {
  private func lines(_ sources: [String: String]) -> [String] {
    let files = sources.sorted { $0.key < $1.key }.map { swift("app/\($0.key).swift", $0.value) }
    return folderFindings(in: files, below: "app").map { "\($0.path):\($0.line)" }
  }

  @Test("two folders that name each other's types are told, each at its place")
  func circle() {
    let ground = "struct Address { let way: Way? }\n"
    let ways = "struct Way {\n  var end: Address\n}\n"
    expect(
      lines(["Ground/A": ground, "Ways/W": ways]),
      equals: ["app/Ground/A.swift:1", "app/Ways/W.swift:2"])
    expect(isEmpty: lines(["Ground/A": "struct Address {}\n", "Ways/W": ways]))
    expect(isEmpty: lines(["Ground/A": ground, "Ground/W": ways]))
    expect(isEmpty: lines(["A": ground, "Ways/W": ways]), "what stands above all may name all")
  }

  @Test("a circle of three is one, too")
  func triangle() {
    let sources = ["A/a": "enum A { case b(B) }\n", "B/b": "enum B { case c(C) }\n"]
    expect(isEmpty: lines(sources.merging(["C/c": "enum C { case a(b.A) }\n"]) { $1 }))
    expect(lines(sources.merging(["C/c": "enum C { case a(A) }\n"]) { $1 }).count, equals: 3)
  }

  @Test(
    "only code counts that names a public declaration of the other folder",
    arguments: [
      ("let a = pick(1)\n", 2), ("let a = b.pick(1)\n", 0), ("func pick(_ a: Int) {}\n", 0),
      ("let pick = 1\n", 0), ("// Choice\n", 0), ("let a = \"Choice\"\n", 0),
      ("let a = Choice.one\n", 2), ("let a = Outer.Choice.one\n", 0), ("let a = Hidden()\n", 0),
      ("let a = Inner()\n", 0), ("extension Choice {}\n", 2), ("let a = Shared()\n", 0),
    ])
  func names(code: String, count: Int) {
    let other = """
      private struct Hidden {}
      enum Choice { struct Inner {} }
      func pick(_ number: Int) {}
      struct Shared { let top: Top }
      """
    expect(
      lines(["A/a": "struct Top {}\nstruct Shared {}\n" + code, "B/b": other]).count, equals: count)
  }
}
