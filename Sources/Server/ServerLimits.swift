// Every limit of a server in one table: its name, its number, its unit, what happens beyond it, and
// the option that sets it. Limits of the socket side have their numbers here; those of the rules,
// the wire and the halls are read from where they are kept, so no number is written twice.
// Invariant: what the table says is what holds, because everybody takes their numbers from this
// value.

import Archive
import ArchiveSQLite
import Framing
import Game
public import Rooms
import Wire

/// What a server allows.
public struct ServerLimits: Sendable {
  /// What the halls allow.
  public var halls = Limits()

  /// Connections in all. For the next, the one is closed that has said no HELLO for longest; when
  /// all have, the next can only come back to a seat, or is told `server-full` and closed.
  public var connectionsMax = 20_000
  /// Descriptors that connections leave to the admin listener and to files; where that makes them
  /// fewer than `connectionsMax`, there are that few.
  public var spareDescriptors = 32
  /// Connections of one address, likewise: of three hundred people behind one, some of whom look on
  /// in several rooms. IPv6 addresses are one if they share their first 64 bits, because that is
  /// what one customer gets.
  public var connectionsPerAddressMax = 1_024
  /// Connections beyond those limits that can only come back to a seat; for one more, the oldest of
  /// them is closed.
  public var connectionsReturningMax = 256
  /// Such connections of one address, likewise.
  public var connectionsReturningPerAddressMax = 64
  /// Connections of one lane; the next that comes is told `server-full` and closed. Those that are
  /// carried from another lane are always taken.
  public var connectionsPerLaneMax = 20_000
  /// TLS handshakes that begin in a second, and at once; the next peer is cut off.
  public var handshakesPerSecondMax = 500
  /// TLS handshakes under way; for one more, the address with the most of them loses the one that
  /// began first.
  public var handshakesUnderWayMax = 512
  /// TLS handshakes of one address, grouped as above, that are under way or begin at once; the next
  /// peer is cut off.
  public var handshakesPerAddressMax = 64
  /// TLS handshakes of one address that begin a second in the long run; the next peer is cut off.
  public var handshakesPerAddressPerSecondMax = 16
  /// Bytes of one request's head; one more is answered with 431.
  public var requestHeadBytesMax = 8_192
  /// Bytes of one WebSocket message; one more closes with 1009.
  public var messageBytesMax = 64 * 1_024
  /// Bytes that one client may send at once; beyond, it is cut off.
  public var byteBurst = 1_024 * 1_024
  /// Bytes that one client may send a second in the long run; beyond, it is cut off.
  public var bytesPerSecond = 256 * 1_024
  /// Bytes that may wait for one client; beyond that a watcher gets the room as it is once it reads
  /// again, and a player is told `too-slow` and closed.
  public var outboxBytesMax = 256 * 1_024
  /// How long a client may take to read its last line, in milliseconds; then it is cut off.
  public var closeMilliseconds = 1_000
  /// Connections that wait to be accepted; the system delays or refuses the next.
  public var backlog = 1_024
  /// Connections to the admin listener; the next takes the place of the one that has been silent
  /// longest.
  public var adminConnectionsMax = 16
  /// How long a connection to the admin listener may be silent, in milliseconds; then it is closed.
  public var adminSilenceMilliseconds = 10_000
  /// Bytes of log lines that may wait to be written; the next line is dropped and counted.
  public var logBytesMax = 256 * 1_024
  /// Addresses that a lane names in the log's refusals of one second; those beyond are `others`.
  public var loggedAddressesMax = 64
  /// Finished matches that wait to be kept; the next is dropped and counted.
  public var archiveMatchesMax = 4_096
  /// Bytes of records that wait to be kept, likewise.
  public var archiveBytesMax = 64 * 1_024 * 1_024
  /// How long matches may run on that a server waits for before it stops, in milliseconds; then it
  /// stops.
  public var drainMilliseconds = 600_000
  /// How long the result of the last of them is to be seen, in milliseconds; then it stops.
  public var lastLookMilliseconds = 5_000
  /// What the web client's folder may hold.
  public var web = WebFolderLimits()

