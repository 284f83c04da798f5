// Every limit of a hall in one place: its number is a property, and below stands a row that says
// what it limits, in what unit, what happens beyond it, and the option that sets it. `--help`,
// `--limits` and the tables in deploy follow from the rows. Limits of sockets are in Server, of the
// wire in Wire, of the rules in Game.
// Invariant: every number has a row.

import Archive

/// What a hall allows.
public struct Limits: Sendable {
  /// From connecting to a HELLO that was taken.
  public var helloMilliseconds = 10_000
  /// Without any line while in no room.
  public var idleMilliseconds = 120_000
  /// Without any line while in a room.
  public var idleInRoomMilliseconds = 600_000
  /// From one PING to the next.
  public var pingMilliseconds = 5_000
  /// From a PING to the first line after it, of a client that has answered one before.
  public var answerMilliseconds = 8_000
  /// A client that leaves this many PINGs in a row unanswered is asked no more: it is a person.
  public var unansweredPingsMax = 2
  /// How long a lost player's seat is kept.
  public var seatKeptMilliseconds = 60_000
  /// How long somebody has to be away before the host can put them out of a rated match; until then
  /// KICK and BAN are refused with `not-now`.
  public var absenceMilliseconds = 15_000
  /// From the moment when a server that was gone is back until the matches go on that ran when it
  /// went; players come back meanwhile.
  public var pauseMilliseconds = 3_000
  /// How long a room without anyone stays open.
  public var emptyRoomMilliseconds = 60_000
  /// How long a match that is about to begin waits for the seals of its players.
  public var revealMilliseconds = 1_000
  /// How long a match of the day that is about to begin waits for the archive to say whether it is
  /// its player's ranked try. After half of that no try is written down any more, so that none is
  /// lost to a slow disk.
  public var claimMilliseconds = 1_000
  /// From one batch of a room's MOVEs to the next; in between the newest of each player wins.
  public var moveMilliseconds = 50
  /// The same where a lane is as late as can be; it grows and shrinks between the two by quarters,
  /// for watchers before players.
  public var rareMoveMilliseconds = 200
  /// What a lane handles in so long is one measure of how late it is.
  public var latenessMilliseconds = 250
  /// A lane is late when what it handles has waited longer on average; positions are told more
  /// rarely then.
  public var lateMilliseconds = 25
  /// A lane is in time when what it handles has not waited longer on average.
  public var inTimeMilliseconds = 10
  /// A lane that has been in time for so long tells positions more often again, by one quarter.
  public var calmMilliseconds = 1_000
  /// How long a lane tells players of positions more rarely before it refuses newcomers with
  /// `server-full`.
  public var newcomersMilliseconds = 2_000
  /// From one WATCHERS of a room to the next; in between the newest wins.
  public var watcherCountMilliseconds = 1_000
  /// Watchers of a room on its own lane: telling them of a move takes about 5 ms.
  public var watchersAtHomeMax = 600
  /// Cells of those who play along in a match, with those of players who have gone with points.
  public var crowdMax = 10_000
  /// The same that newcomers of one address are given in a match, however often they come and go.
  public var addressCellsMax = 2_000
  /// From one FIELD of a room to the next; CROWD comes half as often.
  public var crowdMilliseconds = 500
  /// Screens of a room that show the field while a round is open; more see it after the round.
  public var fieldScreensMax = 64
  /// From one REACT of somebody who plays along to the next.
  public var crowdReactionMilliseconds = 10_000
  /// Members of a crowd who are told at once what they got.
  public var resultsAtOnce = 1_000
  /// From some of them to the next.
  public var resultsMilliseconds = 100
  /// From a CHALLENGE to the PROVE that answers it.
  public var proofMilliseconds = 10_000
  /// From a question for the archive to its answer.
  public var answerableMilliseconds = 5_000
  /// Rooms of the server at once, on all lanes.
  public var roomsMax = 10_000
  /// Bytes of the records that the rooms of a lane race again.
  public var racedBytesMax = 32 << 20
  /// Rooms at once that were opened from one address: enough for three hundred people behind one,
  /// and fewer than LIST shows, so that nobody fills the list alone. Then CREATE is refused with
  /// `too-many-rooms`.
  public var addressRoomsMax = 64
  /// Rooms in one answer to LIST; the fullest waiting ones come first, the rest is left out.
  public var listedRoomsMax = 100
  /// Numbered events a room remembers for `WATCH since=`; older ones give the room as it is.
  public var historyEventsMax = 512
  /// How long a room remembers them, twice as long as it keeps a seat.
  public var historyMilliseconds = 120_000
  /// Messages that wait for a room's delayed watchers.
  public var delayedMessagesMax = 16_384
  /// Whether players of one address are rated against each other; where they are, boards say so.
  public var ratesHouseholds = false
  /// Bytes of a match's record.
  public var recordBytesMax = 1 << 20
  /// Players whom a host has put out for good.
  public var bansMax = 64
  /// Reactions and new names of a player at once.
  public var reactionBurst = 3
  /// Reactions and new names of a player a second in the long run.
  public var reactionsPerSecond = 1
  /// How long somebody who is ready waits for others who are not, in a room that QUICK opened.
  public var patienceMilliseconds = 12_000
  /// How long after a match of a series the next one begins by itself.
  public var rematchMilliseconds = 15_000
  /// How long somebody who is there may do nothing between matches; then nobody waits for them.
  public var quietMilliseconds = 60_000
  /// Watchers in one answer to WHO; the newest come first, the rest is left out.
  public var listedWatchersMax = 100
  /// Lines of a watcher who reads too slowly that wait for their answers.
  public var heldLinesMax = 32
  /// Lines a client may send at once.
  public var lineBurst = 240
  /// Lines a client may send a second in the long run.
  public var linesPerSecond = 120
  /// How many lines one counts for that everybody may hear of, or that takes looking through rooms.
  public var heavyLineCost = 12
  /// Lines that all connections of one address may send at once.
  public var addressLineBurst = 40_000
  /// Lines of one address a second in the long run: of three hundred people who all move a slider,
  /// and some more.
  public var addressLinesPerSecond = 10_000
  /// How many lines a connection draws from the budget of its address at once. Lanes tell each
  /// other of draws, not of lines.
  public var lineDraw = 24
  /// Bytes of answers to questions, lists and pictures of rooms to one address at once.
  public var addressAnswerBurst = 16 << 20
  /// The same a second in the long run.
  public var addressAnswerBytesPerSecond = 2 << 20
  /// Matches of one address that are kept of one day: of three hundred people who play all evening.
  /// What is played beyond is not kept.
  public var addressMatchesMax = 10_000
  /// Bytes of their records.
  public var addressRecordBytesMax = 256 << 20
  /// Identities that are proved from one address on one day.
  public var addressIdentitiesMax = 1_000
  /// Ranked tries of one address on one day.
  public var addressAttemptsMax = 1_000
  /// Wrong codes and passwords of one address within `missMilliseconds`.
  public var missesMax = 10
  /// How long a wrong code or password counts.
  public var missMilliseconds = 60_000
  /// How many times the budget of one address all of an IPv6 /48 have together.
  public var siteShare = 4
  /// Addresses of which a lane remembers what they used up; for more, those that were charged
  /// longest ago begin anew. As many /48 are remembered besides.
  public var accountsMax = 32_768
  /// From one `too-fast` to the next.
  public var strikeMilliseconds = 500
  /// The `too-fast` of this number within `strikesMilliseconds` closes the connection.
  public var strikesMax = 3
  /// How long a `too-fast` counts.
  public var strikesMilliseconds = 60_000

