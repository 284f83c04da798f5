// Every limit of a server's sockets, web pages, log and archive, with a row each as in
// Limits.swift, and the table of all limits. Numbers of the rules, the wire and the halls are read
// from where they are kept, so no number is written twice.
// Invariant: what the table says is what holds, because everybody takes their numbers from this
// value.

import Archive
import ArchiveSQLite
import Cluster
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
  /// Connections beyond those limits that can only come back to a seat.
  public var connectionsReturningMax = 256
  /// Such connections of one address, likewise.
  public var connectionsReturningPerAddressMax = 64
  /// Connections of one lane before the next takes newcomers, too: as many players as keep a lane
  /// busy for 60 % of its time, at 20 moves a second that take 20 µs each, writing included.
  public var laneConnectionsMax = 1_500
  /// Connections of one lane. Those that are carried from another lane are always taken.
  public var connectionsPerLaneMax = 20_000
  /// TLS handshakes that begin in a second, and at once.
  public var handshakesPerSecondMax = 500
  /// TLS handshakes under way.
  public var handshakesUnderWayMax = 512
  /// TLS handshakes of one address, grouped as above, that are under way or begin at once.
  public var handshakesPerAddressMax = 64
  /// TLS handshakes of one address that begin a second in the long run.
  public var handshakesPerAddressPerSecondMax = 16
  /// Bytes of one request's head.
  public var requestHeadBytesMax = 8_192
  /// Bytes of one WebSocket message.
  public var messageBytesMax = 64 * 1_024
  /// Bytes that one client may send at once.
  public var byteBurst = 1_024 * 1_024
  /// Bytes that one client may send a second in the long run.
  public var bytesPerSecond = 256 * 1_024
  /// Bytes that may wait for one client.
  public var outboxBytesMax = 256 * 1_024
  /// How long a client may take to read its last line, in milliseconds.
  public var closeMilliseconds = 1_000
  /// Connections that wait to be accepted; the system delays or refuses the next.
  public var backlog = 1_024
  /// Connections to the admin listener.
  public var adminConnectionsMax = 16
  /// How long a connection to the admin listener may be silent, in milliseconds.
  public var adminSilenceMilliseconds = 10_000
  /// Bytes of log lines that may wait to be written.
  public var logBytesMax = 256 * 1_024
  /// Addresses that a lane names in the log's refusals of one second; those beyond are `others`.
  public var loggedAddressesMax = 64
  /// Finished matches that wait to be kept.
  public var archiveMatchesMax = 4_096
  /// Bytes of records that wait to be kept, likewise.
  public var archiveBytesMax = 64 * 1_024 * 1_024
  /// How long matches may run on that a server waits for before it stops, in milliseconds.
  public var drainMilliseconds = 600_000
  /// How long the result of the last of them is to be seen, in milliseconds.
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

extension ServerLimits {
  /// All limits, from the network inwards.
  public var table: [LimitRow] {
    connectionRows + webRows + logRows + clientRows + halls.rows + roomRows + archiveRows
  }

  private var connectionRows: [LimitRow] {
    [
      LimitRow(
        "connections in all", connectionsMax, "connections",
        "the oldest without HELLO is closed; once all have said it, `server-full`, closed",
        option: LimitOption(
          "--connections-max", 1...1_000_000,
          "connections at once; more are refused, once all have said HELLO")),
      LimitRow(
        "connections of one address (IPv6: of one /64)", connectionsPerAddressMax, "connections",
        "likewise",
        option: LimitOption(
          "--connections-per-address-max", 1...1_000_000, "connections of one address, or IPv6 /64")
      ),
      LimitRow(
        "connections beyond those, only to resume a seat", connectionsReturningMax, "connections",
        "the oldest of them is closed"),
      LimitRow(
        "such connections of one address", connectionsReturningPerAddressMax, "connections",
        "likewise"),
      LimitRow(
        "descriptors that connections leave to metrics, health and files", spareDescriptors,
        "descriptors", "`server-full`, closed"),
      LimitRow(
        "connections of one lane before another one opens", laneConnectionsMax, "connections",
        "the next lane takes newcomers",
        option: LimitOption(
          "--lane-connections-max", 1...1_000_000, "connections of a lane before another one opens")
      ),
      LimitRow(
        "connections of one lane", connectionsPerLaneMax, "connections", "`server-full`, closed"),
      LimitRow(
        "connections waiting to be accepted", backlog, "connections",
        "the system delays or refuses the next"),
      LimitRow(
        "TLS handshakes begun", handshakesPerSecondMax, "a second", "cut off",
        option: LimitOption(
          "--handshakes-per-second-max", 1...1_000_000, "TLS handshakes a second in all")),
      LimitRow(
        "TLS handshakes under way", handshakesUnderWayMax, "handshakes",
        "the oldest of the address with the most is cut off"),
      LimitRow(
        "TLS handshakes of one address at once", handshakesPerAddressMax, "handshakes", "cut off",
        option: LimitOption(
          "--handshakes-per-address-max", 1...1_000_000,
          "TLS handshakes of one address, or /64, at once; a quarter a second in the long run")),
      LimitRow(
        "TLS handshakes of one address in the long run", handshakesPerAddressPerSecondMax,
        "a second", "cut off"),
      LimitRow(
        "bytes waiting for one slow client", outboxBytesMax, "bytes",
        "a watcher gets a new snapshot later; a player gets `too-slow`, closed",
        option: LimitOption(
          "--outbox-bytes-max", 65_536...16_777_216,
          "bytes waiting for one slow client, at least 65536")),
      LimitRow("reading the last line before a close", closeMilliseconds, "ms", "cut off"),
      LimitRow(
        "header of a trusted proxy (PROXY protocol)", ProxyHeader.bytesMax, "bytes", "closed"),
    ]
  }

