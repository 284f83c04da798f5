// Everything a server can say, as one value for each verb. What happens in a room is numbered and
// nested, so that session code never grows with the game. Written by protocol/generate.py from the
// tables beside it: change those.

public import Game

/// Something that happened in a room outside the rules of the match. A room keeps hundreds of them,
/// so what is large and rare lies outside.
public enum RoomEvent: Hashable, Sendable {
  /// How the room is set; pass=1 if it asks for a password, delay= by how many seconds watchers
  /// hear everything later; present=1 if its host has no seat.
  indirect case settings(RoomSettings)
  /// A player sits down, or is shown otherwise from now on; id= is who it is, if that is proved;
  /// ghost=1 (and bot=1) plays a kept match again, as this player did.
  case seat(PlayerID, Profile)
  /// A player's connection is lost; the seat is kept until then.
  case away(PlayerID, until: Instant)
  /// A player who was away is back.
  case back(PlayerID)
  /// A seat is empty again.
  case gone(PlayerID, Departure)
  /// A player who is there has said nothing for a minute, or has again.
  case idle(PlayerID, Bool)
  /// The host is now this player.
  case hosted(PlayerID)
  /// A player is ready, or no longer; with the share of the randomness that was given: a nonce, the
  /// seal of one, or both once the seal is open.
  case readied(PlayerID, Bool, Share = .none)
  /// SHA-256 of the next match's seed, before anyone gives a nonce for it.
  case commit(match: Int, hash: [UInt8])
  /// The next match begins at at= with those who are ready by then, in a series with all who are
  /// there and not idle; without at= that clock has been stopped.
  case starts(at: Instant?)
  /// The table of a series after played= of its matches, the best first: who, how many each has
  /// won, all points in it. stopped=1: the host does not let the next match begin by itself.
  case series(Series)
  /// A match is about to begin with these players. Those who sealed a nonce say it now, within 1 s.
  case reveal(match: Int, players: [PlayerID])
  /// A match begins, its first round at opens=: who plays, in seat order, and each one's nonce.
  /// Nobody is ready any more. ranked=1: it is the player's one try of the day. last= is there in a
  /// ghost race only: the match ends with that round at the latest, ghosts= ring its bell, its
  /// targets are drawn with the nonces drawn=, and of tiles with these streaks.
  indirect case countdown(
    match: Int, opens: Instant, players: [PlayerID], nonces: [Nonce], isRanked: Bool = false,
    Copied = .none)
  /// What those who play along guessed together in the round: the mean of all who moved. of= play
  /// along, in= of them had locked; t= is when half of those who moved had, or the round's length.
  case together(Together)
  /// One of the best five of those who play along, in the round, or with round=0 in the match: the
  /// number of the cell, the name where it may be known, where the sliders stood, the time, points,
  /// and all points so far.
  case best(Best)

}

/// A line from a server. What takes more than a MOVE does is indirect: of those there are most, and
/// each is handed on several times.
public enum ServerMessage: Hashable, Sendable {
  /// Something happened in the room; without a number it is part of the room as it is.
  indirect case room(n: Int?, RoomEvent)
  /// Something happened in the match; without a number it is part of the room as it is.
  indirect case play(n: Int?, Event)
  /// You are player me=; resume= gives the seat back after a lost connection.
  indirect case welcome(Welcome)
  /// That was refused; text= is a sentence for people.
  indirect case no(RefusalLine)
  /// The server's clock when PING came.
  case pong(t: Int, now: Instant)
  /// Answer at once with PONG and the same nonce: this measures the way.
  case ping(nonce: String)
  /// A room: seats and how many are taken, the round now (0 before the first), of how many (0 when
  /// there is no last), pass=1 if it asks for a password, rated=1 if its matches count, exact=1 if
  /// it asks for a screen with every color, bots= how many of those who sit are bots, known=1 if
  /// only players may sit who have proved who they are, quick=1 if QUICK leads there now, crowd=1
  /// if those who watch may play along, present=1 if a presenter hosts it, names= if people are not
  /// called as they say.
  indirect case listed(Listing)
  /// The list is complete and had count= lines; of= is the verb it answers; home=1 ends a board of
  /// ratings where players of one address are rated against each other.
  indirect case end(of: String, count: Int, ratesHouseholds: Bool = false)
  /// You are in a room. The room as it is follows, in lines without n=; then what happens after
  /// event n.
  case entered(RoomCode, Role, n: Int)
  /// You are no longer in a room.
  case out(RoomCode, Departure)
  /// Where a player's sliders are: how near to the target, and what color, or which gradient. The
  /// newest wins.
  case move(Move)
  /// You play along: this is the number of your cell until you leave, and what you are called.
  case cell(at: Int, name: String?)
  /// What you got for the round, as SCORE has it for a seat, and your place among those who play
  /// along; with round=0 in the match.
  indirect case yours(Yours)
  /// Once a second: how many play along, how many have locked, what they make together, and how
  /// near that is; who of the seats is nearest, what color, how near. In modes that keep guesses
  /// secret only the numbers. The newest wins; how often each reaction was shown.
  indirect case crowd(CrowdCount)
  /// The colors of the cells at=, at= + step= and so on up to of=, three bytes each. The newest
  /// wins.
  indirect case field(round: Int, CrowdField, cells: [UInt8])
  /// A bit for each of these cells, the first highest: which are locked, and which nobody has any
  /// more. The newest wins.
  indirect case locks(CrowdField, locked: [UInt8], gone: [UInt8])
  /// How many are watching. The newest wins.
  case watchers(Int)
  /// A player shows how they feel.
  case reacted(PlayerID, Reaction)
  /// Someone is watching; KICK and BAN remove them.
  indirect case watcher(PlayerID, Profile)
  /// Prove it within 10 s: sign this nonce, for this server and its log.
  indirect case challenge(nonce: [UInt8], ServerName)
  /// It is proved who you are; tag= is what people see of id=.
  indirect case proved(KeyID, tag: String)
  /// The match is kept: its record, whose hash is leaf=, is number index= of the log. sig= signs
  /// the log of size= matches with that root=; path= leads from the leaf to it. In a ghost race
  /// first= names those whose first try it was.
  indirect case kept(LoggedMatch)
  /// The log log= has size= matches, and key= has signed that; path= proves that it begins with the
  /// first since= of them.
  indirect case tree(LogState)
  /// The server is about to stop: no room opens and no match begins any more, those that run go on.
  /// It stops when they are over, or at until= at the latest.
  case stopping(until: Instant)
  /// Lines of the record follow, and then END. The record has lines= of them; from= come before
  /// these.
  indirect case replayed(RecordPiece)
  /// The match has changed a player's rating, by delta=. off= is how far one deviation reaches;
  /// left= how many rated matches are missing until the rating counts.
  indirect case rated(RatingChange)
  /// A row of the board: who, as they last looked, with their best points in match= of the log, or
  /// their rating and its margin off=; colors= are the guesses of a day; bot=1 if they said so when
  /// they were seen last.
  indirect case topped(BoardLine)
  /// A match: which of the log's, the place among of= players, none for who left, all points, and
  /// when it began; of a ghost race the match that it copies, first=1 for the first try of that.
  indirect case played(PlayedMatch)
  /// Nothing that is kept says any more who you are.
  case forgotten

}