  /// The limits of a server that nobody configured.
  public init() {}
}

/// A row of a table of limits.
public struct LimitRow: Equatable, Sendable {
  /// What is limited.
  public let name: String
  /// How much.
  public let number: Int
  /// Of what: bytes, connections, milliseconds …
  public let unit: String
  /// What happens beyond it.
  public let fate: String
  /// The option that sets it; nil if none does.
  public let option: LimitOption?

  /// Describes a limit.
  public init(
    _ name: String, _ number: Int, _ unit: String, _ fate: String, option: LimitOption? = nil
  ) {
    (self.name, self.number, self.unit) = (name, number, unit)
    (self.fate, self.option) = (fate, option)
  }
}

extension LimitRow {
  /// How much of what: `20,000 connections`.
  public var amount: String {
    var digits = String(number)
    for place in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
    }
    return "\(digits) \(unit)"
  }

  /// The row as Markdown, without an option.
  public var line: String { "| \(name) | \(amount) | \(fate) |" }
}

/// An option that sets a limit, as a flag and as a variable of the environment.
public struct LimitOption: Equatable, Sendable {
  /// Such as `--rooms-max`.
  public let flag: String
  /// What it takes.
  public let range: ClosedRange<Int>
  /// What it says, as it stands in a table.
  public let help: String
  /// How many of the limit's units one of the option's is: 1,000 where it takes seconds.
  public let unit: Int

  /// Describes an option.
  public init(_ flag: String, _ range: ClosedRange<Int>, _ help: String, unit: Int = 1) {
    (self.flag, self.range, self.help, self.unit) = (flag, range, help, unit)
  }

