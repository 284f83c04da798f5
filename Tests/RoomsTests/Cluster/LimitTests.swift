// The limits of a cluster are those that the runbook tells.

import Rooms
import TestSupport
import Testing

@testable import Cluster

@Suite("Limits of a cluster")
struct LimitTests {
  static let rows = [
    LimitRow(
      "bytes that an entry of a shard's journal says", ShardEntry.frameBytesMax, "bytes",
      "a room that would write more of itself stays written as it was"),
    LimitRow(
      "questions in one request to the store", StoreBatch.questionsMax, "questions",
      "they go in the next"),
    LimitRow(
      "bytes of entries in one request to the store", StoreBatch.bytesMax, "bytes",
      "they go in the next"),
    LimitRow(
      "journals that one request reads", ReadingPace.journalsMax, "journals",
      "they are read by the next; after a request that was not answered one is read alone, then "
        + "twice as many each time while answers are short"),
    LimitRow(
      "entries of a page that is read", ReadingPace.entriesMax, "entries",
      "they are the next page; 32 at first, fewer where an answer had over 256 KiB of them"),
    LimitRow(
      "entries of a page of it", ArchiveQuestion.pageEntriesMax, "entries", "they are the next page"
    ),
    LimitRow(
      "bytes of an answer of the store", StoreBatch.answerBytesMax, "bytes",
      "it counts as none, and is asked for again"),
    LimitRow("bytes of a beat", LaneBeat.bytesMax, "bytes", "it is not heard"),
    LimitRow(
      "bytes of a message to another node", NodeMessage.bytesMax, "bytes",
      "it is not sent, and the link breaks"),
    LimitRow(
      "bytes of what a lane tells other nodes of its rooms", NodeList.bytesMax, "bytes",
      "it is not heard"),
  ]

  @Test("the golden table of nodes has each limit of a cluster")
  func goldenTable() throws {
    try expectTable(
      Self.rows.map(\.line), of: "deploy/CLUSTER.md", below: "## Limits", isWhole: false)
  }
}