/// The verbs of `ServerMessage`, as they stand on the wire.
public enum ServerVerb: String, CaseIterable, Sendable {
  case welcome = "WELCOME"
  case no = "NO"
  case pong = "PONG"
  case ping = "PING"
  case listed = "LISTED"
  case end = "END"
  case entered = "IN"
  case out = "OUT"
  case settings = "ROOM"
  case seat = "SEAT"
  case away = "AWAY"
  case back = "BACK"
  case gone = "GONE"
  case idle = "IDLE"
  case hosted = "HOSTED"
  case readied = "READIED"
  case commit = "COMMIT"
  case starts = "STARTS"
  case series = "SERIES"
  case reveal = "REVEAL"
  case countdown = "COUNTDOWN"
  case round = "ROUND"
  case locked = "LOCKED"
  case missed = "MISSED"
  case bell = "BELL"
  case held = "HELD"
  case shut = "SHUT"
  case score = "SCORE"
  case together = "TOGETHER"
  case best = "BEST"
  case over = "OVER"
  case place = "PLACE"
  case seed = "SEED"
  case move = "MOVE"
  case cell = "CELL"
  case yours = "YOURS"
  case crowd = "CROWD"
  case field = "FIELD"
  case locks = "LOCKS"
  case watchers = "WATCHERS"
  case reacted = "REACTED"
  case watcher = "WATCHER"
  case challenge = "CHALLENGE"
  case proved = "PROVED"
  case kept = "KEPT"
  case tree = "TREE"
  case stopping = "STOPPING"
  case replayed = "REPLAYED"
  case rated = "RATED"
  case topped = "TOPPED"
  case played = "PLAYED"
  case forgotten = "FORGOTTEN"
}

extension ServerMessage {
  /// The verb that the message is written with.
  public var verb: ServerVerb {
    switch self {
    case .welcome: .welcome
    case .no: .no
    case .pong: .pong
    case .ping: .ping
    case .listed: .listed
    case .end: .end
    case .entered: .entered
    case .out: .out
    case .room(_, .settings): .settings
    case .room(_, .seat): .seat
    case .room(_, .away): .away
    case .room(_, .back): .back
    case .room(_, .gone): .gone
    case .room(_, .idle): .idle
    case .room(_, .hosted): .hosted
    case .room(_, .readied): .readied
    case .room(_, .commit): .commit
    case .room(_, .starts): .starts
    case .room(_, .series): .series
    case .room(_, .reveal): .reveal
    case .room(_, .countdown): .countdown
    case .play(_, .round): .round
    case .play(_, .locked): .locked
    case .play(_, .missed): .missed
    case .play(_, .bell): .bell
    case .play(_, .held): .held
    case .play(_, .shut): .shut
    case .play(_, .score): .score
    case .room(_, .together): .together
    case .room(_, .best): .best
    case .play(_, .over): .over
    case .play(_, .place): .place
    case .play(_, .seed): .seed
    case .move: .move
    case .cell: .cell
    case .yours: .yours
    case .crowd: .crowd
    case .field: .field
    case .locks: .locks
    case .watchers: .watchers
    case .reacted: .reacted
    case .watcher: .watcher
    case .challenge: .challenge
    case .proved: .proved
    case .kept: .kept
    case .tree: .tree
    case .stopping: .stopping
    case .replayed: .replayed
    case .rated: .rated
    case .topped: .topped
    case .played: .played
    case .forgotten: .forgotten
    }
  }

  /// Who may see the message.
  @inlinable public var sight: Sight {
    switch self {
    case .room, .play: .all
    case .welcome, .no, .pong, .ping, .listed, .end, .entered, .out, .cell, .yours, .field, .locks,
      .watcher, .challenge, .proved, .tree, .stopping, .replayed, .topped, .played, .forgotten:
      .one
    case .move: .open
    case .crowd, .watchers, .reacted: .all
    case .kept, .rated: .players

    }
  }
}

/// Who may see a message.
public enum Sight: Sendable {
  /// Everybody in a room.
  case all
  /// Everybody in a room whose mode keeps no secrets.
  case open
  /// Those who sit in a room.
  case players
  /// Those who look on.
  case watchers
  /// The client that is answered or concerned.
  case one
}
