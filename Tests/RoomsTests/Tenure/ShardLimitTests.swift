// The limits of a lane of a cluster against the runbook's table of them.

import Foundation
import Testing

@testable import Driving
@testable import Rooms

@Suite("Limits of a lane of a cluster")
struct ShardLimitTests {
  static let rows: [(what: String, number: Int, unit: String)] = [
    (
      "bytes of an entry that takes more than one room's lines", ShardJournal.entryBytesMax,
      "bytes"
    ),
    (
      "entries after which a shard's rooms are written anew", Int(ShardJournal.entriesMax),
      "entries"
    ),
    ("time that moves wait to be stored", ShardJournal.movesMilliseconds, "ms"),
    ("effects that wait for the store, for each lane", HeldEffects.countMax, "effects"),
    ("nodes of a cluster", Membership.nodesMax, "nodes"),
  ]

  @Test("the runbook says each of them", arguments: rows.indices)
  func runbook(index: Int) throws {
    let (what, number, unit) = ShardLimitTests.rows[index]
    let file = URL(filePath: #filePath).appending(path: "../../../../deploy/README.md")
    let text = try String(contentsOf: file.standardized, encoding: .utf8)
    let digits = number.formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(text.contains("\n| \(what) | \(digits) \(unit) | "))
  }
}