  private var webRows: [LimitRow] {
    [
      LimitRow("head of a request", requestHeadBytesMax, "bytes", "431, closed"),
      LimitRow("files of the web client", web.filesMax, "files", "the server does not start"),
      LimitRow(
        "one file of the web client", web.fileBytesMax, "bytes", "the server does not start"),
      LimitRow("all files of the web client", web.bytesMax, "bytes", "the server does not start"),
      LimitRow("nested folders", web.depthMax, "folders", "the server does not start"),
      LimitRow(
        "pages of matches and rooms, pictures, records and JSON, for one address",
        PageDesk.requestsMax, "a second", "429"),
      LimitRow(
        "addresses that ask for them in one second", PageDesk.addressesMax, "addresses", "429"),
      LimitRow("matches whose pages are kept ready", PageDesk.matchesMax, "matches", "made again"),
      LimitRow(
        "record of a match over HTTP", PageDesk.recordBytesMax, "bytes",
        "404; REPLAY tells it in pieces"),
      LimitRow(
        "picture of a match", MosaicPicture.bytesMax, "bytes", "its record is left out of it"),
      LimitRow(
        "connections to the admin listener", adminConnectionsMax, "connections",
        "the longest silent one is closed"),
      LimitRow("silence on the admin listener", adminSilenceMilliseconds, "ms", "closed"),
    ]
  }

  private var logRows: [LimitRow] {
    [
      LimitRow("log lines that wait to be written", logBytesMax, "bytes", "dropped and counted"),
      LimitRow(
        "addresses in one lane's log of a second's refusals", loggedAddressesMax, "addresses",
        "the rest are summed up as `others`"),
    ]
  }

  private var clientRows: [LimitRow] {
    [
      LimitRow("a line from a client", Wire.clientLineBytesMax, "bytes", "`bad-line`, closed"),
      LimitRow("a message over a WebSocket", messageBytesMax, "bytes", "closed with 1009"),
      LimitRow("bytes at once", byteBurst, "bytes", "cut off"),
      LimitRow("bytes in the long run", bytesPerSecond, "a second", "cut off"),
    ]
  }

  private var roomRows: [LimitRow] {
    [
      LimitRow(
        "the newest line of a journal, when a server starts", Int(Kept.ageMillisecondsMax), "ms",
        "no room comes back"),
      LimitRow(
        "a journal ahead of the clock, when a server starts", Int(Kept.aheadMillisecondsMax), "ms",
        "no room comes back"),
      LimitRow(
        "journal of one lane", Self.journalBytesMax, "bytes",
        "its oldest part goes; a room whose match began there comes back only once it is over"),
      LimitRow("rounds of an endless match", Rules.endlessRoundsMax, "rounds", "it ends"),
      LimitRow(
        "matches running on, once the server is told to drain", drainMilliseconds, "ms",
        "the server stops",
        option: LimitOption(
          "--drain-seconds", 1...86_400,
          "how long matches may run on after SIGUSR1 or chromatchd drain",
          unit: 1_000)),
      LimitRow(
        "after the last of them, for its result to be seen", lastLookMilliseconds, "ms",
        "the server stops"),
      LimitRow(
        "the server's time beside the machine's clock", Int(WallClock.toleranceMilliseconds), "ms",
        "it follows; back only while no room is open"),
    ]
  }