  /// Bytes of the journal of one lane; for more its oldest part goes, with the rooms that need it.
  public static let journalBytesMax = LaneJournal.segmentsMax * LaneJournal.segmentBytesMax

  /// The limits of a server that nobody configured.
  public init() {}
}

extension ServerLimits {
  /// What the door allows.
  var visitors: Visitors.Limits {
    Visitors.Limits(
      inAll: connectionsMax, ofOneGroup: connectionsPerAddressMax,
      ofOneSite: connectionsPerAddressMax * halls.siteShare, returning: connectionsReturningMax,
      returningOfOneGroup: connectionsReturningPerAddressMax)
  }
}

/// One row of the table of limits.
public struct ServerLimit: Equatable, Sendable {
  /// What is limited.
  public let name: String
  /// How much.
  public let number: Int
  /// Of what: bytes, connections, milliseconds …
  public let unit: String
  /// What happens beyond it.
  public let fate: String
  /// The option that sets it; nil if none does.
  public let flag: String?

  init(_ name: String, _ number: Int, _ unit: String, _ fate: String, flag: String? = nil) {
    self.name = name
    self.number = number
    self.unit = unit
    self.fate = fate
    self.flag = flag
  }
}

extension ServerLimits {
  /// All limits, from the network inwards.
  public var table: [ServerLimit] {
    connectionRows + webRows + logRows + clientRows + addressRows + roomRows + latenessRows
      + archiveRows
  }

  private var connectionRows: [ServerLimit] {
    [
      ServerLimit(
        "connections in all", connectionsMax, "connections",
        "the oldest without HELLO is closed; once all have said it, `server-full`, closed",
        flag: "--connections-max"),
      ServerLimit(
        "connections of one address (IPv6: of one /64)", connectionsPerAddressMax, "connections",
        "likewise", flag: "--connections-per-address-max"),
      ServerLimit(
        "connections beyond those, only to resume a seat", connectionsReturningMax,
        "connections", "the oldest of them is closed"),
      ServerLimit(
        "such connections of one address", connectionsReturningPerAddressMax, "connections",
        "likewise"),
      ServerLimit(
        "descriptors that connections leave to metrics, health and files", spareDescriptors,
        "descriptors", "`server-full`, closed"),
      ServerLimit(
        "connections of one lane", connectionsPerLaneMax, "connections", "`server-full`, closed"),
      ServerLimit(
        "connections waiting to be accepted", backlog, "connections",
        "the system delays or refuses the next"),
      ServerLimit(
        "TLS handshakes begun", handshakesPerSecondMax, "a second", "cut off",
        flag: "--handshakes-per-second-max"),
      ServerLimit(
        "TLS handshakes under way", handshakesUnderWayMax, "handshakes",
        "the oldest of the address with the most is cut off"),
      ServerLimit(
        "TLS handshakes of one address at once", handshakesPerAddressMax, "handshakes", "cut off",
        flag: "--handshakes-per-address-max"),
      ServerLimit(
        "TLS handshakes of one address in the long run", handshakesPerAddressPerSecondMax,
        "a second", "cut off"),
      ServerLimit(
        "bytes waiting for one slow client", outboxBytesMax, "bytes",
        "a watcher gets a new snapshot later; a player gets `too-slow`, closed",
        flag: "--outbox-bytes-max"),
      ServerLimit("reading the last line before a close", closeMilliseconds, "ms", "cut off"),
      ServerLimit(
        "header of a trusted proxy (PROXY protocol)", ProxyHeader.bytesMax, "bytes", "closed"),
    ]
  }

  private var webRows: [ServerLimit] {
    [
      ServerLimit("head of a request", requestHeadBytesMax, "bytes", "431, closed"),
      ServerLimit("files of the web client", web.filesMax, "files", "the server does not start"),
      ServerLimit(
        "one file of the web client", web.fileBytesMax, "bytes", "the server does not start"),
      ServerLimit(
        "all files of the web client", web.bytesMax, "bytes", "the server does not start"),
      ServerLimit(
        "nested folders", web.depthMax, "folders", "the server does not start"),
      ServerLimit(
        "connections to the admin listener", adminConnectionsMax, "connections",
        "the longest silent one is closed"),
      ServerLimit("silence on the admin listener", adminSilenceMilliseconds, "ms", "closed"),
    ]
  }

