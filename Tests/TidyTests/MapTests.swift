// Proof that the rules about ARCHITECTURE.md can fail, on a page of a few lines.

import TestSupport
import Testing

@Suite("The map: the rule can fail")
struct MapTests {
  private let page = """
    | chapter | decisions |
    |---|---|
    | [Rooms](#rooms) | 1, 3 |
    | [Tests](#tests) | 2 |

    ## Code map

    | where | what |
    |---|---|
    | `Sources/Rooms` | rooms |

    ## Decisions

    ### Rooms

    - **1. One.** Text
      that goes on.
    - **3. Three.** Text.

    ### Tests

    - **2. Two.** Text.

    """

  private func tree(_ page: String, _ paths: [String] = ["Sources/Rooms/Room.swift"]) -> Tree {
    Tree([TreeFile("ARCHITECTURE.md", page)] + paths.map { TreeFile($0, "// A file.\n") })
  }

  @Test("a page that agrees with its tree passes")
  func passes() {
    expect(mapFindings(in: tree(page)), equals: [])
    expect(decisionFindings(in: tree(page)), equals: [])
  }

  @Test("a folder without a line is found, whatever Python leaves is not")
  func unmapped() {
    let tree = tree(
      page,
      ["Sources/Rooms/Room.swift", "Sources/Net/Net.swift", "Sources/Rooms/__pycache__/a.pyc"])
    expect(mapFindings(in: tree).map(\.what), equals: ["the map has no line for Sources/Net"])
  }

  @Test("a line without a folder, and a second line for one, are found where they stand")
  func strayLines() {
    let line = "| `Sources/Rooms` | rooms |\n"
    let gone = page.replacing(line, with: line + "| `Sources/Gone` | nothing |\n" + line)
    expect(
      mapFindings(in: tree(gone)),
      equals: [
        Finding("ARCHITECTURE.md", line: 11, "the tree has no folder Sources/Gone"),
        Finding("ARCHITECTURE.md", line: 12, "Sources/Rooms is on the map already"),
      ])
  }

  @Test(
    "an index that does not agree with the chapters is found",
    arguments: [
      ("1, 3 |", "1 |"), ("1, 3 |", "3, 1 |"), ("| 2 |", "| 4 |"), ("**3. ", "**5. "),
      ("### Tests", "### Trials"), ("### Tests\n", ""), ("| [Tests](#tests) | 2 |\n", ""),
      ("**2. ", "**1. "), ("- **2. Two.", "2. **Two."), ("- **2.", "4. **Four.** Text.\n- **2."),
    ])
  func index(change: (String, String)) {
    expect(!decisionFindings(in: tree(page.replacing(change.0, with: change.1))).isEmpty)
  }

  @Test("a page that is missing is found")
  func missing() {
    let bare = Tree([TreeFile("Sources/Rooms/Room.swift", "// A file.\n")])
    expect(mapFindings(in: bare).count, equals: 1)
    expect(decisionFindings(in: bare).count, equals: 1)
  }
}