  /// Such as `ROOMS_MAX`, which follows `CHROMATCH_`.
  public var variable: String { flag.dropFirst(2).replacing("-", with: "_").uppercased() }
}

extension Limits {
  /// The rows of all of them.
  public var rows: [LimitRow] { clientRows + addressRows + roomRows + crowdRows + latenessRows }

  private var crowdRows: [LimitRow] {
    [
      LimitRow(
        "cells of those who play along, in a match", crowdMax, "cells",
        "`room-full`: who comes later looks on"),
      LimitRow(
        "cells that newcomers of one address are given in a match", addressCellsMax, "cells",
        "`room-full`"),
      LimitRow(
        "between two FIELDs; two of them to a CROWD", crowdMilliseconds, "ms", "the newest wins"),
      LimitRow(
        "screens of a room with a live field", fieldScreensMax, "screens",
        "FIELD comes after each round"),
      LimitRow(
        "of those who play along, told at once what they got", resultsAtOnce, "members",
        "the others are told later, in the order of cells"),
      LimitRow("as much later", resultsMilliseconds, "ms", "the next are told"),
      LimitRow(
        "between two REACTs of somebody who plays along", crowdReactionMilliseconds, "ms",
        "`not-now`"),
    ]
  }

  private var clientRows: [LimitRow] {
    [
      LimitRow("lines at once", lineBurst, "lines", "dropped, `too-fast`"),
      LimitRow("lines in the long run", linesPerSecond, "a second", "dropped, `too-fast`"),
      LimitRow("a heavy line counts as", heavyLineCost, "lines", "as above"),
      LimitRow("between two `too-fast`", strikeMilliseconds, "ms", "silence"),
      LimitRow("a `too-fast` is remembered", strikesMilliseconds, "ms", "it no longer counts"),
      LimitRow("`too-fast` in that time", strikesMax, "times", "the last one closes"),
      LimitRow(
        "from connecting to HELLO, including handshakes and page requests", helloMilliseconds, "ms",
        "`idle`, closed"),
      LimitRow("silence outside rooms", idleMilliseconds, "ms", "`idle`, closed"),
      LimitRow("silence in a room", idleInRoomMilliseconds, "ms", "`idle`, closed"),
      LimitRow("between two PINGs", pingMilliseconds, "ms", "the next is sent"),
      LimitRow(
        "from a PING to the next line, if the client has answered one before", answerMilliseconds,
        "ms", "`idle`, closed"),
      LimitRow("unanswered PINGs in a row", unansweredPingsMax, "times", "no more PINGs"),
      LimitRow(
        "lines of a slow watcher, kept until it reads", heldLinesMax, "lines",
        "`too-slow`, closed"),
      LimitRow("reactions of a player at once", reactionBurst, "reactions", "`not-now`"),
      LimitRow(
        "reactions of a player in the long run", reactionsPerSecond, "a second", "`not-now`"),
    ]
  }

  private var addressRows: [LimitRow] {
    [
      LimitRow(
        "lines of one address (IPv6: one /64) at once", addressLineBurst, "lines",
        "dropped, `too-fast`"),
      LimitRow(
        "lines of one address in the long run", addressLinesPerSecond, "a second",
        "dropped, `too-fast`",
        option: LimitOption(
          "--lines-per-address-max", 1_000...1_000_000_000,
          "lines a second of one address, or IPv6 /64; four times as many at once")),
      LimitRow(
        "lines that a connection draws from these at a time", lineDraw, "lines", "it draws again"),
      LimitRow(
        "bytes of answers to one address at once", addressAnswerBurst, "bytes",
        "LIST, WHO, WATCH and questions for the archive get `not-now`"),
      LimitRow(
        "bytes of answers to one address in the long run", addressAnswerBytesPerSecond, "a second",
        "likewise"),
      LimitRow(
        "matches of one address that are kept of a day", addressMatchesMax, "matches", "not kept"),
      LimitRow("bytes of their records", addressRecordBytesMax, "bytes", "not kept"),
      LimitRow(
        "identities proved from one address on a day", addressIdentitiesMax, "identities",
        "PROVE gets `not-now`"),
      LimitRow(
        "ranked tries of one address on a day", addressAttemptsMax, "tries",
        "the match begins and is not ranked"),
      LimitRow(
        "wrong codes and passwords of one address", missesMax, "guesses",
        "JOIN and WATCH get `not-now`, except in listed rooms without a password"),
      LimitRow(
        "a wrong code or password is remembered", missMilliseconds, "ms", "it no longer counts"),
      LimitRow(
        "all that is counted of one address, for one IPv6 /48", siteShare,
        "times those of one address", "as for one address"),
      LimitRow(
        "addresses of which a lane remembers that; and as many /48", accountsMax, "addresses",
        "those charged longest ago start afresh"),
    ]
  }