  private var logRows: [ServerLimit] {
    [
      ServerLimit(
        "log lines that wait to be written", logBytesMax, "bytes", "dropped and counted"),
      ServerLimit(
        "addresses in one lane's log of a second's refusals", loggedAddressesMax,
        "addresses", "the rest are summed up as `others`"),
    ]
  }

  private var clientRows: [ServerLimit] {
    [
      ServerLimit("a line from a client", Wire.clientLineBytesMax, "bytes", "`bad-line`, closed"),
      ServerLimit(
        "a message over a WebSocket", messageBytesMax, "bytes", "closed with 1009"),
      ServerLimit("bytes at once", byteBurst, "bytes", "cut off"),
      ServerLimit("bytes in the long run", bytesPerSecond, "a second", "cut off"),
      ServerLimit("lines at once", halls.lineBurst, "lines", "dropped, `too-fast`"),
      ServerLimit(
        "lines in the long run", halls.linesPerSecond, "a second", "dropped, `too-fast`"),
      ServerLimit("a heavy line counts as", halls.heavyLineCost, "lines", "as above"),
      ServerLimit("between two `too-fast`", halls.strikeMilliseconds, "ms", "silence"),
      ServerLimit(
        "a `too-fast` is remembered", halls.strikesMilliseconds, "ms", "it no longer counts"),
      ServerLimit("`too-fast` in that time", halls.strikesMax, "times", "the last one closes"),
      ServerLimit(
        "from connecting to HELLO, including handshakes and page requests",
        halls.helloMilliseconds, "ms", "`idle`, closed"),
      ServerLimit("silence outside rooms", halls.idleMilliseconds, "ms", "`idle`, closed"),
      ServerLimit("silence in a room", halls.idleInRoomMilliseconds, "ms", "`idle`, closed"),
      ServerLimit("between two PINGs", halls.pingMilliseconds, "ms", "the next is sent"),
      ServerLimit(
        "from a PING to the next line, if the client has answered one before",
        halls.answerMilliseconds, "ms", "`idle`, closed"),
      ServerLimit(
        "unanswered PINGs in a row", halls.unansweredPingsMax, "times", "no more PINGs"),
      ServerLimit(
        "lines of a slow watcher, kept until it reads", halls.heldLinesMax, "lines",
        "`too-slow`, closed"),
      ServerLimit("reactions of a player at once", halls.reactionBurst, "reactions", "`not-now`"),
      ServerLimit(
        "reactions of a player in the long run", halls.reactionsPerSecond, "a second",
        "`not-now`"),
    ]
  }

  private var addressRows: [ServerLimit] {
    [
      ServerLimit(
        "lines of one address (IPv6: one /64) at once", halls.addressLineBurst, "lines",
        "dropped, `too-fast`"),
      ServerLimit(
        "lines of one address in the long run", halls.addressLinesPerSecond, "a second",
        "dropped, `too-fast`", flag: "--lines-per-address-max"),
      ServerLimit(
        "lines that a connection draws from these at a time", halls.lineDraw, "lines",
        "it draws again"),
      ServerLimit(
        "bytes of answers to one address at once", halls.addressAnswerBurst, "bytes",
        "LIST, WHO, WATCH and questions for the archive get `not-now`"),
      ServerLimit(
        "bytes of answers to one address in the long run", halls.addressAnswerBytesPerSecond,
        "a second", "likewise"),
      ServerLimit(
        "matches of one address that are kept of a day", halls.addressMatchesMax, "matches",
        "not kept"),
      ServerLimit(
        "bytes of their records", halls.addressRecordBytesMax, "bytes", "not kept"),
      ServerLimit(
        "identities proved from one address on a day", halls.addressIdentitiesMax, "identities",
        "PROVE gets `not-now`"),
      ServerLimit(
        "ranked tries of one address on a day", halls.addressAttemptsMax, "tries",
        "the match begins and is not ranked"),
      ServerLimit(
        "wrong codes and passwords of one address", halls.missesMax, "guesses",
        "JOIN and WATCH get `not-now`, except in listed rooms without a password"),
      ServerLimit(
        "a wrong code or password is remembered", halls.missMilliseconds, "ms",
        "it no longer counts"),
      ServerLimit(
        "all that is counted of one address, for one IPv6 /48", halls.siteShare,
        "times those of one address", "as for one address"),
      ServerLimit(
        "addresses of which a lane remembers that; and as many /48",
        halls.accountsMax, "addresses", "those charged longest ago start afresh"),
    ]
  }

