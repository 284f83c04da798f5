// The limits of a lane of a cluster against the runbook's table of them.

import TestSupport
import Testing
import Wire

@testable import Cluster
@testable import Rooms

@Suite("Limits of a lane of a cluster")
struct ShardLimitTests {
  static let rows = [
    LimitRow(
      "bytes of an entry that takes more than one room's lines", ShardJournal.entryBytesMax,
      "bytes", "the rest waits for the next entry"),
    LimitRow(
      "entries after which a shard's rooms are written anew", Int(ShardJournal.entriesMax),
      "entries", "the oldest rooms write themselves down, and what lay before them goes"),
    LimitRow(
      "time that moves wait to be stored", ShardJournal.unansweredMilliseconds, "ms",
      "they are an entry by themselves"),
    LimitRow(
      "effects that wait for the store, for each lane", HeldEffects.countMax, "effects",
      "the shard is let go of for which most wait"),
    LimitRow("nodes of a cluster", Membership.nodesMax, "nodes", "the server does not start"),
    LimitRow(
      "guests of other nodes, for each lane", Guests.countMax, "guests",
      "one more is told `server-full`"),
    LimitRow(
      "times that somebody is lent for one line", Hall.lendsMax, "times",
      "they are told that the room is at another server"),
    LimitRow(
      "time from one look for a seat to the next, while rooms change hands",
      Hall.searchMilliseconds, "ms", "–"),
    LimitRow(
      "times that a seat is looked for", Hall.searchesMax, "times",
      "the client connects again; nothing is lost"),
    LimitRow(
      "bytes of a guest", Guest.bytesMax, "bytes",
      "the message is not read, and the link of the two lanes breaks"),
    LimitRow(
      "lines that a guest brings and that are not answered", Guest.keptMax, "lines",
      "the rest is not answered"),
    LimitRow(
      "age of a guest's line, as their node says", Guests.ageMillisecondsMax, "ms",
      "it counts as that old"),
    LimitRow(
      "time after which a lane says that it is there, to each lane that it shares guests with",
      NodeTrack.pulseMilliseconds, "ms", "–"),
    LimitRow(
      "silence of a lane that guests are shared with", NodeTrack.silenceMilliseconds, "ms",
      "the guests are closed, and come back to their seats"),
    LimitRow(
      "bytes said to a lane of another node in one turn", NodeTrack.turnBytesMax, "bytes",
      "the link breaks: its guests are closed, and come back"),
    LimitRow(
      "bytes of a message to another node, if it says more than one thing",
      NodeTrack.messageBytesMax, "bytes", "the rest goes in the next"),
    LimitRow(
      "rooms that a lane tells other nodes of, the best first", ListedRoom.bestMax, "rooms",
      "of the rest it tells those below"),
    LimitRow(
      "rooms besides in which anybody may sit down at once", ListedRoom.openMax, "rooms",
      "the rest is not listed there; players who have the code come in"),
    LimitRow("time from one such list to the next", NodeList.everyMilliseconds, "ms", "–"),
    LimitRow(
      "rooms of other nodes that LIST and QUICK know, for each lane", NodeRooms.shownMax, "rooms",
      "the first in the order of LIST are listed"),
    LimitRow(
      "bytes of an entry of the archives' journal", ArchiveEntry.frameBytesMax, "bytes",
      "what is longer is not kept, and counted"),
    LimitRow(
      "bytes that wait to be written into it", ArchiveJournal.waitingBytesMax, "bytes",
      "the newest is not kept, and counted"),
    LimitRow(
      "entries of it", Int(ArchiveJournal.placesMax), "entries",
      "the oldest are dropped, even if an archive lacks them"),
    LimitRow(
      "places by which an archive goes on before its node says so", Int(ArchiveJournal.markPlaces),
      "places", "–"),
    LimitRow(
      "time from one look for what other nodes keep to the next", ArchiveJournal.pollMilliseconds,
      "ms", "–"),
  ]

  @Test("the golden table of nodes has each limit of a lane")
  func goldenTable() throws {
    try expectTable(
      Self.rows.map(\.line), of: "deploy/CLUSTER.md", below: "## Limits", isWhole: false)
  }
}