  private var roomRows: [LimitRow] {
    [
      LimitRow(
        "rooms in all", roomsMax, "rooms", "`too-many-rooms`",
        option: LimitOption("--rooms-max", 1...1_000_000, "rooms at once; more are refused")),
      LimitRow(
        "rooms opened from one address (IPv6: one /64)", addressRoomsMax, "rooms",
        "`too-many-rooms`",
        option: LimitOption(
          "--rooms-per-address-max", 1...1_000_000, "rooms opened from one address, or IPv6 /64")),
      LimitRow(
        "watchers of a room on its own lane", watchersAtHomeMax, "watchers",
        "carried to another lane"),
      LimitRow("rooms in one LIST", listedRoomsMax, "rooms", "the rest are left out"),
      LimitRow("a lost player keeps the seat", seatKeptMilliseconds, "ms", "the seat is free"),
      LimitRow(
        "away in a rated match, before the host can put out", absenceMilliseconds, "ms",
        "until then `not-now`"),
      LimitRow(
        "back after a crash, before matches go on", pauseMilliseconds, "ms",
        "SET and LOCK are refused with `not-now`"),
      LimitRow("a room without anyone", emptyRoomMilliseconds, "ms", "the room closes"),
      LimitRow(
        "ready in a room that QUICK opened, while others are not", patienceMilliseconds, "ms",
        "the match begins without them"),
      LimitRow(
        "between two matches of a series", rematchMilliseconds, "ms",
        "the next begins, unless the host stops it"),
      LimitRow(
        "silent on a seat between matches", quietMilliseconds, "ms",
        "IDLE: nobody waits for them, and QUICK leads nobody there"),
      LimitRow("watchers in one WHO", listedWatchersMax, "watchers", "the rest are left out"),
      LimitRow("from CHALLENGE to its PROVE", proofMilliseconds, "ms", "`not-now`"),
      LimitRow(
        "waiting for sealed nonces before a match", revealMilliseconds, "ms",
        "it begins without those still sealed"),
      LimitRow("between two counts of watchers", watcherCountMilliseconds, "ms", "the newest wins"),
      LimitRow(
        "events a room remembers for `WATCH since=`", historyEventsMax, "events",
        "a snapshot is sent instead"),
      LimitRow(
        "how long a room remembers them", historyMilliseconds, "ms", "a snapshot is sent instead"),
      LimitRow(
        "messages waiting for a room's delayed watchers", delayedMessagesMax, "messages",
        "the oldest is sent early"),
      LimitRow(
        "bytes of a match's record", recordBytesMax, "bytes",
        "only each player's last SET of a round is kept"),
      LimitRow(
        "bytes of a record that is raced again", Original.bytesMax, "bytes", "`no-match`"),
      LimitRow(
        "bytes of all records that are raced on a lane, an eighth of them from one address",
        racedBytesMax, "bytes", "`too-many-rooms`"),
      LimitRow("players banned by a host", bansMax, "a room", "the oldest may come back"),
      LimitRow(
        "waiting to hear whether a match of the day is ranked", claimMilliseconds, "ms",
        "the match begins and is not"),
      LimitRow(
        "from a question for the archive to its answer", answerableMilliseconds, "ms", "`not-now`"),
    ]
  }

  private var latenessRows: [LimitRow] {
    [
      LimitRow(
        "between two batches of a room's positions", moveMilliseconds, "ms",
        "the newest of each player wins"),
      LimitRow(
        "the same on a lane as late as can be, for watchers before players", rareMoveMilliseconds,
        "ms", "they come no more rarely"),
      LimitRow(
        "what a lane handles had waited, on average", lateMilliseconds, "ms",
        "the lane is late: positions come more rarely, SETs that came together count as the last"),
      LimitRow(
        "time over which a lane takes that average", latenessMilliseconds, "ms",
        "positions may come more rarely, by a quarter of the way"),
      LimitRow(
        "what a lane in time handles had waited, on average", inTimeMilliseconds, "ms",
        "the lane is not yet in time"),
      LimitRow(
        "a lane is in time", calmMilliseconds, "ms",
        "positions come more often again, by a quarter of the way"),
      LimitRow(
        "positions come more rarely for players", newcomersMilliseconds, "ms",
        "newcomers get `server-full`, closed"),
    ]
  }
}
