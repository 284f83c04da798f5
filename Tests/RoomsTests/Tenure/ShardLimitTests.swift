// The limits of a lane of a cluster against the runbook's table of them.

import Foundation
import TestSupport
import Testing
import Wire

@testable import Cluster
@testable import Driving
@testable import Rooms

@Suite("Limits of a lane of a cluster")
struct ShardLimitTests {
  static let rows: [(what: String, number: Int, unit: String)] = [
    (
      "bytes of an entry that takes more than one room's lines", ShardJournal.entryBytesMax, "bytes"
    ),
    (
      "entries after which a shard's rooms are written anew", Int(ShardJournal.entriesMax),
      "entries"
    ),
    ("time that moves wait to be stored", ShardJournal.unansweredMilliseconds, "ms"),
    ("effects that wait for the store, for each lane", HeldEffects.countMax, "effects"),
    ("nodes of a cluster", Membership.nodesMax, "nodes"),
    ("guests of other nodes, for each lane", Guests.countMax, "guests"),
    ("times that somebody is lent for one line", Hall.lendsMax, "times"),
    (
      "time from one look for a seat to the next, while rooms change hands",
      Hall.searchMilliseconds, "ms"
    ),
    ("times that a seat is looked for", Hall.searchesMax, "times"),
    ("bytes of a guest", Guest.bytesMax, "bytes"),
    ("lines that a guest brings and that are not answered", Guest.keptMax, "lines"),
    ("age of a guest's line, as their node says", Guests.ageMillisecondsMax, "ms"),
    (
      "time after which a lane says that it is there, to each lane that it shares guests with",
      NodeTrack.pulseMilliseconds, "ms"
    ),
    ("silence of a lane that guests are shared with", NodeTrack.silenceMilliseconds, "ms"),
    ("bytes said to a lane of another node in one turn", NodeTrack.turnBytesMax, "bytes"),
    (
      "bytes of a message to another node, if it says more than one thing",
      NodeTrack.messageBytesMax, "bytes"
    ),
    ("rooms that a lane tells other nodes of, the best first", ListedRoom.bestMax, "rooms"),
    ("rooms besides in which anybody may sit down at once", ListedRoom.openMax, "rooms"),
    ("time from one such list to the next", NodeList.everyMilliseconds, "ms"),
    ("rooms of other nodes that LIST and QUICK know, for each lane", NodeRooms.shownMax, "rooms"),
    ("bytes of an entry of the archives' journal", ArchiveEntry.frameBytesMax, "bytes"),
    ("bytes that wait to be written into it", ArchiveJournal.waitingBytesMax, "bytes"),
    ("entries of it", Int(ArchiveJournal.placesMax), "entries"),
    (
      "places by which an archive goes on before its node says so", Int(ArchiveJournal.markPlaces),
      "places"
    ),
    (
      "time from one look for what other nodes keep to the next", ArchiveJournal.pollMilliseconds,
      "ms"
    ),
  ]

  @Test("the runbook says each limit")
  func runbook() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../deploy/CLUSTER.md")
    let text = try String(contentsOf: file.standardized, encoding: .utf8)
    for (what, number, unit) in Self.rows {
      let digits = number.formatted(.number.locale(Locale(identifier: "en_US")))
      expect(text, contains: "\n| \(what) | \(digits) \(unit) | ")
    }
  }
}