  private var roomRows: [ServerLimit] {
    [
      ServerLimit(
        "rooms in all", halls.roomsMax, "rooms", "`too-many-rooms`", flag: "--rooms-max"),
      ServerLimit(
        "rooms opened from one address (IPv6: one /64)", halls.addressRoomsMax, "rooms",
        "`too-many-rooms`", flag: "--rooms-per-address-max"),
      ServerLimit(
        "watchers of a room on its own lane", halls.watchersAtHomeMax, "watchers",
        "carried to another lane"),
      ServerLimit("rooms in one LIST", halls.listedRoomsMax, "rooms", "the rest are left out"),
      ServerLimit(
        "a lost player keeps the seat", halls.seatKeptMilliseconds, "ms", "the seat is free"),
      ServerLimit(
        "away in a rated match, before the host can put out", halls.absenceMilliseconds, "ms",
        "until then `not-now`"),
      ServerLimit(
        "back after a crash, before matches go on", halls.pauseMilliseconds, "ms",
        "SET and LOCK are refused with `not-now`"),
      ServerLimit(
        "the newest line of a journal, when a server starts", Int(Kept.ageMillisecondsMax), "ms",
        "no room comes back"),
      ServerLimit(
        "a journal ahead of the clock, when a server starts", Int(Kept.aheadMillisecondsMax), "ms",
        "no room comes back"),
      ServerLimit(
        "journal of one lane", Self.journalBytesMax, "bytes",
        "its oldest part goes; a room whose match began there comes back only once it is over"),
      ServerLimit(
        "a room without anyone", halls.emptyRoomMilliseconds, "ms", "the room closes"),
      ServerLimit(
        "alone in a room that QUICK opened", halls.quickBotMilliseconds, "ms",
        "a bot of level 2 sits down"),
      ServerLimit(
        "ready in a room that QUICK finds, while others are not", halls.patienceMilliseconds, "ms",
        "the match begins without them"),
      ServerLimit(
        "watchers in one WHO", halls.listedWatchersMax, "watchers", "the rest are left out"),
      ServerLimit(
        "from CHALLENGE to its PROVE", halls.proofMilliseconds, "ms", "`not-now`"),
      ServerLimit(
        "waiting for sealed nonces before a match", halls.revealMilliseconds, "ms",
        "it begins without those still sealed"),
      ServerLimit(
        "rounds of an endless match", Rules.endlessRoundsMax, "rounds", "it ends"),
      ServerLimit(
        "between two counts of watchers", halls.watcherCountMilliseconds, "ms", "the newest wins"),
      ServerLimit(
        "events a room remembers for `WATCH since=`", halls.historyEventsMax, "events",
        "a snapshot is sent instead"),
      ServerLimit(
        "how long a room remembers them", halls.historyMilliseconds, "ms",
        "a snapshot is sent instead"),
      ServerLimit(
        "messages waiting for a room's delayed watchers", halls.delayedMessagesMax, "messages",
        "the oldest is sent early"),
      ServerLimit(
        "bytes of a match's record", halls.recordBytesMax, "bytes",
        "only each player's last SET of a round is kept"),
      ServerLimit(
        "players banned by a host", halls.bansMax, "a room", "the oldest may come back"),
      ServerLimit(
        "matches running on, once the server is told to drain", drainMilliseconds, "ms",
        "the server stops", flag: "--drain-seconds"),
      ServerLimit(
        "after the last of them, for its result to be seen", lastLookMilliseconds, "ms",
        "the server stops"),
    ]
  }

