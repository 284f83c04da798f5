// The table of limits: nothing is missing from it, it says what is configured, and the documents
// show the same rows.

import Rooms
import TestSupport
import Testing

@testable import Server

@Suite("The table of limits")
struct ServerLimitsTests {
  @Test("the golden tables of the reference are the rows, and their options")
  func goldenReference() throws {
    let (limits, document) = (ServerLimits(), "deploy/REFERENCE.md")
    try expectTable(limits.lines, of: document, below: "## Limits", isWhole: true)
    try expectTable(limits.optionLines, of: document, below: "## Options", isWhole: false)
  }

  @Test("the golden table of nodes is the rows of a server that is one")
  func goldenCluster() throws {
    try expectTable(
      ServerLimits.nodeRows.map(\.line), of: "deploy/CLUSTER.md", below: "## Limits", isWhole: true)
  }

  @Test("every number that can be set is in it")
  func complete() {
    func count(_ value: Any) -> Int {
      Mirror(reflecting: value).children.filter { $0.value is Int }.count
    }
    let limits = ServerLimits()
    // The size of a record that is raced again belongs to the archive.
    expect(limits.halls.rows.count, equals: count(limits.halls) + 1)
    // Two lengths belong to the wire and to framing, the rounds of an endless match to the rules,
    // four numbers to the journal, one to the server's time, eleven to the archive, two to bans,
    // five to shared pages.
    let own = limits.table.count - limits.halls.rows.count
    expect(own, equals: count(limits) + count(limits.web) + 26)
  }

  @Test("it says what is configured")
  func configured() {
    var limits = ServerLimits()
    limits.connectionsMax = 7
    limits.halls.roomsMax = 1_234_567
    limits.web.depthMax = 3
    let changed = limits.table.filter { !ServerLimits().table.contains($0) }
    let names = ["connections in all", "nested folders", "rooms in all"]
    expect(changed.map(\.name), equals: names)
    expect(changed.map(\.number), equals: [7, 3, 1_234_567])
    expect(
      limits.lines,
      contains: "| rooms in all | 1,234,567 rooms | `too-many-rooms` | `--rooms-max` |")
  }

  @Test("a row has a name of its own, a number, a unit and a fate")
  func rows() {
    let table = ServerLimits().table
    expect(Set(table.map(\.name)).count, equals: table.count)
    for row in table {
      expect(row.number, isAbove: 0, "\(row.name)")
      for cell in [row.name, row.unit, row.fate] {
        expect(!cell.isEmpty && !cell.contains("|"), "\(row.name)")
      }
      if let flag = row.option?.flag {
        expect(flag.wholeMatch(of: /--[a-z-]+-(max|seconds)/), differsFrom: nil)
      }
    }
  }

  @Test("a terminal shows the same rows in columns")
  func text() {
    let lines = ServerLimits().text.split(separator: "\n")
    let (own, ofNodes) = (ServerLimits().table, ServerLimits.nodeRows)
    expect(lines.count, equals: own.count + 1 + ofNodes.count)
    let rows = lines.prefix(own.count) + lines.suffix(ofNodes.count)
    let fates = zip(rows, own + ofNodes)
      .map { line, row -> Int? in
        let fate = row.fate.filter { $0 != "`" }
        expect(line.hasPrefix(row.name.filter { $0 != "`" } + " "))
        expect(line.hasSuffix("  " + fate))
        return line.count - fate.count
      }
    expect(Set(fates).count, equals: 1)
  }
}
