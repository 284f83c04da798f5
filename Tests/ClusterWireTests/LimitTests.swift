// The limits of a cluster are those that the runbook tells.

import Driving
import Foundation
import Rooms
import TestSupport
import Testing

@testable import Cluster

@Suite("Limits of a cluster")
struct LimitTests {
  static let rows: [(what: String, number: Int, unit: String)] = [
    ("bytes that an entry of a shard's journal says", ShardEntry.frameBytesMax, "bytes"),
    ("questions in one request to the store", StoreBatch.questionsMax, "questions"),
    ("bytes of entries in one request to the store", StoreBatch.bytesMax, "bytes"),
    ("journals that one request reads", ReadingPace.journalsMax, "journals"),
    ("entries of a page that is read", ReadingPace.entriesMax, "entries"),
    ("entries of a page of it", ArchiveQuestion.pageEntriesMax, "entries"),
    ("bytes of an answer of the store", StoreBatch.answerBytesMax, "bytes"),
    ("bytes of a beat", LaneBeat.bytesMax, "bytes"),
    ("bytes of a message to another node", NodeMessage.bytesMax, "bytes"),
    ("bytes of what a lane tells other nodes of its rooms", NodeList.bytesMax, "bytes"),
  ]

  @Test("the runbook says each limit of a cluster")
  func runbook() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../deploy/CLUSTER.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    for (what, number, unit) in Self.rows {
      var digits = String(number)
      for place in stride(from: digits.count - 3, to: 0, by: -3) {
        digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      }
      let row = "| \(what) | \(digits) \(unit) | "
      expect(text, contains: "\n" + row, "the runbook has no row \(row)")
    }
  }
}