  /// How many bytes of a record are told at once: they wait for a client as other lines do.
  var recordBytesMax: Int { min(64 << 10, outboxBytesMax / 4) }

  private var archiveRows: [LimitRow] {
    [
      LimitRow(
        "questions about boards and past matches that wait", ReadingDesk.questionsMax, "questions",
        "`not-now`"),
      LimitRow(
        "of these, and of those about the log, from one address",
        ReadingDesk.questionsMax / DeskPlaces.addressPart, "questions", "`not-now`"),
      LimitRow("rows of a board, and matches in one PAST", Board.rowsMax, "rows", "left out"),
      LimitRow(
        "finished matches that wait to be kept", archiveMatchesMax, "matches", "dropped and counted"
      ),
      LimitRow(
        "bytes of records that wait to be kept", archiveBytesMax, "bytes", "dropped and counted"),
      LimitRow(
        "parts of the journal that wait until their matches are kept", JournalHome.owedMax, "files",
        "removed at once"),
      LimitRow(
        "questions about records that wait", RecordDesk.questionsMax, "questions", "`not-now`"),
      LimitRow(
        "of these from one address", RecordDesk.questionsMax / DeskPlaces.addressPart, "questions",
        "`not-now`"),
      LimitRow(
        "bytes of a record in one answer, but for its proof", recordBytesMax, "bytes",
        "the rest is asked for with `from=`"),
      LimitRow("bans that an operator orders", BanList.entriesMax, "bans", "refused"),
      LimitRow("names among them", BanList.namesMax, "names", "refused"),
      LimitRow(
        "age of a backup of the archive", ArchiveFolder.backupDays, "days",
        "it goes, except for the \(ArchiveFolder.backupsMin) with the most matches"),
      LimitRow(
        "days that count as past from one day to the next, for what is kept", Retention.stepDays,
        "days", "deleted later"),
      LimitRow("age of a record", Retention.bodyDays, "days", "deleted; its hash stays in the log"),
      LimitRow("age of a guest's name", Retention.guestDays, "days", "deleted"),
      LimitRow(
        "since a player was last seen", Retention.playerDays, "days", "the player is forgotten"),
    ]
  }

  /// The limits of a node, which come on top, from its store outwards.
  static var nodeRows: [LimitRow] {
    NodeLimits.store + [
      LimitRow(
        "bytes of a node's file, and of a certificate, a key or the secret that it names",
        ClusterFile.bytesMax, "bytes", "the server does not start"),
      LimitRow(
        "members of the store, and servers of the bus, that it names", ClusterFile.membersMax,
        "addresses", "the server does not start"),
      LimitRow(
        "time for a node that stops to hand over its rooms", Int(ClusterNode.leaveMillisecondsMax),
        "ms", "it stops; others claim them because it is silent"),
    ] + NodeLimits.nodes + [
      LimitRow(
        "entries that wait for the archive's disk", ArchiveFollower.entriesMax, "entries",
        "no more are read"),
      LimitRow(
        "matches, tries and wishes to be forgotten that somebody waits for",
        SharedArchive.waitingMax, "of them", "nobody is told what became of one more"),
    ] + NodeLimits.engines + [
      LimitRow(
        "messages of nodes that wait for a lane", BeatDesk.unheardMax, "messages",
        "more are lost, and counted"),
      LimitRow(
        "bytes of nodes that wait for a lane", BeatDesk.unheardBytesMax, "bytes",
        "more are lost, and counted"),
    ]
  }

  /// The table as Markdown, as the reference shows it: a line for each row.
  public var lines: [String] {
    table.map { row in row.line + " " + (row.option.map { "`\($0.flag)`" } ?? "–") + " |" }
  }

  /// The options that set limits as Markdown, likewise.
  public var optionLines: [String] {
    table.compactMap { row in
      row.option.map { option in
        "| `\(option.flag)` | `CHROMATCH_\(option.variable)` | \(row.number / option.unit) | "
          + "\(option.help) |"
      }
    }
  }

  /// The table for a terminal, in columns: what, how much, the option, what happens beyond it.
  /// Below it are the limits of a node.
  public var text: String {
    let rows = (table + Self.nodeRows)
      .map { row in
        [row.name, row.amount, row.option?.flag ?? "", row.fate].map { $0.filter { $0 != "`" } }
      }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths)
        .map { cell, width in
          cell + String(repeating: " ", count: width - cell.count + 2)
        }
        .joined() + row[3]
    }
    lines.insert("\nA node of a cluster has these besides:\n", at: table.count)
    return lines.map { $0 + "\n" }.joined()
  }
}
