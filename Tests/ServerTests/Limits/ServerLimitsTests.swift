// The table of limits: nothing is missing from it, it says what is configured, and the runbook
// shows the same one.

import Foundation
import Rooms
import TestSupport
import Testing

@testable import Server

@Suite("The table of limits")
struct ServerLimitsTests {
  private func page(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).appending(path: "../../../../deploy").standardized
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test("the runbook shows it, every option that sets a limit, and the limits of nodes")
  func runbook() throws {
    let text = try page("REFERENCE.md")
    let table = ServerLimits().markdown
    expect(text, contains: "\n\n\(table)", "deploy/REFERENCE.md has to show:\n\(table)")
    for flag in ServerLimits().table.compactMap(\.flag) {
      expect(text, contains: "\n| `\(flag)` | `CHROMATCH_", "\(flag)")
    }
    let file = "bytes of a node's file, and of a certificate, a key or the secret that it names"
    let waiting = "matches, tries and wishes to be forgotten that somebody waits for"
    let rows: [(what: String, number: String, limit: Int)] = [
      (file, "65,536 bytes", ClusterFile.bytesMax),
      (
        "members of the store, and servers of the bus, that it names", "16 addresses",
        ClusterFile.membersMax
      ),
      (
        "time for a node that stops to let go of its shards", "3,000 ms",
        Int(ClusterNode.leaveMillisecondsMax)
      ),
      ("messages of nodes that wait for a lane", "32,768 messages", BeatDesk.unheardMax),
      ("bytes of nodes that wait for a lane", "33,554,432 bytes", BeatDesk.unheardBytesMax),
      ("entries that wait for the archive's disk", "64 entries", ArchiveFollower.entriesMax),
      (waiting, "4,096", SharedArchive.waitingMax),
    ]
    let cluster = try page("CLUSTER.md")
    for (what, number, limit) in rows {
      expect(Int(number.filter(\.isNumber)), equals: limit, "\(what)")
      expect(cluster, contains: "\n| \(what) | \(number) | ", "\(what)")
    }
  }

  @Test("every number that can be set is in it")
  func complete() {
    func count(_ value: Any) -> Int {
      Mirror(reflecting: value).children.filter { $0.value is Int }.count
    }
    let limits = ServerLimits()
    // Two lengths belong to the wire and to framing, the rounds of an endless match to the rules,
    // four numbers to the journal, one to the server's time, and ten to the archive.
    expect(limits.table.count, equals: count(limits) + count(limits.halls) + count(limits.web) + 18)
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
      limits.markdown,
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
      if let flag = row.flag {
        expect(flag.wholeMatch(of: /--[a-z-]+-(max|seconds)/), differsFrom: nil)
      }
    }
  }

  @Test("a terminal shows the same rows in columns")
  func text() {
    let lines = ServerLimits().text.split(separator: "\n")
    let table = ServerLimits().table
    expect(lines.count, equals: table.count)
    let fates = zip(lines, table)
      .map { line, row -> Int? in
        let fate = row.fate.filter { $0 != "`" }
        expect(line.hasPrefix(row.name.filter { $0 != "`" } + " "))
        expect(line.hasSuffix("  " + fate))
        return line.count - fate.count
      }
    expect(Set(fates).count, equals: 1)
  }
}