  private var latenessRows: [ServerLimit] {
    [
      ServerLimit(
        "between two batches of a room's positions", halls.moveMilliseconds, "ms",
        "the newest of each player wins"),
      ServerLimit(
        "the same on a lane as late as can be, for watchers before players",
        halls.rareMoveMilliseconds, "ms", "they come no more rarely"),
      ServerLimit(
        "what a lane handles had waited, on average", halls.lateMilliseconds, "ms",
        "the lane is late: positions come more rarely, SETs that came together count as the last"),
      ServerLimit(
        "time over which a lane takes that average", halls.latenessMilliseconds, "ms",
        "positions may come more rarely, by a quarter of the way"),
      ServerLimit(
        "what a lane in time handles had waited, on average", halls.inTimeMilliseconds, "ms",
        "the lane is not yet in time"),
      ServerLimit(
        "a lane is in time", halls.calmMilliseconds, "ms",
        "positions come more often again, by a quarter of the way"),
      ServerLimit(
        "positions come more rarely for players", halls.newcomersMilliseconds, "ms",
        "newcomers get `server-full`, closed"),
      ServerLimit(
        "the server's time beside the machine's clock", Int(WallClock.toleranceMilliseconds), "ms",
        "it follows; back only while no room is open"),
    ]
  }

  /// How many bytes of a record are told at once: they wait for a client as other lines do.
  var recordBytesMax: Int { min(64 << 10, outboxBytesMax / 4) }

  private var archiveRows: [ServerLimit] {
    [
      ServerLimit(
        "questions about boards and past matches that wait", ReadingDesk.questionsMax, "questions",
        "`not-now`"),
      ServerLimit(
        "of these, and of those about the log, from one address",
        ReadingDesk.questionsMax / DeskPlaces.addressPart, "questions", "`not-now`"),
      ServerLimit("rows of a board, and matches in one PAST", Board.rowsMax, "rows", "left out"),
      ServerLimit(
        "waiting to hear whether a match of the day is ranked", halls.claimMilliseconds, "ms",
        "the match begins and is not"),
      ServerLimit(
        "from a question for the archive to its answer", halls.answerableMilliseconds, "ms",
        "`not-now`"),
      ServerLimit(
        "finished matches that wait to be kept", archiveMatchesMax, "matches",
        "dropped and counted"),
      ServerLimit(
        "bytes of records that wait to be kept", archiveBytesMax, "bytes", "dropped and counted"),
      ServerLimit(
        "parts of the journal that wait until their matches are kept", JournalHome.owedMax, "files",
        "removed at once"),
      ServerLimit(
        "questions about records that wait", RecordDesk.questionsMax, "questions", "`not-now`"),
      ServerLimit(
        "of these from one address", RecordDesk.questionsMax / DeskPlaces.addressPart, "questions",
        "`not-now`"),
      ServerLimit(
        "bytes of a record in one answer, but for its proof", recordBytesMax, "bytes",
        "the rest is asked for with `from=`"),
      ServerLimit("age of a backup of the archive", ArchiveFolder.backupDays, "days", "it goes"),
      ServerLimit(
        "age of a record", Retention.bodyDays, "days", "deleted; its hash stays in the log"),
      ServerLimit("age of a guest's name", Retention.guestDays, "days", "deleted"),
      ServerLimit(
        "since a player was last seen", Retention.playerDays, "days", "the player is forgotten"),
    ]
  }

  /// The table as Markdown, as the runbook shows it.
  public var markdown: String {
    let rows = table.map { limit in
      let flag = limit.flag.map { "`\($0)`" } ?? "–"
      return [limit.name, "\(grouped(limit.number)) \(limit.unit)", limit.fate, flag]
    }
    return "| what | number | beyond it | option |\n|---|---|---|---|\n"
      + rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// The table for a terminal, in columns: what, how much, the option, what happens beyond it.
  public var text: String {
    let rows = table.map { limit in
      [limit.name, "\(grouped(limit.number)) \(limit.unit)", limit.flag ?? "", limit.fate]
        .map { $0.filter { $0 != "`" } }
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      for (cell, width) in zip(row, widths) {
        text += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      text += "\(row[3])\n"
    }
    return text
  }
}

/// `20,000` for 20000.
private func grouped(_ number: Int) -> String {
  var digits = String(number)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return ([digits] + groups).joined(separator: ",")
}
