// Everything a client can say, as one value for each verb. Written by protocol/generate.py from the
// tables beside it: change those.

public import Chroma
public import Game

/// A line from a client. What takes more than a move does is indirect: of moves there are most, and
/// they are handed on.
public enum ClientMessage: Hashable, Sendable {
  /// Who I am; with resume=, let me sit again where I sat.
  indirect case hello(Hello)
  /// What is the time? PONG brings it, and t= back.
  case ping(t: Int)
  /// The answer to the server's PING, at once and with its nonce.
  case pong(nonce: String)
  /// Which rooms are listed, of one mode or of all? LISTED lines and END answer.
  case list(Mode?)
  /// Open a room, sit down in it and be its host. time= is a round's length in seconds, present=1:
  /// host it without a seat; names= what people are called there, own, drawn or none; delay= by how
  /// many seconds watchers hear everything later. ghost= races that match of the log again: mode,
  /// rounds, time, level and help are its own, its best seven sit there as ghosts.
  indirect case create(RoomWishes, ghost: Int? = nil)
  /// Sit down in a room.
  indirect case join(RoomCode, password: String?)
  /// Watch; since= is the number of the last event I know, to get only what came after it; with
  /// field=1 show me the crowd as a field.
  indirect case watch(RoomCode, password: String?, since: Int?, field: Bool = false)
  /// Find me a room of one mode or of any, and sit me down in it; open one if there is none, where
  /// bot= is the level of the bot.
  case quick(Mode?, bot: Int?)
  /// Leave the room.
  case leave
  /// Change the room's settings; what is not said stays. open=1 removes the password.
  indirect case config(RoomWishes, opens: Bool = false)
  /// Make this player the host.
  case host(PlayerID)
  /// Remove this player, or the one whose cell this is; they may come back.
  case kick(PlayerID?, at: Int?)
  /// Remove this player, or the one whose cell this is, for good.
  case ban(PlayerID?, at: Int?)
  /// Seat a bot: 1 is a beginner, 4 hard to beat.
  case bot(level: Int)
  /// I am ready, or no longer; with my share of the randomness, which seal= keeps secret until
  /// REVEAL.
  indirect case ready(Bool, Share = .none)
  /// From now on I am shown like this; what is not said stays. SEAT tells everyone in the room.
  indirect case rename(String?, Icon?, Color?)
  /// This is the nonce that I sealed.
  case reveal(Nonce)
  /// Start now with everyone who is there, ready or not.
  case start
  /// The next round now.
  case next
  /// End this round, or between rounds the match.
  case end
  /// Show everyone how I feel.
  case react(Reaction)
  /// Good-bye: leave the room and close the connection.
  case bye
  /// Who is watching? WATCHER lines and END answer, the newest first.
  case who
  /// I own this key; CHALLENGE asks for the proof.
  case identify(PublicKey)
  /// The proof: the signature of the text under Identities, and what this end sees of the
  /// connection.
  case prove(signature: [UInt8], Binding.Kind)
  /// How does the log of finished matches stand? TREE answers, with a proof that it begins with its
  /// first since= matches.
  case tree(since: Int?)
  /// What is the record of that match of the log? REPLAYED answers, its lines from from= on, and
  /// END; see Seeing a match again.
  case replay(index: Int, from: Int)
  /// Who is on a board, over the span that day= is in, of itself always and today, from row from=
  /// on? TOPPED lines and END answer.
  indirect case top(Board, BoardTime?, Day?, from: Int?)
  /// What has this player played, or have I, from match from= of the log on back? PLAYED lines and
  /// END answer, the newest first.
  case past(KeyID?, from: Int?)
  /// Delete all that says who I am. With sure=1 FORGOTTEN answers.
  case forget(isSure: Bool)

  /// A move in the round.
  case play(Command)
}

/// The verbs of `ClientMessage`, as they stand on the wire.
public enum ClientVerb: String, CaseIterable, Sendable {
  case hello = "HELLO"
  case ping = "PING"
  case pong = "PONG"
  case list = "LIST"
  case create = "CREATE"
  case join = "JOIN"
  case watch = "WATCH"
  case quick = "QUICK"
  case leave = "LEAVE"
  case config = "CONFIG"
  case host = "HOST"
  case kick = "KICK"
  case ban = "BAN"
  case bot = "BOT"
  case ready = "READY"
  case rename = "NAME"
  case reveal = "REVEAL"
  case start = "START"
  case next = "NEXT"
  case end = "END"
  case set = "SET"
  case lock = "LOCK"
  case react = "REACT"
  case bye = "BYE"
  case who = "WHO"
  case identify = "IDENTIFY"
  case prove = "PROVE"
  case tree = "TREE"
  case replay = "REPLAY"
  case top = "TOP"
  case past = "PAST"
  case forget = "FORGET"
}

extension ClientMessage {
  /// The verb that the message is written with.
  public var verb: ClientVerb {
    switch self {
    case .hello: .hello
    case .ping: .ping
    case .pong: .pong
    case .list: .list
    case .create: .create
    case .join: .join
    case .watch: .watch
    case .quick: .quick
    case .leave: .leave
    case .config: .config
    case .host: .host
    case .kick: .kick
    case .ban: .ban
    case .bot: .bot
    case .ready: .ready
    case .rename: .rename
    case .reveal: .reveal
    case .start: .start
    case .next: .next
    case .end: .end
    case .play(.set): .set
    case .play(.lock): .lock
    case .react: .react
    case .bye: .bye
    case .who: .who
    case .identify: .identify
    case .prove: .prove
    case .tree: .tree
    case .replay: .replay
    case .top: .top
    case .past: .past
    case .forget: .forget
    }
  }

  /// Whether the line counts as several: everybody would hear it, or rooms or the archive are
  /// searched for it. A token may have to be asked for on every lane.
  public var isHeavy: Bool {
    switch self {
    case .list, .create, .join, .watch, .quick, .leave, .config, .host, .kick, .ban, .bot, .ready,
      .rename, .next, .end, .react, .who, .identify, .prove, .tree, .replay, .top, .past, .forget:
      true
    case .ping, .pong, .reveal, .start, .play(.set), .play(.lock), .bye: false
    case .hello(let hello): hello.resume != nil
    }
  }
}

extension ClientVerb {
  /// Whether a journal has the line as it was said, with who said it.
  public var isJournaled: Bool {
    switch self {
    case .ready, .rename, .reveal, .next, .end, .react: true
    default: false
    }
  }
}
