// The limits of a node, beside those of a server, with a row each: what a shard's journal, requests
// to the store, guests, lists of rooms and the archives' journal may take, and the numbers by which
// the engines hold. A number that one type keeps is read from there, so none is written twice.

public import Rooms
import Wire

/// How much the clients of the store and the bus take on.
public enum EngineLimits {
  /// No more requests to the store are under way.
  public static let callsMax = 256
  /// A request is given up after so many milliseconds; its caller has asked again long before.
  public static let callMillisecondsMax = 2_000
  /// What waits to be sent while no server of the bus is there, in bytes; what comes after it is
  /// passed is lost.
  public static let waitingBytesMax = 1 << 20
  /// A server of the bus that takes nothing for so long is given up, in milliseconds. Else its
  /// client would wait until TCP gives up, and could not even find out that no ping is answered.
  public static let writeMilliseconds = 500
  /// What waits to be heard on a subject, in messages; what comes beyond is lost.
  public static let unheardMax = 8_192
  /// The same in bytes.
  public static let unheardBytesMax = 8 << 20
}

/// The rows of the table.
public enum NodeLimits {
  /// Of shards and their store.
  public static let store = [
    LimitRow(
      "bytes that an entry of a shard's journal says", ShardEntry.frameBytesMax, "bytes",
      "a room that would write more of itself stays written as it was"),
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
      "bytes of an answer of the store", StoreBatch.answerBytesMax, "bytes",
      "it counts as none, and is asked for again"),
  ]

  /// Of what nodes say to each other, and of the archives' journal.
  public static let nodes = [
    LimitRow("bytes of a beat", LaneBeat.bytesMax, "bytes", "it is not heard"),
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
      "bytes of a message to another node", NodeMessage.bytesMax, "bytes",
      "it is not sent, and the link breaks"),
    LimitRow(
      "rooms that a lane tells other nodes of, the best first", ListedRoom.bestMax, "rooms",
      "of the rest it tells those below"),
    LimitRow(
      "rooms besides in which anybody may sit down at once", ListedRoom.openMax, "rooms",
      "the rest is not listed there; players who have the code come in"),
    LimitRow("time from one such list to the next", NodeList.everyMilliseconds, "ms", "–"),
    LimitRow(
      "bytes of what a lane tells other nodes of its rooms", NodeList.bytesMax, "bytes",
      "it is not heard"),
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
      "entries of a page of it", ArchiveQuestion.pageEntriesMax, "entries", "they are the next page"
    ),
    LimitRow(
      "places by which an archive goes on before its node says so", Int(ArchiveJournal.markPlaces),
      "places", "–"),
    LimitRow(
      "time from one look for what other nodes keep to the next", ArchiveJournal.pollMilliseconds,
      "ms", "–"),
  ]

  /// Of the clients of the store and the bus.
  public static let engines = [
    LimitRow(
      "requests to the store under way", EngineLimits.callsMax, "requests",
      "they are not sent, and asked again"),
    LimitRow(
      "time for a request to the store", EngineLimits.callMillisecondsMax, "ms", "it is given up"),
    LimitRow(
      "bytes that wait while no server of the bus is there", EngineLimits.waitingBytesMax, "bytes",
      "they are lost, and counted"),
    LimitRow(
      "time in which a server of the bus takes nothing", EngineLimits.writeMilliseconds, "ms",
      "the next server is tried"),
    LimitRow(
      "messages on a subject of the bus that wait to be heard", EngineLimits.unheardMax, "messages",
      "more are lost, and counted"),
    LimitRow(
      "bytes on a subject of the bus that wait to be heard", EngineLimits.unheardBytesMax, "bytes",
      "more are lost, and counted"),
  ]
}
