// Proof that the rules about ARCHITECTURE.md can fail, on a page of a few lines.

import TestSupport
import Testing

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

  private let paths = ["Sources/Rooms/Room/Room.swift", "Tests/Bot/run.py", "Tests/Web/web.mjs"]

  private func tree(_ page: String, _ more: [String] = []) -> Tree {
    let files = (paths + more).map { TreeFile($0, "// A file.\n") }
    return Tree([TreeFile("ARCHITECTURE.md", page)] + files)
  }

  @Test("a page that agrees with its tree passes")
  func passes() { expect(mapFindings(in: tree(page)), equals: []) }

  @Test("a folder without a line is found, whatever Python leaves is not")
  func unmapped() {
    let tree = tree(page, ["Sources/Net/TLS/TLS.swift", "deploy/__pycache__/a.pyc"])
    expect(mapFindings(in: tree).map(\.what), equals: ["the map has no line for Sources/Net"])
  }

  @Test("a line without a folder, and a second line for one, are found where they stand")
  func strayLines() {
    let line = "| `Sources/Rooms` | rooms |\n"
    let gone = page.replacing(line, with: line + "| `Sources/Gone`, `Tests/Bot` | nothing |\n")
    expect(
      mapFindings(in: tree(gone)),
      equals: [
        Finding("ARCHITECTURE.md", line: 11, "the tree has no folder Sources/Gone"),
        Finding("ARCHITECTURE.md", line: 12, "Tests/Bot is on the map already"),
      ])
  }

  @Test(
    "a name that nothing in the tree has is found",
    arguments: ["Hall.swift", "Sources/Rooms/Hall", "Sources/Rooms/Hall.swift", "protocol/a.tsv"])
  func strayNames(name: String) {
    let stray = page.replacing("`Room.swift`", with: "`\(name)`")
    expect(
      mapFindings(in: tree(stray)),
      equals: [Finding("ARCHITECTURE.md", line: 3, "the tree has no \(name)")])
  }

  @Test("a page that takes longer than an hour is found")
  func length() {
    let long = page + String(repeating: "a line\n", count: architectureBytesMax / 7)
    expect(mapFindings(in: tree(long)).count, equals: 1)
  }

  @Test("a page that is missing is found")
  func missing() {
    let bare = Tree([TreeFile("Sources/Rooms/Room.swift", "// A file.\n")])
    expect(mapFindings(in: bare).count, equals: 1)
  }
}
